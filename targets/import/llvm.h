// What the importer knows of one installed LLVM target: the tables and a
// printer of instructions.  The only header that names LLVM's types.
#pragma once

#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/Target/TargetMachine.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

struct Machine {
	std::unique_ptr<llvm::TargetMachine> tm;
	llvm::Function *func;
	std::unique_ptr<llvm::MachineModuleInfo> mmi;
	llvm::MachineFunction *mf; // an empty one
	const llvm::TargetInstrInfo *tii;
	const llvm::TargetRegisterInfo *tri;
	const llvm::MCSubtargetInfo *sti;
	std::unique_ptr<llvm::MCInstPrinter> printer;
	std::unique_ptr<llvm::MCInstPrinter> plain; // without aliases, or none
	bool x86, arm, gcn, aarch64;
};

// Opens the target for TRIPLE, CPU and FEATURES ("+m,-c"); exits with a message
// on failure.
Machine machine_open(llvm::Module &module, const char *triple, const char *cpu,
		     const char *features);

// Class of operand OP in MIR spelling's origin; nullptr: not a register.
const llvm::TargetRegisterClass *operand_class(const Machine &m,
					       const llvm::MCOperandInfo &op);

// Does the class of operand OP depend on the processor?
bool operand_varies(const llvm::MCOperandInfo &op);

// Runs WHAT; false if LLVM gives up on it, crashes, or takes too long.
bool survives(const std::function<void()> &what);

// Prints INST, without aliases if PLAIN, with tabs made blanks; empty if the
// printer gives up or crashes.
std::string machine_print(const Machine &m, const llvm::MCInst &inst,
			  bool plain = false);

// REG as assembly names it; empty for none.
std::string register_text(const Machine &m, llvm::MCRegister reg);

// AArch64: the vector register N after REG by its number, as "v3".
std::string vector_text(const Machine &m, llvm::MCRegister reg, unsigned n);

// The encoded opcode that OP turns into; OP itself if it is one, -1 if the
// machine has none.
int machine_encoded(const Machine &m, unsigned op);

// By opcode: can machine IR name it?  Encoded forms appear only after lowering.
std::vector<bool> machine_mir_opcodes(const Machine &m);

// Choices shared by all templates: a list of texts by operand value.
struct Choices {
	std::vector<std::vector<std::string>> lists;
	std::string name(const std::vector<std::string> &list);
	const std::vector<std::string> *find(const std::string &name) const;
};

// Template of MIR opcode OP (see README); empty if it has no text or none
// that can be proved.
std::string template_find(const Machine &m, Choices &choices, unsigned op);

// The text of template T with the operands of INST; false: impossible.
bool template_render(const Machine &m, const Choices &choices,
		     const std::string &t, const llvm::MCInst &inst,
		     std::string &out);

// Template of an ARM pseudo instruction for structures; empty if NAME is none.
std::string structure_template(const std::string &name);
std::string structure_moved(const std::string &name, const std::string &text);

std::string lower(llvm::StringRef s);

// What LLVM 15 has under other names than later versions.

inline bool
begins_with(llvm::StringRef s, llvm::StringRef with)
{
	return s.take_front(with.size()) == with;
}

inline bool
ends_with(llvm::StringRef s, llvm::StringRef with)
{
	return s.take_back(with.size()) == with;
}

inline const llvm::MCOperandInfo &
operand_info(const llvm::MCInstrDesc &d, unsigned k)
{
	return d.operands().begin()[k];
}

// The registers that D defines, or reads, implicitly.
llvm::ArrayRef<llvm::MCPhysReg> implicit_defs(const llvm::MCInstrDesc &d);
llvm::ArrayRef<llvm::MCPhysReg> implicit_uses(const llvm::MCInstrDesc &d);
