/*
 * One function on its way through the pipeline, and what runs over it: a
 * function a pass, each one row of the table in pipeline.c.
 */
#ifndef REGALLOC_PASSES_H
#define REGALLOC_PASSES_H

#include "core/analysis/intervals.h"
#include "core/coalesce/coalesce.h"
#include "core/explain/compare.h"
#include "core/explain/remedy.h"
#include "core/model/steady.h"
#include "core/options.h"
#include "core/prepare/operands.h"
#include "core/rewrite/flags.h"

/* What unfolding loads, joining and computing again tell each other, in the
 * arena between passes. */
typedef struct {
	Live live; /* before anything was joined */
	Candidates marks;
	FoundConstants found; /* see constants_find */
	Joined joined;
} Coalescing;

/* What the pass at hand made F from. */
typedef struct {
	Func *before;	      /* NULL: it changed nothing */
	const uint32_t *from; /* by instruction of F: which one of that it is */
} Change;

/* Whether allocation is tried again. */
typedef struct {
	DiagMark said; /* before scheduling */
	Func *f;       /* as it was then */
	InsnId *from;  /* by instruction of Job.parsed: of F; NULL: it is F */
	/* Of F while its code is put away: see func_put_away. */
	uint64_t *kills;
	bool wary; /* too few registers were left: instructions stay in their
		      order now, joins narrow nothing, parts of registers live
		      apart if -subreg-liveness allows it, and tuples are split
		      whatever that costs */
} Retry;

/* How often blocks run. */
typedef struct {
	float *parsed, *now; /* of Job.parsed, Job.f */
	float *code;  /* of Job.f, which may have more blocks in the end */
	float *price; /* from lowering on: see analysis/price.h */
} BlockFreqs;

typedef struct {
	Func *parsed; /* as read and expanded: what the checker compares with */
	Func *f;      /* as it is now */
	const PipelineOptions *options;
	Arena *keep, *tmp; /* of the function; of the pass at hand */
	ArenaMark held;	   /* of TMP: what lies below outlives the pass */
	Buf *out, *dump;
	Stats *stats;
	const AsmFunc *of;	   /* what its assembly takes and notes */
	const CompareRival *rival; /* NULL: nothing is compared */
	RemedyRole remedy;
	uint64_t *reserved, *saved;
	Steady steady;
	Cfg cfg;
	BlockFreqs freqs;
	OperandFacts facts; /* of `parsed`, from raise to lower; in TMP */
	Coalescing coalescing;
	/* Held in TMP, until F is rewritten; if there is a log, to the end. */
	Live live;
	bool live_stale; /* it does not describe F any more */
	Alloc alloc;
	AllocLog *log; /* NULL: nobody asks */
	Func *lowered; /* as allocation left it */
	Flags *flags;  /* what marks were found from, if
			  edges may have blocks of their own */
	bool allocated;
	Change change;
	Question explain[EXPLAIN_MAX];
	double clock; /* where the last pass ended, if timed */
	Retry retry;
} Job;

enum { /* Pass.flags */
       /* Where no allocation was found, it is tried again from here on. */
       PASS_RETRY = 1,
       /* The last one of an allocation: -start-after goes on behind it. */
       PASS_START_AFTER = 2,
       /* What it leaves in the arena between passes, the next one reads. */
       PASS_HOLD = 4,
};

/* Without blocks, nothing is run and nothing verified. */
typedef struct {
	const char *name;
	Result (*run)(Job *);	 /* NULL: there is nothing to do */
	Result (*verify)(Job *); /* what it did, with -verify; NULL: nothing */
	uint32_t print; /* of PRINT_*: the words of -print that it makes */
	uint32_t flags; /* PASS_* */
} Pass;

/* Bytes of Job.tmp, at most, that are kept for reuse where it is given up. */
enum { JOB_KEPT = 16 << 20 };

/* Forget what a pass put into Job.tmp, but for what is held. */
static inline void
job_clean(Job *j)
{
	arena_release(j->tmp, j->held);
}

/* Hold what is in Job.tmp. */
static inline void
job_hold(Job *j)
{
	j->held = arena_mark(j->tmp);
}

/* Hold nothing from here on.  What large functions used goes back to the
 * system: their next needs may be elsewhere. */
static inline void
job_drop(Job *j)
{
	j->held = (ArenaMark){NULL, NULL};
	arena_trim(j->tmp, JOB_KEPT);
}

/* pipeline.c: all passes, in order. */
extern const Pass PASSES[];
extern const unsigned NPASSES;

/* The number of the first pass that runs: behind that of -start-after. */
unsigned pipeline_first(const PipelineOptions *options);

/* Before the first pass: what options say of the function. */
void job_open(Job *j);

/* For -start-after, in place of the passes that are left out: what those behind
 * need to know. */
Result job_resume(Job *j);

/* No allocation was found: forget what came of lowering.  False: that has been
 * done before. */
bool job_again(Job *j);

/* passes.c: up to allocated code. */
Result pass_validate(Job *j);
Result pass_analysis(Job *j);
Result pass_expand(Job *j);
Result pass_lower(Job *j);
Result pass_unfold_loads(Job *j);
Result pass_coalesce(Job *j);
Result pass_rematerialize(Job *j);
Result pass_split_webs(Job *j);
Result pass_hoist(Job *j);
Result pass_split_tuples(Job *j);
Result pass_intervals(Job *j);
Result pass_allocate(Job *j);
Result pass_rewrite(Job *j);

/* passes_before.c: a new order, which counts as the input from there on. */
Result pass_schedule_before(Job *j);
Result pass_raise(Job *j);

/* passes_post.c: behind that. */
Result pass_flags(Job *j);
Result pass_three_address(Job *j);
Result pass_fold_loads(Job *j);
Result pass_close_edges(Job *j);
Result pass_edges(Job *j);
Result pass_cleanup(Job *j);
Result pass_deps(Job *j);
Result pass_antidep(Job *j);
Result pass_schedule(Job *j);

/* Is the code an allocation of what was read? */
Result verify_allocation(Job *j);

/* Does the code what it did before the pass at hand? */
Result verify_change(Job *j);

#endif
