# What fish offers behind regalloc: options with their help, their values, files.
# Which there are the program says.

function __regalloc_complete
    set -l tokens (commandline -opc)
    set -l word (commandline -ct)
    set -l option $tokens[-1]
    set -l before ''
    if string match -q -- '-*=*' $word
        set option (string split -m 1 = -- $word)[1]
        set before $option=
        set word (string split -m 1 = -- $word)[2]
    end
    set option (string replace -r '^--' - -- $option)

    set -l table ($tokens[1] -completion 2>/dev/null)
    set -l found -
    for line in $table
        set -l parts (string split \t -- $line)
        test $parts[1] = $option; and set found $parts[2]
    end

    if test "$found" = -; and string match -q -- '-*' $word
        set -l dash (string match -rq -- '^--' $word; and echo -)
        for line in $table
            set -l parts (string split \t -- $line)
            printf '%s%s\t%s\n' "$dash" $parts[1] $parts[3]
        end
        return
    end
    if test "$found" = -; or string match -q -- '* FILE *' " $found"
        printf "$before%s\n" (__fish_complete_path $word)
    end
    test "$found" = -; and return
    # The last one of several with commas between.
    set before $before(string replace -r '[^,]*$' '' -- $word)
    for value in (string split -n ' ' -- $found)
        test $value = FILE; or echo $before$value
    end
end

complete -c regalloc -f -a '(__regalloc_complete)'
