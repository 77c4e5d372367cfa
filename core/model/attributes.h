/*
 * What a function says of itself beside its code: fields of its document,
 * attributes, features.
 */
#ifndef REGALLOC_MODEL_ATTRIBUTES_H
#define REGALLOC_MODEL_ATTRIBUTES_H

#include "core/model/target.h"

typedef struct Func Func;

/* Value of the header field PATH ("frameInfo.hasCalls"); NULL if absent. */
const char *func_field(const Func *f, const char *path);
bool func_field_true(const Func *f, const char *path);

/* Is F's machine IR of LLVM 20 or later, as was given or by its header? */
bool func_is_llvm_20(const Func *f);

/* Value of the IR function attribute KEY: `"key"="value"` gives value, a bare
 * key "" ; NULL if absent.  The result lies in F's arena. */
const char *func_attribute(const Func *f, const char *key);

/* The variant that F is for: the one of -mcpu, else that its attribute
 * "target-cpu" names, else the target's setting `variant-else` if F names that
 * or features, or `variant`; may be NULL. */
const TargetVariant *func_variant(const Func *f);

/* Has F the feature NAME?  Its "target-features" ("+this,-that") say so, else
 * its variant; "-NAME": do they say that it has not? */
bool func_has_feature(const Func *f, const char *name);

/* The number N of the variant's first feature "NAME=N", or "NAME=N FEATURE" if
 * F has that; 0: it has none. */
unsigned func_feature_number(const Func *f, const char *name);

/* Bytes to which F's callers align the stack: the target's, or those of its
 * setting "narrow-stack", where that holds. */
uint32_t func_stack_align(const Func *f);

/* Registers of FILE that waves of F share: the number "FILE-limit" of its
 * variant's features, else that of its limits; 0: there are none. */
unsigned func_limit(const Func *f, uint32_t file);

/* Is RULE one for functions with F's features?  Of those that are, and that fit
 * otherwise, the first is meant. */
bool func_takes_rule(const Func *f, const SpillRule *rule);

#endif
