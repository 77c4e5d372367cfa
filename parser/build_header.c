/*
 * Values of a document's header, as the envelope finds them.
 */
#include "parser/build.h"

#include "parser/number.h"

#include <string.h>

/* Keys of a document that exist in some version of LLVM; others are passed
 * through with a warning. */
static const char *const known_keys[] = {"name",
					 "alignment",
					 "exposesReturnsTwice",
					 "legalized",
					 "regBankSelected",
					 "selected",
					 "failedISel",
					 "tracksRegLiveness",
					 "hasWinCFI",
					 "noPhis",
					 "isSSA",
					 "noVRegs",
					 "hasFakeUses",
					 "callsEHReturn",
					 "callsUnwindInit",
					 "hasEHCatchret",
					 "hasEHContTarget",
					 "hasEHScopes",
					 "hasEHFunclets",
					 "isOutlined",
					 "debugInstrRef",
					 "failsVerification",
					 "tracksDebugUserValues",
					 "useDebugInstrRef",
					 "calleeSavedRegisters",
					 "frameInfo",
					 "fixedStack",
					 "stack",
					 "entry_values",
					 "debugValueSubstitutions",
					 "constants",
					 "machineFunctionInfo",
					 "jumpTable",
					 "machineMetadataNodes",
					 "calledGlobals",
					 "save-restore-points",
					 "prefetchTargets",
					 "hasInlineAsm",
					 "allVRegsAllocated",
					 "isRegisterInfoDone"};

void
build_key_check(Builder *b, Span key)
{
	for (size_t i = 0; i < sizeof(known_keys) / sizeof(*known_keys); i++)
		if (*known_keys[i] == b->text[key.at] &&
		    strlen(known_keys[i]) == key.len &&
		    !memcmp(known_keys[i], b->text + key.at, key.len))
			return;
	build_doubt(b, key.at, "unknown key '%.*s' is passed through",
		    (int)key.len, b->text + key.at);
}

bool
build_bool(Builder *b, const char *text, Loc at)
{
	if (!strcmp(text, "true"))
		return true;
	if (strcmp(text, "false"))
		diag_error(b->diag, at, "'true' or 'false' expected");
	return false;
}

void
build_field(Builder *b, const char *path, Span key, Span value,
	    const char *text, size_t len)
{
	Func *f = b->f;
	size_t n = strlen(path);
	char *copy = arena_raw(f->arena, n + 1 + len + 1);
	Field field = {key, value, copy, copy + n + 1, (uint32_t)n};

	memcpy(copy, path, n + 1);
	memcpy(copy + n + 1, text, len);
	copy[n + 1 + len] = '\0';
	VEC_PUSH(f->arena, f->fields, field);
	if (!strcmp(path, "tracksRegLiveness"))
		f->traits.tracks_liveness = build_bool(b, field.text, value.at);
	else if (!strcmp(path, "exposesReturnsTwice"))
		f->traits.returns_twice = build_bool(b, field.text, value.at);
}

StrId
build_stack_id(Builder *b, const char *name)
{
	const Target *t = b->target;

	/* Only ids that some spill rule names mean something to us. */
	for (uint32_t i = 0; i < t->n_spills; i++)
		if (!strcmp(target_str(t, t->spills[i].stack_id), name))
			return t->spills[i].stack_id;
	return 0;
}

/* Entry ID of a list of the header, at INDEX; ids must differ. */
static void
object_enter(Builder *b, IntMap *map, uint32_t id, uint32_t index, Loc at,
	     const char *what)
{
	uint32_t *slot = intmap_at(map, b->tmp, id);

	if (*slot != UINT32_MAX)
		diag_error(b->diag, at, "redefinition of %s %u", what, id);
	*slot = index;
}

void
build_stack_entry(Builder *b, bool fixed, uint32_t index, Loc at)
{
	StackObject *o =
		fixed ? &b->f->fixed.at[index] : &b->f->stack.at[index];

	object_enter(b, fixed ? &b->indices.fixed : &b->indices.stack, o->id,
		     index, at, fixed ? "fixed stack object" : "stack object");
}

void
build_constant(Builder *b, Loc at)
{
	uint32_t last = b->f->constants.n - 1;

	object_enter(b, &b->indices.constants, b->f->constants.at[last].id,
		     last, at, "constant");
}

void
build_jump_table(Builder *b, Loc at)
{
	JumpTable *table = &b->f->jumps.tables.at[b->f->jumps.tables.n - 1];

	table->blocks.end = b->f->jumps.blocks.n;
	object_enter(b, &b->indices.tables, table->id, b->f->jumps.tables.n - 1,
		     at, "jump table");
}

void
build_jump_block(Builder *b, const char *ref, Loc at)
{
	Func *f = b->f;
	uint32_t number = 0;

	if (strncmp(ref, "%bb.", 4))
		diag_error(b->diag, at, "block reference expected");
	else
		number = number_digits(ref + 4, ref + strlen(ref));
	VEC_PUSH(f->arena, f->jumps.blocks, number);
	VEC_PUSH(b->tmp, b->refs.jump_locs, at);
}

void
build_callee_saved(Builder *b, const char *reg, Loc at)
{
	RegId r = *reg == '$' ? target_reg(b->target, reg + 1, strlen(reg + 1))
			      : 0;

	b->f->traits.has_callee_saved = true;
	if (!r && *reg)
		diag_error(b->diag, at, "unknown register '%s'", reg);
	else if (r)
		VEC_PUSH(b->f->arena, b->f->callee_saved, r);
}
