/*
 * -emit json, html and c1: data about functions with their allocation, a page
 * that shows it, and the same for a program that draws such data.
 *
 * The data has an object for each function: counts, cost and allocation, and
 * what this folder appends: code, blocks, registers, demand and what -explain
 * tells of each register.  man/regalloc.schema.json is its schema.  The page's
 * script and style are page.js and page.css, which the Makefile embeds; they
 * read nothing but the data.
 *
 *   report       the members of one function
 *   code         instructions before and after, blocks
 *   registers    columns of registers, what holds them besides intervals
 *   stories      what -explain tells, line by line
 *   texts        what instructions and lines have in common
 *   page         what stands around the data
 *   c1           intervals and control flow for C1Visualizer
 */
#ifndef REGALLOC_REPORT_REPORT_H
#define REGALLOC_REPORT_REPORT_H

#include "core/explain/story.h"

/* Of the data's form: counts up when a member goes or changes its meaning. */
enum { REPORT_VERSION = 2 };

typedef struct {
	const Story *story; /* open, of an allocation that was found */
	Func *read;	    /* what lowering began with */
	const float *read_freq;
	Func *lowered; /* the story's */
	Func *code;    /* allocated */
	const float *code_freq;
	const uint64_t *reserved; /* bit set over RegId */
	Arena *tmp;
} Report;

/*
 * Append to OUT the members of the function's object.  The text of MIR in it is
 * that of mir_print, the stories are those of explain_print, taken apart
 * (texts.h).  O(functions' text + stories, each of which is O(instructions +
 * turns)).
 */
void report_members(const Report *r, Buf *out);

/* Append the function, its two control flow graphs and its intervals for
 * C1Visualizer.  O(functions' text + segments). */
void report_c1(const Report *r, Buf *out);

/* What stands before the data of the page about file NAME, and behind. */
void page_open(const char *name, Buf *out);
void page_close(Buf *out);

/* Append JSON of LEN bytes so that it can stand in the page: "<" as \u003c. */
void page_data(const char *json, size_t len, Buf *out);

/* May FUNC's stories be told?  Not those of a function with so many registers
 * that their lists alone would take gigabytes. */
bool report_tells(const Func *f);

#endif
