/*
 * The lists of opcodes in abi.yaml, which say what LLVM's tables do not.
 */
#include "targets/pattern.h"
#include "targets/targets.h"

#include <string.h>

/* The opcode called NAME of the list at NODE; 0, with a message: none. */
static OpcodeId
list_opcode(TargetBuilder *b, const YamlNode *node, const char *name)
{
	OpcodeId op = builder_opcode(b, name, strlen(name));

	if (!op)
		diag_error(b->diag, node->at, "no opcode '%s'", name);
	return op;
}

bool
load_flags(TargetBuilder *b, const YamlNode *node, uint32_t cleared,
	   uint32_t set)
{
	Names names = {0};

	if (!node || !b->opcodes_loaded)
		return true;
	if (!names_expand(&names, node, b->arena, b->diag))
		return false;
	for (uint32_t i = 0; i < names.n; i++) {
		OpcodeId op = list_opcode(b, node, names.at[i].text);

		if (!op)
			return false;
		b->drafts.at[op].desc.flags &= ~cleared;
		b->drafts.at[op].desc.flags |= set;
	}
	return true;
}

/* Opcode OP gets operands of its own, as many have those that it has, and the
 * first of them the flag. */
static void
first_is_placed(TargetBuilder *b, OpcodeId op)
{
	Slice *s = &b->drafts.at[op].desc.opnds;
	Slice own = {b->opnd_descs.n, 0};

	for (uint32_t i = s->start; i < s->end; i++) {
		OpndDesc desc = b->opnd_descs.at[i];

		if (i == s->start)
			desc.flags |= OPDESC_PLACED;
		VEC_PUSH(b->arena, b->opnd_descs, desc);
	}
	own.end = b->opnd_descs.n;
	*s = own;
}

bool
load_lowered_before(TargetBuilder *b, const YamlNode *node)
{
	Names names = {0};

	if (!node || !b->opcodes_loaded)
		return true;
	if (!names_expand(&names, node, b->arena, b->diag))
		return false;
	for (uint32_t i = 0; i < names.n; i++) {
		OpcodeId op = list_opcode(b, node, names.at[i].text);

		if (!op)
			return false;
		first_is_placed(b, op);
	}
	return true;
}
