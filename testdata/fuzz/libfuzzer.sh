# Shared by the fuzzers that are built with libFuzzer.  To be sourced.
# shellcheck shell=bash
. "$(dirname "${BASH_SOURCE[0]}")/../lib/common.sh"
cd "$ROOT" || exit 2
OBJECTS=build/fuzz/objects
SANITIZE="address,undefined -fno-sanitize-recover=undefined"

# fuzz_build NAME: build/fuzz/try-NAME, from all of the tool but its main.
fuzz_build()
{
	command -v "$CLANG" >/dev/null &&
		echo 'int LLVMFuzzerTestOneInput(void){return 0;}' |
		"$CLANG" -w -x c -fsanitize=fuzzer -o /dev/null - 2>/dev/null || {
		echo "SKIP fuzz-$1: no $CLANG with libFuzzer"
		exit 0
	}
	make -s B=$OBJECTS CC="$CLANG" CFLAGS="-O1 -g -w \
		-fsanitize=fuzzer-no-link,$SANITIZE" all >&2 ||
		exit 2
	# shellcheck disable=SC2046,SC2086 # words are to be split
	"$CLANG" -std=c11 -O1 -g -w -D_POSIX_C_SOURCE=200809L -I. -I$OBJECTS \
		-fsanitize=fuzzer,$SANITIZE \
		-o "build/fuzz/try-$1" "testdata/fuzz/try-$1.c" \
		testdata/fuzz/mutate.c $OBJECTS/targets.blob.o \
		$OBJECTS/libregalloc.a -lyaml -lm -lpthread || exit 2
}

# fuzz_run NAME SECONDS SEED SEEDS [OPTIONS]: let it change the files in the
# folder SEEDS.
fuzz_run()
{
	local name=$1 seconds=$2 seed=$3 seeds=$4 found=build/fuzz/$1 log n status
	shift 4
	log=$seeds.log
	mkdir -p "$found" "$seeds.corpus"
	(ulimit -c 0
	ASAN_OPTIONS=detect_leaks=1 "build/fuzz/try-$name" -max_total_time="$seconds" \
		-seed="$seed" -timeout=10 -rss_limit_mb=3000 -len_control=0 \
		-max_len=60000 -reload=0 -dict=testdata/fuzz/mir.dict -artifact_prefix="$PWD/$found/" \
		${INPUTS:+-runs="$INPUTS"} -print_final_stats=1 "$@" "$seeds.corpus" "$seeds") >"$log" 2>&1
	status=$?
	n=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
	if [ $status != 0 ]; then
		grep -E -m 20 'ERROR|runtime error|#[0-9] |cannot be read|SUMMARY' \
			"$log"
		echo "FAIL fuzz-$name: $(sed -n 's/.*Test unit written to //p' \
			"$log")"
		echo "${n:-0} inputs, 1 failed"
		return 1
	fi
	echo "${n:-0} inputs, 0 failed"
}

# small_mir BYTES FOLDER...: copies of the files there that are no longer.
small_mir()
{
	local max=$1 seeds=$dir/seeds file
	shift
	mkdir -p "$seeds"
	find "$@" -name '*.mir' -size "-${max}c" | LC_ALL=C sort |
		while read -r file; do
			cp "$file" "$seeds/${file//\//-}"
		done
}
dir=$(mktemp -d "${TMPDIR:-/tmp}/fuzz.XXXXXX")
trap 'rm -rf "$dir"' EXIT
