// Finds the assembly template of an opcode by printing it.
//
// An instruction is printed with distinct registers and numbers, which are
// then found again in the text.  An operand whose text is not its register or
// number selects among a list of texts (condition, modifier, rounding mode) or
// is packed (ARM shifter operands and the like: forms.cpp).  Each operand is
// looked at with the others fixed; the template put together is believed only
// if it renders the same as LLVM's printer on random operands.
#include "llvm.h"
#include "forms.h"

#include <algorithm>
#include <map>
#include <set>

using namespace llvm;

// Text in which a placeholder is one character: 0x80 + its index in `names`.
struct Coded {
	std::string text;
	std::vector<std::string> names;
};

static bool
is_placeholder(char c)
{
	return (unsigned char)c >= 0x80;
}

static bool
is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '%';
}

enum Kind { REG, IMM, LIST, PREDICATE, FLAGS, ADDRESS, FIXED };

// What is known of one operand.
struct Knowledge {
	Kind kind = FIXED;
	const TargetRegisterClass *rc = nullptr;
	// numbers: the text is a * value + b
	bool numeric = false, hex = false;
	int64_t a = 1, b = 0;
	// choices: the list and the valid values
	std::string form; // name of a list, or of a packed form
	int64_t base = 0; // value used while others are looked at
	std::vector<int64_t> values;
	// span of the base text that the operand decides, and what to put there
	bool span = false;
	size_t start = 0, end = 0;
	std::string spelling;
};

class Finder
{
      public:
	Finder(const Machine &machine, Choices &c, unsigned mir, unsigned enc)
	    : m(machine), choices(c), desc(m.tii->get(mir)), encoded(enc)
	{
		names.resize(1);
	}
	std::string find();

      private:
	const Machine &m;
	Choices &choices;
	const MCInstrDesc &desc;
	unsigned encoded;
	std::vector<Knowledge> ops;
	std::vector<std::string> names; // of placeholders, by number
	MCInst base;
	std::vector<std::pair<std::string, std::string>> texts;

	void find_texts();

	bool classify();
	MCOperand reg_operand(unsigned k, unsigned trial,
			      std::set<std::string> &taken);
	bool fill_base(unsigned trial);
	std::string
	print(const MCInst &inst) const
	{
		return machine_print(m, inst);
	}
	MCInst with(unsigned k, int64_t value) const;
	char placeholder(const std::string &name);
	std::string encode_regs(const std::string &text);
	std::string encode(const std::string &text);
	void look_numeric(unsigned k);
	bool look_choices(unsigned k, const std::string &coded_base);
	bool look_packed(unsigned k);
	bool look_zero(unsigned k, const std::string &coded_base);
	std::string find_packed_math();
	std::string assemble(const std::string &coded_base, bool backwards);
	bool verify(const std::string &t, bool small);
};

static int64_t
distinct_number(unsigned k)
{
	static const int64_t primes[] = {37,  41,  43,	47,  53,  59, 61,
					 67,  71,  73,	79,  83,  89, 97,
					 101, 103, 107, 109, 113, 127};
	return primes[k % (sizeof(primes) / sizeof(*primes))];
}

bool
Finder::classify()
{
	unsigned n = desc.getNumOperands();

	ops.resize(n);
	for (unsigned k = 0; k < n; k++) {
		const MCOperandInfo &info = desc.operands()[k];
		Knowledge &o = ops[k];

		o.rc = operand_class(m, info);
		o.kind = o.rc ? REG : IMM;
		if (m.arm && info.isOptionalDef())
			o.kind = FLAGS;
		if (m.arm && info.isPredicate() && k + 1 < n)
			o.kind = o.rc ? FIXED : PREDICATE, o.base = 14;
		if (k && ops[k - 1].kind == PREDICATE)
			o.kind = FIXED;
		if (m.arm && k + 1 == n && desc.isVariadic() && !o.rc)
			o.kind = LIST;
	}
	for (unsigned k = 0; m.x86 && k + 4 < n; k++) {
		if (!ops[k].rc || ops[k + 1].rc || !ops[k + 2].rc ||
		    ops[k + 3].rc || !ops[k + 4].rc ||
		    StringRef(m.tri->getRegClassName(ops[k + 4].rc)) !=
			    "SEGMENT_REG")
			continue;
		for (unsigned i = 0; i < 5; i++)
			ops[k + i].kind = FIXED;
		ops[k].kind = ADDRESS;
		k += 4;
	}
	return true;
}

// A register for operand K whose text, and whose parts' texts, no other
// operand has.
MCOperand
Finder::reg_operand(unsigned k, unsigned trial, std::set<std::string> &taken)
{
	const TargetRegisterClass *rc = ops[k].rc;
	unsigned n = rc->getNumRegs();

	if (m.arm && !strcmp(m.tri->getRegClassName(rc), "DPR"))
		n = 24; // room for the next registers of a list
	for (unsigned i = 0; i < n; i++) {
		MCRegister r = rc->getRegister((3 + 5 * k + 7 * trial + i) % n);
		std::set<std::string> mine;

		for (MCSubRegIterator s(r, m.tri, true); s.isValid(); ++s)
			mine.insert(register_text(m, *s));
		if (n > 1 &&
		    std::any_of(mine.begin(), mine.end(),
				[&](auto &t) { return taken.count(t); }))
			continue;
		taken.insert(mine.begin(), mine.end());
		return MCOperand::createReg(r);
	}
	return MCOperand::createReg(rc->getRegister(0));
}

bool
Finder::fill_base(unsigned trial)
{
	std::set<std::string> taken;

	base = MCInst();
	texts.clear();
	base.setOpcode(encoded);
	for (unsigned k = 0; k < ops.size(); k++) {
		Knowledge &o = ops[k];
		int tied = desc.getOperandConstraint(k, MCOI::TIED_TO);

		if (tied >= 0 && base.getOperand(tied).isReg())
			base.addOperand(base.getOperand(tied));
		else if (o.kind == FLAGS || (k && ops[k - 1].kind == PREDICATE))
			base.addOperand(MCOperand::createReg(0));
		else if (o.rc)
			base.addOperand(reg_operand(k, trial, taken));
		else if (o.kind == FIXED) // scale 4, then displacement
			base.addOperand(MCOperand::createImm(
				k && ops[k - 1].kind == ADDRESS
					? 4
					: distinct_number(k)));
		else if (o.kind == LIST) {
			unsigned first = 4 + trial;
			const TargetRegisterClass *rc = nullptr;
			const char *want =
				m.tii->getName(desc.getOpcode())
						.starts_with("V")
					? (m.tii->getName(desc.getOpcode())
								   .starts_with(
									   "VLD"
									   "M"
									   "S") ||
							   m.tii->getName(
									desc.getOpcode())
								   .starts_with(
									   "VST"
									   "MS")
						   ? "SPR"
						   : "DPR")
					: "GPR";
			for (const TargetRegisterClass *c : m.tri->regclasses())
				if (!strcmp(m.tri->getRegClassName(c), want))
					rc = c;
			base.addOperand(
				MCOperand::createReg(rc->getRegister(first)));
			base.addOperand(MCOperand::createReg(
				rc->getRegister(first + 1)));
		} else
			base.addOperand(MCOperand::createImm(
				o.numeric ? distinct_number(k + trial)
					  : o.base));
	}
	return true;
}

MCInst
Finder::with(unsigned k, int64_t value) const
{
	MCInst inst = base;

	if (ops[k].kind == FLAGS)
		inst.getOperand(k) = MCOperand::createReg(
			value ? ops[k].rc->getRegister(0) : MCRegister());
	else
		inst.getOperand(k).setImm(value);
	if (ops[k].kind == PREDICATE)
		for (const TargetRegisterClass *c : m.tri->regclasses())
			if (!strcmp(m.tri->getRegClassName(c), "CCR"))
				inst.getOperand(k + 1).setReg(
					value == 14 ? MCRegister()
						    : c->getRegister(0));
	return inst;
}

char
Finder::placeholder(const std::string &name)
{
	size_t i = std::find(names.begin(), names.end(), name) - names.begin();

	if (i == names.size())
		names.push_back(name);
	return (char)(0x80 + i);
}

// The texts of the base instruction's registers and what stands for them.
void
Finder::find_texts()
{
	std::vector<std::pair<std::string, std::string>> next;

	texts.clear();

	for (unsigned k = 0; k < ops.size(); k++) {
		if (ops[k].kind == ADDRESS) {
			std::string at =
				register_text(m,
					      base.getOperand(k + 4).getReg()) +
				":" +
				std::to_string(
					base.getOperand(k + 3).getImm()) +
				"(" +
				register_text(m, base.getOperand(k).getReg()) +
				"," +
				register_text(m,
					      base.getOperand(k + 2).getReg()) +
				",4)";
			texts.push_back(
				{at, "${" + std::to_string(k) + ":mem}"});
		}
		if (ops[k].kind == LIST)
			texts.push_back(
				{register_text(m, base.getOperand(k).getReg()) +
					 ", " +
					 register_text(m, base.getOperand(k + 1)
								  .getReg()),
				 "${" + std::to_string(k) + ":list}"});
		if (ops[k].kind != REG || !base.getOperand(k).getReg())
			continue;
		MCRegister r = base.getOperand(k).getReg();
		texts.push_back({register_text(m, r), "$" + std::to_string(k)});
		for (MCSubRegIndexIterator s(r, m.tri); s.isValid(); ++s)
			texts.push_back({register_text(m, s.getSubReg()),
					 "${" + std::to_string(k) + ":" +
						 m.tri->getSubRegIndexName(
							 s.getSubRegIndex()) +
						 "}"});
		unsigned n = ops[k].rc->getNumRegs();
		for (unsigned i = 0; m.arm && i < n; i++) {
			unsigned from = m.tri->getEncodingValue(r);
			MCRegister q = ops[k].rc->getRegister(i);
			int by = (int)m.tri->getEncodingValue(q) - (int)from;
			if (by > 0 && by < 8 &&
			    StringRef(m.tri->getRegClassName(ops[k].rc)) ==
				    "DPR")
				next.push_back({register_text(m, q),
						"${" + std::to_string(k) + "+" +
							std::to_string(by) +
							"}"});
		}
	}
	texts.insert(texts.end(), next.begin(), next.end());
}

// Replaces in TEXT the registers of the base instruction by placeholders.
std::string
Finder::encode_regs(const std::string &t)
{
	std::string out;

	if (texts.empty())
		find_texts();
	for (size_t i = 0; i < t.size();) {
		const std::pair<std::string, std::string> *best = nullptr;

		if (i == 0 || !is_word(t[i - 1]) || t[i] == '%')
			for (auto &f : texts)
				if (!t.compare(i, f.first.size(), f.first) &&
				    !f.first.empty() &&
				    (i + f.first.size() >= t.size() ||
				     !is_word(t[i + f.first.size()]) ||
				     t[i + f.first.size()] == '.') &&
				    (!best ||
				     f.first.size() > best->first.size()))
					best = &f;
		if (best) {
			out += placeholder(best->second);
			i += best->first.size();
		} else {
			out += t[i++];
		}
	}
	return out;
}

struct Number {
	size_t at, len;
	int64_t value;
	bool hex;
};

// Numbers that stand alone in TEXT.
static std::vector<Number>
numbers_of(const std::string &text)
{
	std::vector<Number> found;

	for (size_t i = 0; i < text.size();) {
		if (!isdigit((unsigned char)text[i])) {
			i++;
			continue;
		}
		size_t end = i;
		bool hex = !text.compare(i, 2, "0x"), fraction = false;
		while (end < text.size() && is_word(text[end]) &&
		       text[end] != '%')
			fraction |= text[end++] == '.';
		if ((i == 0 || !is_word(text[i - 1])) && !fraction)
			found.push_back({i, end - i,
					 (int64_t)strtoull(text.c_str() + i,
							   nullptr, 0),
					 hex});
		i = end;
	}
	return found;
}

static std::string
number_spelling(unsigned k, const Knowledge &o)
{
	std::string s = "${" + std::to_string(k);

	if (o.a == 1 && o.b == 0 && !o.hex)
		return "$" + std::to_string(k);
	if (o.a != 1)
		s += "*" + std::to_string(o.a);
	if (o.b)
		s += (o.b > 0 ? "+" : "") + std::to_string(o.b);
	// ${k+n} is the n-th next register; a number is marked by "*".
	if (o.a == 1 && o.b)
		s.insert(s.find_first_of("+-"), "*1");
	return s + (o.hex ? ":x}" : "}");
}

// Replaces registers and then the numbers of numeric operands.
std::string
Finder::encode(const std::string &text)
{
	std::string t = encode_regs(text), out;
	size_t from = 0;

	for (const Number &n : numbers_of(t)) {
		for (unsigned k = 0; k < ops.size(); k++) {
			const Knowledge &o = ops[k];
			if (!o.numeric || !base.getOperand(k).isImm() ||
			    o.a * base.getOperand(k).getImm() + o.b != n.value)
				continue;
			out += t.substr(from, n.at - from);
			out += placeholder(number_spelling(k, o));
			from = n.at + n.len;
			break;
		}
	}
	return out + t.substr(from);
}

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
	o.hex &= desc.operands()[k].OperandType != MCOI::OPERAND_PCREL;
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

static std::string
expanded(const std::string &coded, const std::vector<std::string> &names)
{
	std::string s;

	for (char c : coded)
		if (is_placeholder(c))
			s += names[(unsigned char)c - 0x80];
		else if (c == '$')
			s += "$$";
		else
			s += c;
	return s;
}

// Puts the spans into the base text; empty if they cross.  Of operands that
// insert at the same place the first comes first, or last if BACKWARDS.
std::string
Finder::assemble(const std::string &coded_base, bool backwards)
{
	std::vector<unsigned> order;
	std::string out;
	size_t at = 0;

	for (unsigned k = 0; k < ops.size(); k++)
		if (ops[k].span)
			order.push_back(k);
	if (backwards)
		std::reverse(order.begin(), order.end());
	std::stable_sort(order.begin(), order.end(),
			 [&](unsigned x, unsigned y) {
				 if (ops[x].start != ops[y].start)
					 return ops[x].start < ops[y].start;
				 return ops[x].end < ops[y].end;
			 });
	for (unsigned k : order) {
		const Knowledge &o = ops[k];
		if (o.start < at || o.end > coded_base.size())
			return "";
		out += expanded(coded_base.substr(at, o.start - at), names);
		if (o.spelling.empty())
			out += "${" + std::to_string(k) + "?" +
			       expanded(coded_base.substr(o.start,
							  o.end - o.start),
					names) +
			       "}";
		else
			out += o.spelling;
		at = o.end;
	}
	return out + expanded(coded_base.substr(at), names);
}

// TEXT with what assemblers take for the same made the same.
static std::string
normal(const std::string &text)
{
	std::string out;
	size_t from = 0, at;

	for (const Number &n : numbers_of(text)) {
		out += text.substr(from, n.at - from) + std::to_string(n.value);
		from = n.at + n.len;
	}
	out += text.substr(from);
	while ((at = out.find("%st(0)")) != std::string::npos)
		out.erase(at + 3, 3);
	return out;
}

// Does T render random operands as LLVM prints them?  Without SMALL, only with
// numbers from 32: below, x86 comparisons have names of their own.
bool
Finder::verify(const std::string &t, bool small)
{
	uint32_t seed = 12345;

	for (unsigned trial = 0; trial < 6; trial++) {
		fill_base(trial);
		MCInst inst = base;
		for (unsigned k = 0; k < ops.size(); k++) {
			const Knowledge &o = ops[k];
			seed = seed * 1103515245 + 12345;
			uint32_t r = seed >> 16;
			if (o.kind == IMM && o.numeric && trial >= 2)
				inst.getOperand(k).setImm(
					small && r % 4 == 0 ? 0 : r % 64 + 32);
			if (!o.values.empty()) {
				int64_t v = o.values[r % o.values.size()];
				MCInst one = with(k, v);
				inst.getOperand(k) = one.getOperand(k);
				if (o.kind == PREDICATE)
					inst.getOperand(k + 1) =
						one.getOperand(k + 1);
			}
		}
		std::string want = print(inst), got;
		if (want.empty() ||
		    !template_render(m, choices, t, inst, got) ||
		    normal(want) != normal(got))
			return false;
	}
	return true;
}

std::string
Finder::find()
{
	classify();
	fill_base(0);
	std::string first = print(base);
	if (first.empty() || first.find("/*") != std::string::npos ||
	    isupper((unsigned char)first[0]) || first[0] == '#' ||
	    first[0] == ';')
		return ""; // no more than its own name, or a comment
	for (unsigned k = 0; k < ops.size(); k++)
		if (ops[k].kind == IMM)
			look_numeric(k);
	fill_base(0);
	for (unsigned k = 0; k < ops.size(); k++)
		if (ops[k].kind == IMM && (m.arm || !ops[k].numeric))
			look_packed(k);
	fill_base(0);
	std::string coded = encode(print(base));
	if (coded.empty())
		return "";
	for (unsigned k = 0; k < ops.size(); k++) {
		Knowledge &o = ops[k];
		if (o.form.size())
			continue;
		if (o.kind == IMM && o.numeric)
			look_zero(k, coded);
		else if (o.kind == IMM || o.kind == PREDICATE ||
			 o.kind == FLAGS)
			if (!look_choices(k, coded))
				return "";
	}
	for (bool backwards : {false, true}) {
		std::string t = assemble(coded, backwards);
		if (!t.empty() &&
		    (verify(t, true) || (m.x86 && verify(t, false))))
			return t;
	}
	return m.gcn ? find_packed_math() : "";
}

// GCN's packed mathematics: the modifiers of all sources are printed together.
std::string
Finder::find_packed_math()
{
	unsigned n = 0, first = 0;

	for (unsigned k = 0; k + 1 < ops.size(); k++)
		if (!ops[k].rc && ops[k + 1].rc && (!n || k == first + 2 * n)) {
			first = n++ ? first : k;
			ops[k] = Knowledge();
			ops[k].kind = IMM;
			ops[k].values = {8, 0, 12, 9, 10, 11, 4, 15};
		}
	if (n < 2 || n > 3)
		return "";
	for (unsigned k = first + 2 * n; k < ops.size(); k++) {
		ops[k] = Knowledge();
		if (ops[k].kind == FIXED && k == first + 2 * n)
			ops[k].values = {0, 1};
		ops[k].kind = IMM;
	}
	for (unsigned k = 0; k < ops.size(); k++)
		ops[k].span = false;
	fill_base(0);
	std::string text = print(base), t = text.substr(0, text.find(' ') + 1);
	for (unsigned k = 0; k < first; k++)
		t += (k ? ", $" : "$") + std::to_string(k);
	for (unsigned i = 0; i < n; i++)
		t += ", $" + std::to_string(first + 2 * i + 1);
	t += "${" + std::to_string(first) + ":pk" + std::to_string(n) + "}";
	std::string clamped = t + "${" + std::to_string(first + 2 * n) + ":" +
			      choices.name({"", " clamp"}) + "}";
	if (first + 2 * n < ops.size() && verify(clamped, true))
		return clamped;
	if (first + 2 * n < ops.size())
		ops[first + 2 * n].values.clear();
	return verify(t, true) ? t : "";
}

// Operands whose symbolic text is left for the number, which assemblers take.
static const struct {
	const char *name, *text;
} by_number[] = {
	{"S_WAITCNT", "s_waitcnt $0"},
	{"S_WAITCNT_soft", "s_waitcnt $0"},
	{"S_GETREG_B32", "s_getreg_b32 $0, $1"},
	{"S_SETREG_B32", "s_setreg_b32 $1, $0"},
	{"S_SETREG_B32_mode", "s_setreg_b32 $1, $0"},
	{"S_SETREG_IMM32_B32", "s_setreg_imm32_b32 $1, $0"},
	{"S_SETREG_IMM32_B32_mode", "s_setreg_imm32_b32 $1, $0"},
	{"S_SENDMSG", "s_sendmsg $0"},
	{"S_SENDMSGHALT", "s_sendmsghalt $0"},
	{"DS_SWIZZLE_B32", "ds_swizzle_b32 $0, $1${2? offset:$2}"},
};

std::string
template_find(const Machine &m, Choices &choices, unsigned op)
{
	if (m.gcn)
		for (auto &o : by_number)
			if (m.tii->getName(op) == o.name)
				return o.text;
	int encoded = machine_encoded(m, op);

	if (encoded < 0)
		return "";
	return Finder(m, choices, op, (unsigned)encoded).find();
}
