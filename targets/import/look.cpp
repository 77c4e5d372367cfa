// What one operand does to the printed text, the others staying as they are.
#include "finder.h"
#include "forms.h"

#include <algorithm>

using namespace llvm;

// Is operand K printed as a linear function of its value?
void
Finder::look_numeric(unsigned k)
{
	static const int64_t values[] = {37, 41, 59, 83};
	std::vector<Number> first;
	Knowledge &o = ops[k];
	std::string skeleton;
	size_t which = SIZE_MAX;

	for (size_t v = 0; v < 4; v++) {
		std::string t = print(with(k, values[v]));
		std::vector<Number> now = numbers_of(t);
		std::string rest;
		size_t from = 0;

		if (t.empty())
			return;
		for (const Number &n : now) {
			rest += t.substr(from, n.at - from) + "#";
			from = n.at + n.len;
		}
		rest += t.substr(from);
		if (v == 0) {
			first = now;
			skeleton = rest;
			continue;
		}
		if (rest != skeleton)
			return;
		for (size_t i = 0; v == 1 && i < now.size(); i++)
			if (now[i].value != first[i].value)
				which = i;
		if (which == SIZE_MAX)
			return;
		if (v == 1) {
			o.a = (now[which].value - first[which].value) / 4;
			o.b = first[which].value - o.a * values[0];
			o.hex = first[which].hex;
		}
		o.hex &= now[which].hex;
		if (o.a <= 0 || now[which].value != o.a * values[v] + o.b)
			return;
	}
	o.hex &= operand_info(desc, k).OperandType != MCOI::OPERAND_PCREL;
	o.numeric = true;
}

static size_t
common_prefix(const std::string &a, const std::string &b)
{
	size_t n = 0;

	while (n < a.size() && n < b.size() && a[n] == b[n])
		n++;
	return n;
}

static size_t
common_suffix(const std::string &a, const std::string &b)
{
	return common_prefix(std::string(a.rbegin(), a.rend()),
			     std::string(b.rbegin(), b.rend()));
}

// The one placeholder all of LIST have, made "@"; false if they differ.
static bool
list_argument(std::vector<std::string> &list, char &argument)
{
	argument = 0;
	for (std::string &s : list) {
		char here = 0;
		for (char &c : s)
			if (is_placeholder(c)) {
				if (here || (argument && c != argument))
					return false;
				here = argument = c;
				c = '@';
			}
	}
	for (const std::string &s : list)
		if (argument && s.find('@') == std::string::npos && !s.empty())
			return false;
	return true;
}

// Does operand K select among texts?
bool
Finder::look_choices(unsigned k, const std::string &coded_base)
{
	Knowledge &o = ops[k];
	std::vector<std::string> texts;
	int64_t last = o.kind == PREDICATE ? 15 : o.kind == FLAGS ? 2 : 32;
	size_t prefix = coded_base.size(), suffix = prefix, shortest = prefix;

	for (int64_t v = 0; v < last; v++) {
		std::string t = encode(print(with(k, v)));
		if (t.empty() || t.find("unknown") != std::string::npos ||
		    t.find("invalid") != std::string::npos)
			break;
		texts.push_back(t);
		o.values.push_back(v);
		prefix = std::min(prefix, common_prefix(coded_base, t));
		suffix = std::min(suffix, common_suffix(coded_base, t));
		shortest = std::min(shortest, t.size());
	}
	if (texts.size() < 2)
		return true;
	if (prefix + suffix > shortest)
		suffix = shortest - prefix;
	std::vector<std::string> list;
	for (const std::string &t : texts)
		list.push_back(t.substr(prefix, t.size() - prefix - suffix));
	while (list.size() > 2 && list.size() % 2 == 0 &&
	       std::equal(list.begin(), list.begin() + list.size() / 2,
			  list.begin() + list.size() / 2))
		list.resize(list.size() / 2);
	while (list.size() > 2 && list[list.size() - 2] == list.back())
		list.pop_back();
	if (std::all_of(list.begin(), list.end(),
			[&](auto &s) { return s == list[0]; }))
		return true;
	o.values.resize(list.size());
	char argument;
	if (!list_argument(list, argument))
		return false;
	o.span = true;
	o.start = prefix;
	o.end = coded_base.size() - suffix;
	o.spelling = "${" + std::to_string(k) + ":" + choices.name(list);
	if (argument) {
		std::string a = names[(unsigned char)argument - 0x80];
		if (a[1] == '{')
			return false;
		o.spelling += ":" + a.substr(1);
	}
	o.spelling += "}";
	return true;
}

// Is operand K packed in one of the known ways?
bool
Finder::look_packed(unsigned k)
{
	Knowledge &o = ops[k];
	bool numeric = o.numeric;

	o.numeric = false; // its number is not to be found again

	for (const Form &f : forms(m)) {
		int arg = (int)k - 1;
		std::string reg =
			arg >= 0 && ops[arg].kind == REG
				? std::string(1,
					      placeholder("$" +
							  std::to_string(arg)))
				: "";
		if (f.with_reg && reg.empty())
			continue;
		std::string v0 = f.text(f.values[0], reg);
		std::string t0 = encode(print(with(k, f.values[0])));
		for (size_t at = t0.find(v0);
		     at != std::string::npos && !v0.empty();
		     at = t0.find(v0, at + 1)) {
			std::string head = t0.substr(0, at),
				    tail = t0.substr(at + v0.size());
			bool all = true;
			for (int64_t v : f.values)
				all &= encode(print(with(k, v))) ==
				       head + f.text(v, reg) + tail;
			if (!all)
				continue;
			o.base = f.values[0];
			o.values = f.values;
			o.form = f.name;
			o.spelling =
				"${" + std::to_string(k) + ":" + f.name +
				(f.with_reg ? ":" + std::to_string(arg) : "") +
				"}";
			o.span = true;
			o.start = at;
			o.end = at + v0.size();
			return true;
		}
	}
	o.numeric = numeric;
	return false;
}

// Does a text disappear when the number is 0?
bool
Finder::look_zero(unsigned k, const std::string &coded_base)
{
	Knowledge &o = ops[k];
	std::string zero = print(with(k, 0)), want;

	if (zero.empty())
		return true;
	zero = encode(zero);
	for (char c : coded_base) {
		if (is_placeholder(c) &&
		    names[(unsigned char)c - 0x80] == number_spelling(k, o))
			want += o.hex ? "0x" + std::to_string(o.b)
				      : std::to_string(o.b);
		else
			want += c;
	}
	// Hexadecimal prints 0 as 0x0 or 0.
	if (zero == want || zero + "x0" == want)
		return true;
	size_t prefix = common_prefix(zero, coded_base);
	size_t suffix = common_suffix(zero, coded_base);
	if (prefix + suffix < zero.size() || zero.size() >= coded_base.size())
		return true; // verification judges
	suffix = zero.size() - prefix;
	o.span = true;
	o.start = prefix;
	o.end = coded_base.size() - suffix;
	// The text that disappears may begin as what follows it begins: move
	// it back to a blank or comma.
	size_t start = o.start, end = o.end;
	while (start > 0 && coded_base[start] != ' ' &&
	       coded_base[start] != ',' &&
	       coded_base[start - 1] == coded_base[end - 1])
		start--, end--;
	if (coded_base[start] == ' ' || coded_base[start] == ',')
		o.start = start, o.end = end;
	return true;
}
