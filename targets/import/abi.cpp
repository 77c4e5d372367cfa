// The beginning of abi.yaml: what LLVM says when it is asked about an empty
// function, one that keeps a frame pointer, and some with other stacks.  What it
// knows under other conditions, and how values are spilled and copied, is in
// its code.
#include "abi.h"
#include "lists.h"

#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/TargetFrameLowering.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/IR/Function.h"

#include <algorithm>
#include <cstdio>
#include <regex>

using namespace llvm;

// A function of its own with such a stack.
static MachineFunction &
function_with(const Machine &m, bool frame_pointer, bool variable, bool aligned)
{
	static unsigned n;
	Function *f = Function::Create(m.func->getFunctionType(),
				       Function::ExternalLinkage,
				       "asked_" + std::to_string(n++),
				       m.func->getParent());

	f->copyAttributesFrom(m.func);
	if (frame_pointer)
		f->addFnAttr("frame-pointer", "all");
	MachineFunction &mf = m.mmi->getOrCreateMachineFunction(*f);
	mf.getFrameInfo().setMaxCallFrameSize(0);
	if (variable)
		mf.getFrameInfo().CreateVariableSizedObject(Align(1), nullptr);
	if (aligned)
		mf.getFrameInfo().CreateStackObject(256, Align(256), false);
	return mf;
}

static BitVector
reserved_in(const Machine &m, const MachineFunction &mf)
{
	BitVector reserved(m.tri->getNumRegs());

	survives([&] { reserved = m.tri->getReservedRegs(mf); });
	return reserved;
}

// Is all of REG in SET?
static bool
is_whole(const Machine &m, const BitVector &set, MCPhysReg reg)
{
	if (!set.test(reg))
		return false;
	for (MCPhysReg sub : m.tri->subregs(reg))
		if (!set.test(sub))
			return false;
	return true;
}

// A part of REG that no register outside SET has; 0.
static MCPhysReg
own_part(const Machine &m, const BitVector &set, MCPhysReg reg)
{
	for (MCPhysReg sub : m.tri->subregs(reg))
		if (m.tri->subregs(sub).empty() &&
		    std::all_of(m.tri->superregs(sub).begin(),
				m.tri->superregs(sub).end(),
				[&](MCPhysReg s) { return set.test(s); }))
			return sub;
	return 0;
}

// The registers that stand for those of SET in a rule, which reserves their
// parts, too, and what contains one of these.  LLVM may reserve a register but
// not its parts: then a part stands for it that others have not.
static Names
rule_names(const Machine &m, const BitVector &set)
{
	Names names, alone;

	for (unsigned r : set.set_bits()) {
		bool inside = false, around = false;
		MCPhysReg name = is_whole(m, set, r) ? r : 0;

		for (MCPhysReg super : m.tri->superregs(r))
			inside |= name && is_whole(m, set, super);
		for (MCPhysReg sub : m.tri->subregs(r))
			around |= !name && set.test(sub);
		if (!name && !around && !(name = own_part(m, set, r)))
			alone.push_back(lower(m.tri->getName(r)));
		if (name && !inside)
			names.push_back(lower(m.tri->getName(name)));
	}
	if (!alone.empty())
		printf("  # no rule can say that these are reserved without "
		       "their parts:\n  # %s\n",
		       std::regex_replace(list_of(alone, 2), std::regex("\n *"), "\n  # ").c_str());
	return names;
}

// The row of what is in SET and not in KNOWN, to which it is added.
static void
write_rule(const Machine &m, const char *when, const BitVector &set,
	   BitVector &known)
{
	BitVector added = set;

	added.reset(known);
	known |= set;
	if (added.any())
		printf("  - {when: %s,\n     registers: %s}\n", when,
		       list_of(rule_names(m, added), 16).c_str());
}

static void
write_reserved(const Machine &m)
{
	BitVector known(m.tri->getNumRegs());

	printf("reserved:\n");
	write_rule(m, "always",
		   reserved_in(m, function_with(m, false, false, false)), known);
	write_rule(m, "frame-pointer",
		   reserved_in(m, function_with(m, true, false, false)), known);
	write_rule(m, "variable-objects",
		   reserved_in(m, function_with(m, false, true, false)), known);
	write_rule(m, "realigned",
		   reserved_in(m, function_with(m, false, false, true)), known);
	write_rule(m, "base-pointer",
		   reserved_in(m, function_with(m, false, true, true)), known);
}

static void
write_register(const Machine &m, const char *key, MCRegister reg)
{
	bool used = false;

	for (const TargetRegisterClass *rc : m.tri->regclasses())
		used |= reg && rc->isAllocatable() && rc->contains(reg);
	if (used)
		printf("%s: %s\n", key, lower(m.tri->getName(reg)).c_str());
}

void
abi_write(const Machine &m)
{
	const TargetSubtargetInfo &st = m.mf->getSubtarget();
	MCRegister stack = st.getTargetLowering()
				   ->getStackPointerRegisterToSaveRestore(),
		   frame = m.tri->getFrameRegister(
			   function_with(m, true, true, true));
	Names saved;

	printf("# This is a beginning.  By hand are how values are spilled and "
	       "copied, and what is\n# reserved under other conditions: see "
	       "regalloc-target(5).\n");
	write_register(m, "stack-pointer", stack);
	if (frame != stack)
		write_register(m, "frame-pointer", frame);
	write_register(m, "link-register", m.tri->getRARegister());
	printf("stack-align: %u\n",
	       (unsigned)st.getFrameLowering()->getStackAlign().value());
	printf("lane-liveness: %s\n",
	       st.enableSubRegLiveness() ? "true" : "false");
	for (const MCPhysReg *r = m.tri->getCalleeSavedRegs(m.mf); r && *r; r++)
		saved.push_back(lower(m.tri->getName(*r)));
	printf("callee-saved: %s\n", list_of(saved, 14).c_str());
	write_reserved(m);
}
