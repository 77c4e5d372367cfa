/*
 * The arrays of a finished target that hold opcodes and lists of registers,
 * indices and classes, as small as they can be: what is built from one pattern
 * shares its lists.  A large register file has thousands of tuples, but few
 * shapes of them; and most opcodes differ from another one by name only.
 */
#include "core/base/bits.h"
#include "targets/builder.h"
#include "targets/pool.h"

#include <string.h>

/* Where part S of array V begins; NULL if it is empty, as V may be, too. */
#define PART(v, s) ((s).start < (s).end ? (v).at + (s).start : NULL)

typedef struct {
	TargetBuilder *b;
	Arena scratch;
} Packer;

static Pool
pool_new(Packer *p, size_t size)
{
	return (Pool){
		.arena = p->b->arena, .scratch = &p->scratch, .size = size};
}

/* What POOL holds is ARRAY of the target. */
#define POOL_TAKE(array, pool)                                                 \
	((array).at = (void *)(pool).at, (array).n = (pool).n,                 \
	 (array).cap = (pool).cap)

/* The place of the N elements at LIST in POOL, as a slice. */
static Slice
slice_put(Pool *pool, const void *list, uint32_t n)
{
	uint32_t start = pool_put(pool, list, n);

	return (Slice){start, start + n};
}

/* The units of all registers and their lanes. */
static void
pack_units(Packer *p)
{
	TargetBuilder *b = p->b;
	Pool units = pool_new(p, sizeof(UnitId));
	Pool lanes = pool_new(p, sizeof(LaneMask));
	Pool rep_units = pool_new(p, sizeof(UnitId));

	for (uint32_t r = 1; r < b->regs.n; r++) {
		TargetReg *reg = &b->regs.at[r];
		Slice s = reg->units;
		Slice *few[] = {&reg->rep_units, &reg->few};

		reg->units = slice_put(&units, PART(b->reg_units, s),
				       s.end - s.start);
		reg->lanes = pool_put(&lanes, PART(b->unit_lanes, s),
				      s.end - s.start);
		for (uint32_t i = 0; i < 2; i++)
			*few[i] = slice_put(&rep_units,
					    PART(b->reg_rep_units, *few[i]),
					    few[i]->end - few[i]->start);
	}
	POOL_TAKE(b->reg_units, units);
	POOL_TAKE(b->unit_lanes, lanes);
	POOL_TAKE(b->reg_rep_units, rep_units);
}

/* The registers that contain each unit. */
static void
pack_unit_regs(Packer *p)
{
	TargetBuilder *b = p->b;
	Pool steps = pool_new(p, sizeof(uint16_t));
	uint16_t *step = ARENA_RAW(&p->scratch, uint16_t, b->regs.n);
	uint32_t n;

	for (uint32_t u = 0; u < b->unit_regs.n; u++) {
		Slice *s = &b->unit_regs.at[u];
		const RegId *regs = PART(b->unit_reg_ids, *s);

		n = s->end - s->start;
		for (uint32_t i = 0; i < n; i++)
			step[i] = (uint16_t)(regs[i] - regs[0]);
		VEC_PUSH(b->arena, b->unit_first, regs[0]);
		*s = slice_put(&steps, step, n);
	}
	POOL_TAKE(b->unit_steps, steps);
}

/* The sub-registers of all registers and those around them. */
static void
pack_kin(Packer *p)
{
	TargetBuilder *b = p->b;
	Pool subs = pool_new(p, sizeof(SubStep));
	Pool supers = pool_new(p, sizeof(uint16_t));
	SubStep *sub = ARENA_RAW(&p->scratch, SubStep, b->subs.n);
	uint16_t *super = ARENA_RAW(&p->scratch, uint16_t, b->regs.n);
	uint32_t i, n;

	for (uint32_t r = 1; r < b->regs.n; r++) {
		TargetReg *reg = &b->regs.at[r];

		for (i = reg->subs.start, n = 0; i < reg->subs.end; i++)
			sub[n++] = (SubStep){
				b->reg_subs.at[i].sub,
				(uint16_t)(b->reg_subs.at[i].reg - r)};
		reg->subs = slice_put(&subs, sub, n);
		for (i = reg->supers.start, n = 0; i < reg->supers.end; i++)
			super[n++] = (uint16_t)(b->reg_supers.at[i] - r);
		reg->supers = slice_put(&supers, super, n);
	}
	POOL_TAKE(b->sub_steps, subs);
	POOL_TAKE(b->super_steps, supers);
}

/* The order of each class, and its members from the first word with any to the
 * last. */
static void
pack_classes(Packer *p)
{
	TargetBuilder *b = p->b;
	Pool orders = pool_new(p, sizeof(RegId));
	Pool sets = pool_new(p, sizeof(uint64_t));
	uint32_t words = BITS_WORDS(b->regs.n);

	for (uint32_t c = 0; c < b->classes.n; c++) {
		const uint64_t *set = b->members.at + (size_t)c * words;
		TargetClass *cls = &b->classes.at[c];
		Slice order = cls->order;
		uint32_t end = words;

		cls->order = slice_put(&orders, PART(b->class_regs, order),
				       order.end - order.start);
		while (end > 0 && !set[end - 1])
			end--;
		while (cls->first < end && !set[cls->first])
			cls->first++;
		cls->set = slice_put(&sets, set + cls->first, end - cls->first);
	}
	POOL_TAKE(b->class_regs, orders);
	POOL_TAKE(b->class_sets, sets);
}

/* What each index and others make, from the first one with which it makes any
 * to the last. */
static void
pack_compositions(Packer *p)
{
	TargetBuilder *b = p->b;
	Pool rows = pool_new(p, sizeof(SubId));

	for (uint32_t s = 1; s < b->subs.n; s++) {
		const SubId *row = b->compositions.at + (size_t)s * b->subs.n;
		TargetSub *sub = &b->subs.at[s];
		uint32_t end = b->subs.n;

		while (end > 0 && !row[end - 1])
			end--;
		while (sub->first < end && !row[sub->first])
			sub->first++;
		sub->compose =
			slice_put(&rows, row + sub->first, end - sub->first);
	}
	POOL_TAKE(b->sub_compose, rows);
}

/* The number in ARRAY, of which MAP tells, of a row equal to ROW. */
#define ROW_PUT(p, map, array, row)                                            \
	do {                                                                   \
		uint32_t *at;                                                  \
		INTMAP_SEEK(at, (map), &(p)->scratch,                          \
			    target_hash((const char *)(row), sizeof(*(row))),  \
			    !memcmp(&(array).at[*at], (row), sizeof(*(row)))); \
		if (*at == UINT32_MAX) {                                       \
			*at = (array).n;                                       \
			VEC_PUSH((p)->b->arena, (array), *(row));              \
		}                                                              \
		return (uint16_t)*at;                                          \
	} while (0)

static uint16_t
desc_put(Packer *p, IntMap *map, const OpcodeDesc *desc)
{
	ROW_PUT(p, map, p->b->opcode_descs, desc);
}

static uint16_t
implied_put(Packer *p, IntMap *map, const Implied *implied)
{
	ROW_PUT(p, map, p->b->implied, implied);
}

/* Opcodes, and what they are. */
static void
pack_opcodes(Packer *p)
{
	TargetBuilder *b = p->b;
	IntMap descs = {0}, rows = {0};

	for (uint32_t i = 0; i < b->drafts.n; i++) {
		const OpcodeDraft *draft = &b->drafts.at[i];
		OpcodeDesc desc = draft->desc;

		desc.implied = implied_put(p, &rows, &draft->implied);
		VEC_PUSH(b->arena, b->opcodes,
			 ((Opcode){draft->name, draft->text,
				   desc_put(p, &descs, &desc), draft->other}));
		if (draft->text2)
			VEC_PUSH(b->arena, b->second_texts,
				 ((SecondText){(OpcodeId)i, draft->text2}));
	}
}

/* The operands of opcodes and the registers that they imply. */
static void
pack_operands(Packer *p)
{
	TargetBuilder *b = p->b;
	Pool opnds = pool_new(p, sizeof(OpndDesc));
	Pool implicit = pool_new(p, sizeof(RegId));

	for (uint32_t i = 0; i < b->opcode_descs.n; i++) {
		Slice *s = &b->opcode_descs.at[i].opnds;

		*s = slice_put(&opnds, PART(b->opnd_descs, *s),
			       s->end - s->start);
	}
	for (uint32_t i = 0; i < b->implied.n; i++) {
		Implied *implied = &b->implied.at[i];
		Slice *lists[] = {&implied->defs, &implied->uses};

		for (uint32_t k = 0; k < 2; k++)
			*lists[k] = slice_put(&implicit,
					      PART(b->implicit_regs, *lists[k]),
					      lists[k]->end - lists[k]->start);
	}
	POOL_TAKE(b->opnd_descs, opnds);
	POOL_TAKE(b->implicit_regs, implicit);
}

void
builder_pack(TargetBuilder *b)
{
	Packer p = {.b = b};

	pack_units(&p);
	pack_unit_regs(&p);
	pack_kin(&p);
	pack_classes(&p);
	pack_compositions(&p);
	pack_opcodes(&p);
	pack_operands(&p);
	arena_free(&p.scratch);
}
