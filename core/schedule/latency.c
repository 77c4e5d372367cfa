/*
 * Latencies are one byte an opcode and model, worked out when the target is
 * loaded.
 */
#include "core/schedule/latency.h"

#include <string.h>

const LatencyModel *
latency_model(const Func *f)
{
	const Target *t = f->target;
	const TargetVariant *v = func_variant(f);

	for (uint32_t i = 0; v && i < t->n_latency_models; i++)
		if (!strcmp(target_str(t, t->latency_models[i].name),
			    target_str(t, v->name)))
			return &t->latency_models[i];
	return t->n_latency_models ? t->latency_models : NULL;
}

unsigned
insn_latency(const Func *f, const LatencyModel *model, const Insn *insn)
{
	if (insn_flags(f, insn) & OP_META)
		return 0;
	return model ? f->target->latencies[model->start + insn->op] : 1;
}
