# The SQLite amalgamation as MIR in SSA form for x86, kept in $BENCH_CACHE.
# To be sourced behind common.sh.
# shellcheck shell=bash

BENCH_CACHE=${BENCH_CACHE:-${TMPDIR:-/tmp}/regalloc-bench}
mkdir -p "$BENCH_CACHE"

# sqlite_mir: makes $BENCH_CACHE/sqlite.mir unless it is there, about 50 MB,
# from the npm package better-sqlite3.
sqlite_mir()
{
	[ ! -s "$BENCH_CACHE/sqlite.mir" ] || return 0
	cd "$BENCH_CACHE" || return
	[ -s sqlite3.c ] || {
		npm pack --silent better-sqlite3@12.11.1
		tar xzf better-sqlite3-*.tgz --strip-components=3 \
			package/deps/sqlite3
		rm better-sqlite3-*.tgz
	}
	"$CLANG" -O2 -fPIC -DSQLITE_THREADSAFE=0 -fdiscard-value-names -w -S \
		-emit-llvm -o - sqlite3.c |
		"$LLC" -O2 -relocation-model=pic -no-x86-call-frame-opt \
			-stop-before=phi-node-elimination -o sqlite.new -
	mv sqlite.new sqlite.mir
	cd - >/dev/null || return
}
