/*
 * Parts of the pipeline on their own, for tests:
 *
 *   rewrite-test lower TARGET IN.mir   lowered functions
 *   rewrite-test flags TARGET IN.mir   IN is allocated: its marks and live-ins
 *                                      are dropped and computed again
 *   rewrite-test spill TARGET IN.mir   allocated by keeping every register in
 *                                      memory, which gives the rewriter work
 *   rewrite-test scratch TARGET IN.mir as `spill`, with no scratch registers
 */
#include "core/alloc/alloc.h"
#include "core/analysis/reserved.h"
#include "core/base/bits.h"
#include "core/mirtext/mir.h"
#include "core/prepare/lower.h"
#include "core/rewrite/convert.h"
#include "core/rewrite/flags.h"
#include "core/rewrite/rewrite.h"
#include "parser/parser.h"
#include "targets/targets.h"

#include <stdlib.h>
#include <string.h>

static void
die(const char *what, const Diag *diag)
{
	if (diag)
		diag_print(diag, stderr, false);
	fprintf(stderr, "rewrite-test: %s\n", what);
	exit(1);
}

/* The allocation that keeps everything in memory. */
typedef struct {
	Func *f;
	const Target *t;
	const uint64_t *reserved;
	Arena *arena;
	Alloc alloc;
	Slots *slots;
	bool use_scratch;
	uint64_t *fixed; /* by position: units taken there, n_units bits */
	uint32_t words;
	VregId *now;	  /* by parent: its register in this instruction */
	InsnId *now_insn; /* by parent: the instruction `now` is for */
	VregId nparents;
} Spiller;

RegId
alloc_scratch(const Alloc *alloc, ClassId cls, uint32_t pos,
	      const uint64_t *barred)
{
	const Spiller *s = alloc->scan;
	const TargetClass *c = &s->t->classes[cls];
	uint32_t i, k;

	for (i = c->order.start; s->use_scratch && i < c->order.end; i++) {
		RegId r = s->t->class_regs[i];
		Slice u = s->t->regs[r].units;

		if (bits_has(s->reserved, r))
			continue;
		for (k = u.start; k < u.end; k++)
			if (bits_has(s->fixed + (size_t)pos * s->words,
				     s->t->reg_units[k]) ||
			    (barred && bits_has(barred, s->t->reg_units[k])))
				break;
		if (k == u.end)
			return r;
	}
	return 0;
}

RegId
alloc_where(const Alloc *alloc, VregId v, SlotIdx at, uint32_t *slot)
{
	const Spiller *s = alloc->scan;

	(void)at;
	*slot = alloc->slot[s->f->vregs.at[v].parent];
	return 0;
}

/* No operand is a constant in memory. */
InsnId
alloc_constant(const Alloc *alloc, VregId v)
{
	(void)alloc;
	(void)v;
	return NONE;
}

static void
take_units(Spiller *s, uint32_t pos, RegId r)
{
	Slice u = s->t->regs[r].units;
	uint32_t k;

	for (k = u.start; k < u.end; k++)
		bits_add(s->fixed + (size_t)pos * s->words, s->t->reg_units[k]);
}

/* A fresh register for PARENT at instruction I. */
static VregId
fresh(Spiller *s, VregId parent, InsnId i)
{
	const TargetClass *c = &s->t->classes[s->f->vregs.at[parent].cls];
	uint32_t pos = s->slots->insn_pos[i], n, k;
	VregId v = func_add_vreg(s->f, s->f->vregs.at[parent].cls, parent);

	for (n = c->order.start; n < c->order.end; n++) {
		RegId r = s->t->class_regs[n];
		Slice u = s->t->regs[r].units;

		if (bits_has(s->reserved, r))
			continue;
		for (k = u.start; k < u.end; k++)
			if (bits_has(s->fixed + (size_t)pos * s->words,
				     s->t->reg_units[k]))
				break;
		if (k < u.end)
			continue;
		take_units(s, pos, r);
		s->alloc.reg[v] = r;
		return v;
	}
	fprintf(stderr, "no register for %%%u in %.*s\n",
		s->f->vregs.at[parent].number, (int)s->f->insns.at[i].name.len,
		s->f->source->text + s->f->insns.at[i].name.at);
	return v;
}

/* Every physical register that lives across a position is taken there. */
static void
take_fixed(Spiller *s, const Live *live)
{
	uint32_t u, k, pos;

	for (u = 0; u < s->t->n_unit_regs; u++)
		for (k = live->units[u].segs.start; k < live->units[u].segs.end;
		     k++)
			for (pos = live->segs.at[k].start >> 2;
			     pos <= (live->segs.at[k].end >> 2) &&
			     pos < live->slots.npos;
			     pos++)
				bits_add(s->fixed + (size_t)pos * s->words, u);
}

static void
spill_insn(Spiller *s, InsnId i)
{
	Operand *o = insn_opnds(s->f, &s->f->insns.at[i]);
	uint32_t n = s->f->insns.at[i].nopnds, k;
	Edit e;

	for (k = 0; k < n; k++) {
		VregId p, v;

		if (o[k].kind != OPND_VREG || (o[k].flags & OPND_DEBUG))
			continue;
		p = o[k].val;
		if (p >= s->nparents)
			continue;
		if (s->now_insn[p] != i) {
			s->now_insn[p] = i;
			s->now[p] = fresh(s, p, i);
			v = s->now[p];
			e = (Edit){.at = i,
				   .kind = EDIT_RELOAD,
				   .dst = v,
				   .src = NONE,
				   .slot = s->alloc.slot[p],
				   .remat = NONE};
			VEC_PUSH(s->arena, s->alloc.edits, e);
		}
		o[k].val = s->now[p];
	}
	for (k = 0; k < n; k++) {
		if (o[k].kind != OPND_VREG || !(o[k].flags & OPND_DEF))
			continue;
		e = (Edit){.at = i,
			   .after = 1,
			   .kind = EDIT_SPILL,
			   .src = o[k].val,
			   .dst = NONE,
			   .remat = NONE};
		e.slot = s->alloc.slot[s->f->vregs.at[o[k].val].parent];
		if (insn_flags(s->f, &s->f->insns.at[i]) & OP_TERMINATOR)
			fprintf(stderr, "a terminator defines\n");
		VEC_PUSH(s->arena, s->alloc.edits, e);
	}
}

static void
spill_all(Spiller *s, const Live *live)
{
	Func *f = s->f;
	uint32_t n = f->vregs.n, cap = n + f->opnds.n + 1;
	VregId v;
	InsnId i;

	s->nparents = n;
	s->words = BITS_WORDS(s->t->n_unit_regs);
	s->fixed = ARENA_NEW(s->arena, uint64_t,
			     (size_t)live->slots.npos * s->words + 1);
	take_fixed(s, live);
	s->alloc.scan = s;
	s->alloc.reserved = s->reserved;
	s->alloc.reg = ARENA_NEW(s->arena, RegId, cap);
	s->alloc.slot = ARENA_RAW(s->arena, uint32_t, cap);
	memset(s->alloc.slot, 0xff, sizeof(uint32_t) * cap);
	s->alloc.drop = ARENA_NEW(s->arena, uint8_t, f->insns.n + 1);
	s->now = ARENA_NEW(s->arena, VregId, n + 1);
	s->now_insn = ARENA_RAW(s->arena, InsnId, n + 1);
	memset(s->now_insn, 0xff, sizeof(InsnId) * (n + 1));
	for (v = 0; v < n; v++) {
		const SpillRule *rule =
			func_spill(f, f->vregs.at[v].cls, s->t->stack_align);

		if (!rule)
			die("no spill rule", NULL);
		f->vregs.at[v].parent = v;
		s->alloc.slot[v] = func_add_slot(f, rule->size, rule->align,
						 rule->stack_id);
	}
	for (i = 0; i < f->insns.n; i++) {
		const Insn *insn = &f->insns.at[i];

		if (insn->flags & INSN_DEBUG)
			continue;
		if (insn_is(f, insn, WK_COPY) ||
		    insn_is(f, insn, WK_IMPLICIT_DEF))
			continue;
		spill_insn(s, i);
	}
}

/* Allocate F, INPUT lowered. */
static Func *
run_spill(Func *f, const Func *input, const uint64_t *reserved,
	  bool use_scratch, Arena *arena)
{
	Live *live = ARENA_NEW(arena, Live, 1);
	Spiller s = {.f = f,
		     .t = f->target,
		     .reserved = reserved,
		     .arena = arena,
		     .use_scratch = use_scratch};
	Cfg cfg;

	cfg_build(f, &cfg, arena, arena);
	if (!intervals_build(live, f, &cfg, reserved, false, arena))
		return NULL;
	s.slots = &live->slots;
	spill_all(&s, live);
	f = rewrite_func(f, live, &s.alloc, arena);
	if (f) {
		flags_mark(f, reserved, arena, arena);
		convert_three_address(f, input, reserved, arena);
	}
	return f;
}

/* Forget all marks that flags_mark computes. */
static void
run_flags(Func *f, const uint64_t *reserved, Arena *arena)
{
	uint32_t i;
	BlockId b;

	for (i = 0; i < f->opnds.n; i++)
		f->opnds.at[i].flags &= ~(OPND_KILL | OPND_DEAD);
	for (b = 1; b < f->blocks.n; b++)
		if (!(f->blocks.at[b].flags & BLOCK_LANDING_PAD))
			f->blocks.at[b].liveins.end =
				f->blocks.at[b].liveins.start;
	flags_mark(f, reserved, arena, arena);
}

int
main(int argc, char **argv)
{
	Arena keep = {0}, tmp = {0};
	Diag diag = {.arena = &keep};
	const Target *t;
	Source source;
	MirFile file = {0};
	Buf out = {0};
	uint64_t *reserved;
	uint32_t i;

	if (argc != 4)
		die("usage: rewrite-test lower|flags|spill TARGET FILE", NULL);
	t = targets_builtin(argv[2], &keep);
	if (!t || !source_open(&source, argv[3]))
		die("cannot open", NULL);
	diag.source = &source;
	if (!mirfile_split(&source, &keep, &file, &diag))
		die("bad file", &diag);
	buf_put(&out, source.text, file.docs.at[0].all.at);
	for (i = 0; i < file.docs.n; i++) {
		Func *f = mir_parse(&file, i, t, &keep, &tmp, &diag, 0);
		const Func *input;
		OperandFacts occurrences;

		input = f = f ? expand_func(f, true, &keep) : NULL;
		if (!f)
			die("parse", &diag);
		reserved = ARENA_NEW(&keep, uint64_t, BITS_WORDS(t->n_regs));
		func_reserved(f, reserved);
		if (!strcmp(argv[1], "flags"))
			run_flags(f, reserved, &keep);
		else if (operand_facts_find(&occurrences, f, NULL, &tmp),
			 !(f = lower_func(f, &occurrences, NULL, NULL, &keep,
					  &tmp)))
			die("lower", &diag);
		else if (!strcmp(argv[1], "spill"))
			f = run_spill(f, input, reserved, true, &keep);
		else if (!strcmp(argv[1], "scratch"))
			f = run_spill(f, input, reserved, false, &keep);
		if (!f)
			die("failed", &diag);
		mir_print(f, &out);
	}
	fwrite(out.at, 1, out.len, stdout);
	if (diag.errors)
		diag_print(&diag, stderr, false);
	buf_free(&out);
	arena_free(&keep);
	arena_free(&tmp);
	source_close(&source);
	return 0;
}
