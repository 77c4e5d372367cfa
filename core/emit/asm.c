/*
 * Prints an allocated function as assembly: symbol, prologue, blocks, data.
 */
#include "core/emit/asm_internal.h"

#include "core/base/bits.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool
asm_error(Asm *a, Loc loc, const char *format, ...)
{
	char text[256];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	diag_error(a->f->diag, loc, "%s", text);
	return false;
}

static bool
starts(const char *s, const char *with)
{
	return *s == *with && !strncmp(s, with, strlen(with));
}

/* Has the function the feature a rule asks for, by itself or by -mcpu? */
static bool
has_feature(const Asm *a, StrId feature)
{
	const TargetVariant *v = a->variant;
	uint32_t i;

	if (!feature || func_has_feature(a->f, target_str(a->t, feature)))
		return true;
	for (i = v ? v->features.start : 0; v && i < v->features.end; i++)
		if (a->t->str_lists[i] == feature)
			return true;
	return false;
}

bool
asm_print(Asm *a, AsmInsn *insn)
{
	const OpcodeDesc *d = &a->t->opcodes[insn->op];
	const char *text =
		target_str(a->t, a->second && d->text2 ? d->text2 : d->text);
	bool ok;

	if (!*text || !strcmp(text, "-"))
		return asm_error(a, insn->loc, "opcode %s has no assembly text",
				 target_str(a->t, d->name));
	if (a->machine == MACHINE_ARM && asm_arm_far(a, insn, text, &ok))
		return ok;
	return asm_template(a, text, insn);
}

/* One step of copying SRC to DST. */
static bool
print_step(Asm *a, const Recipe *step, RegId dst, RegId src, Loc loc)
{
	const Target *t = a->t;
	AsmOpnd opnds[16];
	AsmInsn insn = {.op = step->op, .loc = loc, .o = opnds};
	uint32_t i;

	for (i = step->opnds.start; i < step->opnds.end && insn.n < 16; i++) {
		const RecipeOpnd *o = &t->recipe_opnds[i];
		AsmOpnd *out = &opnds[insn.n];

		if (o->flags & RECIPE_IMPLICIT)
			continue;
		*out = (AsmOpnd){.before = "", .name = "", .after = ""};
		out->kind = ASM_REG;
		if (o->kind == RECIPE_IMM) {
			out->kind = ASM_NUMBER;
			out->number = o->value;
		} else if (o->kind == RECIPE_REG) {
			out->reg = (RegId)o->value;
		} else if (o->kind == RECIPE_VALUE) {
			out->reg = target_subreg(t, dst, (SubId)o->value);
		} else if (o->kind == RECIPE_SOURCE) {
			out->reg = target_subreg(t, src, (SubId)o->value);
		} else {
			return asm_error(a, loc, "no assembly for this copy");
		}
		insn.n++;
	}
	return asm_print(a, &insn);
}

/* Would the first steps overwrite what later ones read?  GCN as LLVM does: by
 * the registers' order alone. */
static bool
must_reverse(const Asm *a, const CopyRule *rule, RegId dst, RegId src)
{
	bool gcn = a->machine == MACHINE_GCN;
	unsigned mask = gcn ? 0xff : UINT16_MAX;

	return rule->steps.end - rule->steps.start > 1 &&
	       (gcn || target_overlap(a->t, dst, src)) &&
	       (a->t->regs[dst].encoding & mask) >
		       (a->t->regs[src].encoding & mask);
}

static bool
copy_reg(Asm *a, RegId dst, RegId src, Loc loc)
{
	const Target *t = a->t;
	uint32_t i, k;

	if (a->machine == MACHINE_X86 && asm_x86_copy(a, dst, src))
		return true;
	for (i = 0; i < t->n_copies; i++) {
		const CopyRule *rule = &t->copies[i];
		uint32_t n = rule->steps.end - rule->steps.start;
		bool back;

		if (!target_class_has(t, rule->dst, dst) ||
		    !target_class_has(t, rule->src, src) ||
		    !has_feature(a, rule->feature))
			continue;
		back = must_reverse(a, rule, dst, src);
		for (k = 0; k < n; k++)
			if (!print_step(a,
					&t->recipes[rule->steps.start +
						    (back ? n - 1 - k : k)],
					dst, src, loc))
				return false;
		return true;
	}
	return asm_error(a, loc, "no copy of %s to %s",
			 target_str(t, t->regs[src].name),
			 target_str(t, t->regs[dst].name));
}

static bool
print_copy(Asm *a, const Insn *insn)
{
	const Operand *o = insn_opnds(a->f, insn);

	if (insn->nopnds < 2 || o[0].kind != OPND_REG || o[1].kind != OPND_REG)
		return asm_error(a, insn->loc, "this copy has no assembly");
	if (o[0].val == o[1].val || o[1].flags & OPND_UNDEF)
		return true;
	return copy_reg(a, (RegId)o[0].val, (RegId)o[1].val, insn->loc);
}

/* Of a register that is no virtual one: $rdx = SUBREG_TO_REG 0, $ecx,
 * %subreg.sub_32bit. */
static bool
print_subreg_to_reg(Asm *a, const Insn *insn)
{
	const Operand *o = insn_opnds(a->f, insn);
	RegId dst = 0;

	if (insn->nopnds > 3 && o[0].kind == OPND_REG &&
	    o[2].kind == OPND_REG && o[3].kind == OPND_SUB)
		dst = target_subreg(a->t, (RegId)o[0].val, (SubId)o[3].val);
	if (!dst)
		return asm_error(a, insn->loc,
				 "this SUBREG_TO_REG has no assembly");
	return dst == o[2].val || copy_reg(a, dst, (RegId)o[2].val, insn->loc);
}

/* "<mcsymbol NAME>" somewhere in P..END, as a label; MIR does not print names
 * of temporary ones. */
static void
print_symbol(Asm *a, const char *p, const char *end)
{
	static const char symbol[] = "<mcsymbol ";
	const char *q;

	for (; p + sizeof(symbol) <= end; p++) {
		if (memcmp(p, symbol, sizeof(symbol) - 1) != 0)
			continue;
		p += sizeof(symbol) - 1;
		q = memchr(p, '>', (size_t)(end - p));
		if (!q || q == p)
			return;
		buf_put(a->out, p, (size_t)(q - p));
		buf_str(a->out, ":\n");
		return;
	}
}

/* The symbol behind KEY in INSN's tail. */
static void
print_carried(Asm *a, const Insn *insn, const char *key)
{
	const char *p = a->f->source->text + insn->tail.at;
	const char *end = p + insn->tail.len;
	size_t n = strlen(key);

	for (; p + n < end; p++)
		if (!memcmp(p, key, n)) {
			print_symbol(a, p, end);
			return;
		}
}

static bool
print_label(Asm *a, const Insn *insn)
{
	Span text = insn->nopnds ? opnd_text(a->f, insn_opnds(a->f, insn))
				 : insn->tail;
	const char *p = a->f->source->text + text.at;

	if (insn_is(a->f, insn, WK_EH_LABEL))
		asm_eh_label(a);
	print_symbol(a, p, p + text.len);
	return true;
}

/* Is INSN, of block B, a jump to the block behind it? */
static bool
falls_through(const Asm *a, const Insn *insn, BlockId b)
{
	const Operand *o = insn_opnds(a->f, insn);
	uint32_t flags = insn_flags(a->f, insn);

	return (flags & OP_BRANCH) && (flags & OP_BARRIER) &&
	       !(flags & OP_INDIRECT_BRANCH) && insn->nopnds &&
	       o->kind == OPND_BLOCK && o->val == b + 1 &&
	       insn + 1 == &a->f->insns.at[a->f->blocks.at[b].end];
}

/* Can INSN become code? */
static bool
is_code(const Asm *a, const Insn *insn)
{
	return !(insn->flags & (INSN_DEBUG | INSN_BUNDLE)) &&
	       !(insn_flags(a->f, insn) & (OP_META | OP_DEBUG));
}

static bool
print_insn(Asm *a, InsnId i, BlockId b)
{
	const Insn *insn = func_insn(a->f, i);
	const char *name = target_str(a->t, insn_desc(a->f, insn)->name);
	uint32_t flags = insn_flags(a->f, insn);
	AsmInsn read;
	bool ok;

	if (asm_x87_insn(a, i, &ok))
		return ok;
	if (insn_is(a->f, insn, WK_EH_LABEL) ||
	    insn_is(a->f, insn, WK_GC_LABEL) ||
	    insn_is(a->f, insn, WK_ANNOTATION_LABEL))
		return print_label(a, insn);
	if (!is_code(a, insn))
		return true;
	if (insn->flags & INSN_UNKNOWN)
		return asm_error(a, insn->loc,
				 "an unknown opcode has no assembly text");
	if (a->machine == MACHINE_GCN) {
		asm_gcn_use_all(a, insn);
		asm_gcn_before(a, insn);
	}
	if (insn_is(a->f, insn, WK_COPY))
		return print_copy(a, insn);
	if (insn_is(a->f, insn, WK_SUBREG_TO_REG))
		return print_subreg_to_reg(a, insn);
	if (insn_is(a->f, insn, WK_INLINEASM) ||
	    insn_is(a->f, insn, WK_INLINEASM_BR))
		return asm_inline(a, insn);
	if (starts(name, "ADJCALLSTACKDOWN") || starts(name, "ADJCALLSTACKUP"))
		return asm_call_frame(a, insn, name[12] == 'D');
	if (falls_through(a, insn, b))
		return true;
	if (flags & OP_RETURN && !asm_epilogue(a, insn))
		return false;
	if (!asm_insn_read(a, insn, &read))
		return false;
	if (a->machine == MACHINE_GCN)
		asm_gcn_bypass(a, insn, &read);
	if (flags & OP_RETURN && strstr(name, "TCRETURN") && read.n &&
	    read.o[read.n - 1].number)
		return asm_error(a, insn->loc,
				 "a tail call with more arguments in memory "
				 "than its caller has no assembly");
	if (a->machine == MACHINE_X86	? asm_x86_pseudo(a, &read, &ok)
	    : a->machine == MACHINE_ARM ? asm_arm_pseudo(a, &read, &ok)
					: asm_gcn_pseudo(a, insn, &read, &ok))
		return ok;
	return asm_print(a, &read);
}

/* How a comment begins. */
static const char *
comment_start(const Asm *a)
{
	return a->machine == MACHINE_X86   ? "#"
	       : a->machine == MACHINE_ARM ? "@"
					   : ";";
}

/* The label line of block B in the input: "bb.3.name (align 16):". */
static void
comment_block(Asm *a, const Block *b)
{
	if (!a->comments || !b->label.len)
		return;
	buf_printf(a->out, "\t%s ", comment_start(a));
	buf_span(a->out, a->f->source, b->label);
	buf_char(a->out, '\n');
}

/* What an instruction is, and for which line of the input, in front of it. */
static void
comment_insn(Asm *a, const Insn *insn)
{
	const char *made = insn->flags & INSN_SPILL    ? "spill for "
			   : insn->flags & INSN_RELOAD ? "reload for "
			   : insn->flags & INSN_FOLDED ? "spill slot in "
			   : insn->flags & INSN_REMAT  ? "computed again for "
			   : insn->flags & INSN_MADE   ? "made for "
						       : "";

	buf_printf(a->out, "\t%s %s", comment_start(a), made);
	if (insn->loc != LOC_NONE)
		buf_printf(a->out, "line %u ",
			   lines_at(&a->lines, insn->loc, NULL));
	buf_printf(a->out, "%s\n",
		   target_str(a->t, insn_desc(a->f, insn)->name));
}

/* print_insn, with its comment if anything is printed. */
static bool
print_commented(Asm *a, InsnId i, BlockId b)
{
	size_t start = a->out->len, end;
	bool ok;

	if (!a->comments)
		return print_insn(a, i, b);
	comment_insn(a, func_insn(a->f, i));
	end = a->out->len;
	ok = print_insn(a, i, b);
	if (a->out->len == end)
		a->out->len = start;
	return ok;
}

/* And with its line of the source. */
static bool
print_placed(Asm *a, InsnId i, BlockId b)
{
	const Insn *insn = func_insn(a->f, i);
	size_t start = a->out->len, end;
	AsmPlaces before = a->places;
	bool ok;

	if (!a->places.debug || !is_code(a, insn))
		return print_commented(a, i, b);
	ok = asm_place(a, insn, b);
	end = a->out->len;
	ok &= print_commented(a, i, b);
	if (a->out->len == end) {
		a->out->len = start;
		a->places = before;
	}
	return ok;
}

/* And with the labels that it carries. */
static bool
print_with_symbols(Asm *a, InsnId i, BlockId b)
{
	const Func *f = a->f;
	const Insn *insn = func_insn(f, i);
	bool last = b + 1 == f->blocks.n && i + 1 == f->blocks.at[b].end, ok;
	bool any = insn->tail.len &&
		   memchr(f->source->text + insn->tail.at, '<', insn->tail.len);

	if (any)
		print_carried(a, insn, "pre-instr-symbol ");
	ok = a->machine != MACHINE_GCN || asm_gcn_call(a, insn, false);
	ok &= print_placed(a, i, b);
	if (a->machine == MACHINE_GCN) {
		asm_gcn_after(a, insn);
		ok &= asm_gcn_call(a, insn, true);
	}
	if (any)
		print_carried(a, insn, "post-instr-symbol ");
	asm_pushed(a, insn);
	if (insn_flags(f, insn) & OP_RETURN && !last)
		asm_returned(a);
	return ok;
}

/* Room for the function's frame, with its first line. */
static bool
print_prologue(Asm *a)
{
	size_t start = a->out->len, end;
	AsmPlaces before = a->places;
	bool ok;

	if (a->places.debug)
		asm_places_start(a);
	end = a->out->len;
	ok = asm_prologue(a);
	if (a->out->len == end) {
		a->out->len = start;
		a->places = before;
	}
	return ok;
}

/* The instructions of block B. */
static bool
print_block(Asm *a, BlockId b)
{
	const Block *block = &a->f->blocks.at[b];
	bool ok = true, ends = false;
	InsnId i;

	asm_x87_head(a, b);
	for (i = block->first; i < block->end; i++) {
		if (!ends &&
		    insn_flags(a->f, func_insn(a->f, i)) & OP_TERMINATOR) {
			asm_x87_end(a, b);
			ends = true;
		}
		ok &= print_with_symbols(a, i, b);
		if (!ends)
			asm_x87_behind(a, i);
		arena_reset(a->line);
	}
	if (!ends)
		asm_x87_end(a, b);
	return ok;
}

static bool
print_blocks(Asm *a)
{
	const Func *f = a->f;
	BlockId b;
	size_t start = a->out->len;
	bool ok = true, again = false; /* control comes back to the first */
	uint32_t i;

	for (i = 0; i < f->succs.n; i++)
		again |= f->succs.at[i].block == 0;
	for (b = 0; b < f->blocks.n; b++) {
		const Block *block = &f->blocks.at[b];

		if (b == 0 && again && !print_prologue(a))
			return false;
		if (block->align > 1)
			buf_printf(a->out, "\t.balign %u\n", block->align);
		buf_str(a->out, asm_block_label(a, b));
		buf_str(a->out, ":\n");
		comment_block(a, block);
		if (b == 0 && !again && !print_prologue(a))
			return false;
		ok &= print_block(a, b);
	}
	if (ok && a->machine == MACHINE_GCN)
		asm_gcn_finish(a, start);
	return ok;
}

static bool
find_machine(Asm *a)
{
	const Target *t = a->t;
	const char *machine = target_setting(t, "assembly");
	const char *second = target_setting(t, "second-templates");

	if (!strcmp(machine, "x86"))
		a->machine = MACHINE_X86;
	else if (!strcmp(machine, "arm"))
		a->machine = MACHINE_ARM;
	else if (!strcmp(machine, "gcn"))
		a->machine = MACHINE_GCN;
	else
		return asm_error(a, LOC_NONE, "target %s has no assembly",
				 target_str(t, t->name));
	if (!a->variant && t->n_variants)
		a->variant = t->variants;
	a->second = a->variant && *second &&
		    !strcmp(target_str(t, a->variant->name), second);
	a->imm_prefix = a->machine == MACHINE_X86   ? "$"
			: a->machine == MACHINE_ARM ? "#"
						    : "";
	if (a->machine == MACHINE_GCN) {
		a->used =
			ARENA_NEW(a->tmp, uint64_t, BITS_WORDS(t->n_unit_regs));
	}
	return true;
}

/* Can constants not be told to lie within 1020 bytes of all code, or 510 where
 * some may be of two bytes?  A line of machine IR rarely makes more than six
 * instructions. */
static bool
is_far(const Asm *a)
{
	const Func *f = a->f;
	uint64_t size = 24 * (uint64_t)f->insns.n + 16 * f->constants.n;
	uint64_t near = func_has_feature(f, "fullfp16") ? 450 : 960;
	uint32_t i;

	for (i = 0; i < f->insns.n; i++)
		if (insn_is(f, func_insn(f, i), WK_INLINEASM))
			return true;
	return a->machine != MACHINE_ARM || f->jump_tables.n || size > near;
}

bool
asm_emit_func(const Func *f, const AsmOptions *options, Arena *tmp, Buf *out)
{
	Asm a = {.f = f,
		 .t = f->target,
		 .variant = options->variant,
		 .comments = options->comments,
		 .places = {.debug = options->debug},
		 .tmp = tmp,
		 .line = tmp,
		 .out = out,
		 .figures = options->figures};
	Arena line = {0};
	bool ok;

	if (!find_machine(&a))
		return false;
	asm_names(&a);
	if (!asm_thumb_read(&a) || !asm_rules(&a) ||
	    !frame_layout(f, &a.rules, &a.frame, tmp))
		return false;
	if (!asm_attributes(&a) || !asm_eh_read(&a) || !asm_x87_read(&a))
		return false;
	a.far = is_far(&a);
	a.line = &line;
	if (a.comments)
		lines_find(&a.lines, f->source, f->document, f->first_line,
			   tmp);
	asm_head(&a);
	ok = print_blocks(&a) && (a.far || asm_data(&a));
	if (ok && a.thumb)
		asm_thumb_tables(&a);
	if (ok)
		asm_tail(&a);
	ok = ok && (!a.far || asm_data(&a));
	if (ok && a.rules.kernel)
		asm_gcn_kernel(&a);
	arena_free(&line);
	return ok;
}

bool
asm_frame(const Func *f, const AsmOptions *options, Frame *frame, Arena *tmp)
{
	Asm a = {.f = f,
		 .t = f->target,
		 .variant = options->variant,
		 .tmp = tmp,
		 .line = tmp};

	if (!*target_setting(f->target, "assembly") || !find_machine(&a))
		return false;
	return asm_thumb_read(&a) && asm_rules(&a) &&
	       frame_layout(f, &a.rules, frame, tmp);
}
