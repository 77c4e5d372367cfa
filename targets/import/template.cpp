// Finds the assembly template of an opcode by printing it.
//
// An instruction is printed with distinct registers and numbers, which are
// then found again in the text.  An operand whose text is not its register or
// number selects among a list of texts (condition, modifier, rounding mode) or
// is packed (ARM shifter operands and the like: forms.cpp).  Each operand is
// looked at with the others fixed; the template put together is believed only
// if it renders the same as LLVM's printer on random operands.
#include "finder.h"

#include <algorithm>

using namespace llvm;

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
				inst.getOperand(k) = MCOperand::createImm(
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
	std::string t = find_by_operand();
	return t.empty() && m.gcn ? find_modified() : t;
}

// The template whose operands are each looked at alone.
std::string
Finder::find_by_operand()
{
	fill_base(0);
	std::string first = print(base);
	if (first.empty() && m.arm) {
		// A shift kind of 0 has no name.
		for (Knowledge &o : ops)
			if (o.kind == IMM)
				o.base = 2;
		fill_base(0);
		first = print(base);
	}
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
			return m.aarch64 ? post_indexed(t) : t;
	}
	return "";
}

// GCN's instructions that print one modifier of all sources together: those
// whose sources each have an operand with modifiers before them.
std::string
Finder::find_modified()
{
	unsigned n = 0, first = 0;

	for (unsigned k = 0; k + 1 < ops.size(); k++)
		if (!ops[k].rc && ops[k + 1].rc && (!n || k == first + 2 * n))
			first = n++ ? first : k;
	if (n < 2 || n > 3)
		return "";
	std::string t = find_packed_math(first, n);
	for (bool signs : {true, false})
		if (t.empty())
			t = find_halves(first, n, signs);
	return t;
}

// The operands of such an instruction to be proven: modifiers of N sources from
// FIRST on with VALUES, then numbers.  The name, which its text begins with,
// and the operands before the sources.
std::string
Finder::begin_modified(unsigned first, unsigned n,
		       const std::vector<int64_t> &values)
{
	for (unsigned k = first; k < ops.size(); k++) {
		if (k < first + 2 * n && (k - first) % 2)
			continue;
		ops[k] = Knowledge();
		ops[k].kind = IMM;
		if (k < first + 2 * n)
			ops[k].values = values;
	}
	for (unsigned k = 0; k < ops.size(); k++)
		ops[k].span = false;
	fill_base(0);
	std::string text = print(base), t = text.substr(0, text.find(' ') + 1);
	for (unsigned k = 0; k < first; k++)
		t += (k ? ", $" : "$") + std::to_string(k);
	return t;
}

// Packed mathematics.
std::string
Finder::find_packed_math(unsigned first, unsigned n)
{
	std::string t = begin_modified(first, n, {8, 0, 12, 9, 10, 11, 4, 15});
	unsigned clamp = first + 2 * n;

	for (unsigned i = 0; i < n; i++)
		t += ", $" + std::to_string(first + 2 * i + 1);
	t += "${" + std::to_string(first) + ":pk" + std::to_string(n) + "}";
	if (clamp < ops.size()) {
		ops[clamp].values = {0, 1};
		std::string clamped = t + "${" + std::to_string(clamp) + ":" +
				      choices.name({"", " clamp"}) + "}";
		if (verify(clamped, true))
			return clamped;
		ops[clamp].values.clear();
	}
	return verify(t, true) ? t : "";
}

// Sources of 16 bits, with SIGNS of their own, or without: which half of its
// register each is, and which half the result, is printed behind them.
std::string
Finder::find_halves(unsigned first, unsigned n, bool signs)
{
	std::vector<int64_t> values = {0, 4, 8, 12, 0, 4};
	unsigned last = first + 2 * n;

	if (signs)
		values = {0, 1, 6, 3, 4, 8, 12, 15};
	std::string t = begin_modified(first, n, values);
	for (unsigned k = first; k < last; k += 2)
		t += (signs ? ", ${" + std::to_string(k) + ":neg:" : ", $") +
		     std::to_string(k + 1) + (signs ? "}" : "");
	t += "${" + std::to_string(first) + ":sel" + std::to_string(n) + "}";
	const std::vector<std::string> lists[] = {
		{"", " clamp"}, {"", " mul:2", " mul:4", " div:2", ""}};
	std::vector<std::string> tries = {t};
	for (unsigned i = 0; i < 2 && last + i < ops.size(); i++)
		tries.push_back(tries.back() + "${" + std::to_string(last + i) +
				":" + choices.name(lists[i]) + "}");
	for (unsigned i = (unsigned)tries.size(); i--;) {
		for (unsigned j = 0; j < 2 && last + j < ops.size(); j++)
			ops[last + j].values =
				j >= i ? std::vector<int64_t>()
				: j    ? std::vector<int64_t>{0, 1, 2, 3}
				       : std::vector<int64_t>{0, 1};
		if (verify(tries[i], true))
			return tries[i];
	}
	return "";
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
	{"DS_SWIZZLE_B32", "ds_swizzle_b32 $0, $1${2? offset:$2}${3? gds}"},
};

// AArch64: what is added behind a memory access of structures is the last
// operand of template T; the zero register stands for their size.
std::string
Finder::post_indexed(const std::string &t)
{
	unsigned last = (unsigned)ops.size() - 1;
	std::string tail = ", $" + std::to_string(last), text;

	if (!ends_with(m.tii->getName(desc.getOpcode()), "_POST") ||
	    t.size() < tail.size() ||
	    t.compare(t.size() - tail.size(), tail.size(), tail))
		return t;
	fill_base(0);
	for (MCRegister r : *ops[last].rc)
		if (register_text(m, r) == "xzr")
			base.getOperand(last).setReg(r);
	text = print(base);
	return t.substr(0, t.size() - tail.size()) + ", ${" +
	       std::to_string(last) + ":post" +
	       text.substr(text.rfind('#') + 1) + "}";
}

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
	std::string text =
		Finder(m, choices, op, (unsigned)encoded, false).find();
	if (!text.empty() || !m.plain)
		return text;
	return Finder(m, choices, op, (unsigned)encoded, true).find();
}
