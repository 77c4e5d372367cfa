/*
 * Compares our allocation with one made by someone else, function by function.
 * Theirs is judged first: what is wrong is no measure.
 */
#include "cli/compare.h"

#include "cli/check.h"
#include "cli/pairs.h"

#include "core/pipeline.h"
#include "core/prepare/lower.h"

#include <string.h>

typedef struct {
	const MirFile *input, *theirs;
	const Target *target;
	PipelineOptions options;
	DiagPrinter *printer;
	Arena keep, tmp, lasting; /* of a pair; of all */
	Comparison all;
} Comparer;

static Func *
function_of(Comparer *c, const MirFile *file, uint32_t index, Diag *diag)
{
	Func *f = mir_parse(file, index, c->target, &c->keep, &c->tmp, diag,
			    options_parse_flags(&c->options));

	arena_reset(&c->tmp);
	return f;
}

/* An operand of F that only code which was allocated has; or NULL. */
static const Operand *
allocated_mark(const Func *f)
{
	for (uint32_t i = 0; i < f->opnds.n; i++)
		if (f->opnds.at[i].flags & OPND_RENAMABLE ||
		    (f->opnds.at[i].kind == OPND_STACK &&
		     f->stack.at[f->opnds.at[i].val].kind == STACK_SPILL))
			return &f->opnds.at[i];
	return NULL;
}

/* A virtual register, as an operand of F; or NULL. */
static const Operand *
virtual_mark(const Func *f)
{
	for (uint32_t i = 0; i < f->opnds.n; i++)
		if (f->opnds.at[i].kind == OPND_VREG &&
		    !(f->opnds.at[i].flags & OPND_DEBUG))
			return &f->opnds.at[i];
	return NULL;
}

/* Are F and G something to allocate and something allocated, with spill slots
 * still there?  Else a message about what is not. */
static bool
forms_fit(Func *f, Func *g)
{
	const char *size = func_field(g, "frameInfo.stackSize");
	const Operand *o = f->vregs.n ? NULL : allocated_mark(f);

	if (o) {
		diag_error(f->diag, o->loc,
			   "the input is allocated already: the file of "
			   "-compare is the one that is");
		return false;
	}
	o = virtual_mark(g);
	if (o) {
		diag_error(g->diag, o->loc,
			   "-compare: a virtual register is left: to be "
			   "compared the function must be allocated (llc "
			   "-stop-after=virtregrewriter)");
		return false;
	}
	if (size && strcmp(size, "0")) {
		diag_error(g->diag, g->name.at,
			   "-compare: the frame is laid out, so that spill "
			   "slots are not to be told from other memory: llc "
			   "-stop-after=virtregrewriter");
		return false;
	}
	return true;
}

/* What the checker says of G; its reasons are printed where G is wrong. */
static Verdict
judge(Comparer *c, Func *f, Func *g)
{
	Diag said = {.source = c->input->source, .arena = &c->keep};
	Func *expanded = expand_func(f, false, &c->keep);

	if (!expanded)
		return CHECK_UNMATCHED;
	Verdict verdict =
		check_funcs(expanded, g, &c->options, &c->keep, &said);
	if (verdict == CHECK_WRONG)
		printer_put(c->printer, &said);
	return verdict;
}

/* Allocate F and compare. */
static Result
pair_run(Comparer *c, Func *f, Func *g)
{
	CompareRival rival = {.all = &c->all, .theirs = g};
	Verdict verdict = CHECK_UNMATCHED;
	Buf out = {0}, dump = {0};
	Stats stats = {0};
	PipelineOutput to = {
		.out = &out, .dump = &dump, .stats = &stats, .rival = &rival};

	if (!forms_fit(f, g))
		return RESULT_UNMATCHED;
	if (c->options.verify && f->blocks.n)
		verdict = judge(c, f, g);
	if (verdict == CHECK_WRONG)
		return RESULT_VERIFY;
	rival.judged = verdict == CHECK_RIGHT;
	Result result = pipeline_run(f, &c->options, &c->tmp, &to);
	buf_free(&out);
	buf_free(&dump);
	return result;
}

static Result
pair_compare(void *data, uint32_t input, uint32_t theirs)
{
	Comparer *c = data;
	Diag ours = {.source = c->input->source, .arena = &c->keep};
	Diag other = {.source = c->theirs->source, .arena = &c->keep};
	Func *f = function_of(c, c->input, input, &ours);
	Func *g = function_of(c, c->theirs, theirs, &other);
	Result result = f && g ? pair_run(c, f, g) : RESULT_INPUT;

	printer_put(c->printer, &ours);
	printer_put(c->printer, &other);
	arena_reset(&c->tmp);
	arena_reset(&c->keep);
	return result;
}

Result
compare_files(const MirFile *input, const MirFile *theirs, const Target *target,
	      const Options *options, Output *out, DiagPrinter *printer)
{
	Comparer c = {.input = input,
		      .theirs = theirs,
		      .target = target,
		      .options = options->pipeline,
		      .printer = printer};
	Buf text = {0};

	c.all.arena = &c.lasting;
	c.options.emit = EMIT_NONE;
	Result result =
		pairs_each(input, theirs, options->function, pair_compare, &c);
	result = result_worse(result,
			      pairs_surplus(input, theirs, options->function));
	if (!c.all.funcs.n && result != RESULT_OK)
		; /* there is nothing to show */
	else if (options->pipeline.emit == EMIT_JSON)
		compare_json(&c.all, &text);
	else
		compare_print(&c.all, &text);
	output_put(out, text.at, text.len);
	if (!limit_kept(&options->compare_limit, &c.all))
		result = result_worse(result, RESULT_COST);
	buf_free(&text);
	arena_free(&c.keep);
	arena_free(&c.tmp);
	arena_free(&c.lasting);
	return result;
}
