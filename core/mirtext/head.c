/*
 * Prints a function's document: its header, in which only those keys change
 * whose values allocation changes, and its body.
 */
#include "core/mirtext/body.h"
#include "core/mirtext/versions.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_UNKNOWN = 64, MAX_EDITS = 12 + MAX_UNKNOWN };

typedef struct {
	Span span; /* of the key's lines; len 0: new, put before the body */
	void (*print)(const Func *f, Buf *out);
} Edit;

static void
print_registers(const Func *f, Buf *out)
{
	const Target *t = f->target;

	if (f->traits.allocated || !f->vregs.n) {
		buf_str(out, "registers:       []\n");
		return;
	}
	buf_str(out, "registers:\n");
	FOR_VEC(Vreg, v, f->vregs) {
		Operand hint = {.kind = v->hint_kind == 2 ? OPND_VREG
							  : OPND_REG,
				.val = v->hint};

		if (v->number == NONE)
			continue; /* named: its class stands in the body */
		buf_str(out, "  - { id: ");
		buf_uint(out, v->number);
		buf_str(out, ", class: ");
		buf_str(out, target_class_name(t, v->cls));
		buf_str(out, ", preferred-register: '");
		if (v->hint_kind)
			mir_print_reg(f, &hint, out);
		buf_str(out, "' }\n");
	}
}

/* The function's live-ins without the virtual registers they go to. */
static void
print_liveins(const Func *f, Buf *out)
{
	const char *p = f->source->text + f->text.liveins.at, *q;
	const char *end = p + f->text.liveins.len;

	while ((q = text_behind(p, end, "virtual-reg:"))) {
		buf_put(out, p, (size_t)(q - p));
		buf_str(out, " ''");
		p = q;
		while (p < end && !strchr(",}\r\n", *p))
			p++;
		if (p < end && *p == '}')
			buf_char(out, ' ');
	}
	buf_put(out, p, (size_t)(end - p));
}

/* The stack objects of the input as written, then those made. */
static void
print_stack(const Func *f, Buf *out)
{
	Span old = f->text.stack;

	if (f->stack.n && !f->stack.at[0].made) {
		mir_print_objects(f, old, out);
		if (old.len && f->source->text[old.at + old.len - 1] != '\n')
			buf_char(out, '\n');
	} else {
		buf_str(out, "stack:\n");
	}
	FOR_VEC(StackObject, o, f->stack) {
		if (!o->made)
			continue;
		buf_printf(out,
			   "  - { id: %u, name: '', type: spill-slot, "
			   "offset: 0, size: %llu, alignment: %u,\n",
			   o->id, (unsigned long long)o->size, o->align);
		buf_printf(out,
			   "      stack-id: %s, callee-saved-register: '', "
			   "callee-saved-restored: true,\n"
			   "      debug-info-variable: '', "
			   "debug-info-expression: '', "
			   "debug-info-location: '' }\n",
			   o->stack_id ? target_str(f->target, o->stack_id)
				       : "default");
	}
}

static void
print_fixed_stack(const Func *f, Buf *out)
{
	mir_print_objects(f, f->text.fixed_stack, out);
}

static void
print_callsites(const Func *f, Buf *out)
{
	buf_str(out, "callSites:\n");
	FOR_VEC(CallSite, s, f->call_sites) {
		BlockId b = func_block_of(f, s->insn);

		buf_printf(out, "  - { bb: %u, offset: %u", b,
			   s->insn - f->blocks.at[b].first);
		buf_span(out, f->source, s->rest);
		buf_str(out, " }\n");
	}
}

static int
edit_compare(const void *x, const void *y)
{
	const Edit *a = x, *b = y;

	if (a->span.at != b->span.at)
		return a->span.at < b->span.at ? -1 : 1;
	/* A new key lies where the body starts and goes in front of it. */
	return a->span.len < b->span.len ? -1 : a->span.len > b->span.len;
}

static void
print_nothing(const Func *f, Buf *out)
{
	(void)f;
	(void)out;
}

static void
print_true(const Func *f, Buf *out)
{
	(void)f;
	buf_str(out, "true");
}

static void
print_false(const Func *f, Buf *out)
{
	(void)f;
	buf_str(out, "false");
}

/* The edit that makes the header's field PATH say what PRINT does, if the
 * input says WRONG; returns the number of edits. */
static uint32_t
find_field(const Func *f, const char *path, const char *wrong,
	   void (*print)(const Func *f, Buf *out), Edit *edit)
{
	for (uint32_t i = 0; *path && i < f->fields.n; i++) {
		const Field *field = &f->fields.at[i];

		if (strcmp(field->path, path) || strcmp(field->text, wrong))
			continue;
		*edit = (Edit){field->value, print};
		return 1;
	}
	return 0;
}

/*
 * A header field that must say that the function has spill slots of stack id
 * ID: the target's setting "spilled-ID" names it.  Adds an edit if the input
 * says false.
 */
static uint32_t
find_spilled(const Func *f, const char *id, Edit *edit)
{
	char key[40];

	snprintf(key, sizeof(key), "spilled-%s", *id ? id : "default");
	return find_field(f, target_setting(f->target, key), "false",
			  print_true, edit);
}

/* Is a virtual register of F defined twice, or in part?  Then F is not SSA. */
static bool
is_redefined(const Func *f)
{
	bool *defined = ARENA_NEW(f->arena, bool, f->vregs.n + 1);

	for (uint32_t i = 0; i < f->insns.n; i++) {
		const Operand *o = insn_opnds(f, &f->insns.at[i]);

		for (uint32_t k = 0; k < f->insns.at[i].nopnds; k++) {
			if (o[k].kind != OPND_VREG || !(o[k].flags & OPND_DEF))
				continue;
			if (o[k].sub || defined[o[k].val])
				return true;
			defined[o[k].val] = true;
		}
	}
	return false;
}

static bool
has_phi(const Func *f)
{
	for (uint32_t i = 0; i < f->insns.n; i++)
		if (insn_is(f, &f->insns.at[i], WK_PHI))
			return true;
	return false;
}

/* What some versions of LLVM say of the code in keys of their own: they are
 * true of what is printed, not of what was read. */
static uint32_t
find_properties(const Func *f, Edit *edits)
{
	uint32_t n = 0;

	if (f->traits.allocated) {
		n += find_field(f, "noVRegs", "false", print_true, &edits[n]);
		n += find_field(f, "isSSA", "true", print_false, &edits[n]);
		n += find_field(f, "noPhis", "false", print_true, &edits[n]);
		return n;
	}
	if (find_field(f, "isSSA", "true", print_false, edits))
		n += is_redefined(f);
	if (find_field(f, "noPhis", "false", print_true, &edits[n]))
		n += !has_phi(f);
	return n;
}

/* Edits that leave out keys that the version of LLVM which was given does not
 * know, at most MAX of them. */
static uint32_t
find_unknown(const Func *f, Edit *edits, uint32_t max)
{
	KeyWalk walk = {.at = f->text.document.at};
	uint32_t n = 0;

	while (f->traits.llvm && n < max) {
		edits[n] = (Edit){mir_unknown_key(f, &walk), print_nothing};
		if (!edits[n].span.len)
			break;
		n++;
	}
	return n;
}

/* The keys that F prints anew, in the order of their places. */
static uint32_t
find_edits(const Func *f, Edit *edits)
{
	uint32_t n = 0, made = f->stack.n;
	unsigned seen = 0; /* bit 0: default stack id; bit 1: another */

	while (made && !f->stack.at[made - 1].made)
		made--;
	if (f->text.registers.len &&
	    (f->traits.allocated || f->traits.reclassed || f->traits.llvm ||
	     f->vregs.n > f->nparsed_vregs))
		edits[n++] = (Edit){f->text.registers, print_registers};
	if (f->text.liveins.len && f->traits.allocated)
		edits[n++] = (Edit){f->text.liveins, print_liveins};
	if (mir_has_joined(f, f->text.fixed_stack))
		edits[n++] = (Edit){f->text.fixed_stack, print_fixed_stack};
	if (made || mir_has_joined(f, f->text.stack))
		edits[n++] =
			(Edit){f->text.stack.len ? f->text.stack
						 : (Span){f->text.body.at, 0},
			       print_stack};
	for (uint32_t i = 0; i < made && n < MAX_EDITS - MAX_UNKNOWN - 6; i++) {
		const StackObject *o = &f->stack.at[i];

		/* Once for each kind: a field is written once. */
		if (!o->made || (seen >> (o->stack_id != 0) & 1))
			continue;
		seen |= 1u << (o->stack_id != 0);
		n += find_spilled(f, target_str(f->target, o->stack_id),
				  &edits[n]);
	}
	if (f->call_sites.n)
		edits[n++] = (Edit){f->text.callsites, print_callsites};
	if (!f->traits.llvm || func_is_llvm_20(f))
		n += find_properties(f, &edits[n]);
	n += find_unknown(f, &edits[n], MAX_UNKNOWN);
	edits[n++] = (Edit){f->text.body, mir_print_body};
	qsort(edits, n, sizeof(*edits), edit_compare);
	return n;
}

void
mir_print(const Func *f, Buf *out)
{
	Loc at = f->text.document.at, end = at + f->text.document.len;
	Edit edits[MAX_EDITS];
	uint32_t n = 0;

	if (f->text.body.len)
		n = find_edits(f, edits);
	for (uint32_t i = 0; i < n; i++) {
		buf_span(out, f->source, (Span){at, edits[i].span.at - at});
		edits[i].print(f, out);
		at = edits[i].span.at + edits[i].span.len;
	}
	buf_span(out, f->source, (Span){at, end - at});
}
