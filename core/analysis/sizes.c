/*
 * Sizes of the two sides of a copy.  A register may be of several: that of a
 * vector holds a float or a double as well.
 */
#include "core/analysis/sizes.h"

enum { SIZES_MAX = 16 };

/* Part SUB of all registers of CLS, or of REG. */
typedef struct {
	ClassId cls; /* CLASS_NONE: of REG */
	RegId reg;
	SubId sub; /* 0: all */
	uint32_t sizes[SIZES_MAX];
	uint32_t n; /* of them; 0: not known */
} Place;

static void
size_add(Place *p, uint32_t bits)
{
	for (uint32_t i = 0; i < p->n; i++)
		if (p->sizes[i] == bits)
			return;
	if (p->n < SIZES_MAX)
		p->sizes[p->n++] = bits;
}

/* Part SUB of operand O, and its sizes.  What is never spilled has none. */
static Place
place_of(const Func *f, const Operand *o, SubId sub)
{
	const Target *t = f->target;
	Place p = {.cls = CLASS_NONE};

	if (o->kind == OPND_VREG) {
		p.cls = f->vregs.at[o->val].cls;
		p.sub = sub ? target_compose(t, o->sub, sub) : o->sub;
		if (p.sub && t->subs[p.sub].size > 0)
			size_add(&p, (uint32_t)t->subs[p.sub].size);
		else if (!p.sub && t->classes[p.cls].spill_size)
			size_add(&p, t->classes[p.cls].bits);
		return p;
	}
	p.reg = sub ? target_subreg(t, (RegId)o->val, sub) : (RegId)o->val;
	for (uint32_t c = 0; c < t->n_classes; c++)
		if (t->classes[c].flags & CLASS_ALLOCATABLE &&
		    t->classes[c].spill_size &&
		    target_class_has(t, (ClassId)c, p.reg))
			size_add(&p, t->classes[c].bits);
	return p;
}

static bool
sizes_meet(const Place *a, const Place *b)
{
	for (uint32_t i = 0; i < a->n; i++)
		for (uint32_t k = 0; k < b->n; k++)
			if (a->sizes[i] == b->sizes[k])
				return true;
	return false;
}

static uint32_t
place_count(const Target *t, const Place *p)
{
	if (p->cls == CLASS_NONE)
		return 1;
	Slice s = t->classes[p->cls].order;
	return s.end - s.start;
}

/* The I-th register of P; 0: it has no such part. */
static RegId
place_reg(const Target *t, const Place *p, uint32_t i)
{
	if (p->cls == CLASS_NONE)
		return p->reg;
	RegId reg = t->class_regs[t->classes[p->cls].order.start + i];
	return p->sub ? target_subreg(t, reg, p->sub) : reg;
}

/* Can some register of A be a copy of one of B, or be it? */
static bool
some_copy(const Func *f, const Place *a, const Place *b)
{
	const Target *t = f->target;
	uint32_t n = place_count(t, a), m = place_count(t, b);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m; k++) {
			RegId dst = place_reg(t, a, i);

			RegId src = place_reg(t, b, k);
			if (dst && src &&
			    (dst == src || func_copy_rule(f, dst, src)))
				return true;
		}
	return false;
}

/* Is there a rule how to copy registers of P? */
static bool
is_copied(const Func *f, const Place *p)
{
	uint32_t n = place_count(f->target, p);

	for (uint32_t i = 0; i < n; i++) {
		RegId reg = place_reg(f->target, p, i);

		if (reg)
			return func_copy_rule(f, reg, reg);
	}
	return false;
}

bool
copy_fits_closely(const Func *f, const Operand *to, SubId part,
		  const Operand *from, SubId source)
{
	if (!opnd_is_reg(to) || !opnd_is_reg(from) ||
	    (from->flags & OPND_UNDEF) || (to->kind == OPND_REG && !to->val) ||
	    (from->kind == OPND_REG && !from->val))
		return true;
	if (to->kind == OPND_VREG && from->kind == OPND_REG &&
	    !(part | source | to->sub) &&
	    target_class_has(f->target, f->vregs.at[to->val].cls,
			     (RegId)from->val))
		return true;
	if (from->kind == OPND_VREG && to->kind == OPND_REG &&
	    !(part | source | from->sub) &&
	    target_class_has(f->target, f->vregs.at[from->val].cls,
			     (RegId)to->val))
		return true;
	Place a = place_of(f, to, part);
	Place b = place_of(f, from, source);
	return !a.n || !b.n || sizes_meet(&a, &b) || some_copy(f, &a, &b) ||
	       !is_copied(f, &a) || !is_copied(f, &b);
}
