/*
 * GCN: order of memory.  What an atomic or volatile access asks for, by its
 * memory operands, becomes bits that go around caches, instructions that empty
 * them and waits; these are "soft": gcn_waits leaves out what is not needed.
 * The rules are those of LLVM's memory model for the target (AMDGPUUsage).
 */
#include "targets/gcn/asm.h"
#include "core/model/memory.h"

#include <stdlib.h>
#include <string.h>

/* As LLVM numbers them. */
typedef enum {
	NOT_ATOMIC,
	UNORDERED,
	MONOTONIC,
	ACQUIRE = 4,
	RELEASE,
	ACQUIRE_RELEASE,
	SEQUENTIAL,
} Order;

typedef enum { LANE, WAVE, GROUP, AGENT, SYSTEM } Scope;

typedef enum {
	GLOBAL = 1,
	SHARED = 2,
	PRIVATE = 4,
	REGION = 8,
	OTHER = 16,
	FLAT = GLOBAL | SHARED | PRIVATE,
	ATOMIC = FLAT | REGION,
} Space;

typedef struct {
	Order order, failure;
	Scope scope;
	unsigned spaces;  /* that it accesses */
	unsigned ordered; /* that it orders */
	bool cross;	  /* accesses to one space with those to others */
	bool load, store, is_volatile, streams;
} Access;

static bool
acquires(Order o)
{
	return o == ACQUIRE || o == ACQUIRE_RELEASE || o == SEQUENTIAL;
}

static bool
releases(Order o)
{
	return o == RELEASE || o == ACQUIRE_RELEASE || o == SEQUENTIAL;
}

/* "agent-one-as" and the like; only the accessed space is ordered, then. */
static Scope
scope_read(const char *p, size_t n, bool *one)
{
	static const struct {
		const char *name;
		Scope scope;
	} scopes[] = {
		{"singlethread", LANE}, {"wavefront", WAVE},
		{"workgroup", GROUP},	{"agent", AGENT},
		{"system", SYSTEM},	{"", SYSTEM},
	};

	*one = n >= 7 && !memcmp(p + n - 7, "-one-as", 7);
	n -= *one ? 7 : 0;
	for (size_t i = 0; i < sizeof(scopes) / sizeof(*scopes); i++)
		if (strlen(scopes[i].name) == n &&
		    !memcmp(scopes[i].name, p, n))
			return scopes[i].scope;
	return SYSTEM;
}

static unsigned
space(unsigned long number)
{
	static const unsigned spaces[] = {FLAT,	  GLOBAL, REGION,
					  SHARED, OTHER,  PRIVATE};

	return number < 6 ? spaces[number] : OTHER;
}

/* The spaces that an access can order narrow it. */
static void
access_narrow(Access *m, bool one)
{
	Scope most = !(m->spaces & ~(unsigned)PRIVATE)		    ? LANE
		     : !(m->spaces & ~(unsigned)(PRIVATE | SHARED)) ? GROUP
		     : !(m->spaces & ~(unsigned)(PRIVATE | SHARED | REGION))
			     ? AGENT
			     : SYSTEM;

	m->ordered = one ? m->spaces & ATOMIC : ATOMIC;
	m->cross = !one &&
		   !(m->ordered == m->spaces && !(m->spaces & (m->spaces - 1)));
	if (most < m->scope)
		m->scope = most;
}

/* The word of letters, "-" and "_" at P. */
static size_t
word(const char *p, const char *end)
{
	const char *q = p;

	while (q < end && ((*q >= 'a' && *q <= 'z') || *q == '-' || *q == '_'))
		q++;
	return (size_t)(q - p);
}

static Order
order_read(const char *p, size_t n)
{
	static const char *const orders[] = {
		"",	   "unordered", "monotonic", "-",
		"acquire", "release",	"acq_rel",   "seq_cst"};

	for (size_t i = 1; i < sizeof(orders) / sizeof(*orders); i++)
		if (strlen(orders[i]) == n && !memcmp(orders[i], p, n))
			return (Order)i;
	return NOT_ATOMIC;
}

static bool
word_is(const char *p, size_t n, const char *what)
{
	return strlen(what) == n && !memcmp(p, what, n);
}

/* One memory operand, P behind its "("; where it ends.  Several make the
 * strictest of them. */
static const char *
operand_read(Access *m, const char *p, const char *end, bool *one)
{
	static const char mark[] = "addrspace ";
	const char *close, *q;
	Order first = NOT_ATOMIC, o;
	Scope scope = SYSTEM;
	unsigned depth = 1;
	bool quoted = false, sized = false, some = false;

	for (close = p; close < end && depth; close++) {
		quoted ^= *close == '"';
		depth += !quoted && *close == '(';
		depth -= !quoted && *close == ')';
	}
	while (p < close && !sized) {
		size_t n = word(p, close);

		if (word_is(p, n, "load"))
			m->load = true;
		else if (word_is(p, n, "store"))
			m->store = true;
		else if (word_is(p, n, "volatile"))
			m->is_volatile = true;
		else if (word_is(p, n, "non-temporal"))
			m->streams = true;
		else if (word_is(p, n, "syncscope") && close - p > 12) {
			q = memchr(p + 11, '"', (size_t)(close - p - 11));
			q = q ? q : close;
			scope = scope_read(p + 11, (size_t)(q - p - 11), &some);
			n = (size_t)(q - p) + 2;
		} else if (n && (o = order_read(p, n)) != NOT_ATOMIC) {
			if (first != NOT_ATOMIC)
				m->failure = o > m->failure ? o : m->failure;
			else
				first = o;
		}
		sized = *p == '(' || word_is(p, n, "unknown-size");
		p += n ? n : 1;
	}
	q = p;
	while (q + sizeof(mark) < close && memcmp(q, mark, sizeof(mark) - 1))
		q++;
	m->spaces |= q + sizeof(mark) < close
			     ? space(strtoul(q + sizeof(mark) - 1, NULL, 10))
			     : (unsigned)FLAT;
	if (first == NOT_ATOMIC)
		return close;
	if (m->order == NOT_ATOMIC || scope > m->scope) {
		m->scope = scope;
		*one = some;
	}
	m->order = first > m->order ? first : m->order;
	return close;
}

static void
access_read(const Asm *a, const Insn *insn, Access *m)
{
	const char *end, *p = memory_text(a->f, insn, &end);
	uint32_t flags = insn_flags(a->f, insn);
	bool one = false;

	*m = (Access){.scope = SYSTEM};
	while (p && p < end)
		p = *p == '(' ? operand_read(m, p + 1, end, &one) : p + 1;
	m->load = flags & OP_MAY_LOAD;
	m->store = flags & OP_MAY_STORE;
	if (!m->spaces) { /* nothing is said: all that can be */
		m->order = m->failure = SEQUENTIAL;
		m->spaces = ATOMIC | OTHER;
	}
	access_narrow(m, one);
}

/* Behind MARK in P..END; NULL: it is not there. */
static const char *
find_behind(const char *p, const char *end, const char *mark)
{
	size_t n = strlen(mark);

	while ((p = memchr(p, *mark, (size_t)(end - p)))) {
		if ((size_t)(end - p) < n)
			return NULL;
		if (!memcmp(p, mark, n))
			return p + n;
		p++;
	}
	return NULL;
}

/* The scope that a fence names by number: names are numbered as they come in
 * the module's IR, behind the two that always exist; then those that code
 * generation adds. */
static Scope
fence_scope(const Asm *a, int64_t number, bool *one)
{
	static const char mark[] = "syncscope(\"";
	static const char *const added[] = {
		"agent",
		"workgroup",
		"wavefront",
		"system-one-as",
		"agent-one-as",
		"workgroup-one-as",
		"wavefront-one-as",
		"singlethread-one-as",
	};
	const char *p = a->f->source->text, *names[16], *q;
	const char *end = p + a->f->name.at;
	size_t lens[16], n = 2, i;

	names[0] = "singlethread";
	lens[0] = 12;
	names[1] = "";
	lens[1] = 0;
	for (; n < 16 && (int64_t)n <= number; p = q) {
		p = find_behind(p, end, mark);
		if (!p)
			break;
		q = memchr(p, '"', (size_t)(end - p));
		if (!q)
			break;
		for (i = 0; i < n; i++)
			if (lens[i] == (size_t)(q - p) &&
			    !memcmp(names[i], p, lens[i]))
				break;
		if (i < n)
			continue;
		names[n] = p;
		lens[n++] = (size_t)(q - p);
	}
	for (size_t k = 0; k < sizeof(added) / sizeof(*added) && n < 16; k++) {
		for (i = 0; i < n; i++)
			if (word_is(names[i], lens[i], added[k]))
				break;
		if (i < n)
			continue;
		names[n] = added[k];
		lens[n++] = strlen(added[k]);
	}
	*one = false;
	return number >= 0 && (size_t)number < n
		       ? scope_read(names[number], lens[number], one)
		       : SYSTEM;
}

static bool
fence_read(const Asm *a, const Insn *insn, Access *m)
{
	const Operand *o = insn_opnds(a->f, insn);
	bool one;

	*m = (Access){.spaces = ATOMIC, .scope = SYSTEM};
	if (insn->nopnds < 2 || o[0].kind != OPND_IMM || o[1].kind != OPND_IMM)
		return false;
	m->order = (Order)opnd_imm(a->f, &o[0]);
	m->scope = fence_scope(a, opnd_imm(a->f, &o[1]), &one);
	access_narrow(m, one);
	return true;
}

/* Until accesses to SPACES are done, as far as SCOPE can see them. */
static void
wait_for(Asm *a, const Access *m, unsigned spaces, Scope scope, bool cross)
{
	bool memory = spaces & (GLOBAL | PRIVATE) && scope >= AGENT;
	bool local = cross && ((spaces & SHARED && scope >= GROUP) ||
			       (spaces & REGION && scope >= AGENT));

	(void)m;
	if (memory || local)
		buf_printf(a->out, "\ts_waitcnt_soft%s%s\n",
			   memory ? " vmcnt(0)" : "",
			   local ? " lgkmcnt(0)" : "");
}

/* What others have written becomes visible. */
static void
acquire(Asm *a, const Access *m)
{
	if (!(m->ordered & GLOBAL) || m->scope < AGENT)
		return;
	if (m->scope == SYSTEM && func_has_feature(a->f, "gfx90a-insts"))
		buf_str(a->out, "\tbuffer_invl2\n");
	buf_str(a->out, "\tbuffer_wbinvl1_vol\n");
}

/* Others see what was written. */
static void
release(Asm *a, const Access *m)
{
	if (m->ordered & GLOBAL && m->scope == SYSTEM &&
	    func_has_feature(a->f, "gfx90a-insts"))
		buf_str(a->out, "\tbuffer_wbl2\n");
	wait_for(a, m, m->ordered, m->scope, m->cross);
}

/* Is INSN an access whose order matters? */
static bool
is_access(const Asm *a, const Insn *insn)
{
	static const char *const names[] = {"BUFFER_", "TBUFFER_", "GLOBAL_",
					    "FLAT_",   "SCRATCH_", "DS_",
					    "IMAGE_"};
	const char *name = insn_opcode_name(a->f, insn);

	if (!(insn_flags(a->f, insn) & (OP_MAY_LOAD | OP_MAY_STORE)) ||
	    !strncmp(name, "BUFFER_WB", 9) || !strncmp(name, "BUFFER_INV", 10))
		return false;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strncmp(name, names[i], strlen(names[i])))
			return true;
	return false;
}

static void
fence(Asm *a, const Access *m)
{
	if (m->order == ACQUIRE)
		wait_for(a, m, m->ordered, m->scope, m->cross);
	if (releases(m->order))
		release(a, m);
	if (acquires(m->order))
		acquire(a, m);
}

void
gcn_before(Asm *a, const Insn *insn)
{
	const char *name = insn_opcode_name(a->f, insn);
	Access m;

	if (!strcmp(name, "ATOMIC_FENCE") && fence_read(a, insn, &m))
		fence(a, &m);
	if (!is_access(a, insn))
		return;
	access_read(a, insn, &m);
	if (m.store &&
	    (releases(m.order) || (m.load && m.failure == SEQUENTIAL)))
		release(a, &m);
	else if (!m.store && m.order == SEQUENTIAL)
		wait_for(a, &m, m.ordered, m.scope, m.cross);
}

void
gcn_after(Asm *a, const Insn *insn)
{
	Access m;

	if (!is_access(a, insn))
		return;
	access_read(a, insn, &m);
	if (m.order == NOT_ATOMIC) {
		if (m.is_volatile && !(m.load && m.store))
			wait_for(a, &m, m.spaces, SYSTEM, false);
		return;
	}
	if (!m.load || !(acquires(m.order) || (m.store && acquires(m.failure))))
		return;
	wait_for(a, &m, m.spaces, m.scope, m.cross);
	acquire(a, &m);
}

/* The operand of TEXT, a template, that says how caches are used: that with
 * the choice "glc"; NONE: there is no such. */
static uint32_t
cache_operand(const Asm *a, const char *text)
{
	const Target *t = a->t;
	const char *p = text;

	while ((p = strstr(p, "${"))) {
		char *q;
		unsigned long k = strtoul(p + 2, &q, 10), c;

		p = q;
		if (q[0] != ':' || q[1] != 'c' || q[2] < '0' || q[2] > '9')
			continue;
		c = strtoul(q + 2, NULL, 10);
		if (c >= t->n_choices)
			continue;
		Slice list = t->choices[c];
		if (list.end - list.start > 1 &&
		    strstr(target_str(t, t->str_lists[list.start + 1]), "glc"))
			return (uint32_t)k;
	}
	return NONE;
}

void
gcn_bypass(Asm *a, const Insn *source, AsmInsn *insn)
{
	enum { GLC = 1, SLC = 2 };
	uint32_t k = NONE;
	int64_t bits = 0;
	Access m;

	if (!is_access(a, source))
		return;
	access_read(a, source, &m);
	if (m.order != NOT_ATOMIC) {
		if (!m.store && m.order >= MONOTONIC && m.ordered & GLOBAL &&
		    m.scope >= AGENT)
			bits = GLC;
	} else if (!(m.load && m.store)) {
		if (m.is_volatile)
			bits = m.load ? GLC : 0;
		else if (m.streams)
			bits = GLC | SLC;
	}
	if (bits)
		k = cache_operand(a, target_text(a->t, insn->op, a->second));
	if (k < insn->n && insn->o[k].kind == ASM_NUMBER)
		insn->o[k].number |= bits;
}
