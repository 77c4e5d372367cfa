/*
 * What is asked of the pipeline, and how options name its passes.
 */
#ifndef REGALLOC_OPTIONS_H
#define REGALLOC_OPTIONS_H

#include "core/alloc/alloc.h"
#include "core/emit/asm.h"
#include "core/emit/debug.h"
#include "core/explain/stats.h"
#include "core/model/ir.h"
#include "core/postra/antidep.h"
#include "core/schedule/before.h"

typedef enum {
	EMIT_ASM,
	EMIT_MIR,
	EMIT_JSON,
	EMIT_HTML,
	EMIT_C1,
	EMIT_NONE
} EmitKind;

typedef enum { /* the process's exit status */
	       RESULT_OK = 0,
	       RESULT_INPUT = 1,
	       RESULT_USAGE = 2,
	       RESULT_VERIFY = 3,
	       RESULT_ALLOC = 4,
	       RESULT_UNMATCHED = 5,
	       RESULT_COST = 6,
} Result;

/* What to say of several functions or files: that one is wrong, whatever the
 * others are; then that one cannot be read. */
static inline Result
result_worse(Result a, Result b)
{
	static const unsigned char rank[] = {
		[RESULT_OK] = 0,     [RESULT_COST] = 1,	 [RESULT_UNMATCHED] = 2,
		[RESULT_ALLOC] = 3,  [RESULT_USAGE] = 4, [RESULT_INPUT] = 5,
		[RESULT_VERIFY] = 6,
	};

	return rank[b] > rank[a] ? b : a;
}

typedef enum { SUBREG_ON, SUBREG_OFF, SUBREG_AS_TARGET } SubregLiveness;

enum { EXPLAIN_MAX = 64 };

typedef struct {
	const TargetVariant *variant; /* -mcpu; NULL: the target's first */
	const AsmHooks *hooks;	      /* see AsmOptions */
	EmitKind emit;
	bool verify;
	SubregLiveness subreg_liveness;
	const char *stop_after, *start_after; /* or NULL */
	uint64_t print_after;		      /* bit by number of the pass */
	uint32_t print;			      /* PRINT_* */
	BreakMode break_mode;
	bool cleanup, schedule;
	SchedMode schedule_before;
	AllocOptions alloc;
	bool stats, time_passes;
	bool asm_comments;
	const Debug *debug; /* of the module, where it is told; NULL: none */
	bool strict;
	uint32_t llvm; /* -mllvm-version; 0: as the file says */
	const char *explain[EXPLAIN_MAX]; /* "%5" */
	uint32_t nexplain;
	const char *compare;	  /* another allocation of the input; NULL */
	const char *demand_limit; /* "FILE=N[,FILE=N]" or NULL */
} PipelineOptions;

enum {			 /* PipelineOptions.print */
       PRINT_TARGET = 1, /* by the caller of the pipeline */
       PRINT_CFG = 2,
       PRINT_CFG_DOT = 4,
       PRINT_LIVENESS = 8,
       PRINT_KILLS = 16,
       PRINT_INTERVALS = 32,
       PRINT_LANES = 64,
       PRINT_DEMAND = 128,
       PRINT_SCAN = 256,
       PRINT_ALLOCATION = 512,
       PRINT_INTERFERENCE_DOT = 1024,
       PRINT_FRAME = 2048,
       PRINT_DEPS = 4096,
       PRINT_DEPS_DOT = 8192,
       PRINT_ANTIDEP = 16384,
       PRINT_COST = 32768,
       PRINT_FLAG_DIFFERENCES = 65536,
};

/* Those that show the function as it was read. */
#define PRINT_ANALYSES                                                         \
	(PRINT_CFG | PRINT_CFG_DOT | PRINT_LIVENESS | PRINT_KILLS |            \
	 PRINT_INTERVALS | PRINT_LANES | PRINT_DEMAND |                        \
	 PRINT_FLAG_DIFFERENCES)

/* Those that show what allocation did. */
#define PRINT_ALLOCATED                                                        \
	(PRINT_SCAN | PRINT_ALLOCATION | PRINT_INTERFERENCE_DOT | PRINT_FRAME)

/* Is code printed, and nothing about it instead? */
static inline bool
pipeline_prints_code(const PipelineOptions *options)
{
	return !options->print && !options->nexplain;
}

/* Is that code machine IR?  Where the passes stop early, it takes the place of
 * assembly. */
static inline bool
pipeline_prints_mir(const PipelineOptions *options)
{
	return pipeline_prints_code(options) &&
	       (options->emit == EMIT_MIR ||
		(options->emit == EMIT_ASM && options->stop_after));
}

/* Is it data about the code and its allocation, or a page that shows it? */
static inline bool
pipeline_prints_data(const PipelineOptions *options)
{
	return pipeline_prints_code(options) &&
	       (options->emit == EMIT_JSON || options->emit == EMIT_HTML);
}

/* Is that data within the page? */
static inline bool
pipeline_prints_page(const PipelineOptions *options)
{
	return pipeline_prints_code(options) && options->emit == EMIT_HTML;
}

/* Is it intervals and control flow for C1Visualizer? */
static inline bool
pipeline_prints_c1(const PipelineOptions *options)
{
	return pipeline_prints_code(options) && options->emit == EMIT_C1;
}

/* May the output have numbers of lines of the source, FuncText.first_line? */
static inline bool
pipeline_tells_lines(const PipelineOptions *options)
{
	return options->asm_comments || options->compare ||
	       !pipeline_prints_code(options) ||
	       pipeline_prints_data(options) || pipeline_prints_c1(options);
}

/* Are lanes of registers to be kept apart in code for TARGET? */
static inline bool
pipeline_lane_liveness(const PipelineOptions *options, const Target *target)
{
	return options->subreg_liveness == SUBREG_AS_TARGET
		       ? target->lane_liveness
		       : options->subreg_liveness == SUBREG_ON;
}

/* Why PRINT, of PRINT_*, is not made with OPTIONS; NULL: it is. */
const char *pipeline_unmade(const PipelineOptions *options, uint32_t print);

/* Why -stop-after or -start-after contradicts another one of OPTIONS, whose
 * name goes into OPTION; NULL: they do not. */
const char *pipeline_contradiction(const PipelineOptions *options,
				   const char **option);

/* The number of the pass with the LEN bytes at NAME for a name; -1: none. */
int pipeline_pass(const char *name, size_t len);

/* The name of pass I; NULL behind the last one. */
const char *pipeline_name(unsigned i);

/* Can the input have been through NAME, a pass of ours or LLVM's, so that the
 * passes behind allocation can start there? */
bool pipeline_starts_after(const char *name);

/* Processor seconds of each pass, of printing, and of what liveness, intervals
 * and lanes take in these, and what share of all each is, a line each.  The
 * caller has added those of the first pass, parse, to STATS. */
void pipeline_print_times(const Stats *stats, FILE *out);

/* The names of all passes, one a line, in order. */
void pipeline_print_passes(FILE *out);

#endif
