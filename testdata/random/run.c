/*
 * The order of things: instructions, blocks, and what is seen of them.
 */
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS_MAX = 400 };

/* --- instructions that all machines have --- */

static bool
same_places(const Arg *a, const Arg *b)
{
	return a->kind == ARG_REG && b->kind == ARG_REG &&
	       a->places->n == b->places->n &&
	       !memcmp(a->places->at, b->places->at,
		       a->places->n * sizeof(*a->places->at));
}

static Value
read_or_unknown(Run *r, const Arg *a)
{
	return a->undef ? value_unknown(BYTES_MAX) : value_read(r, a);
}

/* SUB of WHOLE, of SIZE bytes, becomes PART. */
static void
insert(Run *r, Value *whole, unsigned size, const char *sub, const Value *part)
{
	Places at;
	unsigned i, l;

	if (!machine_part(r->m, sub, size, &at)) {
		snprintf(r->error, sizeof(r->error), "no part %s", sub);
		return;
	}
	for (l = 0; l < r->nlanes; l++)
		for (i = 0; i < at.n; i++)
			whole->at[l][at.at[i]] =
				i < part->n ? part->at[part->lanes ? l : 0][i]
					    : (Byte){0};
}

unsigned
arg_size(Run *r, const Arg *a)
{
	Value v = value_read(r, a);

	return v.n;
}

static void
extract(Run *r, const Arg *from, const char *sub, Value *out)
{
	Value whole = value_read(r, from);
	Places at;
	unsigned i, l;

	if (!machine_part(r->m, sub, whole.n, &at)) {
		snprintf(r->error, sizeof(r->error), "no part %s", sub);
		return;
	}
	out->n = at.n;
	out->lanes = whole.lanes;
	for (l = 0; l < r->nlanes; l++)
		for (i = 0; i < at.n; i++)
			out->at[l][i] = whole.at[l][at.at[i]];
}

static bool
run_common(Run *r, const Code *c)
{
	const Arg *a = c->args;
	Value v, part;
	unsigned i;

	if (!strcmp(c->name, "COPY")) {
		if (same_places(&a[0], &a[1]))
			return true;
		v = read_or_unknown(r, &a[1]);
	} else if (!strcmp(c->name, "KILL") || !strcmp(c->name, "PHI") ||
		   !strncmp(c->name, "ADJCALLSTACK", 12) ||
		   !strncmp(c->name, "LIFETIME_", 9) ||
		   !strncmp(c->name, "EH_LABEL", 8) ||
		   !strcmp(c->name, "BUNDLE")) {
		return true;
	} else if (!strcmp(c->name, "IMPLICIT_DEF")) {
		v = value_unknown(BYTES_MAX);
	} else if (!strcmp(c->name, "REG_SEQUENCE")) {
		v = value_unknown(arg_size(r, &a[0]));
		v.lanes = a[0].lanes;
		for (i = 1; i + 1 < c->nargs; i += 2) {
			part = read_or_unknown(r, &a[i]);
			insert(r, &v, v.n, a[i + 1].sub, &part);
		}
	} else if (!strcmp(c->name, "INSERT_SUBREG")) {
		v = read_or_unknown(r, &a[1]);
		v.n = arg_size(r, &a[0]);
		v.lanes = a[0].lanes;
		part = read_or_unknown(r, &a[2]);
		insert(r, &v, v.n, a[3].sub, &part);
	} else if (!strcmp(c->name, "SUBREG_TO_REG")) {
		v = value_of(0, arg_size(r, &a[0]));
		part = read_or_unknown(r, &a[2]);
		insert(r, &v, v.n, a[3].sub, &part);
	} else if (!strcmp(c->name, "EXTRACT_SUBREG")) {
		v = value_unknown(0);
		extract(r, &a[1], a[2].sub, &v);
	} else {
		return false;
	}
	value_write(r, &a[0], &v);
	return true;
}

/* What tied operands and early-clobbers ask for. */
static void
check_places_of(Run *r, const Code *c)
{
	unsigned i, k, x, y;

	for (i = 0; i < c->nargs; i++) {
		const Arg *a = &c->args[i];
		bool explicit = c->op && i < c->op->nops && !a->implicit;
		int tied = explicit && c->op->ops[i].tied >= 0
				   ? c->op->ops[i].tied
				   : a->tied;

		if (a->kind == ARG_VREG && r->marks)
			snprintf(r->error, sizeof(r->error),
				 "line %u: a virtual register", c->line);
		if (a->kind != ARG_REG)
			continue;
		if (!a->def && tied >= 0 && (unsigned)tied < c->nargs &&
		    c->args[tied].kind == ARG_REG && !a->undef &&
		    !same_places(a, &c->args[tied]))
			snprintf(r->error, sizeof(r->error),
				 "line %u: operand %u is not tied", c->line, i);
		if (!a->def || !(a->early || (explicit && c->op->ops[i].early)))
			continue;
		for (k = 0; k < c->nargs; k++) {
			const Arg *b = &c->args[k];
			int t = c->op && k < c->op->nops &&
						c->op->ops[k].tied >= 0
					? c->op->ops[k].tied
					: b->tied;

			/* What is implied of parts is no operand. */
			if (k == i || b->kind != ARG_REG || b->undef ||
			    b->implicit || t == (int)i)
				continue;
			for (x = 0; x < a->places->n; x++)
				for (y = 0; y < b->places->n; y++)
					if (a->places->at[x] ==
					    b->places->at[y])
						snprintf(r->error,
							 sizeof(r->error),
							 "line %u: early-"
							 "clobber in use",
							 c->line);
		}
	}
}

/* Is argument K what an allocator says of the whole register that another
 * operand is a part of? */
static bool
is_whole(const Code *c, unsigned k)
{
	unsigned i, x, y;

	if (!c->args[k].implicit || c->args[k].kind != ARG_REG)
		return false;
	for (i = 0; i < c->nargs; i++)
		for (x = 0; c->args[i].kind == ARG_REG &&
			    !c->args[i].implicit && x < c->args[i].places->n;
		     x++)
			for (y = 0; y < c->args[k].places->n; y++)
				if (c->args[i].places->at[x] ==
				    c->args[k].places->at[y])
					return true;
	return false;
}

/* A call, inline assembly, or what does more than its operands say: all that
 * it reads is seen, and what it writes follows from how many there were. */
static void
event(Run *r, const Code *c, const Step *s)
{
	unsigned i, k;
	bool call = c->op && c->op->flags & OP_CALL;
	bool all = !c->op || call || c->op->flags & (OP_VARIADIC | OP_RETURN);
	uint64_t h = mix(r->seed, ++r->nevents);
	Value v;

	see(r, c, mix_text(11, s->op ? s->op->name : c->name), (Byte){0, true});
	see_memory(r, c);
	for (i = 0; i < s->nargs; i++)
		if (i >= s->ndefs && !(s->args[i] && s->args[i]->def) &&
		    !(s->args[i] && s->args[i]->undef) &&
		    !(s->args[i] && s->args[i]->kind == ARG_BLOCK))
			see_value(r, c, 1, &s->in[i]);
	for (i = s->nargs; all && i < c->nargs; i++)
		if (!c->args[i].def && !c->args[i].undef &&
		    c->args[i].kind != ARG_MASK && !is_whole(c, i)) {
			v = value_read(r, &c->args[i]);
			see_value(r, c, 2, &v);
		}
	for (i = 0; i < c->nargs; i++)
		for (k = 0; c->args[i].kind == ARG_MASK && k < FILE_BYTES; k++)
			if (!c->args[i].kept[k])
				memset(r->file[k], 0, sizeof(r->file[k]));
	for (i = 0; i < c->nargs; i++) {
		const Arg *a = &c->args[i];

		if (!a->def || (a->implicit && !all) || is_whole(c, i))
			continue;
		if (a->kind == ARG_REG &&
		    (!strcmp(a->text, "$rsp") || !strcmp(a->text, "$ssp") ||
		     !strcmp(a->text, "$sp") || !strcmp(a->text, "$exec")))
			continue;
		v = value_made(h, arg_size(r, a),
			       a->implicit ? mix_text(13, a->text) : i);
		value_write(r, a, &v);
	}
	if (!all)
		step_implied(r, s, h, true);
	if (r->nevents > EVENTS_MAX)
		r->done = true;
}

/* --- control --- */

static void
go(Run *r, unsigned part)
{
	r->next = part;
	r->jumped = true;
}

bool
condition(const Value *flags, int64_t code, bool *yes)
{
	uint64_t x;

	if (!value_number(flags, 0, 4, &x))
		return false;
	*yes = (mix(x, (uint64_t)code >> 1) ^ (uint64_t)code) & 1;
	return true;
}

/* Does the branch go?  False in *KNOWN: nobody can tell. */
static bool
goes(Run *r, const Code *c, Step *s, bool *known)
{
	const Arg *cc = NULL;
	unsigned i;
	uint64_t h;
	bool yes = false;
	Value v;

	*known = true;
	if (strstr(c->name, "EXECZ") || strstr(c->name, "EXECNZ") ||
	    !strncmp(c->name, "SI_", 3)) {
		for (i = 0; i < r->nlanes; i++)
			yes |= lane_active(r, i);
		return yes ==
		       (strstr(c->name, "EXECNZ") || strstr(c->name, "LOOP"));
	}
	for (i = 0; i < c->nargs; i++)
		if (c->args[i].kind == ARG_NUM && !cc)
			cc = &c->args[i];
	if (cc && (!strncmp(c->name, "JCC", 3) || strstr(c->name, "Bcc"))) {
		v = reg_value(r, *c->name == 'J' ? "eflags" : "cpsr");
		*known = condition(&v, cc->num, &yes);
	} else if (!strncmp(c->name, "S_CBRANCH_", 10)) {
		v = reg_value(r, strstr(c->name, "SCC") ? "scc" : "vcc");
		*known = condition(&v, strchr("0Z", c->name[13]) != NULL, &yes);
	} else {
		*known = inputs_mix(r, s, 0, &h);
		yes = h & 1;
	}
	/* So that no loop is for ever. */
	return yes ^ !(mix(r->seed, ++r->nbranches) & 3);
}

static void
branch(Run *r, const Code *c, Step *s)
{
	const Part *part = &r->p->parts[r->part];
	const Arg *to = NULL;
	unsigned i;
	bool known, yes;
	uint64_t h;

	for (i = 0; i < c->nargs; i++)
		if (c->args[i].kind == ARG_BLOCK)
			to = &c->args[i];
	if (!to) {
		if (!part->nsuccs || !inputs_mix(r, s, 0, &h))
			r->done = true;
		else
			go(r,
			   part->succs[mix(h, ++r->nbranches) % part->nsuccs]);
		return;
	}
	if (c->op->flags & OP_BARRIER) {
		go(r, (unsigned)to->num);
		return;
	}
	if (!strncmp(c->name, "SI_", 3)) {
		meaning(r, s);
		for (i = 0; i < s->ndefs; i++)
			value_write(r, s->args[i], &s->out[i]);
	}
	yes = goes(r, c, s, &known);
	if (!known) {
		/* Anything may follow. */
		see(r, c, 17, (Byte){0});
		r->done = true;
	} else if (yes) {
		go(r, (unsigned)to->num);
	}
}

static void
killed(Run *r, const Code *c)
{
	unsigned i, k, l, n;
	Byte none = {0};

	for (i = 0; i < c->nargs; i++) {
		const Arg *a = &c->args[i];
		bool written = false;

		if (!a->killed || a->kind != ARG_REG)
			continue;
		for (k = 0; k < a->places->n; k++) {
			written = false;
			for (n = 0; n < c->nargs; n++)
				for (l = 0; c->args[n].def &&
					    c->args[n].kind == ARG_REG &&
					    l < c->args[n].places->n;
				     l++)
					written |= c->args[n].places->at[l] ==
						   a->places->at[k];
			for (l = 0; !written && l < LANES; l++)
				r->file[a->places->at[k]][l] = none;
		}
	}
}

/* Loads and stores of a register as it is, of machines whose rows say which
 * operands are the address. */
static bool
run_access(Run *r, Step *s)
{
	const Code *c = s->code;
	unsigned first = 0, n = step_address_args(c, &first), size;
	uint64_t at;

	if (!n || c->op->flags & OP_EFFECTS)
		return false;
	if (c->op->flags & OP_LOAD && s->ndefs == 1) {
		if (c->op->flags & OP_STORE)
			return false;
		size = step_def_size(r, s, 0);
		if (strstr(c->name, "LDRB") || strstr(c->name, "LDRSB"))
			size = 1;
		if (strstr(c->name, "LDRH") || strstr(c->name, "LDRSH"))
			size = 2;
		s->out[0] = value_unknown(size);
		if (step_address(r, c, first, n, 0, &at))
			s->out[0] = memory_load(r, at, size);
		return true;
	}
	if (c->op->flags & OP_STORE && !s->ndefs) {
		unsigned k = first ? 0 : n;

		if (k >= s->nargs || !step_address(r, c, first, n, 0, &at)) {
			r->done = true;
			return true;
		}
		size = k < c->op->nops && c->op->ops[k].size
			       ? c->op->ops[k].size
			       : s->in[k].n;
		if (strstr(c->name, "STRB"))
			size = 1;
		if (strstr(c->name, "STRH"))
			size = 2;
		memory_store(r, at, &s->in[k], size);
		return true;
	}
	return false;
}

/* With RUN_TRACE in the environment: each instruction with its definitions. */
static void
trace(Run *r, const Code *c)
{
	unsigned i, k;

	fprintf(stderr, "%s %u %s", r->marks ? "after" : "before", c->line,
		c->name);
	for (i = 0; i < c->nargs; i++) {
		const Arg *a = &c->args[i];
		Value v;

		if (a->kind != ARG_REG && a->kind != ARG_VREG)
			continue;
		v = value_read(r, a);
		fprintf(stderr, " %s=", a->text);
		for (k = v.n; k-- > 0;)
			fprintf(stderr, v.at[0][k].known ? "%02x" : "??",
				v.at[0][k].value);
	}
	fputc('\n', stderr);
}

/* Does the instruction go somewhere?  Pseudo instructions are no branches by
 * their flags, and masks of lanes are set by terminators. */
static bool
goes_on(const Code *c)
{
	unsigned i;

	for (i = 0; i < c->nargs; i++)
		if (c->args[i].kind == ARG_BLOCK)
			return true;
	return c->op && c->op->flags & OP_BRANCH;
}

static void
run_code(Run *r, const Code *c)
{
	Step *s = r->step;
	uint64_t at = 0, h;
	unsigned i, flags = c->op ? c->op->flags : OP_EFFECTS;
	bool folded = false, known;

	if (run_common(r, c))
		return;
	if (r->marks)
		check_places_of(r, c);
	memset(s->args, 0, sizeof(s->args));
	for (i = 0; i < sizeof(s->in) / sizeof(*s->in); i++)
		s->in[i].n = 0;
	for (i = 0; i < sizeof(s->out) / sizeof(*s->out); i++)
		s->out[i].n = 0;
	s->nargs = s->ndefs = 0;
	s->code = c;
	s->op = c->op;
	folded = c->op && c->op->plain && step_unfold(r, s, &at);
	if (!folded) {
		s->nargs = s->ndefs = 0;
		s->op = c->op;
		step_plain(r, s);
	}
	known = true;
	if (flags & OP_RETURN) {
		event(r, c, s);
		r->done = true;
	} else if (flags & OP_TERM && !(flags & OP_CALL) && goes_on(c)) {
		branch(r, c, s);
	} else if (!meaning(r, s) && (folded || !run_access(r, s))) {
		if (flags & (OP_CALL | OP_EFFECTS) ||
		    (!folded && flags & OP_STORE) ||
		    !strcmp(c->name, "INLINEASM")) {
			event(r, c, s);
			known = false;
		} else if (!(flags & OP_META)) {
			step_opaque(r, s);
		} else {
			known = false;
		}
	}
	if (known && !(flags & OP_RETURN) && !(flags & OP_TERM && goes_on(c))) {
		bool all = inputs_mix(r, s, 0, &h);

		for (i = 0; i < s->ndefs; i++)
			if (s->args[i])
				value_write(r, s->args[i], &s->out[i]);
		for (; i < s->nargs; i++)
			if (s->args[i] && s->args[i]->def) {
				/* such as ARM's flags if they are wanted */
				Value v = value_unknown(8);

				if (all)
					v = value_made(h, 8, 50);
				value_write(r, s->args[i], &v);
			}
		step_implied(r, s, h, all);
		meaning_last(r, s);
		if (folded && (c->op->mem < s->ndefs))
			memory_store(r, at, &s->out[c->op->mem], c->op->bytes);
	}
	if (r->marks)
		killed(r, c);
}

static void
run_phis(Run *r, const Part *part)
{
	Value *v = calloc(part->ncode + 1, sizeof(*v));
	unsigned i, k, n = 0;

	while (n < part->ncode && !strcmp(part->code[n].name, "PHI"))
		n++;
	for (i = 0; i < n; i++)
		for (k = 1; k + 1 < part->code[i].nargs; k += 2)
			if (part->code[i].args[k + 1].num == r->from)
				v[i] = read_or_unknown(r,
						       &part->code[i].args[k]);
	for (i = 0; i < n; i++)
		value_write(r, &part->code[i].args[0], &v[i]);
	free(v);
}

static void
run_part(Run *r)
{
	const Part *part = &r->p->parts[r->part];
	unsigned i;

	r->jumped = false;
	if (part->ncode && !strcmp(part->code[0].name, "PHI"))
		run_phis(r, part);
	for (i = 0; i < part->ncode && !r->jumped && !r->done; i++) {
		run_code(r, &part->code[i]);
		if (r->trace)
			trace(r, &part->code[i]);
		if (*r->error || ++r->steps > r->limit)
			r->done = true;
	}
	if (!r->jumped)
		r->next = r->part + 1;
	r->from = r->part;
	r->part = r->next;
	if (r->part >= r->p->nparts)
		r->done = true;
}

Run *
run(Machine *m, const Program *p, const bool *slots, bool marks, uint64_t seed,
    unsigned limit)
{
	Run *r = run_new(m, p, slots, marks, seed, limit);

	while (!r->done)
		run_part(r);
	return r;
}
