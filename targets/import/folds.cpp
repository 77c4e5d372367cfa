// Operands that can be in a spill slot: for each opcode and each choice of its
// registers a real instruction is handed to LLVM's foldMemoryOperand, and what
// comes back is kept if it is the same operands with an address among them.
// Then the same with real loads that load less than the register has: what LLVM
// folds them into reads no more, or repeats it.
#include "folds.h"

#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

#include <algorithm>
#include <map>

using namespace llvm;

static const unsigned address_operands = 5;

// Loads of less than a register that LLVM folds, if into anything, as such: the
// first bytes of it, or, where SPREADS, those again and again.
static const struct {
	const char *name;
	unsigned bytes;
	bool spreads;
} narrow_loads[] = {
	{"VMOVSHZrm", 2, false},      {"MOVSSrm", 4, false},
	{"MOVSDrm", 8, false},	      {"VPBROADCASTWZrm", 2, true},
	{"VPBROADCASTDZrm", 4, true}, {"VPBROADCASTQZrm", 8, true},
};

// What a load is folded into that spreads so many bytes, and what becomes of it.
static const struct {
	const char *from, *to;
	unsigned bytes;
} spread_probes[] = {
	{"VADDPHZrr", "VADDPHZrmb", 2},
	{"VPADDDZrr", "VPADDDZrmb", 4},
	{"VPADDQZrr", "VPADDQZrmb", 8},
};

struct Folder::Machinery {
	const Machine &m;
	MachineFunction &mf;
	MachineBasicBlock *block;
	std::map<std::string, const MCInstrDesc *> named;

	Machinery(const Machine &machine, MachineFunction &function)
	    : m(machine), mf(function), block(mf.CreateMachineBasicBlock())
	{
		mf.push_back(block);
		for (unsigned op = 0; op < m.tii->getNumOpcodes(); op++)
			named[m.tii->getName(op).str()] = &m.tii->get(op);
	}

	// nullptr: there is no such opcode.
	const MCInstrDesc *find(const char *name) const
	{
		auto at = named.find(name);

		return at == named.end() ? nullptr : at->second;
	}
};

// A function that is to be small: LLVM folds there what makes code slower.
static MachineFunction &
small_function(const Machine &m)
{
	Function *f = Function::Create(m.func->getFunctionType(),
				       Function::ExternalLinkage, "small",
				       *m.func->getParent());

	f->copyAttributesFrom(m.func);
	f->addFnAttr(Attribute::OptimizeForSize);
	return m.mmi->getOrCreateMachineFunction(*f);
}

Folder::Folder(const Machine &m)
    : machinery(new Machinery(m, *m.mf)),
      small(new Machinery(m, small_function(m)))
{
}
Folder::~Folder() = default;

// An instruction of D with immediates IMM; tied operands, and those of OPS,
// are one register each.  nullptr: not one of registers and numbers.
static MachineInstr *
instruction(Folder::Machinery &x, const MCInstrDesc &d,
	    const std::vector<unsigned> &ops, int64_t imm)
{
	MachineInstrBuilder b = BuildMI(x.block, DebugLoc(), d);
	std::vector<Register> regs(d.getNumOperands());

	for (unsigned i = 0; i < d.getNumOperands(); i++) {
		const TargetRegisterClass *rc =
			operand_class(x.m, operand_info(d, i));
		int tied = d.getOperandConstraint(i, MCOI::TIED_TO);

		if (!rc) {
			b.addImm(imm);
			continue;
		}
		if (tied >= 0)
			regs[i] = regs[tied];
		else if (ops.size() > 1 && i == ops[1])
			regs[i] = regs[ops[0]];
		else if (rc->isAllocatable())
			regs[i] = x.mf.getRegInfo().createVirtualRegister(rc);
		else
			return nullptr;
		b.addReg(regs[i], i < d.getNumDefs() ? RegState::Define : 0);
	}
	return b;
}

// Is the address at AT of MI the BASE, with nothing added?
static bool
is_address(const MachineInstr &mi, unsigned at, const MachineOperand &base)
{
	if (at + address_operands > mi.getNumExplicitOperands())
		return false;
	auto none = [&](unsigned i) {
		const MachineOperand &o = mi.getOperand(at + i);
		return o.isReg() && !o.getReg();
	};
	auto number = [&](unsigned i, int64_t n) {
		const MachineOperand &o = mi.getOperand(at + i);
		return o.isImm() && o.getImm() == n;
	};
	return mi.getOperand(at).isIdenticalTo(base) && number(1, 1) &&
	       none(2) && number(3, 0) && none(4);
}

// Do the operands of TO, but for OPS, stand there in the order of FROM?
// ZEROS: how many zeros follow.
static bool
same_operands(const MachineInstr &from, const MachineInstr &to,
	      const std::vector<unsigned> &ops, const MachineOperand &base,
	      unsigned &zeros)
{
	unsigned j = 0, n = to.getNumExplicitOperands();

	for (unsigned i = 0; i < from.getNumExplicitOperands(); i++) {
		if (i == ops[0]) {
			if (!is_address(to, j, base))
				return false;
			j += address_operands;
		} else if (std::find(ops.begin(), ops.end(), i) == ops.end()) {
			const MachineOperand &o = from.getOperand(i);
			if (j >= n)
				return false;
			const MachineOperand &p = to.getOperand(j++);
			if (o.isReg()
				    ? !p.isReg() || o.getReg() != p.getReg() ||
					      o.isDef() != p.isDef()
				    : !p.isImm() || o.getImm() != p.getImm())
				return false;
		}
	}
	for (zeros = 0; j < n; j++, zeros++)
		if (!to.getOperand(j).isImm() || to.getOperand(j).getImm())
			return false;
	return zeros < 2;
}

// Does TO define and read no register that FROM does not, and read all that
// FROM reads?
static bool
same_registers(const MCInstrDesc &from, const MCInstrDesc &to)
{
	auto has = [](ArrayRef<MCPhysReg> list, MCPhysReg r) {
		return std::find(list.begin(), list.end(), r) != list.end();
	};
	for (MCPhysReg r : implicit_defs(to))
		if (!has(implicit_defs(from), r))
			return false;
	for (MCPhysReg r : implicit_uses(to))
		if (!has(implicit_uses(from), r))
			return false;
	for (MCPhysReg r : implicit_uses(from))
		if (!has(implicit_uses(to), r))
			return false;
	return true;
}

// The opcode that operands OPS of D in a slot of SIZE bytes aligned to ALIGN
// make, with ZEROS behind the operands; -1: none.
static int
folded_opcode(Folder::Machinery &x, const MCInstrDesc &d,
	      const std::vector<unsigned> &ops, int64_t size, uint64_t align,
	      int64_t imm, unsigned &zeros)
{
	int slot =
		x.mf.getFrameInfo().CreateSpillStackObject(size, Align(align));
	MachineInstr *from = instruction(x, d, ops, imm);
	std::vector<unsigned> untied;
	for (unsigned i : ops)
		if (d.getOperandConstraint(i, MCOI::TIED_TO) < 0)
			untied.push_back(i);
	MachineInstr *to = nullptr;
	int op = -1;

	// LLVM 22 crashes in some of RISC-V's.
	if (from && survives([&] {
		    to = x.m.tii->foldMemoryOperand(*from, untied, slot);
	    }) &&
	    to &&
	    same_operands(*from, *to, ops, MachineOperand::CreateFI(slot),
			  zeros) &&
	    same_registers(d, to->getDesc()))
		op = (int)to->getOpcode();
	while (!x.block->empty())
		x.block->begin()->eraseFromParent();
	return op;
}

// The opcode that operand OP of D, with immediates IMM, makes if L, which loads
// BYTES, gives it; -1: none.
static int
loaded_opcode(Folder::Machinery &x, const MCInstrDesc &d, unsigned op,
	      const MCInstrDesc &l, unsigned bytes, int64_t imm)
{
	MachineRegisterInfo &regs = x.mf.getRegInfo();
	MachineMemOperand *memory = x.mf.getMachineMemOperand(
		MachinePointerInfo(), MachineMemOperand::MOLoad,
		LLT::scalar(8 * bytes), Align(bytes));
	Register to = regs.createVirtualRegister(
		operand_class(x.m, operand_info(l, 0)));
	Register base = regs.createVirtualRegister(
		operand_class(x.m, operand_info(l, 1)));
	MachineInstr *load = BuildMI(x.block, DebugLoc(), l, to)
				     .addReg(base)
				     .addImm(1)
				     .addReg(0)
				     .addImm(0)
				     .addReg(0)
				     .addMemOperand(memory);
	MachineInstr *from = instruction(x, d, {op}, imm), *form = nullptr;
	unsigned zeros;
	int opcode = -1;

	if (from && load->canFoldAsLoad() && survives([&] {
		    form = x.m.tii->foldMemoryOperand(*from, {op}, *load);
	    }) &&
	    form &&
	    same_operands(*from, *form, {op}, load->getOperand(1), zeros) &&
	    !zeros && same_registers(d, form->getDesc()))
		opcode = (int)form->getOpcode();
	while (!x.block->empty())
		x.block->begin()->eraseFromParent();
	return opcode;
}

// The same, whatever the immediates are.
static int
loaded_always(Folder::Machinery &x, const MCInstrDesc &d, unsigned op,
	      const MCInstrDesc &l, unsigned bytes)
{
	int opcode = loaded_opcode(x, d, op, l, bytes, 1);

	for (int64_t imm : {3, 0xe5})
		if (opcode >= 0 &&
		    loaded_opcode(x, d, op, l, bytes, imm) != opcode)
			return -1;
	return opcode;
}

// How many of SIZE bytes FORM, of D with operand OP in memory, reads.
static unsigned
bytes_read(Folder::Machinery &x, const MCInstrDesc &d, unsigned op, int form,
	   unsigned size)
{
	if (op < d.getNumDefs())
		return size;
	for (auto &n : narrow_loads) {
		const MCInstrDesc *l = x.find(n.name);

		if (l && !n.spreads && n.bytes < size &&
		    loaded_always(x, d, op, *l, n.bytes) == form)
			return n.bytes;
	}
	return size;
}

// The forms of D in which operand OP is read from memory and spread.
static std::vector<std::string>
spread_forms(Folder::Machinery &x, const MCInstrDesc &d, unsigned op)
{
	std::vector<std::string> all;

	for (auto &n : narrow_loads) {
		const MCInstrDesc *l = x.find(n.name);
		int form = l && n.spreads
				   ? loaded_always(x, d, op, *l, n.bytes)
				   : -1;

		if (form >= 0)
			all.push_back(std::to_string(op) + " " +
				      x.m.tii->getName(form).str() + " " +
				      std::to_string(n.bytes) + "x");
	}
	return all;
}

// OPS of D in a slot of SIZE bytes as words of README; empty: impossible, or
// opcode KNOWN again.
static std::string
fold_of(Folder::Machinery &x, const MCInstrDesc &d,
	const std::vector<unsigned> &ops, int64_t size, int &known)
{
	unsigned zeros = 0, again, reads;
	uint64_t align = 1;
	int op = folded_opcode(x, d, ops, size, 16, 1, zeros);
	std::string s;

	if (op < 0 || op == known || folded_opcode(x, d, ops, size, 16, 3, again) != op ||
	    folded_opcode(x, d, ops, size, 16, 0xe5, again) != op)
		return "";
	while (align < 16 &&
	       folded_opcode(x, d, ops, size, align, 1, again) != op)
		align *= 2;
	known = op;
	for (unsigned i : ops)
		s += std::to_string(i);
	s += " " + x.m.tii->getName(op).str() + " " + std::to_string(size);
	if (ops.size() == 1 && (reads = bytes_read(x, d, ops[0], op, size)) < size)
		s += ":" + std::to_string(reads);
	if (align > 1)
		s += "/" + std::to_string(align);
	return zeros ? s + "+" : s;
}

// The same for all choices of operands of OP.
static std::vector<std::string>
folds_in(Folder::Machinery &x, unsigned op)
{
	const MCInstrDesc &d = x.m.tii->get(op);
	std::vector<std::string> all;
	auto add = [&](const std::vector<unsigned> &ops) {
		int64_t size = x.m.tri->getSpillSize(
			*operand_class(x.m, operand_info(d, ops[0])));
		int known = -1;

		// A slot twice as wide can take another form.
		for (int64_t bytes : {size, 2 * size}) {
			std::string s = fold_of(x, d, ops, bytes, known);
			if (!s.empty())
				all.push_back(s);
		}
		if (ops.size() == 1 && ops[0] >= d.getNumDefs())
			for (const std::string &s : spread_forms(x, d, ops[0]))
				all.push_back(s);
	};

	// Moves of vectors become what LLVM loads a slot with, whatever its
	// alignment; they are COPYs before allocation.
	if (d.isVariadic() || d.mayLoad() || d.mayStore() || d.isTerminator() ||
	    d.isMoveReg() || d.getNumOperands() > 9)
		return {};
	for (unsigned i = 0; i < d.getNumOperands(); i++) {
		const TargetRegisterClass *rc =
			operand_class(x.m, operand_info(d, i));
		int tied = -1;

		if (!rc || !rc->isAllocatable() ||
		    d.getOperandConstraint(i, MCOI::TIED_TO) >= 0)
			continue;
		for (unsigned k = d.getNumDefs(); k < d.getNumOperands(); k++) {
			if (i < d.getNumDefs() &&
			    d.getOperandConstraint(k, MCOI::TIED_TO) == (int)i)
				tied = (int)k;
			else if (i >= d.getNumDefs() && k > i &&
				 operand_class(x.m, operand_info(d, k)) ==
					 rc &&
				 d.getOperandConstraint(k, MCOI::TIED_TO) < 0)
				add({i, k});
		}
		if (tied >= 0)
			add({i, (unsigned)tied});
		else
			add({i});
	}
	return all;
}

std::string
Folder::folds(unsigned op)
{
	std::vector<std::string> plain = folds_in(*machinery, op);
	std::string all;

	for (const std::string &s : plain)
		all += (all.empty() ? "" : ", ") + s;
	for (const std::string &s : folds_in(*small, op))
		if (std::find(plain.begin(), plain.end(), s) == plain.end())
			all += (all.empty() ? "" : ", ") + s + " slow";
	return all;
}

unsigned
Folder::spreads(unsigned op)
{
	Machinery &x = *machinery;
	const MCInstrDesc &l = x.m.tii->get(op);

	if (!l.mayLoad() || !l.canFoldAsLoad() || l.getNumDefs() != 1 ||
	    l.getNumOperands() != 1 + address_operands)
		return 0;
	for (auto &p : spread_probes) {
		const MCInstrDesc *from = x.find(p.from), *to = x.find(p.to);

		if (from && to &&
		    loaded_opcode(x, *from, 2, l, p.bytes, 1) ==
			    (int)to->getOpcode())
			return p.bytes;
	}
	return 0;
}
