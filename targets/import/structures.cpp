// Templates of ARM's pseudo instructions that load and store structures: they
// name one register of several d registers, which LLVM spells out later by
// the rules in the opcode's name.
#include "llvm.h"

#include <regex>

static std::string
number(unsigned n)
{
	return std::to_string(n);
}

// The d registers, each with SUFFIX, of operand K.
static std::string
list(unsigned k, unsigned first, unsigned step, unsigned n,
     const std::string &suffix)
{
	std::string s = "{";

	for (unsigned i = 0; i < n; i++)
		s += (i ? ", ${" : "${") + number(k) + ":dsub_" +
		     number(first + i * step) + "}" + suffix;
	return s + "}";
}

// One element of each of N q registers that make up operand K: the one that
// operand LANE numbers, of SIZE bits.
static std::string
lanes(unsigned k, unsigned n, const std::string &size, unsigned lane)
{
	std::string s = "{";

	for (unsigned i = 0; i < n; i++)
		s += (i ? ", ${" : "${") + number(k) + ":lane" + size + "." +
		     number(i) + ":" + number(lane) + "}";
	return s + "}";
}

std::string
structure_template(const std::string &name)
{
	static const std::regex shape(
		"V(LD|ST)([1-4])(DUP|LN)?([dq])(8|16|32|64)"
		"(Q|T|odd|HighQ|HighT|LowQ|LowT|Even|Odd)?Pseudo"
		"(_UPD|WB_fixed|WB_register)?");
	std::smatch m;

	if (!std::regex_match(name, m, shape))
		return "";
	bool load = m[1] == "LD", lane = m[3] == "LN", q = m[4] == "q";
	bool moves = m[7].length() != 0, by_reg = moves && m[7] != "WB_fixed";
	std::string kind = m[6].str();
	unsigned n = (unsigned)(m[2].str()[0] - '0'), first = 0, step = 1;
	unsigned address = (load ? 1 : 0) + moves, after = address + 2 + by_reg;
	unsigned value = load ? 0 : after;
	// A loaded value that keeps some of its parts is an operand too.
	bool tied = load && (lane || kind == "Odd" || kind == "Even" ||
			     kind == "odd" || kind.find("High") == 0 ||
			     kind.find("Low") == 0 || (q && n > 2));
	unsigned last = load ? after + tied - 1 : after;

	if (lane && q) {
		// the registers depend on the number of the lane
	} else if (n == 1 || kind.find("High") == 0 || kind.find("Low") == 0) {
		if (lane)
			return "";
		n = kind.back() == 'T' ? 3 : 4;
		first = kind.find("High") == 0 ? n : 0;
	} else if (q && !m[3].length() && n == 2) {
		n = 4;
	} else if (q) {
		step = 2;
		first = kind == "odd" || kind == "Odd";
	}
	std::string pred = "${" + number(last + 1 + lane) + ":cond}";
	std::string suffix = lane	     ? "[$" + number(last + 1) + "]"
			     : m[3] == "DUP" ? "[]"
					     : "";
	std::string align = number(address + 1);
	std::string s = std::string("v") + (load ? "ld" : "st") + m[2].str() +
			pred + "." + m[5].str() + " " +
			(lane && q ? lanes(value, n, m[5], last + 1)
				   : list(value, first, step, n, suffix)) +
			", [$" +
			number(address) + "${" + align + "?:${" + align +
			"*8}}]";
	if (m[7] == "_UPD")
		s += "${" + number(address + 2) + ":wb}";
	else if (m[7] == "WB_fixed")
		s += "!";
	else if (moves)
		s += ", $" + number(address + 2);
	return s;
}

// TEXT of the real instruction NAME, with "!" where it adds no register to the
// address.
std::string
structure_moved(const std::string &name, const std::string &text)
{
	static const std::regex moves("V(LD|ST)[1-4].*_UPD");
	static const std::regex added("\\], \\$([0-9]+)$");

	if (!std::regex_match(name, moves))
		return text;
	return std::regex_replace(text, added, "]$${$1:wb}");
}
