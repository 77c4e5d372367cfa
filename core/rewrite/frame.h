/*
 * The stack frame of an allocated function: a plain layout.
 *
 * From the address the caller's stack pointer had (the top) downwards: saved
 * registers, local objects, room for outgoing arguments.  Objects are
 * addressed from the stack pointer, or from the frame pointer where the former
 * moves, or from the base pointer where the frame is also realigned.
 */
#ifndef REGALLOC_REWRITE_FRAME_H
#define REGALLOC_REWRITE_FRAME_H

#include "core/model/ir.h"

/* What the machine's convention fixes. */
typedef struct {
	unsigned entry;	    /* bytes that the call itself put below the top; the
			       size of the frame pointer if that is saved apart */
	RegId pointer;	    /* frame pointer; 0: the target's */
	RegId base;	    /* base pointer */
	const RegId *saved; /* what the function's own convention saves; NULL:
			       what the target's does */
	uint32_t nsaved;
	uint32_t pushed; /* bytes of a saved register at most; larger ones are
			    stored among the objects; 0: no limit */
	uint32_t saved_align; /* what their area is a multiple of; 0: of 1 */
	bool record;  /* with the frame pointer the link register is saved */
	bool pushes;  /* the third operand of what opens a frame says how many
			 bytes of arguments are pushed */
	bool kernel;  /* nobody's registers are to be saved */
	bool upwards; /* Frame.stack is from the frame's beginning */
	bool ranges;  /* registers of the list's last kind are saved as a
			 range without gaps */
	bool save_frame; /* the frame pointer is saved apart, before others */
	bool aligned;	 /* the stack pointer is never less aligned */
	/* The frame pointer points above the saved registers, among which is
	 * the link register, and not to the last one. */
	bool pointer_above;
	bool call_frame; /* functions with calls have a frame pointer */
	bool call_anew;	 /* what a call destroys of it is computed anew */
} FrameRules;

enum { FRAME_SAVED = 448 }; /* no target saves more registers */

typedef struct {
	RegId saved[FRAME_SAVED]; /* in the order of the target's list */
	unsigned nsaved;
	RegId stored[FRAME_SAVED]; /* saved among the objects */
	unsigned nstored;
	uint32_t stored_size; /* bytes for one of them */
	int64_t stored_at;    /* of the last of them, as in `stack` */
	uint32_t saved_size;  /* bytes of them, the frame pointer's included */
	uint32_t local_size;  /* bytes of objects and of arguments below them */
	uint32_t call_size;   /* of these, for outgoing arguments */
	uint32_t align;	      /* of the frame, bytes */
	bool has_calls;
	bool moves;	    /* the stack pointer moves inside the function */
	bool pushes;	    /* and around calls: their arguments are pushed */
	bool realign;	    /* it is rounded down to `align` after saving */
	bool pointer;	    /* there is a frame pointer */
	bool based;	    /* there is a base pointer */
	int32_t pointer_at; /* where the frame pointer points, from the top */
	int64_t *stack;	    /* by object: offset from the top, negative; when
			       realigned, from the rounded stack pointer */
	int64_t *fixed;	    /* by object: offset from the top */
} Frame;

/* Bytes of REG where it is saved. */
uint32_t frame_reg_bytes(const Target *t, RegId reg);

/* Lay out F's frame. False after an error, which is in F's diag. */
bool frame_layout(const Func *f, const FrameRules *rules, Frame *frame,
		  Arena *arena);

#endif
