# The SQLite amalgamation as MIR in SSA form for x86, kept in $BENCH_CACHE.
# To be sourced behind common.sh.
# shellcheck shell=bash

BENCH_CACHE=${BENCH_CACHE:-${TMPDIR:-/tmp}/regalloc-bench}
mkdir -p "$BENCH_CACHE"

# sqlite_source: makes $BENCH_CACHE/sqlite3.c unless it is there, from the npm
# package better-sqlite3.
sqlite_source()
{
	[ ! -s sqlite3.c ] || return 0
	npm pack --silent better-sqlite3@12.11.1
	tar xzf better-sqlite3-*.tgz --strip-components=3 package/deps/sqlite3
	rm better-sqlite3-*.tgz
}

# sqlite_bitcode: it as LLVM prints it before its back end, to standard output.
sqlite_bitcode()
{
	"$CLANG" -O2 -fPIC -DSQLITE_THREADSAFE=0 -fdiscard-value-names -w \
		-emit-llvm -c -o - sqlite3.c
}

# selected FILE: the MIR of the bitcode that is read, kept in FILE.
selected()
{
	"$LLC" -O2 -relocation-model=pic -no-x86-call-frame-opt \
		-stop-before=phi-node-elimination -o "$1.new" -
	mv "$1.new" "$1"
}

# sqlite_mir: makes $BENCH_CACHE/sqlite.mir unless it is there, about 50 MB.
sqlite_mir()
{
	[ ! -s "$BENCH_CACHE/sqlite.mir" ] || return 0
	cd "$BENCH_CACHE" || return
	sqlite_source
	sqlite_bitcode | selected sqlite.mir
	cd - >/dev/null || return
}

# sqlite_part N: makes $BENCH_CACHE/sqlite.N.mir unless it is there, N functions
# of it that are spread over all.
sqlite_part()
{
	[ ! -s "$BENCH_CACHE/sqlite.$1.mir" ] || return 0
	cd "$BENCH_CACHE" || return
	sqlite_source
	[ -s sqlite.bc ] || sqlite_bitcode >sqlite.bc
	# shellcheck disable=SC2046 # options
	llvm-extract-19 -o - $(llvm-nm-19 --defined-only -p sqlite.bc |
		awk -v n="$1" '$2 ~ /^[tT]$/ { names[count++] = $3 }
		END {
			for (i = 0; i < n; i++)
				print "--func=" names[int(i * count / n)]
		}') sqlite.bc | selected "sqlite.$1.mir"
	cd - >/dev/null || return
}
