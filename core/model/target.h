/*
 * Target: everything the allocator knows about a machine, as flat constant
 * arrays that refer to each other by index.  Built from YAML (targets/load),
 * or mapped as it is from the tables embedded at build time; shared read-only
 * by all threads.
 *
 * Register units are the only currency of overlap: two registers overlap if
 * and only if they share a unit.  Lanes are the bits of a register's value as
 * sub-register indices see it; unit_lanes says which lanes of the register a
 * unit holds.
 *
 * Slices of different registers may overlap: equal lists are there once, which
 * is why lists of registers are told from the one that they belong to.
 */
#ifndef REGALLOC_MODEL_TARGET_H
#define REGALLOC_MODEL_TARGET_H

#include "core/base/bits.h"
#include "core/model/opcodes.h"
#include "core/model/rules.h"
#include "core/model/walk.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
	StrId name;	 /* as MIR prints it after "$" */
	StrId text;	 /* as assembly prints it */
	Slice units;	 /* reg_units */
	Slice rep_units; /* of reg_rep_units: see targets/rep_units.c; ... */
	Slice few;  /* ... where no register that stands apart holds a value */
	Slice subs; /* sub_steps: all sub-registers, by index number */
	Slice supers;	/* super_steps: all registers that contain this one */
	uint32_t lanes; /* unit_lanes: of the first unit; others follow */
	uint16_t encoding;
	int16_t dwarf; /* -1: none */
	uint8_t cost;  /* extra bytes of encoding when used, as LLVM counts */
	uint8_t flags; /* REG_* */
	/* If another register has the very same units, at another width: bits
	 * of the widest class with this one, since lanes do not tell; else 0 */
	uint16_t twin_bits;
	uint16_t bits; /* of the widest value that it can hold */
	ClassId cls;   /* the largest one with this register and none of its
			* members parts of others, or CLASS_NONE */
} TargetReg;

enum {
	REG_ALLOCATABLE = 1, /* member of an allocatable class */
	REG_CONSTANT = 2,    /* reads always give the same value */
	REG_RESERVED = 4,    /* never allocated, whatever the function */
	REG_ARTIFICIAL = 16, /* a part that no instruction can name */
	REG_COVERED = 8,     /* the sub-registers cover all its bits */
	REG_APART = 32,	     /* an allocatable class has it, but not in its
				order: only values of others are given it */
};

/* A sub-register: see target_sub_at. */
typedef struct {
	SubId sub;
	uint16_t step; /* from the register's number to its, modulo 65536 */
} SubStep;

typedef struct {
	StrId name;
	LaneMask lanes;
	int32_t offset, size; /* bits; -1: not one fixed range */
	Slice compose;	/* sub_compose: what others in it are, by these ... */
	uint32_t first; /* ... from this one on; 0: nothing, as outside */
} TargetSub;

typedef struct {
	StrId name;
	Slice order;	/* class_regs: members in allocation order */
	LaneMask lanes; /* lanes a member has, as LLVM counts them */
	LaneMask all;	/* those, too, that only artificial registers are */
	uint32_t bits;	/* size of a value */
	uint16_t spill_size, spill_align; /* bytes */
	int8_t copy_cost;		  /* negative: cannot be copied */
	uint8_t flags;			  /* CLASS_* */
	uint8_t file;			  /* register file: index into files */
	uint8_t pad;
	uint32_t value_bits; /* as many of `bits` mean anything; 0: all */
	Slice set;	     /* class_sets: the members, as a bit set ... */
	uint32_t first;	     /* ... from this word on; there are none outside */
} TargetClass;

enum {
	CLASS_ALLOCATABLE = 1,
	CLASS_COVERED = 2,   /* sub-registers cover the whole register */
	CLASS_FIXED = 8,     /* its registers are named by code only: no value
				of this class is spilled or copied */
	CLASS_DISJUNCT = 4,  /* sub-registers can be written independently */
	CLASS_APART = 16,    /* its order, or that of one that contains it, has
				a register that stands apart */
	CLASS_CRITICAL = 32, /* its registers are renamed on the critical path
				only, whatever is asked for */
};

/* A register file, for demand and limits: general, vector, scalar... */
typedef struct {
	StrId name;
	uint32_t unit_bits; /* size of what demand counts, in bits */
} TargetFile;

/* A register that demand counts, and the class that says how. */
typedef struct {
	RegId reg;
	ClassId cls;
} CountedReg;

typedef struct {
	StrId name;
	uint32_t
		words; /* mask_words: BITS_WORDS(nregs) words, preserved regs */
} TargetMask;

/* A hash table from names to indices (FNV-1a, linear probing, 0xffff empty):
 * see target_name_slot. */
typedef struct {
	Slice slots; /* name_slots, a third of them empty; none: no names */
} NameTable;

/* What -mcpu selects. */
typedef struct {
	StrId name;
	Slice reserved; /* reg_lists: registers this variant lacks */
	Slice features; /* str_lists */
	Slice limits;	/* ints: one number a register file, 0 for none */
} TargetVariant;

/* Latencies of a processor: one byte an opcode from `start` in latencies. */
typedef struct {
	StrId name;	/* of the variant it is for */
	uint32_t start; /* latencies */
	uint32_t width; /* instructions that start in one cycle */
} LatencyModel;

/* A rule that reserves registers in some functions: `when` is one of the
 * words in regalloc-target(5): always, frame-pointer, base-pointer, ... */
typedef struct {
	StrId when;
	Slice regs;   /* reg_lists */
	uint32_t set; /* mask_words: these with their parts and all registers
			 that contain one of them, as a bit set */
} ReserveRule;

/* What functions save that are not of the usual calling convention. */
typedef struct {
	StrId of;      /* word of their IR, or an attribute */
	StrId feature; /* only in functions with it; "": in all */
	StrId calls;   /* a mask: only in functions with calls of it; "" */
	Slice saved;   /* reg_lists: in the order of saving */
	bool usual;    /* saves what the usual convention does */
	bool refused;  /* such functions have no assembly */
} Convention;

/*
 * Every array of a target, for loaders and the embedder: X(type, name).
 * The element counts stand in Target.n_NAME.
 */
#define TARGET_ARRAYS(X)                                                       \
	X(char, strings)                                                       \
	TARGET_LISTS(X)

/* All but the strings, which targets may share. */
#define TARGET_LISTS(X)                                                        \
	X(TargetReg, regs)                                                     \
	X(UnitId, reg_units)                                                   \
	X(LaneMask, unit_lanes)                                                \
	X(UnitId, reg_rep_units)                                               \
	X(SubStep, sub_steps)                                                  \
	X(uint16_t, super_steps)                                               \
	X(Slice, unit_regs)	/* by unit: unit_steps, see target_unit_reg */ \
	X(RegId, unit_first)	/* by unit: the first of those registers */    \
	X(uint16_t, unit_steps) /* from its number to those of all */          \
	X(TargetSub, subs)                                                     \
	X(SubId, sub_compose)                                                  \
	X(uint8_t, sub_lanes_up) /* [a * 64 + lane]: see lanes_up */           \
	X(TargetClass, classes)                                                \
	X(RegId, class_regs)                                                   \
	X(uint64_t, class_sets)                                                \
	X(uint64_t, class_subclasses) /* by class: BITS_WORDS(nclasses) */     \
	X(CountedReg, counted) /* narrow ones first, none within another */    \
	X(TargetFile, files)                                                   \
	X(Opcode, opcodes)                                                     \
	X(OpcodeDesc, opcode_descs)                                            \
	X(Implied, implied)                                                    \
	X(SecondText, second_texts) /* by op */                                \
	X(OpndDesc, opnd_descs)                                                \
	X(Slice, choices) /* of templates, by number: str_lists */             \
	X(RegId, implicit_regs)                                                \
	X(TargetMask, masks)                                                   \
	X(uint64_t, mask_words)                                                \
	X(Recipe, recipes)                                                     \
	X(RecipeOpnd, recipe_opnds)                                            \
	X(SpillRule, spills)                                                   \
	X(CopyRule, copies)                                                    \
	X(Conversion, conversions)                                             \
	X(Commutation, commutations) /* by from */                             \
	X(Expansion, expansions)     /* those of one opcode in a row */        \
	X(FlagRule, flag_rules)                                                \
	X(BranchRule, branches)                                                \
	X(FoldRule, folds)     /* by from */                                   \
	X(uint16_t, folds_to)  /* folds, by to */                              \
	X(VectorRule, vectors) /* by op, then first */                         \
	X(TargetVariant, variants)                                             \
	X(ReserveRule, reserves)                                               \
	X(Convention, conventions)                                             \
	X(LatencyModel, latency_models)                                        \
	X(uint8_t, latencies) /* cycles, by model and opcode */                \
	X(RegId, reg_lists)                                                    \
	X(StrId, str_lists)                                                    \
	X(int32_t, ints)                                                       \
	X(StrId, settings) /* pairs key, value: target's scalar facts */       \
	X(uint16_t, name_slots)

/* Every StrId in those arrays, of short ones first: X(array, what stands behind
 * an element). */
#define TARGET_STRINGS(X)                                                      \
	X(settings, )                                                          \
	X(variants, .name)                                                     \
	X(spills, .stack_id)                                                   \
	X(spills, .feature)                                                    \
	X(copies, .feature)                                                    \
	X(expansions, .local)                                                  \
	X(expansions, .feature)                                                \
	X(reserves, .when)                                                     \
	X(conventions, .of)                                                    \
	X(conventions, .feature)                                               \
	X(conventions, .calls)                                                 \
	X(latency_models, .name)                                               \
	X(files, .name)                                                        \
	X(masks, .name)                                                        \
	X(classes, .name)                                                      \
	X(subs, .name)                                                         \
	X(regs, .name)                                                         \
	X(regs, .text)                                                         \
	X(str_lists, )                                                         \
	X(opcodes, .name)                                                      \
	X(opcodes, .text)                                                      \
	X(second_texts, .text)

typedef struct {
	StrId name;   /* "toy" */
	StrId triple; /* prefixes of module triples, "toy- toy64-" */
	NameTable reg_names, sub_names, class_names, opcode_names, mask_names;
	OpcodeId known[WK_COUNT]; /* well-known opcodes; 0: not there */
	Slice callee_saved;	  /* reg_lists: in the order of preference */
	RegId stack_pointer, frame_pointer, link_register;
	RegId lane_mask; /* says which lanes of vectors are on; 0: none does */
	uint16_t stack_align;	/* bytes */
	uint16_t lane_liveness; /* 1: allocate lanes of one register apart */
	LaneMask covering_lanes;
	uint32_t copies_read; /* by register file, as bits: some copy from it or
				 to it reads registers besides its source, see
				 target_copy_reads */
#define TARGET_COUNT(type, field) uint32_t n_##field;
	TARGET_ARRAYS(TARGET_COUNT)
#undef TARGET_COUNT
#define TARGET_ARRAY(type, field) const type *field;
	TARGET_ARRAYS(TARGET_ARRAY)
#undef TARGET_ARRAY
} Target;

static inline const char *
target_str(const Target *t, StrId s)
{
	return t->strings + s;
}

static inline const char *
target_reg_name(const Target *t, uint32_t reg)
{
	return target_str(t, t->regs[reg].name);
}

static inline const char *
target_sub_name(const Target *t, uint32_t sub)
{
	return target_str(t, t->subs[sub].name);
}

static inline const char *
target_class_name(const Target *t, uint32_t cls)
{
	return target_str(t, t->classes[cls].name);
}

/* Names to numbers; NAME need not end in NUL. Not found: 0, or CLASS_NONE,
 * or -1 for masks. O(1). */
RegId target_reg(const Target *t, const char *name, size_t len);
SubId target_sub(const Target *t, const char *name, size_t len);
ClassId target_class(const Target *t, const char *name, size_t len);
OpcodeId target_opcode(const Target *t, const char *name, size_t len);
int target_mask(const Target *t, const char *name, size_t len);

/* The lanes of REG that its unit at place I of reg_units holds. */
static inline LaneMask
target_unit_lanes(const Target *t, RegId reg, uint32_t i)
{
	const TargetReg *r = &t->regs[reg];

	return t->unit_lanes[r->lanes + (i - r->units.start)];
}

/* The register that contains UNIT at place I of unit_steps. */
static inline RegId
target_unit_reg(const Target *t, uint32_t unit, uint32_t i)
{
	return (RegId)(t->unit_first[unit] + t->unit_steps[i]);
}

/* The sub-register of REG at place I of sub_steps. */
static inline RegId
target_sub_at(const Target *t, RegId reg, uint32_t i)
{
	return (RegId)(reg + t->sub_steps[i].step);
}

/* The register that contains REG at place I of super_steps. */
static inline RegId
target_super_at(const Target *t, RegId reg, uint32_t i)
{
	return (RegId)(reg + t->super_steps[i]);
}

/* Sub-register of REG at index SUB; REG itself for SUB 0; 0 if there is none.
 * O(log sub-registers). */
RegId target_subreg(const Target *t, RegId reg, SubId sub);

/* The register whose SUB is REG, in class CLS (CLASS_NONE: any); 0: none. */
RegId target_superreg(const Target *t, RegId reg, SubId sub, ClassId cls);

/* The index of SUB inside REG; 0 if it is no proper sub-register of it. */
SubId target_subreg_index(const Target *t, RegId reg, RegId sub);

/* Index A then index B of the result, as one index; 0: none, unless one of
 * them is 0. */
SubId target_compose(const Target *t, SubId a, SubId b);

/* Lanes MASK of the sub-register at SUB, seen in the whole register. */
LaneMask target_lanes_up(const Target *t, SubId sub, LaneMask mask);

/* The part of MASK, lanes of the whole register, that SUB covers, seen as
 * lanes of the sub-register. */
LaneMask target_lanes_down(const Target *t, SubId sub, LaneMask mask);

/* Lanes of the sub-register index; LANES_ALL for 0. */
LaneMask target_sub_lanes(const Target *t, SubId sub);

/* Do two registers share a unit?  O(units). */
bool target_overlap(const Target *t, RegId a, RegId b);

/* Word W of the members of class CLS, a bit set over RegId. */
static inline uint64_t
target_class_word(const Target *t, ClassId cls, uint32_t w)
{
	const TargetClass *c = &t->classes[cls];
	uint32_t at = w - c->first;

	return at < c->set.end - c->set.start ? t->class_sets[c->set.start + at]
					      : 0;
}

/* How many bits, from the lowest, a value of class CLS has; 0: nobody knows. */
static inline uint32_t
target_value_bits(const Target *t, ClassId cls)
{
	if (cls == CLASS_NONE)
		return 0;
	return t->classes[cls].value_bits ? t->classes[cls].value_bits
					  : t->classes[cls].bits;
}

/* Does class CLS contain REG? */
static inline bool
target_class_has(const Target *t, ClassId cls, RegId reg)
{
	return target_class_word(t, cls, reg >> 6) >> (reg & 63) & 1;
}

/* Is REG a member that values of class CLS may be given? */
static inline bool
target_class_gives(const Target *t, ClassId cls, RegId reg)
{
	return target_class_has(t, cls, reg) &&
	       (!(t->regs[reg].flags & REG_APART) ||
		(t->classes[cls].flags & CLASS_APART));
}

/* Is REG one of LIST, the implicit registers of an opcode? */
static inline bool
target_implicit_has(const Target *t, Slice list, uint32_t reg)
{
	FOR_SLICE(RegId, other, t->implicit_regs, list)
		if (*other == reg)
			return true;
	return false;
}

/* Is every member of SUB also one of CLS? */
static inline bool
target_class_contains(const Target *t, ClassId cls, ClassId sub)
{
	return bits_has(t->class_subclasses +
				(size_t)cls * BITS_WORDS(t->n_classes),
			sub);
}

/* The largest class inside both; CLASS_NONE if there is none. */
ClassId target_class_common(const Target *t, ClassId a, ClassId b);

/* The largest subclass of CLS whose members all have SUB in class PART.
 * CLASS_NONE if there is none.  O(classes * members): cache it. */
ClassId target_class_with_sub(const Target *t, ClassId cls, SubId sub,
			      ClassId part);

/* What opcode OP is. */
static inline const OpcodeDesc *
target_desc(const Target *t, OpcodeId op)
{
	return &t->opcode_descs[t->opcodes[op].desc];
}

/* The registers that opcode OP implies. */
static inline const Implied *
target_implied(const Target *t, OpcodeId op)
{
	return &t->implied[target_desc(t, op)->implied];
}

/* The template of opcode OP's assembly, for the SECOND processor, or the first;
 * "": it has none.  O(log second texts). */
const char *target_text(const Target *t, OpcodeId op, bool second);

/* How sources of opcode FROM can change places: commutations.  O(log
 * commutations). */
Slice target_commutations(const Target *t, OpcodeId from);

/* The forms of opcode FROM with operands in memory: folds.  O(log folds). */
Slice target_folds(const Target *t, OpcodeId from);

/* Is there a form with operands in memory that is not slow? */
bool target_has_folds(const Target *t);

/* What becomes opcode TO with operands in memory: folds_to.  O(log folds). */
Slice target_folds_to(const Target *t, OpcodeId to);

/* The operands of opcode OP that must be in consecutive registers: vectors.
 * O(log vectors). */
Slice target_vectors(const Target *t, OpcodeId op);

/* Where operand K of RULE's opcode lies in a register of RULE's class; 0: such
 * a register has no part for it.  O(indices). */
SubId target_vector_part(const Target *t, const VectorRule *rule, uint32_t k);

/* Is REG made of registers with numbers in a row, of which the first is odd?
 * Where tuples have to start at even ones it is of no use. */
bool target_starts_odd(const Target *t, RegId reg);

/* Adds to SET, over register units, what the instructions of copies by RULE
 * read besides the source; false: nothing.  A copy before a change of that
 * differs from one behind it. */
bool target_copy_reads(const Target *t, const CopyRule *rule, uint64_t *set);

/* Is REG preserved by a call with mask MASK (words as in mask_words)? */
static inline bool
mask_preserves(const uint64_t *mask, RegId reg)
{
	return mask[reg >> 6] >> (reg & 63) & 1;
}

/* Bits of REG that an equal unit of another register may not have: no more than
 * those say anything of each other. */
static inline uint16_t
target_reg_width(const Target *t, RegId reg)
{
	return t->regs[reg].twin_bits ? t->regs[reg].twin_bits : UINT16_MAX;
}

/* Value of the target's setting KEY ("" when not set). */
const char *target_setting(const Target *t, const char *key);

/* The opcode that setting KEY names; 0: none. */
OpcodeId target_setting_opcode(const Target *t, const char *key);

/* Is NAME, of LEN bytes, one of WORDS, a setting?  A word that ends in '*'
 * stands for all names that begin like it. */
bool target_words_have(const char *words, const char *name, size_t len);

/* The same of the words of setting KEY. */
bool target_setting_has(const Target *t, const char *key, const char *name);

/* Is REG the part of the register WHOLE that instructions may name in place of
 * it, which their opcode implies? */
bool target_stands_for(const Target *t, RegId reg, RegId whole);

/* Is REG one that opcodes imply in some versions of LLVM only? */
bool target_implied_lately(const Target *t, RegId reg);

/* Bytes of an address in memory. */
uint32_t target_address_bytes(const Target *t);

/* The hash of all name tables (FNV-1a, 32 bits). */
uint32_t target_hash(const char *name, size_t len);

/* The first of SIZE slots in which a name with HASH can be; the others follow,
 * behind the last one the first. */
static inline uint32_t
target_name_slot(uint32_t hash, uint32_t size)
{
	return (uint32_t)((uint64_t)hash * size >> 32);
}

/* The N well-known opcodes in KNOWN, as a set of their numbers modulo 64: what
 * is not in it is none of them. */
uint64_t target_opcode_set(const Target *target, const uint8_t *known,
			   size_t n);

#endif
