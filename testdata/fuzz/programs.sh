# Shared by fuzzers of whole programs, fuzz-NAME SECONDS [SEED]: to be sourced by
# them, after they have defined
#
#   program SEED FILE.c    writes the program; sets `target` and `opts`, as
#                          make-mir takes them; fails, with a reason in `why`,
#                          if there is none for this seed
#   PERIOD                 `target` and `opts` come back after so many seeds
#
# Each program is allocated and run in MODES (see lib/try-source), and must print
# what clang's prints at -O0; one of which clang's prints something else at the
# level in question is skipped.
# shellcheck shell=bash
# shellcheck disable=SC2046,SC2086 # words are to be split
# shellcheck disable=SC2054,SC2154 # commas are part of words; others set opts
set -u
. ../lib/common.sh

# The modes of a program: from SSA and from before greedy, linear and fast; over
# the seeds each of these without and with the passes behind allocation, out as
# MIR and, where TARGET has assembly, as that.  Another period begins with another
# one, so that all meet.
modes_of()
{
	local k=$(($1 + $1 / PERIOD)) stage allocator forms=(mir asm)
	[ -e "$ROOT/targets/$target/asm.yaml" ] || forms=(mir mir)
	local passes=("" ,-post-ra-cleanup,-post-ra-sched,-break-anti-dependencies=all)
	for stage in ssa pregreedy; do
		for allocator in linear fast; do
			echo "$stage,${forms[k / 2 % 2]},-regalloc=$allocator${passes[k % 2]}"
			k=$((k + 1))
		done
	done
}

# reference FILE.c LEVEL: what it prints, to FILE.out.
reference()
{
	"$CLANG" $(clang_target $target) -w $2 ${opts#"${opts%% *}"} \
		$(header "$1" flags) -c "$1" -o "${1%.c}.o" 2>"$dir/err" ||
		{ why="clang: $(reason "$dir/err")"; return 1; }
	LIMIT=5 "$LIB/run-program" $target "${1%.c}.o" - \
		>"${1%.c}.out" 2>"$dir/err" ||
		{ why="$2: $(head -n 1 "$dir/err")"; return 1; }
}

# agrees LEVEL: does clang's program print the same there as in O0.out?  If not,
# or if it dies, the program is to blame: what it does is not defined.
agrees()
{
	reference "$dir/p.c" "$1" || return 1
	why="what -O0 and $1 print differs"
	cmp -s "$dir/p.out" "$dir/O0.out"
}

# fuzz_programs NAME SECONDS SEED
fuzz_programs()
{
	local name=$1 end seed=$3 inputs=0 skipped=0 failed=0 keep modes
	keep=$ROOT/build/fuzz/${name#fuzz-}
	end=$((SECONDS + $2))
	dir=$(mktemp -d "${TMPDIR:-/tmp}/fuzz.XXXXXX")
	trap 'rm -rf "$dir"' EXIT
	[ -x "$REGALLOC" ] || die "no $REGALLOC"
	for (( ; SECONDS < end && inputs < ${INPUTS:-inputs + 1}; seed++)); do
		rm -rf "${dir:?}"/*
		if ! program "$seed" "$dir/p.c" || ! reference "$dir/p.c" -O0; then
			skipped=$((skipped + 1))
			[ -z "${VERBOSE:-}" ] || echo "seed $seed: $why"
			continue
		fi
		inputs=$((inputs + 1))
		modes=${MODES:-$(modes_of "$seed")}
		[ -z "${VERBOSE:-}" ] || echo "seed $seed $target $opts:" $modes
		"$LIB/try-source" $target "$opts" "$dir/p.c" "$dir/p.out" \
			$modes >"$dir/log" && continue
		cp "$dir/p.out" "$dir/O0.out"
		if ! agrees "${opts%% *}"; then
			inputs=$((inputs - 1)) skipped=$((skipped + 1))
			[ -z "${VERBOSE:-}" ] || echo "seed $seed: $why"
			continue
		fi
		failed=$((failed + 1))
		mkdir -p "$keep"
		cp "$dir/p.c" "$keep/$seed.c"
		cp "$dir/O0.out" "$keep/$seed.out"
		sed "s|^|FAIL $name: seed $seed, $target $opts: |; s|$| ($keep/$seed.c)|" \
			"$dir/log"
	done
	echo "$inputs inputs, $failed failed"
	[ $failed = 0 ]
}
