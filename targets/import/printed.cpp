// Instructions to print, with distinct registers and numbers, and the texts in
// which these are found again.
#include "finder.h"

#include <algorithm>

using namespace llvm;

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
		const MCOperandInfo &info = operand_info(desc, k);
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

static bool
is_special(const std::string &text)
{
	return text == "sp" || text == "wsp" || text == "xzr" || text == "wzr";
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

		// The stack pointer and zero have aliases of their own.
		if (m.aarch64 && n > 1 && is_special(register_text(m, r)))
			continue;
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

// ARM: the class of the registers in the list of opcode NAME.
static const char *
list_class(StringRef name)
{
	if (begins_with(name, "VLDMS") || begins_with(name, "VSTMS"))
		return "SPR";
	return begins_with(name, "V") ? "DPR" : "GPR";
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
			const char *want = list_class(
				m.tii->getName(desc.getOpcode()));
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
		inst.getOperand(k) = MCOperand::createImm(value);
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

// AArch64: how many vector registers R is made of.
static unsigned
vectors_of(const Machine &m, MCRegister r)
{
	unsigned n = 0;

	for (MCSubRegIterator s(r, m.tri, true); m.aarch64 && s.isValid(); ++s)
		n += register_text(m, *s)[0] == 'd';
	return n;
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
		for (unsigned i = 0; i < vectors_of(m, r); i++)
			texts.push_back({vector_text(m, r, i),
					 "${" + std::to_string(k) + ":v" +
						 (i ? std::to_string(i) : "") +
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

// Numbers that stand alone in TEXT.
std::vector<Number>
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

std::string
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
