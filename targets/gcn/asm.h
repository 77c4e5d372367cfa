/*
 * Shared by the files that print GCN assembly; see core/emit/hooks.h for what
 * the functions are for.
 */
#ifndef REGALLOC_GCN_ASM_H
#define REGALLOC_GCN_ASM_H

#include "core/emit/hooks.h"
#include "targets/gcn/notes.h"

/* Asm.machine */
typedef struct {
	uint64_t *used;		  /* units that the code names */
	RegId flat;		  /* address of the scratch memory */
	RegId buffer, buffer_now; /* of the stack; where it is kept */
	const char *scratch;	  /* the buffer of the stack, "s[0:3]" */
	uint32_t *lane;	     /* by stack object: first lane of a spilled scalar
			      */
	uint32_t saved_lane; /* first lane of the scalars saved */
	RegId lanes[16];     /* vector registers of 64 lanes for these */
	uint32_t nlanes;
	bool lanes_lost;    /* a call destroys one of them */
	uint32_t lanes_at;  /* then they are stored there around it */
	uint32_t arguments; /* bytes of the frame that callers fill */
} GcnAsm;

static inline GcnAsm *
gcn_of(const Asm *a)
{
	return a->machine;
}

/* What the module's notes are to know of the function. */
static inline GcnFigures *
gcn_figures(const Asm *a)
{
	return a->of->figures;
}

/* asm_frame.c */
bool gcn_rules(Asm *a);
bool gcn_prologue(Asm *a);
bool gcn_has_epilogue(const Asm *a);
bool gcn_epilogue(Asm *a, const Insn *insn);
void gcn_stack_place(const Asm *a, bool fixed, RegId *reg, int64_t *offset);
/* The register that says where the frame starts; 0: it starts at 0. */
RegId gcn_base(const Asm *a);
/* The address, for one lane, of the stack object that INSN moves to a
 * register. */
void gcn_address(Asm *a, const AsmInsn *insn);
/* Before (LOAD: behind) INSN: if it is a call, the registers with lanes for
 * scalars that it destroys go to memory and back, and so does, in effect, the
 * frame pointer.  False after an error. */
bool gcn_call(Asm *a, const Insn *insn, bool load);
/* SI_SPILL_*: a word at a time. */
bool gcn_spill(Asm *a, const AsmInsn *insn, const char *name, uint32_t slot);

/* asm_used.c: REG, or what stands for it in the text. */
RegId gcn_moved(const Asm *a, RegId reg);
/* REG, or what INSN names, is in use. */
void gcn_use(Asm *a, RegId reg);
void gcn_use_all(Asm *a, const Insn *insn);
/* Does the kernel take the argument WHICH from the loader in a register? */
bool gcn_has_argument(const Asm *a, const char *which);

/* asm_kernel.c: behind a kernel's code, what the loader must know. */
void gcn_kernel(Asm *a);

/* asm_memory.c: what the order of INSN's accesses needs before and behind it;
 * and in its text, INSN being what was read from SOURCE. */
void gcn_before(Asm *a, const Insn *insn);
void gcn_after(Asm *a, const Insn *insn);
void gcn_bypass(Asm *a, const Insn *source, AsmInsn *insn);

/* asm_forms.c */
void gcn_number(Asm *a, const AsmInsn *insn, uint32_t k);
bool gcn_form(Asm *a, const AsmInsn *insn, uint32_t k, const AsmForm *form,
	      bool *ok);

/* --- asm_frame_regs.c --- */

/* Is the function a kernel? */
bool gcn_is_kernel(const Asm *a);

/* Does it address its frame by the frame pointer? */
bool gcn_has_pointer(const Asm *a);

/* And as the text of an offset. */
const char *gcn_base_text(const Asm *a);

/* The register that header field PATH names; 0 if there is none. */
RegId gcn_field_reg(const Asm *a, const char *path);

/* The register of the kernel argument WHICH. */
RegId gcn_argument_reg(const Asm *a, const char *which);

/* The register of word I of REG. */
RegId gcn_part(const Asm *a, RegId reg, unsigned i);

/* The same as text. */
const char *gcn_part_text(const Asm *a, RegId reg, unsigned i);

/* Words of a register: those of its numbered parts. */
unsigned gcn_words(const Asm *a, RegId reg);

/* Units that F's code and its blocks' live-ins name. */
uint64_t *gcn_used_units(Asm *a);

/* Do all calls of the function keep it? */
bool gcn_is_kept(const Asm *a, RegId reg);

/* Is it kept while others run, and by nobody used? */
bool gcn_is_free(const Asm *a, RegId reg, const uint64_t *used);

#endif
