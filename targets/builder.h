/*
 * TargetBuilder: a Target in the making.  The loaders append to its arrays;
 * builder_finish derives what can be derived and freezes the arrays.
 *
 * Order of loading: sub-register indices, registers, classes (registers.yaml),
 * then opcodes (opcodes.yaml), then what names both (abi.yaml).
 */
#ifndef REGALLOC_TARGETS_BUILDER_H
#define REGALLOC_TARGETS_BUILDER_H

#include "core/base/arena.h"
#include "core/base/diag.h"
#include "core/base/intmap.h"
#include "core/base/vec.h"
#include "core/model/target.h"
#include "targets/pattern.h"
#include "targets/yaml.h"

typedef VEC(RegId) RegList;

/* REG's direct sub-register SUB is PART. */
typedef struct {
	RegId reg, part;
	SubId sub;
} DirectSub;

/* A sub-register at index SUB. */
typedef struct {
	SubId sub;
	RegId reg;
} RegSub;

/* Two registers that overlap though neither contains the other. */
typedef struct {
	RegId a, b;
} DirectAlias;

/* The place of the row of vectors of OP. */
typedef struct {
	const Source *source;
	Loc at;
	OpcodeId op;
} VectorPlace;

/* An opcode with all that is known of it. */
typedef struct {
	StrId name, text;
	StrId text2; /* 0: the same */
	OpcodeId other;
	OpcodeDesc desc; /* its `implied` is builder_pack's */
	Implied implied;
} OpcodeDraft;

/* An index made of others: of one after the other (compose), or of several
 * side by side (join).  Slice of sub_parts. */
typedef struct {
	SubId sub;
	bool join;
	Slice parts;
} SubRule;

typedef struct {
	Arena *arena; /* of the finished Target too */
	Diag *diag;
	Target facts; /* the scalars; its arrays are set by builder_finish */
#define BUILDER_ARRAY(type, field) VEC(type) field;
	TARGET_ARRAYS(BUILDER_ARRAY)
#undef BUILDER_ARRAY
	VEC(OpcodeDraft) drafts; /* of `opcodes`, until builder_pack */
	VEC(RegSub) reg_subs;	 /* by TargetReg.subs, until builder_pack */
	VEC(RegId) reg_supers;	 /* by TargetReg.supers, the same */
	VEC(RegId) unit_reg_ids; /* by unit_regs, the same */
	VEC(uint64_t) members;	 /* by class: BITS_WORDS(registers) words */
	VEC(SubId) compositions; /* [a * subs.n + b]: b of a; 0: none */
	/* by hash of the name: index */
	IntMap string_map, reg_map, sub_map, class_map, opcode_map, mask_map;
	VEC(DirectSub) direct_subs; /* grouped by reg */
	VEC(DirectAlias) aliases;
	VEC(Slice) member_slices; /* by class: class_members */
	VEC(RegId) class_members; /* in the order of the file */
	VEC(SubRule) sub_rules;
	VEC(SubId) sub_parts;
	VEC(Loc) reg_locs, sub_locs, class_locs, spill_locs; /* for lint */
	VEC(VectorPlace) vector_places;
	const Source *registers_source, *abi_source;
	bool opcodes_loaded; /* opcodes.yaml was there: a name outside it is an
				error */
} TargetBuilder;

/* Entries 0 of strings, regs, subs and drafts: "", $noreg, the whole
 * register, the unknown opcode. */
void builder_init(TargetBuilder *b, Arena *arena, Diag *diag);

/* TEXT in the table of strings, once. */
StrId builder_string(TargetBuilder *b, const char *text, size_t len);

/* Add an entry named NAME, zeroed but for its name, and return its number;
 * a name that is there already, or too many, is an error at AT and gives 0.
 */
RegId builder_reg_add(TargetBuilder *b, const char *name, size_t len, Loc at);
SubId builder_sub_add(TargetBuilder *b, const char *name, size_t len, Loc at);
ClassId builder_class_add(TargetBuilder *b, const char *name, size_t len,
			  Loc at);
OpcodeId builder_opcode_add(TargetBuilder *b, const char *name, size_t len,
			    Loc at);

/* Another entry of the name of OF, which is found by its `other`. */
OpcodeId builder_opcode_other(TargetBuilder *b, OpcodeId of, Loc at);

uint32_t builder_mask_add(TargetBuilder *b, const char *name, size_t len,
			  Loc at);

/* Is NAME the name of a mask?  Reports when it is not. */
bool builder_mask_known(TargetBuilder *b, const YamlNode *name);

/* Numbers of names.  Unknown: 0, CLASS_NONE, 0; no message. */
RegId builder_reg(const TargetBuilder *b, const char *name, size_t len);
SubId builder_sub(const TargetBuilder *b, const char *name, size_t len);
ClassId builder_class(const TargetBuilder *b, const char *name, size_t len);
OpcodeId builder_opcode(const TargetBuilder *b, const char *name, size_t len);

/* The opcode that a pattern's NAME is, into OUT.  False, with an error there,
 * if there is none. */
bool builder_name_opcode(TargetBuilder *b, const Name *name, OpcodeId *out);

/* The same for a scalar of a file; an unknown name is an error. */
bool builder_reg_at(TargetBuilder *b, const YamlNode *node, RegId *out);

/* The opcode at KEY of ROW of abi.yaml; *OUT stays when absent. */
bool builder_row_opcode(TargetBuilder *b, const YamlNode *row, const char *key,
			OpcodeId *out);

/* Each row of LIST, which may be NULL, by LOAD; false when that is, or if it is
 * no list. */
bool builder_rows(TargetBuilder *b, const YamlNode *list,
		  bool (*load)(TargetBuilder *, const YamlNode *));

/* The same for each pair of MAP, its key and what stands there. */
bool builder_pairs(TargetBuilder *b, const YamlNode *map,
		   bool (*load)(TargetBuilder *, const YamlNode *,
				const YamlNode *));

/* Registers named by NODE, a pattern (targets/pattern.h) or a list of them,
 * appended to LIST in order.  The name of a class stands for its members. */
bool builder_reg_list(TargetBuilder *b, const YamlNode *node, RegList *list);

/* Registers, sub-register indices and rules are all added: work out all
 * sub-registers, super-registers, units, lanes and compositions. */
bool builder_derive(TargetBuilder *b);

/* All classes are added: work out their sets and the subclass relation. */
void builder_classes_finish(TargetBuilder *b);

/* What is allocatable is known: find the keys of all registers. */
void builder_rep_units(TargetBuilder *b);

/* The same: find the registers that demand counts. */
void builder_counted(TargetBuilder *b);

/* Nothing is added any more: lay out opcodes and the lists of registers,
 * indices and classes as a Target has them, what is equal once. */
void builder_pack(TargetBuilder *b);

/* Work out name tables, well-known opcodes; NULL
 * after an error.  The builder must not be used afterwards. */
Target *builder_finish(TargetBuilder *b);

#endif
