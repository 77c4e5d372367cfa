/*
 * Prints an allocated function as assembly: symbol, prologue, blocks, data.
 */
#include "core/emit/asm_internal.h"
#include "core/emit/branches.h"

#include <string.h>

static bool
print_copy(Asm *a, const Insn *insn)
{
	const Operand *o = insn_opnds(a->f, insn);

	if (insn->nopnds < 2 || o[0].kind != OPND_REG || o[1].kind != OPND_REG)
		return asm_error(a, insn->loc, "this copy has no assembly");
	if (o[0].val == o[1].val || o[1].flags & OPND_UNDEF)
		return true;
	return asm_copy(a, (RegId)o[0].val, (RegId)o[1].val, insn->loc);
}

/* Of a register that is no virtual one: the register around it. */
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
	return dst == o[2].val || asm_copy(a, dst, (RegId)o[2].val, insn->loc);
}

/* "<mcsymbol NAME>" somewhere in P..END, as a label; MIR does not print names
 * of temporary ones. */
static void
print_symbol(Asm *a, const char *p, const char *end)
{
	p = text_behind(p, end, "<mcsymbol ");
	const char *q = p ? memchr(p, '>', (size_t)(end - p)) : p;
	if (q == p || !q)
		return;
	buf_put(a->out, p, (size_t)(q - p));
	buf_str(a->out, ":\n");
}

/* The symbol behind KEY in INSN's tail. */
static void
print_carried(Asm *a, const Insn *insn, const char *key)
{
	const Source *source = a->f->source;
	const char *p = span_behind(source, insn->tail, key);

	if (p)
		print_symbol(a, p,
			     source->text + insn->tail.at + insn->tail.len);
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
	       o->kind == OPND_BLOCK && block_falls_to(a->f, b, o->val) &&
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
	uint32_t flags = insn_flags(a->f, insn);
	AsmInsn read;
	bool ok;

	if (a->hooks->code.insn && a->hooks->code.insn(a, i, &ok))
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
	if (a->hooks->code.before && !a->hooks->code.before(a, insn))
		return false;
	if (insn_is(a->f, insn, WK_COPY))
		return print_copy(a, insn);
	if (insn_is(a->f, insn, WK_SUBREG_TO_REG))
		return print_subreg_to_reg(a, insn);
	if (insn_is(a->f, insn, WK_INLINEASM) ||
	    insn_is(a->f, insn, WK_INLINEASM_BR))
		return asm_inline(a, insn);
	if (flags & (OP_FRAME_OPEN | OP_FRAME_CLOSE))
		return asm_call_frame(a, insn, flags & OP_FRAME_OPEN);
	if (falls_through(a, insn, b))
		return true;
	if (flags & OP_RETURN && !asm_epilogue(a, insn))
		return false;
	if (!asm_insn_read(a, insn, &read))
		return false;
	if (a->hooks->code.pseudo && a->hooks->code.pseudo(a, insn, &read, &ok))
		return ok;
	return asm_print(a, &read);
}

/* The label line of block B in the input: "bb.3.name (align 16):". */
static void
comment_block(Asm *a, const Block *b)
{
	if (!a->comments || !b->label.len)
		return;
	buf_printf(a->out, "\t%s ", a->comment);
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

	buf_printf(a->out, "\t%s %s", a->comment, made);
	if (insn->loc != LOC_NONE)
		buf_printf(a->out, "line %u ",
			   lines_at(&a->lines, insn->loc, NULL));
	buf_printf(a->out, "%s\n", insn_opcode_name(a->f, insn));
}

/* print_insn, with its comment if anything is printed. */
static bool
print_commented(Asm *a, InsnId i, BlockId b)
{
	size_t start = a->out->len;

	if (!a->comments)
		return print_insn(a, i, b);
	comment_insn(a, func_insn(a->f, i));
	size_t end = a->out->len;
	bool ok = print_insn(a, i, b);
	if (a->out->len == end)
		a->out->len = start;
	return ok;
}

/* And with its line of the source. */
static bool
print_placed(Asm *a, InsnId i, BlockId b)
{
	const Insn *insn = func_insn(a->f, i);
	size_t start = a->out->len;
	AsmPlaces before = a->places;

	if (!a->places.debug || !is_code(a, insn))
		return print_commented(a, i, b);
	bool ok = asm_place(a, insn, b);
	size_t end = a->out->len;
	ok &= print_commented(a, i, b);
	if (a->out->len == end) {
		a->out->len = start;
		a->places = before;
	}
	return ok;
}

/* And with the labels that it carries; TERMINATED: a terminator stands before
 * it, or it is one. */
static bool
print_with_symbols(Asm *a, InsnId i, BlockId b, bool terminated)
{
	const Func *f = a->f;
	const Insn *insn = func_insn(f, i);
	uint32_t flags = insn_flags(f, insn);
	bool last = b + 1 == f->blocks.n && i + 1 == f->blocks.at[b].end;
	bool any = insn->tail.len &&
		   memchr(f->source->text + insn->tail.at, '<', insn->tail.len);

	if (any)
		print_carried(a, insn, "pre-instr-symbol ");
	bool ok = print_placed(a, i, b);
	if (any)
		print_carried(a, insn, "post-instr-symbol ");
	if ((flags & (OP_CALL | OP_RETURN)) == OP_CALL)
		ok &= asm_behind_call(a, i, f->blocks.at[b].end);
	if (a->hooks->code.behind)
		ok &= a->hooks->code.behind(a, i, b, terminated);
	if (flags & OP_RETURN && !last)
		asm_returned(a);
	return ok;
}

/* Where the function is entered: its first line, and room for its frame. */
static bool
print_prologue(Asm *a)
{
	size_t start = a->out->len;
	AsmPlaces before = a->places;

	if (a->places.debug)
		asm_places_start(a);
	size_t end = a->out->len;
	if (a->hooks->function.entry)
		a->hooks->function.entry(a);
	bool ok = asm_prologue(a);
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
	const AsmHooks *hooks = a->hooks;
	bool ok = true, ends = false;

	if (hooks->block.head)
		hooks->block.head(a, b);
	for (InsnId i = block->first; i < block->end; i++) {
		if (!ends &&
		    insn_flags(a->f, func_insn(a->f, i)) & OP_TERMINATOR) {
			if (hooks->block.end)
				hooks->block.end(a, b);
			ends = true;
		}
		ok &= print_with_symbols(a, i, b, ends);
		arena_reset(a->line);
	}
	if (!ends && hooks->block.end)
		hooks->block.end(a, b);
	return ok;
}

static bool
print_blocks(Asm *a)
{
	const Func *f = a->f;
	size_t start = a->out->len;
	bool ok = true, again = false; /* control comes back to the first */

	FOR_VEC(Succ, succ, f->succs)
		again |= succ->block == 0;
	for (BlockId b = 0; b < f->blocks.n; b++) {
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
	if (ok && a->hooks->block.done)
		a->hooks->block.done(a, start);
	return ok;
}

/* Is the variant one of LIST, words, or the list empty? */
static bool
has_variant(const Asm *a, const char *list)
{
	if (!*list || !a->variant)
		return true;
	const char *name = target_str(a->t, a->variant->name);
	return target_words_have(list, name, strlen(name));
}

/* What the target says of its assembly; false: it has none. */
static bool
machine_find(Asm *a)
{
	const Target *t = a->t;
	const char *second = target_setting(t, "second-templates");

	if (!a->hooks)
		return asm_error(a, LOC_NONE, "target %s has no assembly",
				 target_str(t, t->name));
	if (!a->variant && t->n_variants)
		a->variant = t->variants;
	if (!has_variant(a, target_setting(t, "assembly-variants")))
		return asm_error(a, LOC_NONE, "%s has no assembly: -emit mir",
				 target_str(t, a->variant->name));
	a->second = a->variant && *second &&
		    !strcmp(target_str(t, a->variant->name), second);
	a->comment = target_setting(t, "assembly-comment");
	a->number = target_setting(t, "assembly-number");
	a->address = target_address_bytes(t);
	return !a->hooks->begin || a->hooks->begin(a);
}

/* The frame's rules, and the frame. */
static bool
lay_out(Asm *a, Frame *frame)
{
	return asm_rules(a) && frame_layout(a->f, &a->rules, frame, a->tmp);
}

bool
asm_emit_func(const Func *f, const AsmOptions *options, Arena *tmp, Buf *out)
{
	Arena line = {0};
	Asm a = {.f = f,
		 .t = f->target,
		 .variant = options->variant,
		 .hooks = options->hooks,
		 .of = options->of,
		 .comments = options->comments,
		 .places = {.debug = options->debug},
		 .tmp = tmp,
		 .line = tmp,
		 .out = out};

	if (!machine_find(&a))
		return false;
	asm_names(&a);
	if (!lay_out(&a, &a.frame) || !asm_attributes(&a) || !asm_eh_read(&a) ||
	    (a.hooks->read && !a.hooks->read(&a)))
		return false;
	a.far = !a.hooks->constants.near || !a.hooks->constants.near(&a);
	a.line = &line;
	if (a.comments)
		lines_find(&a.lines, f->source, f->text.document,
			   f->text.first_line, tmp);
	asm_head(&a);
	bool ok = print_blocks(&a) && (a.far || asm_data(&a));
	if (ok)
		asm_tail(&a);
	ok = ok && (!a.far || asm_data(&a));
	if (ok && a.hooks->function.last)
		a.hooks->function.last(&a);
	arena_free(&line);
	return ok;
}

bool
asm_frame(const Func *f, const AsmOptions *options, Frame *frame, Arena *tmp)
{
	Asm a = {.f = f,
		 .t = f->target,
		 .variant = options->variant,
		 .hooks = options->hooks,
		 .tmp = tmp,
		 .line = tmp};

	return a.hooks && machine_find(&a) && lay_out(&a, frame);
}
