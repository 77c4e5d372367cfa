# known.awk REGISTERS.yaml OPCODES.yaml NEW.yaml: NEW.yaml without the rows whose
# classes or registers neither of the others names: of processors that the
# target does not have.

# Is every class and register in TEXT named there?
function known(text,    words, i, n, w)
{
	n = split(text, words, " ")
	for (i = 1; i <= n; i++) {
		w = words[i]
		sub(/^[=&?!>~]+/, "", w)
		sub(/@[0-9]$/, "", w)
		sub(/\..*/, "", w)
		if (w !~ /^(\(.*\)|t[0-9]+|_|reg|imm|mem|pcrel|)$/ && !(w in named))
			return 0
	}
	return 1
}

# The text of FIELD of the row in this line.
function field(name,    at, text)
{
	at = index($0, name ": \"")
	if (!at)
		return ""
	text = substr($0, at + length(name) + 3)
	return substr(text, 1, index(text, "\"") - 1)
}

FILENAME != ARGV[3] {
	gsub(/[^A-Za-z0-9_]+/, " ")
	n = split($0, words, " ")
	for (i = 1; i <= n; i++)
		named[words[i]] = 1
	next
}
/^[^ ]/ { section = $1 }
section == "opcodes:" && /^  / {
	if (!known(field("ops")) || !known(field("defs")) || !known(field("uses"))) {
		left_out[$1] = 1
		next
	}
}
section == "folds:" && $1 in left_out { next }
{ print }
