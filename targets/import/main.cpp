// Writes opcodes.yaml, registers.yaml, latency.yaml or the beginning of abi.yaml
// of one target on standard output.  Of the first, a row is an opcode that machine
// IR can name, in the order of LLVM's numbers.  See README.
#include "abi.h"
#include "beside.h"
#include "folds.h"
#include "latency.h"
#include "llvm.h"
#include "registers.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <cstdio>
#include <cstring>
#include <map>
#include <regex>

using namespace llvm;

static const struct {
	unsigned bit;
	const char *name;
} flag_names[] = {
	{MCID::Terminator, "terminator"},
	{MCID::Branch, "branch"},
	{MCID::IndirectBranch, "indirect"},
	{MCID::Barrier, "barrier"},
	{MCID::Return, "return"},
	{MCID::Call, "call"},
	{MCID::Compare, "compare"},
	{MCID::MoveImm, "move-imm"},
	{MCID::MoveReg, "move-reg"},
	{MCID::MayLoad, "load"},
	{MCID::MayStore, "store"},
	{MCID::UnmodeledSideEffects, "effects"},
	{MCID::Rematerializable, "remat"},
	{MCID::CheapAsAMove, "cheap"},
	{MCID::Commutable, "commutable"},
	{MCID::ConvertibleTo3Addr, "three-address"},
	{MCID::Predicable, "predicable"},
	{MCID::Pseudo, "pseudo"},
	{MCID::Variadic, "variadic"},
	{MCID::ExtraSrcRegAllocReq, "extra-src"},
	{MCID::ExtraDefRegAllocReq, "extra-def"},
	{MCID::NotDuplicable, "not-duplicable"},
	{MCID::Convergent, "convergent"},
	{MCID::Meta, "meta"},
};

static std::string
flags_of(const MCInstrDesc &d, StringRef name)
{
	std::string s;

	for (auto &f : flag_names)
		if (d.getFlags() >> f.bit & 1)
			s += (s.empty() ? "" : " ") + std::string(f.name);
	if (begins_with(name, "DBG_"))
		s += s.empty() ? "debug" : " debug";
	return s;
}

static std::string
type_name(const MCOperandInfo &op)
{
	switch (op.OperandType) {
	case MCOI::OPERAND_UNKNOWN:
		return "_";
	case MCOI::OPERAND_IMMEDIATE:
		return "imm";
	case MCOI::OPERAND_REGISTER:
		return "reg";
	case MCOI::OPERAND_MEMORY:
		return "mem";
	case MCOI::OPERAND_PCREL:
		return "pcrel";
	}
	if (op.OperandType < MCOI::OPERAND_FIRST_TARGET)
		return "_";
	return "t" +
	       std::to_string(op.OperandType - MCOI::OPERAND_FIRST_TARGET);
}

// The operand in the words of README.
static std::string
operand_of(const Machine &m, const MCInstrDesc &d, unsigned i)
{
	const MCOperandInfo &op = operand_info(d, i);
	const TargetRegisterClass *rc = operand_class(m, op);
	std::string s, type = type_name(op);
	int tied = d.getOperandConstraint(i, MCOI::TIED_TO);

	if (i < d.getNumDefs())
		s += "=";
	if (d.getOperandConstraint(i, MCOI::EARLY_CLOBBER) != -1)
		s += "&";
	if (op.isOptionalDef())
		s += "?";
	if (op.isPredicate())
		s += "!";
	if (op.isBranchTarget())
		s += ">";
	if (rc) {
		s += lower(m.tri->getRegClassName(rc));
		if (operand_varies(op) && !m.gcn)
			type = "mem";
		if (type != "reg")
			s += "." + type;
	} else {
		s += type;
	}
	if (tied >= 0)
		s += "@" + std::to_string(tied);
	return s;
}

static std::string
operands_of(const Machine &m, const MCInstrDesc &d)
{
	std::string s;

	for (unsigned i = 0; i < d.getNumOperands(); i++)
		s += (i ? " " : "") + operand_of(m, d, i);
	return s;
}

static std::string
registers_of(const Machine &m, ArrayRef<MCPhysReg> regs)
{
	std::string s;

	for (MCPhysReg r : regs)
		s += (s.empty() ? "" : " ") + lower(m.tri->getName(r));
	return s;
}

// Template A with the lists of B, where those only go on longer; A if the
// templates differ otherwise.
static std::string
merged(const Choices &choices, const std::string &a, const std::string &b)
{
	std::string out;
	size_t i = 0, j = 0;

	for (; i < a.size() && j < b.size(); i++, j++) {
		if (a[i] == ':' && b[j] == ':') {
			size_t ie = a.find_first_of(":}", i + 1),
			       je = b.find_first_of(":}", j + 1);
			auto *x = choices.find(a.substr(i + 1, ie - i - 1));
			auto *y = choices.find(b.substr(j + 1, je - j - 1));
			if (x && y && x->size() <= y->size() &&
			    std::equal(x->begin(), x->end(), y->begin())) {
				out += b.substr(j, je - j);
				i = ie - 1, j = je - 1;
				continue;
			}
		}
		if (a[i] != b[j])
			return a;
		out += a[i];
	}
	return i == a.size() && j == b.size() ? out : a;
}

static std::string
quoted(const std::string &s)
{
	std::string out = "\"";

	for (char c : s) {
		if (c == '"' || c == '\\')
			out += '\\';
		out += c;
	}
	return out + "\"";
}

// Groups of operands that many rows share, as "(name)".
static const struct {
	const char *name, *text;
} groups[] = {
	{"addr", "gr64.mem mem gr64_nosp.mem mem segment_reg.mem"},
	{"lea", "gr64._ _ gr64_nosp._ _ segment_reg._"},
	{"pred", "!_ !_"},
	{"cc", "?ccr._"},
};

static std::string
grouped(std::string s)
{
	for (auto &g : groups) {
		size_t at =
			(" " + s + " ").find(" " + std::string(g.text) + " ");
		if (at != std::string::npos)
			s.replace(at, strlen(g.text),
				  "(" + std::string(g.name) + ")");
	}
	return s;
}

static void
write_list(const char *key, const std::string &value)
{
	if (!value.empty())
		printf(", %s: %s", key, quoted(value).c_str());
}

struct Row {
	std::string name, flags, operands, defs, uses, text, text2, folds;
	unsigned size, spread;
};

static void
write_row(const Row &r)
{
	printf("  %s: {ops: %s", r.name.c_str(), quoted(r.operands).c_str());
	write_list("flags", r.flags);
	write_list("defs", r.defs);
	write_list("uses", r.uses);
	if (r.size)
		printf(", size: %u", r.size);
	if (r.spread)
		printf(", spread: %u", r.spread);
	write_list("asm", r.text);
	write_list("asm2", r.text2);
	printf("}\n");
}

static void
write_folds(const std::vector<Row> &rows)
{
	const char *head = "folds:\n";

	for (const Row &r : rows) {
		if (r.folds.empty())
			continue;
		printf("%s  %s: %s\n", head, r.name.c_str(),
		       quoted(r.folds).c_str());
		head = "";
	}
}

static Row
row_of(const Machine &m, unsigned op)
{
	const MCInstrDesc &d = m.tii->get(op);
	Row r;

	r.name = m.tii->getName(op).str();
	r.flags = flags_of(d, r.name);
	r.operands = grouped(operands_of(m, d));
	r.defs = registers_of(m, implicit_defs(d));
	r.uses = registers_of(m, implicit_uses(d));
	r.size = d.getSize();
	r.spread = 0;
	return r;
}

// The lists that rows mention become c0, c1, ... in their order of use, behind
// those of the file beside this one.
static const std::vector<std::vector<std::string>> &
used_choices(Choices &choices, const Beside &known, std::vector<Row> &rows)
{
	static const std::regex name(":c([0-9]+)");
	Choices used{known.choices};

	for (Row &r : rows)
		for (std::string *text : {&r.text, &r.text2}) {
			std::string out;
			std::smatch found;
			while (std::regex_search(*text, found, name)) {
				size_t i = std::stoul(found[1]);
				out += found.prefix().str() + ":" +
				       used.name(choices.lists[i]);
				*text = found.suffix();
			}
			*text = out + *text;
		}
	choices = used;
	return choices.lists;
}

// The text of OP's template on a second processor, if it differs.
static void
second_template(const Machine &m2, Choices &choices, unsigned op, Row &r)
{
	r.text2 = template_find(m2, choices, op);
	r.text = merged(choices, r.text, r.text2);
	if (r.text2 == r.text)
		r.text2.clear();
	else if (r.text2.empty())
		r.text2 = "-";
}

static std::vector<Row>
rows_of(const Machine &m, const Machine *m2, const Beside &known,
	Choices &choices)
{
	std::vector<bool> in_mir = machine_mir_opcodes(m);
	std::vector<Row> rows;
	Folder folder(m);

	for (unsigned op = 0; op < m.tii->getNumOpcodes(); op++) {
		if (!in_mir[op])
			continue;
		Row r = row_of(m, op);
		if (!beside_lacks(known, r.name, r.operands))
			continue;
		if (op > TargetOpcode::GENERIC_OP_END) {
			if (!known.operands.count(r.name))
				r.folds = folder.folds(op);
			r.spread = folder.spreads(op);
			r.text = template_find(m, choices, op);
			if (m.arm && r.text.empty())
				r.text = structure_template(r.name);
			else if (m.arm)
				r.text = structure_moved(r.name, r.text);
			if (m2)
				second_template(*m2, choices, op, r);
		}
		rows.push_back(r);
	}
	return rows;
}

static void
opcodes_write(const Machine &m, const Machine *m2, const Beside &known)
{
	Choices choices;
	std::vector<Row> rows = rows_of(m, m2, known, choices);
	const char *head = "choices:\n";
	size_t n = known.choices.size();
	std::string cpu = m.sti->getCPU().str(),
		    cpu2 = m2 ? m2->sti->getCPU().str() : "";

	printf("# The words are explained in targets/import/README.\n");
	printf("llvm: %d\n", LLVM_VERSION_MAJOR);
	printf("cpu: [%s%s%s]\n", cpu.c_str(), m2 ? ", " : "", cpu2.c_str());
	printf("groups:\n");
	for (auto &g : groups)
		printf("  %s: %s\n", g.name, quoted(g.text).c_str());
	for (auto &list : used_choices(choices, known, rows)) {
		if (choices.lists.data() + n > &list)
			continue;
		printf("%s  %s: [", head, choices.name(list).c_str());
		head = "";
		for (size_t i = 0; i < list.size(); i++)
			printf("%s%s", i ? ", " : "", quoted(list[i]).c_str());
		printf("]\n");
	}
	printf("opcodes:\n");
	for (const Row &r : rows)
		write_row(r);
	write_folds(rows);
}

// import [-beside FILE] FILE NAME TRIPLE CPU [CPU2] FEATURES: FILE is opcodes,
// registers, latency or abi.
int
main(int argc, char **argv)
{
	const char *beside = nullptr;
	Beside known;

	if (argc > 2 && !strcmp(argv[1], "-beside")) {
		beside = argv[2];
		known = beside_read(beside);
		argc -= 2;
		argv += 2;
	}
	LLVMContext context;
	Module module("m", context), module2("m2", context);
	bool two = argc == 7;

	if (argc != 6 && argc != 7) {
		fprintf(stderr, "usage: import [-beside FILE] "
				"opcodes|registers|latency|abi NAME TRIPLE CPU "
				"[CPU2] FEATURES\n");
		return 2;
	}
	Machine m = machine_open(module, argv[3], argv[4], argv[argc - 1]), m2;
	if (two)
		m2 = machine_open(module2, argv[3], argv[5], argv[argc - 1]);
	if (!strcmp(argv[1], "latency") && !latency_known(m))
		_Exit(0);
	std::string title = argv[1];
	title[0] = (char)toupper(title[0]);
	printf("# %s of %s, read from LLVM %s by\n# targets/import/run %s %s "
	       "-mcpu %s%s%s%s%s%s%s\n",
	       title.c_str(), argv[3], LLVM_VERSION_STRING, argv[2], argv[3], argv[4], two ? "," : "",
	       two ? argv[5] : "", *argv[argc - 1] ? " -mattr " : "",
	       argv[argc - 1], beside ? " -beside " : "",
	       beside ? strrchr(beside, '/') + 1 : "");
	if (!strcmp(argv[1], "opcodes"))
		opcodes_write(m, two ? &m2 : nullptr, known);
	else if (!strcmp(argv[1], "registers"))
		registers_write(m, argv[2], argv[3]);
	else if (!strcmp(argv[1], "abi"))
		abi_write(m);
	else if (two)
		latency_write({&m, &m2});
	else
		latency_write({&m});
	fflush(stdout);
	_Exit(0); // a printer that crashed may have left locks behind
}
