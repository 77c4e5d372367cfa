/*
 * What GCN assembly needs besides templates.  What is printed is read again
 * line by line: how long an instruction must wait depends on the instructions
 * that the machine gets, many of which exist as text only.
 */
#include "targets/gcn/asm.h"

#include "core/base/bits.h"
#include "targets/gcn/asm_lines.h"

#include <stdio.h>
#include <string.h>

static void
print_wait(Buf *out, GcnWait w)
{
	if (w.memory == NO_WAIT && w.exported == NO_WAIT && w.local == NO_WAIT)
		return;
	buf_str(out, "\ts_waitcnt");
	if (w.memory != NO_WAIT)
		buf_printf(out, " vmcnt(%u)", w.memory);
	if (w.exported != NO_WAIT)
		buf_printf(out, " expcnt(%u)", w.exported);
	if (w.local != NO_WAIT)
		buf_printf(out, " lgkmcnt(%u)", w.local);
	buf_char(out, '\n');
}

/* s_nop knows eight cycles at most. */
static void
print_idle(Buf *out, unsigned n)
{
	enum { MOST = 8 };

	for (; n; n -= n > MOST ? MOST : n)
		buf_printf(out, "\ts_nop %u\n", (n > MOST ? MOST : n) - 1);
}

/* The label of BLOCK, or of the jump to it in ISLAND. */
static void
print_label(Buf *out, const GcnCode *code, uint32_t block, uint32_t island)
{
	const GcnLine *line = &code->lines.at[code->blocks.at[block].first];

	buf_put(out, code->text + line->at, gcn_label_length(code, line));
	if (island != NONE)
		buf_printf(out, ".by%u", island);
}

/* Island K of CODE, if there is anything in it. */
static void
print_island(Buf *out, const GcnCode *code, uint32_t k, const char *local)
{
	const GcnIsland *island = &code->islands.at[k];
	bool around = island->around && island->hops.n;

	if (around)
		buf_printf(out, "\ts_branch %sby%u\n", local, k);
	FOR_VEC(GcnHop, hop, island->hops) {
		print_label(out, code, hop->block, k);
		buf_str(out, ":\n\ts_branch ");
		print_label(out, code, hop->block, hop->next);
		buf_char(out, '\n');
	}
	if (around)
		buf_printf(out, "%sby%u:\n", local, k);
}

/* LINE of CODE; a jump by an island goes there. */
static void
print_line(Buf *out, const GcnCode *code, const GcnLine *line)
{
	if (line->island == NONE) {
		buf_put(out, code->text + line->at, line->end - line->at);
	} else {
		buf_put(out, code->text + line->at, line->name_end - line->at);
		buf_char(out, ' ');
		print_label(out, code, line->target, line->island);
	}
	buf_char(out, '\n');
}

static void
finish(Asm *a, size_t start)
{
	Buf *out = a->out;
	size_t len = out->len - start;
	GcnCode code = {.matrix = func_has_feature(a->f, "gfx90a-insts")};
	char *text = arena_copy(a->tmp, out->at + start, len, len + 1);
	uint32_t island = 0;

	gcn_lines_read(&code, text, len, a->tmp);
	gcn_waits(&code, a->tmp);
	gcn_hazards(&code, a->tmp);
	gcn_far(&code, a->tmp);
	out->len = start;
	for (uint32_t i = 0; i < code.lines.n; i++) {
		const GcnLine *line = &code.lines.at[i];

		if (island < code.islands.n &&
		    code.islands.at[island].line == i)
			print_island(out, &code, island++, a->local);
		print_wait(out, line->before);
		if (line->flags & LINE_SOFT)
			continue;
		if (line->unit != UNIT_IDLE)
			print_idle(out, line->idle);
		print_line(out, &code, line);
	}
}

/* Offsets up to this fit into a buffer instruction. */
enum { OFFSET_MAX = 4095 };

/* A buffer instruction whose address register is a stack object: the form
 * with an offset only. */
static bool
print_stack_access(Asm *a, const AsmInsn *insn, const char *name, uint32_t k)
{
	char other[96];
	size_t len = strlen(name) - 5;
	AsmInsn out = *insn;
	int64_t offset = insn->o[k].number;

	snprintf(other, sizeof(other), "%.*sOFFSET", (int)len, name);
	out.op = target_opcode(a->t, other, strlen(other));
	if (!out.op || k + 3 >= insn->n)
		return asm_error(a, insn->loc, "opcode %s has no form %s", name,
				 other);
	for (uint32_t i = k; i + 1 < insn->n; i++)
		out.o[i] = insn->o[i + 1];
	out.n--;
	out.o[k + 2].number += offset;
	if (out.o[k + 2].number > OFFSET_MAX)
		return asm_error(a, insn->loc, "a stack object out of reach");
	if (gcn_base(a)) {
		out.o[k + 1].kind = ASM_REG;
		out.o[k + 1].reg = gcn_base(a);
	}
	return asm_print(a, &out);
}

/* Offsets into local memory have no sign, but machine IR prints them as if
 * they had: of 16 bits, or two of 8.  Those from addresses of 64 bits have one,
 * but where accesses were joined it prints 32 bits as if they had none. */
static void
correct_signs(AsmInsn *insn, const char *name)
{
	bool two = strstr(name, "READ2") || strstr(name, "WRITE2") ||
		   strstr(name, "WRXCHG2");
	bool local = !strncmp(name, "DS_", 3);
	bool wide = !strncmp(name, "GLOBAL_", 7) || !strncmp(name, "FLAT_", 5);

	for (uint32_t k = 0; (local || wide) && k < insn->n; k++) {
		int64_t *number = &insn->o[k].number;

		if (insn->o[k].kind != ASM_NUMBER)
			continue;
		if (local && *number < 0)
			*number &= two ? 0xff : 0xffff;
		if (wide && *number > INT32_MAX && *number <= UINT32_MAX)
			*number -= (int64_t)1 << 32;
	}
}

static bool
pseudo(Asm *a, const Insn *source, AsmInsn *insn, bool *ok)
{
	const char *name = target_str(a->t, a->t->opcodes[insn->op].name);
	const Operand *o = insn_opnds(a->f, source);
	size_t len = strlen(name);
	uint32_t i, k = 0;

	gcn_bypass(a, source, insn);
	correct_signs(insn, name);
	for (i = 0; i < source->nopnds; i++) {
		if (o[i].flags & OPND_IMPLICIT || o[i].kind == OPND_MASK)
			continue;
		if (o[i].kind == OPND_STACK || o[i].kind == OPND_FIXED)
			break;
		k++;
	}
	if (i == source->nopnds)
		return false;
	*ok = true;
	if (!strncmp(name, "SI_SPILL_", 9)) {
		*ok = gcn_spill(a, insn, name, o[i].val);
		return true;
	}
	if (len > 6 && !strcmp(name + len - 6, "_OFFEN")) {
		*ok = print_stack_access(a, insn, name, k);
		return true;
	}
	if (gcn_base(a) && !strcmp(name, "V_MOV_B32_e32")) {
		gcn_address(a, insn);
		return true;
	}
	if (gcn_base(a)) {
		*ok = asm_error(
			a, insn->loc,
			"the address of a stack object outside a kernel "
			"has no assembly");
		return true;
	}
	return false;
}

static bool
begin(Asm *a)
{
	GcnAsm *gcn = ARENA_NEW(a->tmp, GcnAsm, 1);

	a->machine = gcn;
	gcn->used = ARENA_NEW(a->tmp, uint64_t, BITS_WORDS(a->t->n_unit_regs));
	return true;
}

static bool
before(Asm *a, const Insn *insn)
{
	gcn_use_all(a, insn);
	gcn_before(a, insn);
	return gcn_call(a, insn, false);
}

static bool
behind(Asm *a, InsnId i, BlockId b, bool terminated)
{
	(void)b, (void)terminated;
	gcn_after(a, func_insn(a->f, i));
	return gcn_call(a, func_insn(a->f, i), true);
}

/* As LLVM does: by the registers' order alone. */
static bool
copies_backwards(const Asm *a, RegId dst, RegId src)
{
	return (a->t->regs[dst].encoding & 0xff) >
	       (a->t->regs[src].encoding & 0xff);
}

static void
operand(const Asm *a, const Operand *o, AsmOpnd *out)
{
	if (o->kind == OPND_REG)
		out->reg = gcn_moved(a, out->reg);
}

/* A stack object is a number only. */
static void
stack_operand(const Asm *a, AsmInsn *insn, uint32_t k)
{
	(void)a;
	insn->o[k].kind = ASM_NUMBER;
	insn->o[k].reg = 0;
}

static void
last(Asm *a)
{
	if (a->rules.kernel)
		gcn_kernel(a);
}

/* Local memory has no contents; kernels know its addresses. */
static bool
data_absent(uint64_t space)
{
	return space == 3;
}

const AsmHooks gcn_asm = {
	.name = "gcn",
	.begin = begin,
	.rules = gcn_rules,
	.function.last = last,
	.frame.prologue = gcn_prologue,
	.frame.has_epilogue = gcn_has_epilogue,
	.frame.epilogue = gcn_epilogue,
	.block.done = finish,
	.code.before = before,
	.code.behind = behind,
	.code.pseudo = pseudo,
	.code.copies_backwards = copies_backwards,
	.opnd.read = operand,
	.opnd.stack = stack_operand,
	.frame.place = gcn_stack_place,
	.opnd.form = gcn_form,
	.opnd.number = gcn_number,
	.module.data_absent = data_absent,
	.module.figures_size = sizeof(GcnFigures),
	.module.end = gcn_notes,
};
