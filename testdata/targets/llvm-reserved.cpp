// llvm-reserved CPU FILE.mir: the allocatable registers that an installed LLVM
// reserves in each function, a line a function, in the order of numbers.
#include "llvm/CodeGen/MIRParser/MIRParser.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <cstdio>
#include <string>

#define INITIALIZE(T)                                                          \
	(LLVMInitialize##T##TargetInfo(), LLVMInitialize##T##Target(),         \
	 LLVMInitialize##T##TargetMC())

using namespace llvm;

static int
fail(const std::string &why)
{
	fprintf(stderr, "llvm-reserved: %s\n", why.c_str());
	return 1;
}

static void
print_reserved(const MachineFunction &mf)
{
	const TargetRegisterInfo *tri = mf.getSubtarget().getRegisterInfo();
	BitVector reserved = tri->getReservedRegs(mf), allocatable(reserved);

	allocatable.reset();
	for (const TargetRegisterClass *c : tri->regclasses())
		if (c->isAllocatable())
			for (unsigned r : *c)
				allocatable.set(r);
	reserved &= allocatable;
	printf("%s", mf.getName().str().c_str());
	for (unsigned r : reserved.set_bits())
		printf(" %s", StringRef(tri->getName(r)).lower().c_str());
	putchar('\n');
}

int
main(int argc, char **argv)
{
	std::string error;
	std::unique_ptr<TargetMachine> tm;

	if (argc != 3)
		return fail("usage: llvm-reserved CPU FILE.mir");
	INITIALIZE(X86);
	INITIALIZE(ARM);
	INITIALIZE(AMDGPU);
	INITIALIZE(AArch64);
	INITIALIZE(LoongArch);
	INITIALIZE(Mips);
	INITIALIZE(PowerPC);
	INITIALIZE(RISCV);
	INITIALIZE(SystemZ);
	auto buffer = MemoryBuffer::getFile(argv[2]);
	if (!buffer)
		return fail("cannot read");
	LLVMContext context;
	auto parser = createMIRParser(std::move(*buffer), context);
	auto layout = [&](StringRef triple,
			  StringRef) -> std::optional<std::string> {
		const Target *t =
			TargetRegistry::lookupTarget(triple.str(), error);
		if (!t)
			return std::nullopt;
		tm.reset(t->createTargetMachine(
			triple, argv[1][0] == '-' ? "" : argv[1], "",
			TargetOptions(), std::nullopt));
		return tm->createDataLayout().getStringRepresentation();
	};
	std::unique_ptr<Module> module = parser->parseIRModule(layout);
	if (!module || !tm)
		return fail("cannot parse: " + error);
	MachineModuleInfo mmi(static_cast<LLVMTargetMachine *>(tm.get()));
	if (parser->parseMachineFunctions(*module, mmi))
		return fail("cannot parse functions");
	for (Function &f : *module)
		if (MachineFunction *mf = mmi.getMachineFunction(f))
			print_reserved(*mf);
	fflush(stdout);
	_Exit(0); // no need to tear all this down
}
