/*
 * Offers of eviction: registers that others hold, and what it would take to
 * have one of them.  An offer changes nothing before it is taken; whatever else
 * is changed in between makes it void.
 */
#ifndef REGALLOC_ALLOC_EVICT_H
#define REGALLOC_ALLOC_EVICT_H

#include "core/alloc/split/plan.h"

/* Intervals that leave a register together.  MOVED_MAX: with 6, compressors of
 * sixteen registers cost 1.015 times as much; of kernels, which have more, it
 * is 0.998 times. */
enum { MOVED_MAX = 16, SHIFTED_MAX = 8 };

/* REG, from lighter intervals, which wait for their turn again. */
typedef struct {
	RegId reg;
	uint32_t cascade;
} WeightOffer;

/* REG, from intervals that do not care which one they have and for which
 * another one is free. */
typedef struct {
	RegId reg;
	VregId from[MOVED_MAX];
	RegId to[MOVED_MAX];
	uint32_t n;
} MoveOffer;

/* REG, from intervals that go on in other registers from where the one that
 * gets it begins. */
typedef struct {
	RegId reg;
	VregId from[SHIFTED_MAX];
	RegId held[SHIFTED_MAX], to[SHIFTED_MAX];
	OccurrenceRun parts[SHIFTED_MAX]; /* what goes on */
	uint32_t n;
} ShiftOffer;

/* REG, from FROM, which is split around the one that takes its place. */
typedef struct {
	RegId reg;
	VregId from;
	SplitPlan plan; /* of FROM */
} AroundOffer;

/* The register whose holders weigh least, less than V, if V does not gain less
 * than they lose. */
bool evict_by_weight(Scan *s, VregId v, WeightOffer *offer);
void weight_offer_take(Scan *s, VregId v, const WeightOffer *offer);

/* REG, in which V does not fit and which is worth GAIN to it.  Long intervals
 * stay: many others ask for the register of such an interval, and each would
 * look at all of it. */
bool evict_by_moving(Scan *s, VregId v, RegId reg, float gain,
		     MoveOffer *offer);
void move_offer_take(Scan *s, VregId v, const MoveOffer *offer, Taken how);

/* shift.c: is V a tuple, and are there enough registers free where it begins,
 * if not in a row? */
bool row_is_apart(Scan *s, VregId v);

/* A register for V, a tuple, in whose place others go on elsewhere, as
 * few as possible, for copies that cost at most MAX. */
bool evict_by_shifting(Scan *s, VregId v, double max, ShiftOffer *offer);
void shift_offer_take(Scan *s, VregId v, const ShiftOffer *offer);

/* The register of one that only lives through the places where V is, and whose
 * split around V costs less than MAX, which is what V costs otherwise. */
bool evict_around(Scan *s, VregId v, double max, AroundOffer *offer);
void around_offer_take(Scan *s, VregId v, const AroundOffer *offer);

#endif
