/*
 * Reads the vectors of opcodes.yaml, operands that must be in consecutive
 * registers, into a TargetBuilder.  What needs the registers of their classes
 * is left to lint.
 */
#include "targets/builder.h"
#include "targets/targets.h"

#include <stdlib.h>
#include <string.h>

/* "1-3 triples": the first and the last operand, the class of registers that
 * they make up. */
static bool
vector_read(TargetBuilder *b, const char *p, const char *end, VectorRule *out)
{
	while (p < end && *p == ' ')
		p++;
	if (!yaml_number(&p, end, &out->first) || p == end || *p++ != '-' ||
	    !yaml_number(&p, end, &out->last) || p == end || *p++ != ' ')
		return false;
	out->cls = builder_class(b, p, (size_t)(end - p));
	return out->cls != CLASS_NONE;
}

/* What is wrong with ROW beside those of its opcode from START on; NULL:
 * nothing. */
static const char *
vector_wrong(const TargetBuilder *b, const VectorRule *row, uint32_t start)
{
	const OpcodeDesc *desc = &b->drafts.at[row->op].desc;

	if (row->first >= row->last)
		return "fewer than two operands";
	if (row->first < desc->ndefs ||
	    row->last >= desc->opnds.end - desc->opnds.start)
		return "an operand that is no explicit use";
	if (b->vectors.n > start &&
	    b->vectors.at[b->vectors.n - 1].last >= row->first)
		return "not behind the one before";
	for (uint32_t i = row->first; i <= row->last; i++) {
		const OpndDesc *o = &b->opnd_descs.at[desc->opnds.start + i];

		if (o->tied >= 0)
			return "a tied operand";
		if (o->cls == CLASS_NONE)
			return "an operand without a class";
	}
	return NULL;
}

/* All vectors of one opcode, with commas between. */
static bool
vectors_of(TargetBuilder *b, const YamlNode *name, const YamlNode *list)
{
	VectorRule row = {.op = builder_opcode(b, name->text, name->len)};
	const char *p = list->text, *end, *comma, *wrong;
	uint32_t start = b->vectors.n;

	if (!yaml_expect(list, YAML_SCALAR, b->diag))
		return false;
	for (end = p + list->len; p <= end; p = comma + 1) {
		comma = memchr(p, ',', (size_t)(end - p));
		if (!comma)
			comma = end;
		if (!row.op)
			wrong = "there is no such opcode";
		else if (!vector_read(b, p, comma, &row))
			wrong = "no first and last operand and class";
		else
			wrong = vector_wrong(b, &row, start);
		if (wrong) {
			diag_error(b->diag, list->at,
				   "vector '%.*s' of '%.*s': %s",
				   (int)(comma - p), p, (int)name->len,
				   name->text, wrong);
			return false;
		}
		VEC_PUSH(b->arena, b->vectors, row);
	}
	VEC_PUSH(b->arena, b->vector_places,
		 ((VectorPlace){b->diag->source, list->at, row.op}));
	/* Its operands have places that only it knows. */
	b->drafts.at[row.op].desc.flags |= OP_EXTRA_SRC_ALLOC;
	return true;
}

static int
vector_compare(const void *a, const void *b)
{
	const VectorRule *x = a, *y = b;

	if (x->op != y->op)
		return x->op < y->op ? -1 : 1;
	return (x->first > y->first) - (x->first < y->first);
}

bool
load_vectors(TargetBuilder *b, const YamlNode *map)
{
	if (!builder_pairs(b, map, vectors_of))
		return false;
	if (b->vectors.n)
		qsort(b->vectors.at, b->vectors.n, sizeof(VectorRule),
		      vector_compare);
	return true;
}
