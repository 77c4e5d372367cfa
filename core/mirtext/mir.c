/*
 * Prints a function as MIR, at whatever stage it is: as it was read, with
 * registers and copies of our own, or allocated.
 *
 * Register operands are printed from their fields; all other operands, and
 * what stands behind the last one, are copied from the source.
 */
#include "core/mirtext/body.h"

void
mir_print_reg(const Func *f, const Operand *o, Buf *out)
{
	const Target *t = f->target;

	if (o->kind == OPND_REG) {
		buf_char(out, '$');
		buf_str(out, o->val ? target_reg_name(t, o->val) : "noreg");
	} else {
		const Vreg *v = &f->vregs.at[o->val];

		buf_char(out, '%');
		if (v->number == NONE)
			buf_span(out, f->source, vreg_text(f, v).name);
		else
			buf_uint(out, v->number);
	}
	if (o->sub) {
		buf_char(out, '.');
		buf_str(out, target_sub_name(t, o->sub));
	}
}

void
mir_print_stack_id(const Func *f, const StackObject *o, Buf *out)
{
	buf_uint(out, o->id);
	if (o->name.len) {
		buf_char(out, '.');
		buf_span(out, f->source, o->name);
	}
}

/* Flags in LLVM's order; LEFT: the operand stands before "=". */
static void
print_flags(const Operand *o, bool left, Buf *out)
{
	unsigned flags = o->flags;

	if (flags & OPND_IMPLICIT)
		buf_str(out, flags & OPND_DEF ? "implicit-def " : "implicit ");
	else if (flags & OPND_DEF && !left)
		buf_str(out, "def ");
	if (flags & OPND_INTERNAL)
		buf_str(out, "internal ");
	if (flags & OPND_DEAD)
		buf_str(out, "dead ");
	if (flags & OPND_KILL)
		buf_str(out, "killed ");
	if (flags & OPND_UNDEF)
		buf_str(out, "undef ");
	if (flags & OPND_EARLY)
		buf_str(out, "early-clobber ");
	if (flags & OPND_RENAMABLE && o->kind == OPND_REG)
		buf_str(out, "renamable ");
}

/* A vreg's class stands at its definitions on the left, and where it has none
 * at all; without a list of registers, at least at its first occurrence. */
static bool
wants_class(const MirPrinter *p, const Operand *o, bool left)
{
	if (o->kind != OPND_VREG || left || !p->state)
		return o->kind == OPND_VREG && left;
	uint8_t state = p->state[o->val];
	p->state[o->val] |= VREG_SHOWN;
	if (state & VREG_LEFT_DEF)
		return false;
	if (!p->listed || p->f->vregs.at[o->val].number == NONE)
		return !(state & VREG_SHOWN);
	return !(state & VREG_DEF);
}

/* Did the operand's text end with its type, "%5(p4)"? */
static bool
text_has_type(const Func *f, const Operand *o)
{
	return o->kind == OPND_VREG &&
	       vreg_text(f, &f->vregs.at[o->val]).type.len &&
	       o->loc != LOC_NONE && o->len &&
	       f->source->text[o->loc + o->len - 1] == ')' &&
	       !(o->flags & OPND_TIE_TEXT);
}

static void
print_register(const MirPrinter *p, const Operand *o, bool left)
{
	const Func *f = p->f;
	Buf *out = p->out;

	print_flags(o, left, out);
	mir_print_reg(f, o, out);
	if (wants_class(p, o, left)) {
		const Vreg *v = &f->vregs.at[o->val];

		buf_char(out, ':');
		buf_str(out, v->cls == CLASS_NONE
				     ? "_"
				     : target_class_name(f->target, v->cls));
		buf_span(out, f->source, vreg_text(f, v).type);
	} else if (text_has_type(f, o)) {
		buf_span(out, f->source,
			 vreg_text(f, &f->vregs.at[o->val]).type);
	}
	if (o->flags & OPND_TIE_TEXT && o->tied != TIED_NONE) {
		buf_str(out, "(tied-def ");
		buf_uint(out, o->tied);
		buf_char(out, ')');
	}
}

/* An operand without text, or whose text no longer tells its value. */
static void
print_made(const Func *f, const Operand *o, Buf *out)
{
	const Target *t = f->target;

	switch (o->kind) {
	case OPND_IMM:
		buf_int(out, f->imms.at[o->val]);
		break;
	case OPND_BLOCK:
		buf_str(out, "%bb.");
		buf_uint(out, f->blocks.at[o->val].number);
		break;
	case OPND_STACK:
		buf_str(out, "%stack.");
		mir_print_stack_id(f, &f->stack.at[o->val], out);
		break;
	case OPND_FIXED:
		buf_str(out, "%fixed-stack.");
		buf_uint(out, f->fixed.at[o->val].id);
		break;
	case OPND_CONST:
		buf_str(out, "%const.");
		buf_uint(out, o->val);
		break;
	case OPND_JUMP_TABLE:
		buf_str(out, "%jump-table.");
		buf_uint(out, o->val);
		break;
	case OPND_SUB:
		buf_str(out, "%subreg.");
		buf_str(out, target_sub_name(t, o->val));
		break;
	case OPND_MASK:
		buf_str(out,
			target_str(t,
				   t->masks[f->masks.at[o->val].named].name));
		break;
	default:
		break;
	}
}

/* The comment that stands directly behind an operand's text, "14 / * CC::al
 * * /", goes with it. */
static void
print_comment(const Func *f, const Operand *o, Buf *out)
{
	const char *p = f->source->text, *end = p + f->source->len, *stop;
	Span text = opnd_text(f, o);

	if (opnd_is_reg(o))
		text = (Span){o->loc, o->len};
	p += text.at + text.len;
	while (p < end && *p == ' ')
		p++;
	if (end - p < 4 || p[0] != '/' || p[1] != '*')
		return;
	for (stop = p + 2; stop < end && *stop != '\n'; stop++)
		if (stop[-1] == '*' && *stop == '/' && stop - p > 2) {
			buf_char(out, ' ');
			buf_put(out, p, (size_t)(stop + 1 - p));
			return;
		}
}

static void
print_operand(const MirPrinter *p, const Operand *o, bool left)
{
	const Func *f = p->f;

	if (opnd_is_reg(o))
		print_register(p, o, left);
	else if (o->loc == LOC_NONE || o->kind == OPND_BLOCK)
		print_made(f, o, p->out);
	else
		buf_span(p->out, f->source, opnd_text(f, o));
	if (o->loc != LOC_NONE && !opnd_is_reg(o))
		print_comment(f, o, p->out);
}

/* "Made" operands stand for the same value as the text they replace: a block
 * reference loses the block's name, which need not be there. */
void
mir_print_body_insn(const MirPrinter *p, const Block *block, InsnId i)
{
	const Func *f = p->f;
	const Insn *insn = &f->insns.at[i];
	const Operand *o = insn_opnds(f, insn);
	Buf *out = p->out;
	uint32_t k;

	for (k = 0; k < insn->nleft; k++) {
		if (k)
			buf_put(out, ", ", 2);
		print_operand(p, &o[k], true);
	}
	if (insn->nleft)
		buf_put(out, " = ", 3);
	if (insn->name.len)
		mir_print_flags(f, insn->name, out);
	if (!insn->name.len || insn->flags & INSN_RENAMED)
		buf_str(out, insn_opcode_name(f, insn));
	size_t named = out->len;
	for (; k < insn->nopnds; k++) {
		buf_put(out, k == insn->nleft ? " " : ", ",
			k == insn->nleft ? 1 : 2);
		print_operand(p, &o[k], false);
	}
	if (block)
		mir_print_unmade(p, block, i);
	if (block && i == p->numbered)
		buf_printf(out, "%s debug-instr-number %u",
			   out->len > named ? "," : "", p->number);
	buf_span(out, f->source, insn->tail);
}

void
mir_print_insn(const Func *f, InsnId i, Buf *out)
{
	MirPrinter p = {.f = f, .out = out};

	mir_print_body_insn(&p, NULL, i);
}
