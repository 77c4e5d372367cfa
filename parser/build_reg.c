/*
 * Virtual registers: found by number or name at any occurrence, their class
 * taken from whichever occurrence has it, and in the end put in order of
 * number.
 */
#include "parser/build.h"

#include "parser/number.h"

#include <stdlib.h>
#include <string.h>

/* The register %NUMBER, or with a name (NONE), which is new. */
static VregId
vreg_add(Builder *b, uint32_t number, Loc at)
{
	Vreg v = {.cls = CLASS_NONE,
		  .number = number,
		  .parent = b->f->vregs.n,
		  .loc = at};

	VEC_PUSH(b->f->arena, b->f->vregs, v);
	return v.parent;
}

VregId
build_vreg_number(Builder *b, uint32_t number, Loc at)
{
	if (number < b->indices.ndense)
		return number;
	if (number == b->f->vregs.n && number == b->indices.ndense) {
		b->indices.ndense++;
		return vreg_add(b, number, at);
	}
	uint32_t *id = intmap_at(&b->indices.vregs, b->tmp, number);
	if (*id == UINT32_MAX)
		*id = vreg_add(b, number, at);
	return *id;
}

static void
text_add(Builder *b, VregId v, VregText text)
{
	VEC_PUSH(b->f->arena, b->f->text.vregs, text);
	b->f->vregs.at[v].text = b->f->text.vregs.n;
}

static bool
vreg_is_named(const Builder *b, const Vreg *v, Span name)
{
	Span has = vreg_text(b->f, v).name;

	return has.len == name.len &&
	       !memcmp(b->text + has.at, b->text + name.at, name.len);
}

VregId
build_vreg_name(Builder *b, Span name)
{
	uint32_t *id;

	INTMAP_SEEK(id, &b->indices.names, b->tmp,
		    target_hash(b->text + name.at, name.len),
		    vreg_is_named(b, &b->f->vregs.at[*id], name));
	if (*id == UINT32_MAX) {
		*id = vreg_add(b, NONE, name.at - 1);
		text_add(b, *id, (VregText){.name = name});
	}
	return *id;
}

void
build_vreg_type(Builder *b, VregId v, Span type)
{
	uint32_t text = b->f->vregs.at[v].text;

	if (!text)
		text_add(b, v, (VregText){.type = type});
	else if (!b->f->text.vregs.at[text - 1].type.len)
		b->f->text.vregs.at[text - 1].type = type;
}

void
build_vreg_class(Builder *b, VregId v, Span name)
{
	const char *text = b->text + name.at;
	Vreg *reg = &b->f->vregs.at[v];
	ClassId cls = (ClassId)build_name(b, NAME_CLASS, name);

	if (cls == CLASS_NONE)
		reg->loc = LOC_NONE; /* one message is enough */
	if (name.len == 1 && *text == '_')
		diag_error(b->diag, name.at,
			   "generic virtual register: instruction selection "
			   "has not been done");
	else if (cls == CLASS_NONE)
		diag_error(b->diag, name.at, "unknown register class '%.*s'",
			   (int)name.len, text);
	else if (reg->cls != CLASS_NONE && reg->cls != cls)
		diag_error(b->diag, name.at,
			   "conflicting register classes, previously '%s'",
			   target_str(b->target,
				      b->target->classes[reg->cls].name));
	else
		reg->cls = cls;
}

/* Value of token T without quotes. */
static Span
token_scalar(const Builder *b, Token t)
{
	char c = *token_text(b, t);

	if (t.len >= 2 && (c == '\'' || c == '"'))
		return (Span){t.at + 1, t.len - 2};
	return (Span){t.at, t.len};
}

/* "preferred-register: '$reg'" or '%3'. */
static void
vreg_hint(Builder *b, VregId v, Span hint)
{
	const char *p = b->text + hint.at;
	Vreg *reg = &b->f->vregs.at[v];

	if (!hint.len)
		return;
	if (*p == '$') {
		reg->hint = target_reg(b->target, p + 1, hint.len - 1);
		reg->hint_kind = 1;
		if (!reg->hint)
			diag_error(b->diag, hint.at, "unknown register '%.*s'",
				   (int)hint.len, p);
	} else if (*p == '%') {
		reg->hint = number_digits(p + 1, p + hint.len);
		reg->hint_kind = 2;
		VEC_PUSH(b->tmp, b->refs.hints, v);
	} else {
		diag_error(b->diag, hint.at, "register expected");
	}
}

/* The value of KEY in the list entry being read; len 0: absent. */
static Span
entry_value(const Builder *b, const char *key)
{
	for (uint32_t i = 0; i < b->header.nkeys; i++)
		if (b->header.keys[i].len == strlen(key) &&
		    !memcmp(token_text(b, b->header.keys[i]), key,
			    b->header.keys[i].len))
			return token_scalar(b, b->header.values[i]);
	return (Span){b->header.start.at, 0};
}

static uint32_t
entry_number(Builder *b, const char *key)
{
	Span s = entry_value(b, key);
	const char *p = b->text + s.at;
	uint32_t n = number_digits(p, p + s.len), i;

	for (i = 0; i < s.len && p[i] >= '0' && p[i] <= '9';)
		i++;
	if (s.len && i == s.len && n < INT32_MAX)
		return n;
	diag_error(b->diag, s.at, "'%s': number expected", key);
	return 0;
}

/* What llc prints between an entry's values. */
static const char ENTRY_ID[] = "- { id: ", ENTRY_CLASS[] = ", class: ";
static const char ENTRY_HINT[] = ", preferred-register: '";

/* The entry at AT of the list of registers. */
static void
register_enter(Builder *b, uint32_t number, Span cls, Span hint, Loc at)
{
	uint32_t n = b->f->vregs.n;
	VregId v = build_vreg_number(b, number, at);

	if (b->f->vregs.n == n)
		diag_error(b->diag, at, "redefinition of virtual register %%%u",
			   number);
	if (cls.len && (ClassId)build_name(b, NAME_CLASS, cls) == CLASS_NONE)
		VEC_PUSH(b->tmp, b->refs.banks, ((Bank){v, cls}));
	else if (cls.len)
		build_vreg_class(b, v, cls);
	vreg_hint(b, v, hint);
}

/* Behind MARK if that is at P; else NULL. */
static const char *
pass(const char *p, const char *end, const char *mark, size_t n)
{
	return (size_t)(end - p) >= n && !memcmp(p, mark, n) ? p + n : NULL;
}

/* Behind the line at P, up to END, if it is an entry as llc prints it; else
 * NULL. */
static const char *
register_pass(const char *p, const char *end)
{
	const char *q;

	p = pass(p, end, ENTRY_ID, sizeof(ENTRY_ID) - 1);

	for (q = p; p && q < end && *q >= '0' && *q <= '9';)
		q++;
	if (!p || q == p || q - p > 9)
		return NULL;
	p = pass(q, end, ENTRY_CLASS, sizeof(ENTRY_CLASS) - 1);
	for (q = p; p && q < end && build_is_word(*q);)
		q++;
	if (!p || q == p)
		return NULL;
	p = pass(q, end, ENTRY_HINT, sizeof(ENTRY_HINT) - 1);
	if (p && p < end && (*p == '%' || *p == '$'))
		p++;
	while (p && p < end && build_is_word(*p))
		p++;
	return p ? pass(p, end, "' }\n", 4) : NULL;
}

uint32_t
build_registers_len(const Builder *b, Loc at)
{
	const char *from = b->text + at, *end = b->text + b->scan.copy_end;
	const char *p = from, *last = from;

	while ((p = register_pass(p, end)))
		for (last = p; p < end && *p == ' ';)
			p++;
	return (uint32_t)(last - from);
}

/* Enter the entry at P.  Returns the end of its line. */
static const char *
register_read(Builder *b, const char *p)
{
	const char *id = p + sizeof(ENTRY_ID) - 1, *cls = id, *hint;

	while (*cls != ',')
		cls++;
	cls += sizeof(ENTRY_CLASS) - 1;
	for (hint = cls; *hint != ',';)
		hint++;
	Span name = (Span){(Loc)(cls - b->text), (uint32_t)(hint - cls)};
	hint += sizeof(ENTRY_HINT) - 1;
	Span preferred = (Span){(Loc)(hint - b->text), 0};
	while (hint[preferred.len] != '\'')
		preferred.len++;
	register_enter(b, number_digits(id, cls), name, preferred,
		       (Loc)(p + 2 - b->text));
	return hint + preferred.len + 4; /* "' }\n" */
}

void
build_registers(Builder *b, Token lines)
{
	const char *p = token_text(b, lines), *end = p + lines.len;

	while (p < end) {
		p = register_read(b, p);
		while (p < end && *p == ' ')
			p++;
	}
}

static void
callsite_entry(Builder *b, Token close)
{
	CallSite site = {.block = entry_number(b, "bb"),
			 .offset = entry_number(b, "offset"),
			 .insn = NONE};
	uint32_t i;
	Loc at;

	for (i = 0; i < b->header.nkeys; i++)
		if (b->header.keys[i].len == 10 &&
		    !memcmp(token_text(b, b->header.keys[i]), "fwdArgRegs", 10))
			break;
	if (i && i < b->header.nkeys) {
		at = b->header.values[i - 1].at + b->header.values[i - 1].len;
		site.rest = (Span){at, close.at - at};
		while (b->text[site.rest.at + site.rest.len - 1] == ' ')
			site.rest.len--;
	}
	VEC_PUSH(b->f->arena, b->f->call_sites, site);
	VEC_PUSH(b->tmp, b->refs.site_locs, b->header.start.at);
}

void
build_entry_start(Builder *b, Token open)
{
	b->header.start = open;
	b->header.nkeys = 0;
}

void
build_pair(Builder *b, Token key, Token value)
{
	if (b->header.nkeys ==
	    sizeof(b->header.keys) / sizeof(*b->header.keys)) {
		diag_error(b->diag, key.at, "too many keys in an entry");
		return;
	}
	b->header.keys[b->header.nkeys] = key;
	b->header.values[b->header.nkeys++] = value;
}

void
build_entry_end(Builder *b, Token close)
{
	if (b->scan.kind == TEXT_REGISTERS)
		register_enter(b, entry_number(b, "id"),
			       entry_value(b, "class"),
			       entry_value(b, "preferred-register"),
			       b->header.start.at);
	else
		callsite_entry(b, close);
}

static int
vreg_compare(const void *x, const void *y)
{
	const Vreg *a = x, *b = y;

	if (a->number != b->number)
		return a->number < b->number ? -1 : 1;
	return a->loc < b->loc ? -1 : a->loc > b->loc;
}

/* Registers in order of number, named ones (number NONE) behind. */
static void
vregs_sort(Builder *b)
{
	Func *f = b->f;
	uint32_t i, n = f->vregs.n, *place;

	for (i = 1; i < n; i++)
		if (vreg_compare(&f->vregs.at[i - 1], &f->vregs.at[i]) > 0)
			break;
	if (i >= n)
		return;
	qsort(f->vregs.at, n, sizeof(Vreg), vreg_compare);
	place = ARENA_RAW(b->tmp, uint32_t, n); /* by old index */
	for (i = 0; i < n; i++)
		place[f->vregs.at[i].parent] = i;
	for (i = 0; i < f->opnds.n; i++)
		if (f->opnds.at[i].kind == OPND_VREG)
			f->opnds.at[i].val = place[f->opnds.at[i].val];
	for (i = 0; i < b->refs.hints.n; i++)
		b->refs.hints.at[i] = place[b->refs.hints.at[i]];
	for (i = 0; i < b->indices.vregs.size; i++)
		if (b->indices.vregs.at[i].value != UINT32_MAX)
			b->indices.vregs.at[i].value =
				place[b->indices.vregs.at[i].value];
	for (i = 0; i < n; i++)
		f->vregs.at[i].parent = i;
}

/* Instruction selection leaves registers of banks in the list of which the code
 * says nothing any more: they get any class. */
static void
banks_finish(Builder *b)
{
	Func *f = b->f;

	if (!b->refs.banks.n)
		return;
	uint64_t *used = ARENA_NEW(b->tmp, uint64_t, BITS_WORDS(f->vregs.n));
	for (uint32_t i = 0; i < f->opnds.n; i++)
		if (f->opnds.at[i].kind == OPND_VREG)
			bits_add(used, f->opnds.at[i].val);
	for (uint32_t i = 0; i < b->refs.banks.n; i++) {
		Bank bank = b->refs.banks.at[i];

		if (bits_has(used, bank.vreg))
			build_vreg_class(b, bank.vreg, bank.name);
		else
			f->vregs.at[bank.vreg].cls = 0;
	}
}

void
build_vregs_finish(Builder *b)
{
	Func *f = b->f;
	uint32_t last = 0;

	banks_finish(b);
	vregs_sort(b);
	for (uint32_t i = 0; i < b->refs.hints.n; i++) {
		Vreg *v = &f->vregs.at[b->refs.hints.at[i]];

		if (v->hint >= b->indices.ndense)
			v->hint = intmap_get(&b->indices.vregs, v->hint);
		if (v->hint == NONE)
			v->hint_kind = 0;
	}
	FOR_VEC(Vreg, v, f->vregs) {
		Span name = vreg_text(f, v).name;

		if (v->number != NONE)
			last = v->number + 1;
		if (v->cls != CLASS_NONE || v->loc == LOC_NONE)
			continue;
		if (v->number != NONE)
			diag_error(b->diag, v->loc,
				   "no register class for %%%u", v->number);
		else
			diag_error(b->diag, v->loc,
				   "no register class for %%%.*s",
				   (int)name.len, b->text + name.at);
	}
	f->nparsed_vregs = f->vregs.n;
	f->next_number = last;
}
