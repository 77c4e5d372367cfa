# What bash offers behind regalloc: options, their values, files.  Which there
# are the program says.
# shellcheck shell=bash

_regalloc()
{
	local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD - 1]}
	local name values names='' found=- program=${1/#\~/$HOME}

	# To bash "=" is a word of its own.
	if [ "$word" = = ]; then
		word=
	elif [ "$last" = = ]; then
		last=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	[[ $last != --* ]] || last=${last#-}
	while IFS=$'\t' read -r name values _; do
		[[ $word != --* ]] || name=-$name
		names+="$name "
		[ "${name#-}" != "${last#-}" ] || [[ $last != -* ]] ||
			found=$values
	done < <("$program" -completion 2>/dev/null)

	COMPREPLY=()
	if [[ $found = - && $word = -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$names" -- "$word")
		return
	fi
	if [[ $found = - || " $found" = *' FILE '* ]]; then
		compopt -o filenames 2>/dev/null
		mapfile -t COMPREPLY < <(compgen -f -- "$word")
	fi
	[ "$found" != - ] || return
	# The last one of several with commas between.
	name=${word##*,}
	mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen \
		-P "${word%"$name"}" -W "${found/FILE /}" -- "$name")
}

complete -F _regalloc regalloc
