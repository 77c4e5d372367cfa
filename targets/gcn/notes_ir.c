/*
 * What LLVM IR says of a kernel: its "define" line, metadata, attributes.
 */
#include "targets/gcn/notes_internal.h"

DebugNode
note_attached(const Notes *n, const char *word)
{
	IrText t = {n->in->source->text + n->of->define.at, NULL};

	t.end = t.p + n->of->define.len;
	while (irtext_find(&t, "!"))
		if (irtext_take(&t, word) && irtext_take(&t, " "))
			return debug_node(n->in->metadata, t);
	return NULL;
}

bool
note_open(const Notes *n, DebugNode node, IrText *t)
{
	*t = (IrText){node, n->in->source->text + n->in->source->len};
	return node && irtext_take(t, "!{");
}

void
note_strings(const Notes *n, DebugNode node, Strings *out)
{
	IrText t;
	size_t len;

	if (!note_open(n, node, &t))
		return;
	while (irtext_take(&t, "!") && irtext_at(&t, "\"")) {
		VEC_PUSH(n->arena, *out, irtext_name(&t, n->arena, &len));
		if (!irtext_take(&t, ", "))
			break;
	}
}

bool
note_lacks(const Notes *n, const char *attribute)
{
	return !func_attribute(&n->attributes, attribute);
}
