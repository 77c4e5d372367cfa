// The installed LLVM: tables of a target, and its instruction printer.
#include "llvm.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"

#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <regex>
#include <unistd.h>

using namespace llvm;

#ifdef WITH_GCN
namespace llvm::AMDGPU
{
int getMCOpcode(uint16_t op, unsigned family);
}
// SIInstrInfo::pseudoToMCOpcode; its header is not installed.
extern "C" int
pseudo_to_encoded(const void *tii,
		  int op) __asm__("_ZNK4llvm11SIInstrInfo16pseudoToMCOpcodeEi");
#endif

// All targets that the library has.
static void
targets_initialize()
{
#ifdef WITH_GCN
	LLVMInitializeAMDGPUTargetInfo();
	LLVMInitializeAMDGPUTarget();
	LLVMInitializeAMDGPUTargetMC();
#else
	InitializeAllTargetInfos();
	InitializeAllTargets();
	InitializeAllTargetMCs();
#endif
}

// What changed in LLVM's interface: behind version 19 triples are no strings
// any more, and a class that depends on the processor is looked up; up to 15
// the lists of implicit registers are pointers.
#if LLVM_VERSION_MAJOR > 19
typedef Triple TripleName;
typedef TargetMachine CodegenMachine;
#else
typedef const char *TripleName;
typedef LLVMTargetMachine CodegenMachine;
#endif

bool
operand_varies(const MCOperandInfo &op)
{
#if LLVM_VERSION_MAJOR > 19
	return op.isLookupRegClassByHwMode();
#else
	return op.isLookupPtrRegClass();
#endif
}

#if LLVM_VERSION_MAJOR > 15
ArrayRef<MCPhysReg>
implicit_defs(const MCInstrDesc &d)
{
	return d.implicit_defs();
}

ArrayRef<MCPhysReg>
implicit_uses(const MCInstrDesc &d)
{
	return d.implicit_uses();
}
#else
ArrayRef<MCPhysReg>
implicit_defs(const MCInstrDesc &d)
{
	return {d.getImplicitDefs(), d.getNumImplicitDefs()};
}

ArrayRef<MCPhysReg>
implicit_uses(const MCInstrDesc &d)
{
	return {d.getImplicitUses(), d.getNumImplicitUses()};
}
#endif

static const TargetRegisterClass *
varying_class(const Machine &m, const MCOperandInfo &op)
{
#if LLVM_VERSION_MAJOR > 19
	return m.tri->getRegClass((unsigned)m.tii->getOpRegClassID(op));
#else
	return m.tri->getPointerRegClass(*m.mf, (unsigned)op.RegClass);
#endif
}

static std::unique_ptr<MCInstPrinter>
printer_create(const Target &target, const TargetMachine &tm)
{
	return std::unique_ptr<MCInstPrinter>(target.createMCInstPrinter(
		tm.getTargetTriple(), tm.getMCAsmInfo()->getAssemblerDialect(),
		*tm.getMCAsmInfo(), *tm.getMCInstrInfo(),
		*tm.getMCRegisterInfo()));
}

Machine
machine_open(Module &module, const char *triple, const char *cpu,
	     const char *features)
{
	Machine m;
	std::string error;
	TargetOptions options;

	targets_initialize();
	const Target *target = TargetRegistry::lookupTarget(triple, error);
	if (!target) {
		fprintf(stderr, "%s\n", error.c_str());
		exit(1);
	}
	m.tm.reset(target->createTargetMachine(TripleName(triple), cpu,
					       features, options, Reloc::PIC_));
	module.setTargetTriple(TripleName(triple));
	module.setDataLayout(m.tm->createDataLayout());
	m.func = Function::Create(
		FunctionType::get(Type::getVoidTy(module.getContext()), false),
		Function::ExternalLinkage, std::string("f_") + cpu, module);
	const TargetSubtargetInfo *st = m.tm->getSubtargetImpl(*m.func);
	m.sti = st;
	m.tii = st->getInstrInfo();
	m.tri = st->getRegisterInfo();
	m.mmi = std::make_unique<MachineModuleInfo>(
		(CodegenMachine *)m.tm.get());
	m.mf = &m.mmi->getOrCreateMachineFunction(*m.func);
	m.printer = printer_create(*target, *m.tm);
	m.plain = printer_create(*target, *m.tm);
	if (!m.plain->applyTargetSpecificCLOption("no-aliases"))
		m.plain.reset();
	m.x86 = m.tm->getTargetTriple().isX86();
	m.arm = m.tm->getTargetTriple().isARM();
	m.gcn = m.tm->getTargetTriple().isAMDGPU();
	m.aarch64 = m.tm->getTargetTriple().isAArch64();
	if (m.aarch64) // other names of special cases are in the way
		m.printer->applyTargetSpecificCLOption("no-aliases");
	return m;
}

const TargetRegisterClass *
operand_class(const Machine &m, const MCOperandInfo &op)
{
	if (op.RegClass < 0)
		return nullptr;
	// Of pointers of many sizes, AMDGPU's answer is right for none but one:
	// LLVM itself calls it inaccurate.
	if (operand_varies(op) && m.gcn && LLVM_VERSION_MAJOR <= 19)
		return nullptr;
	if (operand_varies(op))
		return varying_class(m, op);
	return m.tri->getRegClass(op.RegClass);
}

static sigjmp_buf crash_return;
static volatile bool guarded;

static void
on_crash(int)
{
	if (!guarded)
		_exit(3);
	siglongjmp(crash_return, 1);
}

bool
survives(const std::function<void()> &what)
{
	static bool installed;

	if (!installed) {
		for (int s : {SIGSEGV, SIGABRT, SIGILL, SIGFPE, SIGBUS, SIGTRAP,
			      SIGALRM})
			signal(s, on_crash);
		installed = true;
	}
	if (sigsetjmp(crash_return, 1)) {
		guarded = false;
		alarm(0);
		return false;
	}
	guarded = true;
	alarm(2); // some printers loop on nonsense
	what();
	guarded = false;
	alarm(0);
	return true;
}

std::string
machine_print(const Machine &m, const MCInst &inst, bool plain)
{
	std::string text;

	if (!survives([&] {
		    raw_string_ostream os(text);
		    const auto &printer = plain ? m.plain : m.printer;
		    printer->printInst(&inst, 0, "", *m.sti, os);
	    }))
		return "";
	std::string out;
	for (char c : text) {
		if (c == '\t' || c == '\n')
			c = ' ';
		if (!isprint((unsigned char)c))
			return ""; // a name read from beyond a table
		if (c != ' ' || (!out.empty() && out.back() != ' '))
			out += c;
	}
	while (!out.empty() && out.back() == ' ')
		out.pop_back();
	return out;
}

std::string
vector_text(const Machine &m, MCRegister reg, unsigned n)
{
	return "v" + std::to_string((m.tri->getEncodingValue(reg) + n) % 32);
}

int
machine_encoded(const Machine &m, unsigned op)
{
	(void)m;
#ifdef WITH_GCN
	return pseudo_to_encoded(m.tii, (int)op);
#else
	return (int)op;
#endif
}

// Does opcode OP write a register that it reads?
static bool
has_ties(const Machine &m, unsigned op)
{
	for (const MCOperandInfo &o : m.tii->get(op).operands())
		if (o.Constraints & 1 << MCOI::TIED_TO)
			return true;
	return false;
}

// By opcode: is it an encoded form, which appears only after lowering?
static std::vector<bool>
encoded_forms(const Machine &m)
{
	std::vector<bool> forms(m.tii->getNumOpcodes());
#ifdef WITH_GCN
	for (unsigned op = 0; op < m.tii->getNumOpcodes(); op++)
		for (unsigned family = 0; family < 13; family++) {
			int e = AMDGPU::getMCOpcode((uint16_t)op, family);
			if (e >= 0 && e != 0xffff && (unsigned)e != op)
				forms[(unsigned)e] = true;
		}
#endif
	return forms;
}

std::vector<bool>
machine_mir_opcodes(const Machine &m)
{
	// Of images there are a dozen thousand, one for each way to give an
	// address: only those that an allocator has to know something about.
	static const std::regex suffix("_(si|ci|vi|gfx[0-9a-f]+)(_|$)"),
		chosen("(IMAGE_ATOMIC_.*|V_MOV_B32_dpp8)_(vi|gfx[0-9a-f]+)$");
	std::vector<bool> in_mir(m.tii->getNumOpcodes()),
		encoded = encoded_forms(m);

	for (unsigned op = 0; op < in_mir.size(); op++) {
		std::string name = m.tii->getName(op).str();

		in_mir[op] =
			op <= TargetOpcode::GENERIC_OP_END ||
			m.tii->get(op).isPseudo() || !m.gcn ||
			(!encoded[op] && (!std::regex_search(name, suffix) ||
					  (std::regex_search(name, chosen) &&
					   has_ties(m, op))));
	}
	return in_mir;
}

std::string
register_text(const Machine &m, MCRegister reg)
{
	static unsigned copy;
	static std::vector<std::string> cache;
	std::string s;

	if (!reg)
		return s;
	cache.resize(m.tri->getNumRegs());
	if (!cache[reg.id()].empty())
		return cache[reg.id()];
	if (!m.gcn) {
		raw_string_ostream os(s);
		m.printer->printRegName(os, reg);
		return os.str();
	}
	// The printer's own function for names gives DWARF numbers here.
	for (; m.tii->getName(copy) != "S_MOV_B32_vi"; copy++)
		;
	MCInst inst;
	inst.setOpcode(copy);
	inst.addOperand(MCOperand::createReg(reg));
	inst.addOperand(MCOperand::createImm(1));
	s = machine_print(m, inst);
	size_t from = s.find(' ') + 1;
	return cache[reg.id()] = s.substr(
		       from, std::min(s.rfind(", 1"), s.find("/*")) - from);
}

std::string
lower(StringRef s)
{
	return s.lower();
}
