/*
 * Is there a register for each operand?
 *
 *   fits TARGET-DIRECTORY FILE.mir
 *
 * For the small machines: whether each instruction of FILE, on its own, could
 * get registers if every other virtual register were in memory, by trying all
 * ways.  A line for each that could not; exit status 1 if there is none.
 *
 * It is on the side of the allocator's accuser: what is not known to be in the
 * way is not, so that an instruction that does not fit is a proof.  The part of
 * a register that is named needs room of its own size only, and physical
 * registers are in the way from a definition to a use in one block.
 */
#include "mir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS_MAX = 32, CHOICES_MAX = 16 };

typedef uint64_t Bytes; /* a bit for each byte of the registers */

/* A value that an instruction needs in a register. */
typedef struct {
	const Arg *arg; /* that names it */
	bool read, written;
	Bytes choices[CHOICES_MAX];
	unsigned n;
} Item;

typedef struct {
	Machine *m;
	unsigned nregs; /* r0, r1 and so on */
	Item items[ITEMS_MAX];
	unsigned nitems;
} Fit;

/* The bytes of N registers from PREFIX FIRST on. */
static Bytes
bytes_of(Fit *f, char prefix, unsigned first, unsigned n)
{
	Bytes bytes = 0;
	char name[16];
	unsigned i, k;

	for (i = first; i < first + n; i++) {
		const Places *p;

		snprintf(name, sizeof(name), "%c%u", prefix, i);
		p = machine_reg(f->m, name);
		for (k = 0; k < p->n; k++)
			if (p->at[k] < 64)
				bytes |= (Bytes)1 << p->at[k];
	}
	return bytes;
}

/* The bytes of a register of the input that values can be in. */
static Bytes
bytes_of_physical(Fit *f, const Arg *a)
{
	Bytes bytes = 0;
	unsigned k;

	if (a->kind != ARG_REG || !a->places)
		return 0;
	for (k = 0; k < a->places->n; k++)
		if (a->places->at[k] < 64)
			bytes |= (Bytes)1 << a->places->at[k];
	return bytes & (bytes_of(f, 'r', 0, f->nregs) | bytes_of(f, 'f', 0, 3));
}

static void
choice_add(Item *item, Bytes bytes)
{
	if (item->n < CHOICES_MAX)
		item->choices[item->n++] = bytes;
}

/* Where a value of class CLS can be, or SIZE bytes of one. */
static void
choices_find(Fit *f, Item *item, const char *cls, unsigned size)
{
	unsigned words = (size + 3) / 4, first = 0, n = f->nregs, i;

	if (!strcmp(cls, "other"))
		n = 3;
	else if (!strcmp(cls, "single"))
		first = 1, n = 2;
	else if (!strcmp(cls, "narrow"))
		n = 2;
	for (i = first; i + words <= n; i++) {
		Bytes all = bytes_of(f, *cls == 'o' ? 'f' : 'r', i, words);
		Bytes low = all & -all;

		if (size == 2) {
			choice_add(item, low | low << 1);
			choice_add(item, low << 2 | low << 3);
		} else {
			choice_add(item, all);
		}
	}
}

static bool
arg_same(const Arg *a, const Arg *b)
{
	return a->num == b->num &&
	       !strcmp(a->sub ? a->sub : "", b->sub ? b->sub : "");
}

static Item *
item_add(Fit *f, const Program *p, const Arg *a)
{
	const Vreg *v = &p->vregs[a->num];
	unsigned size = v->size;
	Item *item;
	Places part;

	if (f->nitems == ITEMS_MAX)
		return NULL;
	if (a->sub && machine_part(f->m, a->sub, size, &part))
		size = part.n;
	item = &f->items[f->nitems++];
	*item = (Item){.arg = a, .read = !a->def, .written = a->def};
	choices_find(f, item, v->cls, size);
	return item;
}

/* Which definition operand K of C is tied to; NULL: none. */
static const Arg *
arg_tied(const Code *c, unsigned k)
{
	int tied = c->args[k].tied;

	if (tied < 0 && k < c->op->nops)
		tied = c->op->ops[k].tied;
	return tied >= 0 && (unsigned)tied < c->nargs && !c->args[k].def &&
			       c->args[tied].def &&
			       c->args[tied].kind == ARG_VREG
		       ? &c->args[tied]
		       : NULL;
}

/* What stands in one register with another operand: what A reads may be read
 * there by another one as well, or be a part of it. */
static bool
is_read_already(const Fit *f, const Arg *a)
{
	unsigned i;

	for (i = 0; i < f->nitems; i++) {
		const Item *item = &f->items[i];

		if (item->read && item->arg->num == a->num &&
		    (!item->arg->sub || arg_same(item->arg, a)))
			return true;
	}
	return false;
}

/* The values that C needs in registers. */
static void
items_find(Fit *f, const Program *p, const Code *c)
{
	const Arg *tied[ITEMS_MAX] = {NULL};
	unsigned k, whole;

	f->nitems = 0;
	for (k = 0; k < c->nargs; k++) {
		const Arg *a = &c->args[k], *def;
		Item *item;

		if (a->kind != ARG_VREG || !a->def ||
		    !(item = item_add(f, p, a)))
			continue;
		item->read =
			a->early || (k < c->op->nops && c->op->ops[k].early);
		if (item->read)
			tied[f->nitems - 1] = a;
		for (whole = 0; whole < c->nargs; whole++) {
			def = arg_tied(c, whole);
			if (def == a && c->args[whole].kind == ARG_VREG &&
			    !c->args[whole].undef) {
				item->read = true;
				tied[f->nitems - 1] = &c->args[whole];
			}
		}
	}
	/* What is read there where the result will be: by its own name. */
	for (k = 0; k < f->nitems; k++)
		if (tied[k])
			f->items[k].arg = tied[k];
	/* Wholes come before their parts. */
	for (whole = 0; whole < 2; whole++) {
		for (k = 0; k < c->nargs; k++) {
			const Arg *a = &c->args[k];

			if (a->kind == ARG_VREG && !a->def && !a->undef &&
			    !a->sub == !whole && !arg_tied(c, k) &&
			    !is_read_already(f, a))
				item_add(f, p, a);
		}
	}
}

/* Can items from I on have registers, if those of READ and WRITTEN are taken
 * while C reads and when it has written? */
static bool
items_fit(const Fit *f, unsigned i, Bytes read, Bytes written)
{
	const Item *item = &f->items[i];
	unsigned k;

	if (i == f->nitems)
		return true;
	for (k = 0; k < item->n; k++) {
		Bytes at = item->choices[k];

		if ((item->read && at & read) ||
		    (item->written && at & written))
			continue;
		if (items_fit(f, i + 1, item->read ? read | at : read,
			      item->written ? written | at : written))
			return true;
	}
	return false;
}

/* Instructions that move values, which may be done one after another. */
static bool
is_move(const Code *c)
{
	static const char *const names[] = {
		"PHI",		 "COPY",	   "KILL",
		"IMPLICIT_DEF",	 "REG_SEQUENCE",   "INSERT_SUBREG",
		"SUBREG_TO_REG", "EXTRACT_SUBREG",
	};
	unsigned i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(c->name, names[i]))
			return true;
	return false;
}

/* Do all instructions of block B fit?  Backwards, as LIVE physical registers
 * are found so. */
static bool
block_fits(Fit *f, const Program *p, const Part *b)
{
	Bytes live = 0;
	bool fits = true;
	unsigned i, k;

	for (i = b->ncode; i-- > 0;) {
		const Code *c = &b->code[i];
		Bytes after = live, before, defs = 0, uses = 0;

		for (k = 0; k < c->nargs; k++) {
			Bytes at = bytes_of_physical(f, &c->args[k]);

			if (c->args[k].def)
				defs |= at;
			else if (!c->args[k].undef)
				uses |= at;
		}
		live = before = (after & ~defs) | uses;
		if (!c->op || is_move(c))
			continue;
		items_find(f, p, c);
		if (items_fit(f, 0, before, after | defs))
			continue;
		printf("%s: the operands of line %u do not fit\n", p->name,
		       c->line);
		fits = false;
	}
	return fits;
}

int
main(int argc, char **argv)
{
	static const char *const names[] = {"two", "three", "four", "five",
					    "six"};
	Fit f = {0};
	Programs all;
	const char *name;
	bool fits = true;
	unsigned i, k;

	if (argc != 3) {
		fprintf(stderr, "usage: fits TARGET-DIRECTORY FILE.mir\n");
		return 2;
	}
	name = strrchr(argv[1], '/');
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(name ? name + 1 : argv[1], names[i]))
			f.nregs = i + 2;
	if (!f.nregs)
		return 1;
	f.m = machine_read(argv[1]);
	all = mir_read(f.m, argv[2]);
	for (i = 0; i < all.n; i++)
		for (k = 0; k < all.at[i].nparts; k++)
			fits &= block_fits(&f, &all.at[i], &all.at[i].parts[k]);
	return fits;
}
