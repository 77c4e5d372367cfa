/*
 * What random functions are made of, a machine each: the kinds of values, and
 * instructions as text.
 */
#ifndef TESTDATA_RANDOM_TABLES_H
#define TESTDATA_RANDOM_TABLES_H

#include <stdbool.h>

enum { KINDS_MAX = 16, WORK_MAX = 96 };

/* A kind of value: its letter, its class; letter of the kind whose values can
 * be copied to it; for tuples, indices and letters of their parts. */
typedef struct {
	char letter;
	const char *cls;
	char like;
	const char *parts; /* "sub0w sub1w" */
	unsigned most;	   /* variables of it */
	bool apart;	   /* only copies lead to others */
} Kind;

/*
 * Instructions, each ended by ";".  {=k} is written and of kind k, {&k} is so
 * before all is read, {k} read, {0k} read and tied to definition 0 of its
 * instruction; {=tk} and {tk} are a register of the template's own; {n} is a
 * number, %l a block.
 */
typedef struct {
	const char *name;
	Kind kinds[KINDS_MAX];
	const char *liveins;
	const char *init[KINDS_MAX]; /* by kind: makes a first value */
	const char *branch, *jump, *end;
	const char *work[WORK_MAX];
} Table;

extern const Table tables[];

#endif
