/*
 * An allocated function as assembly text.
 */
#ifndef REGALLOC_EMIT_ASM_H
#define REGALLOC_EMIT_ASM_H

#include "core/base/buf.h"
#include "core/emit/debug.h"
#include "core/rewrite/frame.h"

typedef struct AsmHooks AsmHooks; /* core/emit/hooks.h */
typedef struct AsmFunc AsmFunc;

typedef struct {
	const TargetVariant *variant; /* NULL: the target's first */
	const AsmHooks *hooks;	      /* NULL: the target has no assembly */
	bool comments;	    /* where blocks and instructions come from */
	const Debug *debug; /* NULL: no source lines */
	const AsmFunc *of;  /* NULL: nothing is attached or noted */
} AsmOptions;

/* Append F's text: its code, then its constants and jump tables.  F holds
 * physical registers only.  What has no text is an error in F's diag, named
 * with its opcode and place; the result is then false and OUT's contents are
 * of no use.  TMP is used meanwhile.  O(text). */
bool asm_emit_func(const Func *f, const AsmOptions *options, Arena *tmp,
		   Buf *out);

/* Lay out the frame that F's text has.  False: the target has no assembly, or
 * after an error, which is in F's diag. */
bool asm_frame(const Func *f, const AsmOptions *options, Frame *frame,
	       Arena *tmp);

#endif
