// The packed operands of ARM and AArch64, as their instruction printers show
// them, and the rendering of templates, which the folders of targets do again in
// C.
#include "forms.h"
#include "../gcn/dpp.h"

#include <cmath>
#include <cstring>

using namespace llvm;

static std::string
shift_text(unsigned kind, unsigned amount)
{
	static const char *const names[] = {"",	     ", asr", ", lsl",
					    ", lsr", ", ror", ", rrx"};

	if (kind == 0 || kind > 5 || (kind == 2 && !amount))
		return "";
	if (kind == 5)
		return names[kind];
	return std::string(names[kind]) + " #" +
	       std::to_string(amount ? amount : 32);
}

// A register shifted by a constant: kind in bits 0-2, amount above.
static std::string
shift(int64_t v, const std::string &)
{
	return shift_text(v & 7, (unsigned)v >> 3);
}

// A register shifted by a register: the kind.
static std::string
shift_by(int64_t v, const std::string &reg)
{
	static const char *const names[] = {"", "asr ", "lsl ", "lsr ", "ror "};

	return (v & 7) < 5 ? names[v & 7] + reg : "";
}

// Addressing mode 2: bits 0-11 offset or amount, 12 subtract, 13-15 shift.
static std::string
am2(int64_t v, const std::string &reg)
{
	std::string sign = v >> 12 & 1 ? "-" : "";

	if (reg.empty())
		return "#" + sign + std::to_string(v & 0xfff);
	return sign + reg + shift_text(v >> 13 & 7, v & 0xfff);
}

// Addressing mode 3: bits 0-7 offset, 8 subtract.
static std::string
am3(int64_t v, const std::string &reg)
{
	std::string sign = v >> 8 & 1 ? "-" : "";

	return reg.empty() ? "#" + sign + std::to_string(v & 0xff) : sign + reg;
}

// Addressing mode 5: words of offset in bits 0-7, 8 subtract.
static std::string
am5(int64_t v, const std::string &)
{
	return std::string("#") + (v >> 8 & 1 ? "-" : "") +
	       std::to_string((v & 0xff) * 4);
}

static std::string
am5h(int64_t v, const std::string &)
{
	return std::string("#") + (v >> 8 & 1 ? "-" : "") +
	       std::to_string((v & 0xff) * 2);
}

// The bits that a bit-field instruction keeps: "#lsb, #width".
static std::string
field(int64_t v, const std::string &)
{
	uint32_t m = ~(uint32_t)v;

	if (!m)
		return "";
	unsigned low = __builtin_ctz(m), high = 31 - __builtin_clz(m);
	return "#" + std::to_string(low) + ", #" +
	       std::to_string(high - low + 1);
}

// A NEON modified immediate: bits 8-12 op and mode, 0-7 value.
static std::string
nimm(int64_t v, const std::string &)
{
	uint64_t byte = v & 0xff, value = 0;
	unsigned mode = v >> 8 & 0x1f;
	char text[32];

	if (mode == 0xe)
		value = byte;
	else if ((mode & 0xc) == 8)
		value = byte << 8 * (mode >> 1 & 1);
	else if (!(mode & 8))
		value = byte << 8 * (mode >> 1 & 3);
	else if ((mode & 0xe) == 0xc)
		value = byte << (8 << (mode & 1)) | (mode & 1 ? 0xffff : 0xff);
	else if (mode == 0x1e)
		for (unsigned i = 0; i < 8; i++)
			value |= (byte >> i & 1 ? 0xffull : 0) << 8 * i;
	else
		return "";
	snprintf(text, sizeof(text), "#0x%llx", (unsigned long long)value);
	return text;
}

// A VFP immediate: sign, three bits of exponent, four of fraction.
static std::string
fimm(int64_t v, const std::string &)
{
	int exponent = (int)((v >> 4 & 7) ^ 4) - 3;
	double x = std::ldexp(1 + (double)(v & 15) / 16, exponent);
	char text[32];

	snprintf(text, sizeof(text), "#%e", v & 0x80 ? -x : x);
	return text;
}

// A saturation's shift: bit 5 asr, bits 0-4 amount.
static std::string
satshift(int64_t v, const std::string &)
{
	unsigned amount = v & 31;

	if (v & 32)
		return ", asr #" + std::to_string(amount ? amount : 32);
	return amount ? ", lsl #" + std::to_string(amount) : "";
}

// Which lanes a GCN instruction reads across.
static std::string
dpp(int64_t v, const std::string &)
{
	static const struct {
		int64_t first, last;
		const char *name;
	} ranges[] = {
#define DPP_RANGE(low, high, text) {low, high, text},
		DPP_RANGES(DPP_RANGE)
#undef DPP_RANGE
	};
	std::string s = "quad_perm:[";

	for (auto &r : ranges)
		if (v >= r.first && v <= r.last)
			return r.name + (r.first == r.last
						 ? ""
						 : std::to_string(v & 15));
	for (unsigned i = 0; i < 4; i++)
		s += (i ? "," : "") + std::to_string(v >> 2 * i & 3);
	return s + "]";
}

// AArch64: a pattern of ones, SIZE bits long, repeated: bit 12 and the inverse
// of bits 0-5 say how long an element is, bits 0-5 how many ones it has and a
// zero less, bits 6-11 how far these are turned to the right.
static std::string
pattern(int64_t v, unsigned size)
{
	unsigned low = (unsigned)v & 63;
	unsigned length = ((unsigned)v >> 6 & 64) | (~low & 63);
	unsigned element = 1u << (31 - __builtin_clz(length | 1));
	unsigned turn = (unsigned)v >> 6 & (element - 1);
	unsigned ones = (low & (element - 1)) + 1;
	uint64_t all = element == 64 ? ~0ull : (1ull << element) - 1;
	uint64_t x = ones == 64 ? ~0ull : (1ull << ones) - 1;
	char text[32];

	if (turn)
		x = (x >> turn | x << (element - turn)) & all;
	for (unsigned at = element; at < size; at *= 2)
		x |= x << at;
	snprintf(text, sizeof(text), "0x%llx", (unsigned long long)x);
	return text;
}

static std::string
pattern32(int64_t v, const std::string &)
{
	return pattern(v, 32);
}

static std::string
pattern64(int64_t v, const std::string &)
{
	return pattern(v, 64);
}

// AArch64: the kind of shift from bit 6 on, the amount below.
static std::string
shifted(int64_t v, const std::string &)
{
	static const char *const names[] = {"lsl", "lsr", "asr", "ror", "msl"};

	if (!v || v >> 6 > 4)
		return "";
	return std::string(", ") + names[v >> 6] + " #" +
	       std::to_string(v & 63);
}

// AArch64: what part of a register is read from bit 3 on, a shift below.
static std::string
extend(int64_t v, const std::string &)
{
	static const char *const names[] = {"uxtb", "uxth", "uxtw", "uxtx",
					    "sxtb", "sxth", "sxtw", "sxtx"};

	return names[v >> 3 & 7] +
	       (v & 7 ? " #" + std::to_string(v & 7) : std::string());
}

// AArch64: as fimm, in another notation.
static std::string
fpimm(int64_t v, const std::string &)
{
	int exponent = (int)((v >> 4 & 7) ^ 4) - 3;
	double x = std::ldexp(1 + (double)(v & 15) / 16, exponent);
	char text[32];

	snprintf(text, sizeof(text), "#%.8f", v & 0x80 ? -x : x);
	return text;
}

// AArch64: eight bytes of ones or zeros, a bit each.
static std::string
bytes(int64_t v, const std::string &)
{
	uint64_t x = 0;
	char text[32];

	for (unsigned i = 0; i < 8; i++)
		x |= (v >> i & 1 ? 0xffull : 0) << 8 * i;
	snprintf(text, sizeof(text), "#%#016llx", (unsigned long long)x);
	return text;
}

const std::vector<Form> &
forms(const Machine &m)
{
	static const std::vector<Form> none,
		arm = {
			{"am2",
			 true,
			 am2,
			 {0x2005 << 1, 0x1000 | 1 << 14 | 3, 0x2007, 0, 0x1000,
			  0x8000 | 9, 0xa000}},
			{"am3", true, am3, {0x100, 0x155, 0, 0x55}},
			{"shift",
			 false,
			 shift,
			 {0x2a, 0x39, 0x33, 0x14, 0, 2, 1, 5}},
			{"shiftby", true, shift_by, {1, 2, 3, 4}},
			{"am5", false, am5, {0x25, 0x133, 0x47, 0x7f}},
			{"am5h", false, am5h, {0x25, 0x133, 0x47, 0x7f}},
			{"field",
			 false,
			 field,
			 {~0xff0ll & 0xffffffff, ~0x1fll & 0xffffffff,
			  0x0000ffff}},
			{"nimm",
			 false,
			 nimm,
			 {0x025, 0x247, 0x437, 0x6ab, 0x825, 0xa25, 0xe37,
			  0xc31, 0xd32, 0x1e5a}},
			{"fimm", false, fimm, {0x70, 0x00, 0xf4, 0x35, 0x82}},
			{"satshift", false, satshift, {0x25, 5, 0, 0x20}},
		};

	static const std::vector<Form> gcn = {
		{"dpp",
		 false,
		 dpp,
		 {0x1b, 0xe4, 0x55, 0, 0x101, 0x115, 0x12f, 0x130, 0x138, 0x140,
		  0x141, 0x142, 0x143}},
	};

	static const std::vector<Form> aarch64 = {
		{"pattern32",
		 false,
		 pattern32,
		 {0x007, 0x3c7, 0x066, 0x0f1, 0x03c, 0x01e}},
		{"pattern64",
		 false,
		 pattern64,
		 {0x1007, 0x1fc7, 0x103e, 0x047, 0x066, 0x0f1, 0x03c}},
		{"shift", false, shifted, {5, 0x47, 0x89, 0xc3, 12, 0}},
		{"extend", false, extend, {0x12, 0, 0x31, 0x18, 0x3b}},
		{"fpimm", false, fpimm, {0x70, 0x00, 0xf4, 0x35, 0x82}},
		{"bytes", false, bytes, {0x55, 0, 0xff, 0x81, 0x1e}},
	};

	return m.arm ? arm : m.gcn ? gcn : m.aarch64 ? aarch64 : none;
}

std::string
Choices::name(const std::vector<std::string> &list)
{
	size_t i = 0;

	while (i < lists.size() && lists[i] != list)
		i++;
	if (i == lists.size())
		lists.push_back(list);
	return "c" + std::to_string(i);
}

const std::vector<std::string> *
Choices::find(const std::string &name) const
{
	if (name.size() < 2 || name[0] != 'c' || !isdigit(name[1]))
		return nullptr;
	size_t i = strtoul(name.c_str() + 1, nullptr, 10);
	return i < lists.size() ? &lists[i] : nullptr;
}

// The x86 address that starts at operand K.
static std::string
address_text(const Machine &m, const MCInst &inst, unsigned k)
{
	return register_text(m, inst.getOperand(k + 4).getReg()) + ":" +
	       std::to_string(inst.getOperand(k + 3).getImm()) + "(" +
	       register_text(m, inst.getOperand(k).getReg()) + "," +
	       register_text(m, inst.getOperand(k + 2).getReg()) + "," +
	       std::to_string(inst.getOperand(k + 1).getImm()) + ")";
}

static std::string
plain_text(const Machine &m, const MCInst &inst, unsigned k)
{
	const MCOperand &o = inst.getOperand(k);

	return o.isReg() ? register_text(m, o.getReg())
			 : std::to_string(o.getImm());
}

// Text of register K of INST moved N registers up in its class of doubles.
static std::string
next_text(const Machine &m, const MCInst &inst, unsigned k, unsigned n)
{
	MCRegister r = inst.getOperand(k).getReg();

	for (const TargetRegisterClass *c : m.tri->regclasses())
		if (!strcmp(m.tri->getRegClassName(c), "DPR"))
			for (MCRegister q : *c)
				if (m.tri->getEncodingValue(q) ==
				    m.tri->getEncodingValue(r) + n)
					return register_text(m, q);
	return "";
}

// One ${...}: BODY is what stands in the braces.
static bool
form_render(const Machine &m, const Choices &choices, const std::string &body,
	    const MCInst &inst, std::string &out)
{
	char *p;
	unsigned k = strtoul(body.c_str(), &p, 10);
	const MCOperand &o = inst.getOperand(k);

	if (*p == '?') {
		if (o.getImm() == 0)
			return true;
		return template_render(m, choices, p + 1, inst, out);
	}
	if (*p == '+') {
		out += next_text(m, inst, k, atoi(p + 1));
		return true;
	}
	int64_t a = 1, b = 0;
	if (*p == '*')
		a = strtoll(p + 1, &p, 10);
	if (*p == '+' || *p == '-')
		b = strtoll(p, &p, 10);
	std::string form = *p == ':' ? p + 1 : "", arg;
	size_t colon = form.find(':');
	if (colon != std::string::npos) {
		arg = plain_text(m, inst, atoi(form.c_str() + colon + 1));
		form.resize(colon);
	}
	if (form == "" || form == "x") {
		char text[32];
		snprintf(text, sizeof(text), form == "x" ? "0x%llx" : "%lld",
			 (long long)(a * o.getImm() + b));
		out += text;
		return true;
	}
	if (form == "pk2" || form == "pk3") {
		static const struct {
			const char *name;
			int bit;
			bool normal;
		} parts[] = {{" op_sel:[", 4, false},
			     {" op_sel_hi:[", 8, true},
			     {" neg_lo:[", 1, false},
			     {" neg_hi:[", 2, false}};
		unsigned n = form[2] - '0';
		for (auto &part : parts) {
			std::string s = part.name;
			bool normal = true;
			for (unsigned i = 0; i < n; i++) {
				bool on = inst.getOperand(k + 2 * i).getImm() &
					  part.bit;
				normal &= on == part.normal;
				s += std::string(i ? "," : "") +
				     (on ? "1" : "0");
			}
			if (!normal)
				out += s + "]";
		}
		return true;
	}
	if (form == "sel2" || form == "sel3") {
		unsigned n = form[3] - '0';
		bool any = o.getImm() & 8;
		std::string s = " op_sel:[";
		for (unsigned i = 0; i < n; i++) {
			bool high = inst.getOperand(k + 2 * i).getImm() & 4;
			any |= high;
			s += high ? "1," : "0,";
		}
		if (any)
			out += s + (o.getImm() & 8 ? "1]" : "0]");
		return true;
	}
	if (form == "neg") {
		std::string bar = o.getImm() & 2 ? "|" : "";
		out += (o.getImm() & 1 ? "-" : "") + bar + arg + bar;
		return true;
	}
	if (form == "mem") {
		out += address_text(m, inst, k);
		return true;
	}
	if (form == "list") {
		for (unsigned i = k; i < inst.getNumOperands(); i++)
			out += (i > k ? ", " : "") + plain_text(m, inst, i);
		return true;
	}
	for (const Form &f : forms(m))
		if (form == f.name) {
			out += f.text(o.getImm(), arg);
			return true;
		}
	if (const std::vector<std::string> *list = choices.find(form)) {
		size_t i = o.isReg() ? !!o.getReg() : (size_t)o.getImm();
		if (i >= list->size())
			return false;
		for (char c : (*list)[i])
			if (c == '@')
				out += arg;
			else
				out += c;
		return true;
	}
	if (m.aarch64 && o.isReg() && form[0] == 'v') {
		out += vector_text(m, o.getReg(), atoi(form.c_str() + 1));
		return true;
	}
	for (unsigned i = 1; o.isReg() && i < m.tri->getNumSubRegIndices(); i++)
		if (form == m.tri->getSubRegIndexName(i)) {
			out += register_text(m,
					     m.tri->getSubReg(o.getReg(), i));
			return true;
		}
	return false;
}

bool
template_render(const Machine &m, const Choices &choices, const std::string &t,
		const MCInst &inst, std::string &out)
{
	for (size_t i = 0; i < t.size(); i++) {
		if (t[i] != '$') {
			out += t[i];
		} else if (t[i + 1] == '$') {
			out += t[++i];
		} else if (t[i + 1] != '{') {
			size_t end = i + 1;
			while (end < t.size() && isdigit(t[end]))
				end++;
			out += plain_text(m, inst, atoi(t.c_str() + i + 1));
			i = end - 1;
		} else {
			int depth = 0;
			size_t end = i + 1;
			for (;; end++) {
				depth += (t[end] == '{') - (t[end] == '}');
				if (!depth)
					break;
				if (end >= t.size())
					return false;
			}
			if (!form_render(m, choices,
					 t.substr(i + 2, end - i - 2), inst,
					 out))
				return false;
			i = end;
		}
	}
	return true;
}
