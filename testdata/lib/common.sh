# Shared by the scripts of testdata/: names of the tools, and small functions
# about sources, targets and cases.  To be sourced; every tool can be replaced
# through the environment.
# shellcheck shell=bash
# shellcheck disable=SC2046,SC2086 # words are to be split

LIB=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ROOT=$(cd "$LIB/../.." && pwd)
REGALLOC=${REGALLOC:-$ROOT/build/regalloc}
case $REGALLOC in
*/*) REGALLOC=$(realpath -m "$REGALLOC") ;;
esac
CLANG=${CLANG:-clang-19}
LLC=${LLC:-llc-19}
LLVM_MC=${LLVM_MC:-llvm-mc-19}
LLD=${LLD:-ld.lld-19}
CC_X86=${CC_X86:-cc}
CC_ARM=${CC_ARM:-arm-linux-gnueabihf-gcc}
QEMU_ARM=${QEMU_ARM:-qemu-arm}
LIMIT=${LIMIT:-10} # seconds for one run of anything
export REGALLOC CLANG LLC LLVM_MC LLD CC_X86 CC_ARM QEMU_ARM LIMIT

die()
{
	echo "$(basename "$0"): $*" >&2
	exit 2
}

# header SRC KEY: what the source says after "// KEY:", from its first lines.
header()
{
	sed -n "1,12s|^// $2: *||p" "$1" | head -n 1
}

# machine TARGET FIELDS: fields of its line in the list of machines.
machine()
{
	grep "^$1 " "$LIB/machines" | cut -d ' ' -f "$2" | grep . ||
		die "unknown target $1"
}

# freestanding TARGET: is there no C library for it?
freestanding()
{
	[ "$(machine "$1" 2)" = - ]
}

# machines: their names.
machines()
{
	sed '/^#/d; s/ .*//' "$LIB/machines"
}

# machines_asm: those of them that have assembly.
machines_asm()
{
	local target
	for target in $(machines); do
		[ ! -e "$ROOT/targets/$target/asm.yaml" ] ||
			echo "$target"
	done
}

# gcn_cpu TARGET: the processor of gcn, gcn90a, gcn1100; gcn1100w64, whose waves
# have 64 lanes.
gcn_cpu()
{
	case $1 in
	gcn) echo gfx906 ;;
	*) echo "gfx${1#gcn}" | sed 's/w64$//' ;;
	esac
}

# clang_target TARGET: the options that select it for clang.  No PIC: on ARM
# llc cannot read back the constant pool entries that it leads to.
clang_target()
{
	case $1 in
	x86) echo --target=x86_64-linux-gnu -fno-pic ;;
	arm) echo --target=armv7a-linux-gnueabihf -mfpu=neon -fno-pic ;;
	gcn*w64) echo $(clang_target "${1%w64}") -mwavefrontsize64 ;;
	gcn*) echo -target amdgcn-amd-amdhsa -mcpu=$(gcn_cpu "$1") -nogpulib -cl-std=CL2.0 ;;
	*)
		machine "$1" 4- | sed 's/ -- .*//'
		! freestanding "$1" ||
			echo -nostdlibinc -isystem "$LIB/freestanding"
		;;
	esac
}

# llc_target TARGET: what llc needs for making and for resuming MIR.
# x86: it does not see that arguments are pushed.  LLC_X86 replaces this.
# ARM: without it the text says .fpu vfpv3 whatever the functions use.
# GCN: MIR does not carry the clobber sets of interprocedural allocation, and
# the target id is not part of the module.
llc_target()
{
	case $1 in
	x86 | i386) echo ${LLC_X86--no-x86-call-frame-opt} ;;
	arm) echo -mattr=+neon ;;
	gcn*) echo -enable-ipra=0 -mcpu=$(gcn_cpu "$1") ;;
	*) machine "$1" 4- | sed -n 's/.* -- //p' ;;
	esac
}

# regalloc_target TARGET: the same for the tool; and the allocator that ALLOCATOR
# names, which options behind it replace.
regalloc_target()
{
	echo ${ALLOCATOR:+-regalloc "$ALLOCATOR"}
	case $1 in
	gcn*) echo -target gcn -mcpu $(gcn_cpu "$1") ;;
	thumb) echo -target arm -mcpu cortex-m7 ;;
	*) echo -target "$1" ;;
	esac
}

# rewriter TARGET: the point after which everything is allocated.  On GCN the
# first instance of the pass sees the vector registers still virtual.
rewriter()
{
	case $1 in
	gcn* | riscv*) echo virtregrewriter,1 ;;
	*) echo virtregrewriter ;;
	esac
}

# assemble TARGET FILE.s OUT.o
assemble()
{
	case $1 in
	x86) "$CC_X86" -c "$2" -o "$3" ;;
	arm) "$CC_ARM" -c "$2" -o "$3" ;;
	gcn*) "$LLVM_MC" -triple=amdgcn-amd-amdhsa -mcpu=$(gcn_cpu "$1") -filetype=obj "$2" -o "$3" ;;
	*)
		if freestanding "$1"; then
			"$CLANG" $(clang_target "$1") -c "$2" -o "$3"
		else
			"$(machine "$1" 2)" -c "$2" -o "$3"
		fi
		;;
	esac
}

# opt_level OPTS: the -O option among them (the rest concerns clang only).
opt_level()
{
	case " $1 " in
	*" -O1 "*) echo -O1 ;;
	*" -O3 "*) echo -O3 ;;
	*) echo -O2 ;;
	esac
}

# reason FILE: the line of a tool's messages that says what went wrong.
reason()
{
	grep -m 1 -i -E 'error|bad machine code|unsupported|cannot|fail|assert' "$1" ||
		head -n 1 "$1"
}

# cpu_has FLAGS...: can this machine run such code?
cpu_has()
{
	local f
	for f; do
		grep -q -m 1 -w "$f" /proc/cpuinfo || return 1
	done
}

# variants TARGET: the option sets to try, one a line.  VARIANTS (a list with
# semicolons) replaces them, QUICK=1 leaves -O2 only.
variants()
{
	if [ -n "${VARIANTS:-}" ]; then
		echo "$VARIANTS" | tr ';' '\n'
		return
	fi
	echo -O2
	[ "${QUICK:-0}" = 1 ] && return
	printf '%s\n' -O1 -O3
	# The linker ends with a signal on llc's own objects with -g.
	[ "$1" = riscv64 ] || echo '-O2 -g'
	[ "$1" = x86 ] && echo '-O2 -mavx2'
	[ "$1" = arm ] && echo '-O2 -mthumb'
	return 0
}

# targets_of SRC: the targets that a source is for; none: it is for one of the
# list of machines.
targets_of()
{
	local t
	[ -z "$(header "$1" machine)" ] || return 0
	t=$(header "$1" target)
	case $1 in
	*.cl) echo "${t:-gcn}" ;;
	*) echo "${t:-x86 arm}" ;;
	esac
}

# is_for TARGET SRC: is a source for it, one of the list of machines or not?
is_for()
{
	local only
	case $1 in
	x86 | arm | gcn*)
		[[ " $(targets_of "$2") " = *" $1 "* ]]
		return
		;;
	esac
	only=$(header "$2" machine)
	[[ $2 = *.c && "${only:-$1}" = "$1" ]] &&
		[ -z "$(header "$2" target)" ] &&
		[[ " $(header "$2" not) " != *" $1 "* ]]
}

# share N: with QUICK=1, of each N lines of standard input one, and not always at
# the same place, so that machines and forms take turns (multiples of the golden
# ratio fall everywhere).
share()
{
	[ "${QUICK:-0}" = 1 ] || set -- 1
	awk -v n="$1" '{ at = int((NR - 1) / n) * 0.618033988749895 }
	(NR - 1) % n == int(n * (at - int(at)))'
}

# run_cases SCRIPT JOBS: runs SCRIPT once for each line of standard input (its
# arguments, separated by tabs), shows what is not a PASS, prints the counts.
# Each run prints one line: PASS, FAIL or SKIP, the case, a reason.
run_cases()
{
	local log
	log=$(mktemp "${TMPDIR:-/tmp}/cases.XXXXXX")
	tr '\n' '\0' | xargs -0 -r -P "$2" -I '{}' "$1" --case '{}' |
		tee "$log" | grep --line-buffered -E "${SHOW:-^FAIL}" || true
	awk '{ n[$1]++ }
	END { printf "%d passed, %d failed, %d skipped\n",
		n["PASS"], n["FAIL"], n["SKIP"]; exit n["FAIL"] != 0 }' "$log"
	local status=$?
	rm -f "$log"
	return $status
}

# arguments ARGS...: sets JOBS and FILTER from "[-j N] [FILTER]".
arguments()
{
	JOBS=1
	FILTER=
	while [ $# -gt 0 ]; do
		case $1 in
		-j) JOBS=$2; shift ;;
		-j*) JOBS=${1#-j} ;;
		-*) die "usage: $(basename "$0") [-j N] [FILTER]" ;;
		*) FILTER=$1 ;;
		esac
		shift
	done
	export JOBS FILTER
}
