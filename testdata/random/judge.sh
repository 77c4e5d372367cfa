# Whether allocation keeps what a function does.  To be sourced, behind
# lib/common.sh; $BIN has what build makes.
# shellcheck shell=bash

# target_of MACHINE: its target files.
target_of()
{
	if [ -d "$BIN/$1" ]; then
		echo "$BIN/$1"
	else
		echo "$ROOT/targets/$1"
	fi
}

# judge TARGET DIRECTORY FILE [OPTIONS]: what is wrong with the functions of
# FILE, if anything: wrong, alarm, refused, stuck or fault, and why; full: one is
# refused whose operands do not fit into the registers.
judge()
{
	local target=$1 dir=$2 file=$3 status why full
	shift 3
	# Ten seconds of its own, however busy the machine is.
	(ulimit -t 10 && exec timeout 300 "$REGALLOC" -j 1 -target "$target" \
		"$@" -emit mir -o "$dir/out.mir" "$file") >"$dir/err" 2>&1
	status=$?
	case $status in
	0)
		timeout 300 "$BIN/same" "$target" "$file" "$dir/out.mir" \
			>"$dir/same" 2>&1 ||
			echo "wrong $(head -n 1 "$dir/same")"
		# What is used is at least the demand: -verify says so.
		"$REGALLOC" -j 1 -target "$target" -print demand \
			-stop-after analysis -o /dev/null "$dir/out.mir" \
			2>"$dir/err" || echo "wrong $(reason "$dir/err")"
		;;
	3 | 4 | 5)
		why=$(reason "$dir/err")
		set -- alarm refused unmatched
		shift $((status - 3))
		if [ "$1" = refused ] &&
			full=$("$BIN/fits" "$target" "$file"); then
			set -- full
			why=${full%%$'\n'*}
		fi
		echo "$1 ${why#*: error: }"
		;;
	124 | 137 | 152) echo "stuck" ;;
	*) echo "fault $status $(reason "$dir/err")" ;;
	esac
}
