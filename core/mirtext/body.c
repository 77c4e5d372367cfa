/*
 * Prints the body of a function: block heads, instructions, bundles, memory
 * operands of made loads and stores.
 */
#include "core/mirtext/body.h"
#include "core/model/memory.h"

#include "core/base/memory.h"
#include "core/llvmir/text.h"

#include <stdlib.h>
#include <string.h>

static void
print_indent(const MirPrinter *p, unsigned extra)
{
	unsigned n =
		(p->f->text.body_indent ? p->f->text.body_indent : 2) + extra;

	memset(buf_room(p->out, n), ' ', n);
	p->out->len += n;
}

static void
print_succs(MirPrinter *p, const Block *block)
{
	print_indent(p, 2);
	buf_str(p->out, "successors:");
	for (uint32_t i = block->succs.start; i < block->succs.end; i++) {
		const Succ *s = &p->f->succs.at[i];

		buf_str(p->out, i == block->succs.start ? " %bb." : ", %bb.");
		buf_uint(p->out, p->f->blocks.at[s->block].number);
		if (s->prob == UINT32_MAX)
			continue;
		buf_str(p->out, "(0x");
		buf_hex(p->out, s->prob, 8, 0);
		buf_char(p->out, ')');
	}
	mir_line_end(p);
}

static void
print_liveins(MirPrinter *p, const Block *block)
{
	const Target *t = p->f->target;

	print_indent(p, 2);
	buf_str(p->out, "liveins:");
	for (uint32_t i = block->liveins.start; i < block->liveins.end; i++) {
		const LiveIn *in = &p->f->liveins.at[i];

		buf_str(p->out, i == block->liveins.start ? " $" : ", $");
		buf_str(p->out, target_reg_name(t, in->reg));
		if (in->lanes == LANES_ALL)
			continue;
		buf_str(p->out, ":0x");
		buf_hex(p->out, in->lanes, 16, 1);
	}
	mir_line_end(p);
}

/* The lines of comments before TO, which is printed next. */
static void
print_comments(MirPrinter *p, Loc to)
{
	if (to == LOC_NONE)
		return;
	if (mir_comment_before(p, to))
		while (mir_comments(p, to))
			;
	p->at = to;
}

/* Where in the source the instructions of BLOCK from I on begin, or what
 * follows it. */
static Loc
text_from(const Func *f, const Block *block, InsnId i)
{
	BlockId next = (BlockId)(block - f->blocks.at) + 1;

	for (; i < block->end; i++)
		if (f->insns.at[i].loc != LOC_NONE)
			return f->insns.at[i].loc;
	return next < f->blocks.n ? f->blocks.at[next].label.at
				  : f->text.body.at + f->text.body.len;
}

/* The lines behind a label, comments among them; SUCCS and LIVEINS: those are
 * to be printed. */
static void
print_head_lines(MirPrinter *p, const Block *block, bool succs, bool liveins)
{
	Loc to = text_from(p->f, block, block->first);
	bool comments = mir_comment_before(p, to);
	const char *line;
	const char *end = p->f->source->text + p->f->source->len;

	if (succs && !(block->flags & BLOCK_SUCCS_GIVEN)) {
		print_succs(p, block);
		succs = false;
	}
	while (comments && (line = mir_comments(p, to))) {
		if (succs && text_begins(line, end, "successors")) {
			print_succs(p, block);
			succs = false;
		} else if (liveins && text_begins(line, end, "liveins")) {
			print_liveins(p, block);
			liveins = false;
		}
	}
	if (succs)
		print_succs(p, block);
	if (liveins)
		print_liveins(p, block);
}

/* The attributes in parentheses before END; END: there are none. */
static const char *
label_attributes(const char *name, const char *end)
{
	static const char *const words[] = {"%ir-block.",
					    "machine-block-address-taken",
					    "ir-block-address-taken",
					    "address-taken",
					    "inlineasm-br-indirect-target",
					    "landing-pad",
					    "ehfunclet-entry",
					    "align ",
					    "bbsections ",
					    "bb_id ",
					    "call-frame-size "};
	const char *p;

	for (p = end; p > name; p--) {
		if (p[0] != '(' || p[-1] != ' ')
			continue;
		for (uint32_t i = 0; i < sizeof(words) / sizeof(*words); i++)
			if (!strncmp(p + 1, words[i], strlen(words[i])))
				return p - 1;
	}
	return end;
}

/* The label of a block that was read, "bb.3.name (align 16):".  llc prints
 * names with any characters and reads those of its identifiers: others are left
 * out. */
static void
print_label(MirPrinter *p, Span label)
{
	const char *text = p->f->source->text + label.at;
	const char *end = text + label.len - 1, *name = text + 3, *q;

	while (*name >= '0' && *name <= '9')
		name++;
	for (q = name; q < end && irtext_in_name(*q); q++)
		continue;
	if (q == end || !strncmp(q, " (", 2) || (q == name && *q == '(')) {
		buf_span(p->out, p->f->source, label);
		return;
	}
	q = label_attributes(name, end);
	buf_put(p->out, text, (size_t)(name - text));
	buf_put(p->out, q, (size_t)(end + 1 - q));
}

static void
print_head(MirPrinter *p, const Block *block)
{
	bool succs = block->flags & BLOCK_SUCCS_GIVEN ||
		     block->succs.start < block->succs.end;
	bool liveins = block->liveins.start < block->liveins.end;

	print_indent(p, 0);
	if (block->label.len) {
		print_label(p, block->label);
		p->at = block->label.at;
	} else {
		buf_str(p->out, "bb.");
		buf_uint(p->out, block->number);
		buf_char(p->out, ':');
	}
	mir_line_end(p);
	print_head_lines(p, block, succs, liveins);
	if ((succs || liveins) && !p->spaced && block->first < block->end) {
		print_indent(p, 0);
		buf_char(p->out, '\n');
	}
}

/* Address space of the spill rule whose recipe has the opcode. */
static unsigned
access_space(const Func *f, OpcodeId op)
{
	const Target *t = f->target;

	FOR_ARRAY(SpillRule, rule, t->spills, t->n_spills)
		if (t->recipes[rule->store].op == op ||
		    t->recipes[rule->load].op == op)
			return rule->addrspace;
	return 0;
}

static void
print_access(const MirPrinter *p, const Insn *insn, const MadeAccess *a)
{
	const StackObject *o = &p->f->stack.at[a->slot];
	unsigned space = access_space(p->f, insn->op);
	Buf *out = p->out;

	buf_str(out, a->load ? "(load " : "(store ");
	if (a->load && a->store)
		buf_str(out, "store ");
	buf_str(out, "(s");
	buf_uint(out, (uint64_t)a->size * 8);
	buf_str(out, a->load && a->store ? ") on %stack."
		     : a->load		 ? ") from %stack."
					 : ") into %stack.");
	mir_print_stack_id(p->f, o, out);
	if (o->align != a->size) {
		buf_str(out, ", align ");
		buf_uint(out, o->align);
	}
	if (space) {
		buf_str(out, ", addrspace ");
		buf_uint(out, space);
	}
	buf_char(out, ')');
}

/* Memory operands of the slots that instruction I was given; *NEXT is the
 * first record not printed. */
static void
print_accesses(const MirPrinter *p, InsnId i, uint32_t *next)
{
	const Func *f = p->f;
	const Insn *insn = &f->insns.at[i];
	const char *end;
	bool first = !memory_text(f, insn, &end);

	while (*next < f->accesses.n && f->accesses.at[*next].insn < i)
		++*next;
	for (; *next < f->accesses.n && f->accesses.at[*next].insn == i;
	     ++*next) {
		buf_str(p->out, first ? " :: " : ", ");
		print_access(p, insn, &f->accesses.at[*next]);
		first = false;
	}
}

static void
print_block(MirPrinter *p, const Block *block, uint32_t *access)
{
	const Func *f = p->f;

	print_head(p, block);
	for (InsnId i = block->first; i < block->end; i++) {
		unsigned flags = f->insns.at[i].flags;

		print_comments(p, f->insns.at[i].loc);
		print_indent(p, flags & INSN_BUNDLED ? 4 : 2);
		mir_print_body_insn(p, block, i);
		print_accesses(p, i, access);
		if (flags & INSN_BUNDLE)
			buf_str(p->out, " {");
		mir_line_end(p);
		if (flags & (INSN_BUNDLE | INSN_BUNDLED) &&
		    (i + 1 == block->end ||
		     !(f->insns.at[i + 1].flags & INSN_BUNDLED))) {
			if (mir_comment_before(p, text_from(f, block, i + 1)))
				mir_comments(p, text_from(f, block, i + 1));
			print_indent(p, 2);
			buf_str(p->out, "}\n");
		}
	}
}

/* By register: where it is defined. */
static uint8_t *
vreg_states(const Func *f)
{
	uint8_t *state = memory_get((size_t)f->vregs.n + 1);

	memset(state, 0, (size_t)f->vregs.n + 1);
	FOR_VEC(Insn, insn, f->insns) {
		const Operand *o = insn_opnds(f, insn);

		for (uint32_t k = 0; k < insn->nopnds; k++)
			if (o[k].kind == OPND_VREG && o[k].flags & OPND_DEF)
				state[o[k].val] |=
					k < insn->nleft
						? VREG_LEFT_DEF | VREG_DEF
						: VREG_DEF;
	}
	return state;
}

/* The end of the body's text: blank lines behind the last instruction. */
static void
print_rest(const Func *f, Buf *out)
{
	const char *start = f->source->text + f->text.body.at;
	const char *end = start + f->text.body.len, *p = end;

	while (p > start && (p[-1] == '\n' || p[-1] == ' ' || p[-1] == '\r' ||
			     p[-1] == '\t'))
		p--;
	p = memchr(p, '\n', (size_t)(end - p));
	if (p)
		buf_put(out, p + 1, (size_t)(end - p - 1));
}

void
mir_print_body(const Func *f, Buf *out)
{
	MirPrinter p = {.f = f,
			.out = out,
			.state = vreg_states(f),
			.listed = f->text.registers.len != 0,
			.at = f->text.body.at};
	const char *key = f->source->text + f->text.body.at;
	const char *eol = text_line_end(key, key + f->text.body.len);
	uint32_t access = 0;

	p.numbered = mir_find_number(f, &p.number);
	buf_put(out, key, (size_t)(eol - key));
	mir_line_end(&p);
	for (BlockId b = 0; b < f->blocks.n; b++) {
		if (f->blocks.at[b].label.len)
			print_comments(&p, f->blocks.at[b].label.at);
		if (b && !p.spaced) {
			print_indent(&p, 0);
			buf_char(out, '\n');
		}
		print_block(&p, &f->blocks.at[b], &access);
	}
	print_comments(&p, f->text.body.at + f->text.body.len);
	if (f->blocks.n && !p.spaced)
		print_rest(f, out);
	free(p.state);
}
