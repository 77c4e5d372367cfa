// latency.yaml: cycles from an instruction to the use of its result, as LLVM's
// scheduling model of a processor has them, or its itineraries if it has those.
#include "latency.h"

#include "llvm/MC/MCInstrItineraries.h"
#include "llvm/MC/MCSchedule.h"

#include <algorithm>
#include <cstdio>
#include <map>

using namespace llvm;

// An instruction of opcode OP without anything in its operands, for a model whose
// answer depends on them.
static MCInst
instruction_of(const Machine &m, unsigned op)
{
	MCInst inst;

	inst.setOpcode(op);
	for (const MCOperandInfo &o : m.tii->get(op).operands())
		inst.addOperand(o.OperandType == MCOI::OPERAND_REGISTER
					? MCOperand::createReg(0)
					: MCOperand::createImm(0));
	return inst;
}

// The class of OP in the model; nullptr: none, or none without operands.
static const MCSchedClassDesc *
class_of(const Machine &m, const MCSchedModel &model, unsigned op)
{
	unsigned id = m.tii->get(op).getSchedClass();
	const MCSchedClassDesc *c = model.getSchedClassDesc(id);

	while (id && c->isValid() && c->isVariant()) {
		unsigned next = 0;
		survives([&] {
			MCInst inst = instruction_of(m, op);
			next = m.sti->resolveVariantSchedClass(
				id, &inst, m.tii, model.getProcessorID());
		});
		id = next;
		c = model.getSchedClassDesc(id);
	}
	return id && c->isValid() ? c : nullptr;
}

static int
cycles_of(const Machine &m, const MCSchedModel &model,
	  const InstrItineraryData &itineraries, unsigned op)
{
	const MCInstrDesc &d = m.tii->get(op);
	int otherwise = d.mayLoad() ? (int)model.LoadLatency : 1;

	if (model.hasInstrSchedModel()) {
		const MCSchedClassDesc *c = class_of(m, model, op);
		return c ? MCSchedModel::computeInstrLatency(*m.sti, *c)
			 : otherwise;
	}
	// Those without stages are in no unit that LLVM knows of.
	int n = (int)itineraries.getStageLatency(d.getSchedClass());
	return n ? n : otherwise;
}

static const int cycles_max = 200; // in latency.yaml

typedef std::map<std::string, int> Cycles; // by opcode

// Appends to ROWS, by cycles, patterns for all names of CYCLES that begin with
// PREFIX and do not take OTHERWISE cycles: one if all take the same.
static void
patterns_add(const Cycles &cycles, const std::string &prefix, int otherwise,
	     std::map<int, std::vector<std::string>> &rows)
{
	auto from = cycles.lower_bound(prefix), to = from;
	bool same = true;
	std::string last;

	for (; to != cycles.end() && begins_with(to->first, prefix); ++to) {
		same = same && to->second == from->second;
		last = to->first;
	}
	if (same && from->second == otherwise)
		return;
	if (same) {
		bool one = from->first == last;
		rows[from->second].push_back(one ? last : prefix + "*");
		return;
	}
	if (from->first == prefix) {
		if (from->second != otherwise)
			rows[from->second].push_back(prefix);
		++from;
	}
	while (from != to) {
		std::string longer = from->first.substr(0, prefix.size() + 1);
		patterns_add(cycles, longer, otherwise, rows);
		while (from != to && begins_with(from->first, longer))
			++from;
	}
}

static int
commonest(const Cycles &cycles)
{
	std::map<int, unsigned> counts;
	int best = 1;

	for (auto &c : cycles)
		counts[c.second]++;
	for (auto &c : counts)
		if (c.second > counts[best])
			best = c.first;
	return best;
}

static void
model_write(const Machine &m)
{
	const std::string cpu = m.sti->getCPU().str();
	const MCSchedModel &model = m.sti->getSchedModel();
	InstrItineraryData itineraries = m.sti->getInstrItineraryForCPU(cpu);
	std::vector<bool> in_mir = machine_mir_opcodes(m);
	std::map<int, std::vector<std::string>> rows;
	Cycles cycles;

	for (unsigned op = 0; op < m.tii->getNumOpcodes(); op++)
		if (in_mir[op])
			cycles[m.tii->getName(op).str()] =
				std::min(cycles_of(m, model, itineraries, op),
					 cycles_max);
	patterns_add(cycles, "", commonest(cycles), rows);
	printf("  - name: %s\n    width: %u\n    default: %d\n    rows:%s\n",
	       cpu.c_str(), model.IssueWidth, commonest(cycles),
	       rows.empty() ? " []" : "");
	for (auto &row : rows) {
		size_t column = 0;
		printf("      - cycles: %d\n        names: [", row.first);
		for (const std::string &name : row.second) {
			bool begins = column == 0;
			if (!begins && column + name.size() > 60) {
				printf(",\n          ");
				column = 0;
			} else if (!begins) {
				printf(", ");
			}
			printf("\"%s\"", name.c_str());
			column += name.size() + 4;
		}
		printf("]\n");
	}
}

bool
latency_known(const Machine &m)
{
	return m.sti->getSchedModel().hasInstrSchedModel() ||
	       !m.sti->getInstrItineraryForCPU(m.sti->getCPU()).isEmpty();
}

void
latency_write(const std::vector<const Machine *> &machines)
{
	printf("models:\n");
	for (const Machine *m : machines)
		model_write(*m);
}
