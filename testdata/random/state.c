/*
 * What a function that runs has: registers, memory, and what was seen of it.
 */
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	MEMORY_SIZE = 1 << 16,
	SLOT_BITS = 20,
};

#define SLOTS_AT 0x700000000000ull

struct Memory {
	uint64_t at[MEMORY_SIZE];
	Byte byte[MEMORY_SIZE];
	bool used[MEMORY_SIZE], dirty[MEMORY_SIZE];
	unsigned places[MEMORY_SIZE], n; /* that are dirty */
	unsigned full;
};

/* --- values --- */

Value
value_unknown(unsigned size)
{
	Value v;

	memset(&v, 0, sizeof(v));
	v.n = size;
	return v;
}

Value
value_of(uint64_t n, unsigned size)
{
	Value v = value_unknown(size);
	unsigned i;

	for (i = 0; i < size; i++)
		v.at[0][i] = (Byte){i < 8 ? (uint8_t)(n >> 8 * i) : 0, true};
	return v;
}

bool
value_number(const Value *v, unsigned lane, unsigned n, uint64_t *out)
{
	unsigned i;

	if (!v->lanes)
		lane = 0;
	*out = 0;
	for (i = 0; i < n && i < v->n && i < 8; i++) {
		if (!v->at[lane][i].known)
			return false;
		*out |= (uint64_t)v->at[lane][i].value << 8 * i;
	}
	return true;
}

bool
lane_active(const Run *r, unsigned lane)
{
	const Byte *b;

	if (r->nlanes == 1)
		return lane == 0;
	b = &r->file[machine_reg(r->m, "exec")->at[0]][0];
	return !b->known || b->value >> lane & 1;
}

Value
reg_value(Run *r, const char *name)
{
	Arg a = {.kind = ARG_REG,
		 .places = machine_reg(r->m, name),
		 .lanes = machine_is_lanes(name)};

	return value_read(r, &a);
}

void
reg_set(Run *r, const char *name, const Value *v)
{
	Arg a = {.kind = ARG_REG,
		 .places = machine_reg(r->m, name),
		 .lanes = machine_is_lanes(name)};

	value_write(r, &a, v);
}

static uint64_t
slot_address(int64_t slot)
{
	return SLOTS_AT + ((uint64_t)slot << SLOT_BITS);
}

static Value
text_value(const Arg *a)
{
	return value_of(mix_text(3, a->text) & 0xfffffffff0, 8);
}

Value
value_read(Run *r, const Arg *a)
{
	Value v = value_unknown(0);
	Places part;
	unsigned i, l;

	switch (a->kind) {
	case ARG_REG:
		v.n = a->places->n;
		v.lanes = a->lanes;
		for (l = 0; l < r->nlanes; l++)
			for (i = 0; i < v.n; i++)
				v.at[l][i] = r->file[a->places->at[i]][l];
		return v;
	case ARG_VREG:
		if (!a->sub) {
			part.n = (uint16_t)a->size;
			for (i = 0; i < a->size; i++)
				part.at[i] = (uint16_t)i;
		} else if (!machine_part(r->m, a->sub, a->size, &part)) {
			snprintf(r->error, sizeof(r->error), "no part %s",
				 a->sub);
			return v;
		}
		v.n = part.n;
		v.lanes = a->lanes;
		for (l = 0; l < r->nlanes; l++)
			for (i = 0; i < v.n; i++)
				v.at[l][i] = r->vregs[a->num]
						     [part.at[i] * LANES + l];
		return v;
	case ARG_NUM:
		return value_of((uint64_t)a->num, 8);
	case ARG_SLOT:
		return value_of(slot_address(a->num), 8);
	case ARG_NOREG:
	case ARG_BLOCK: /* which may be split off */
		return value_of(0, 8);
	default:
		return text_value(a);
	}
}

/* Is byte I of A written with zero when the bytes below are?  So it is with
 * the upper halves of x86's integer registers. */
static bool
extends(const Run *r, const Arg *a, unsigned n)
{
	if (n != 4 || !machine_op(r->m, "MOV64rr"))
		return false;
	return a->kind == ARG_REG ? a->places->n == 4
				  : a->sub && !strcmp(a->sub, "sub_32bit");
}

static void
byte_write(Run *r, const Arg *a, unsigned place, const Value *v, unsigned i)
{
	bool lanes = a->lanes;
	unsigned l;

	for (l = 0; l < (lanes ? r->nlanes : 1); l++) {
		Byte b = {0};

		if (i < v->n)
			b = v->at[v->lanes ? l : 0][i];
		if (lanes && !lane_active(r, l))
			continue;
		if (r->marks && a->dead)
			b.known = false;
		if (a->kind == ARG_REG)
			r->file[place][l] = b;
		else
			r->vregs[a->num][place * LANES + l] = b;
	}
}

void
value_write(Run *r, const Arg *a, const Value *v)
{
	Value none = value_unknown(0), zero = value_of(0, 8);
	Places part;
	unsigned i;

	if (a->kind != ARG_REG && a->kind != ARG_VREG)
		return;
	if (a->kind == ARG_REG) {
		part = *a->places;
	} else if (!a->sub) {
		part.n = (uint16_t)a->size;
		for (i = 0; i < a->size; i++)
			part.at[i] = (uint16_t)i;
	} else if (!machine_part(r->m, a->sub, a->size, &part)) {
		snprintf(r->error, sizeof(r->error), "no part %s", a->sub);
		return;
	} else if (a->undef) {
		for (i = 0; i < a->size; i++)
			byte_write(r, a, i, &none, 0);
	}
	for (i = 0; i < part.n; i++)
		byte_write(r, a, part.at[i], v, i);
	for (i = 4; i < 8 && extends(r, a, part.n); i++)
		byte_write(r, a, part.at[0] + i, &zero, i);
}

/* --- memory --- */

/* Is it in a slot that only this function has? */
static bool
is_private(const Run *r, uint64_t at)
{
	uint64_t slot = (at - SLOTS_AT) >> SLOT_BITS;

	return at >= SLOTS_AT && slot < SLOTS_MAX && !r->slots[slot];
}

static unsigned
memory_place(Run *r, uint64_t at)
{
	struct Memory *m = r->memory;
	unsigned h = (unsigned)(mix(5, at) % MEMORY_SIZE);

	for (; m->used[h]; h = (h + 1) % MEMORY_SIZE)
		if (m->at[h] == at)
			return h;
	if (++m->full > MEMORY_SIZE / 2) {
		r->full = r->done = true;
		m->full--;
		return h;
	}
	m->used[h] = true;
	m->at[h] = at;
	m->byte[h] = (Byte){(uint8_t)mix(r->seed, at), true};
	if (is_private(r, at))
		m->byte[h].known = false;
	return h;
}

Byte
memory_get(Run *r, uint64_t at)
{
	return r->memory->byte[memory_place(r, at)];
}

void
memory_set(Run *r, uint64_t at, Byte b)
{
	struct Memory *m = r->memory;
	unsigned h = memory_place(r, at);

	m->byte[h] = b;
	if (!m->dirty[h])
		m->places[m->n++] = h;
	m->dirty[h] = true;
}

/* --- what is seen --- */

void
see(Run *r, const Code *c, uint64_t key, Byte b)
{
	unsigned n = r->nseen;

	if (!(n & (n - 1))) {
		r->seen = realloc(r->seen, (n ? 2 * n : 1) * sizeof(Seen));
		if (!r->seen)
			exit(2);
	}
	r->seen[r->nseen++] = (Seen){key, b, c ? c->line : 0};
}

void
see_value(Run *r, const Code *c, uint64_t key, const Value *v)
{
	unsigned i, l;

	for (l = 0; l < (v->lanes ? r->nlanes : 1); l++)
		for (i = 0; i < v->n; i++)
			if (!v->lanes || lane_active(r, l))
				see(r, c, mix(key, l * BYTES_MAX + i),
				    v->at[l][i]);
}

static int
by_address(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

void
see_memory(Run *r, const Code *c)
{
	struct Memory *m = r->memory;
	uint64_t *at = malloc((m->n + 1) * sizeof(*at));
	unsigned i, n = 0;

	for (i = 0; i < m->n; i++) {
		uint64_t a = m->at[m->places[i]];

		m->dirty[m->places[i]] = false;
		if (!is_private(r, a))
			at[n++] = a;
	}
	m->n = 0;
	qsort(at, n, sizeof(*at), by_address);
	for (i = 0; i < n; i++)
		see(r, c, at[i], memory_get(r, at[i]));
	free(at);
}

/* --- the whole --- */

Run *
run_new(Machine *m, const Program *p, const bool *slots, bool marks,
	uint64_t seed, unsigned limit)
{
	Run *r = calloc(1, sizeof(*r));
	unsigned i, l;

	*r = (Run){.m = m,
		   .p = p,
		   .slots = slots,
		   .marks = marks,
		   .seed = seed,
		   .limit = limit,
		   .trace = getenv("RUN_TRACE") != NULL,
		   .nlanes = machine_op(m, "S_ENDPGM") ? LANES : 1};
	r->file = calloc(FILE_BYTES, sizeof(*r->file));
	r->memory = calloc(1, sizeof(*r->memory));
	r->vregs = calloc(p->nvregs + 1, sizeof(*r->vregs));
	r->step = calloc(1, sizeof(*r->step));
	/* More than there are: others may be met. */
	for (i = 0; i < machine_bytes(m) + 512 && i < FILE_BYTES; i++)
		for (l = 0; l < r->nlanes; l++)
			r->file[i][l] =
				(Byte){(uint8_t)mix(seed, i * LANES + l), true};
	for (i = 0; i < 8; i++)
		r->file[machine_reg(m, "exec")->at[i]][0].value = 0xff;
	for (i = 0; i < p->nvregs; i++)
		r->vregs[i] =
			calloc(p->vregs[i].size * LANES + 1, sizeof(Byte));
	return r;
}

void
run_free(Run *r)
{
	unsigned i;

	for (i = 0; i < r->p->nvregs; i++)
		free(r->vregs[i]);
	free(r->vregs);
	free(r->memory);
	free(r->file);
	free(r->step);
	free(r->seen);
	free(r);
}
