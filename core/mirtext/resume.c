/*
 * What llc prints and refuses to read back, written so that it reads it: it is
 * to go on with what was allocated.  In code that was only read it stays.
 */
#include "core/mirtext/body.h"

#include "core/llvmir/text.h"
#include "core/model/walk.h"

#include <string.h>

/* A flag of calls that no version of LLVM reads: this one shall not be made one
 * with others.  Without it the code means the same. */
static const char unread_flag[] = "nomerge ";

void
mir_print_flags(const Func *f, Span name, Buf *out)
{
	const size_t len = sizeof(unread_flag) - 1;
	const char *text = f->source->text + name.at, *end = text + name.len;
	const char *word, *next;

	if (!f->traits.allocated || name.len < len ||
	    !memchr(text, ' ', name.len)) {
		buf_put(out, text, name.len);
		return;
	}
	for (word = text; word < end; word = next) {
		next = memchr(word, ' ', (size_t)(end - word));
		next = next ? next + 1 : end;
		if ((size_t)(next - word) != len ||
		    memcmp(word, unread_flag, len))
			buf_put(out, word, (size_t)(next - word));
	}
}

/* Is what REG holds read behind instruction I of BLOCK?  O(instructions to the
 * next one that names it): such registers hold flags, which are read soon. */
static bool
lives_behind(const Func *f, const Block *block, InsnId i, RegId reg)
{
	for (i++; i < block->end; i++) {
		if (insn_reads_reg(f, func_insn(f, i), reg))
			return true;
		if (insn_clobbers(f, func_insn(f, i), reg))
			return false;
	}
	FOR_SLICE(Succ, succ, f->succs.at, block->succs)
		if (block_has_livein(f, succ->block, reg))
			return true;
	return false;
}

/* llc insists on each definition that an opcode implies, but prints none where
 * an operand says that it is not made, such as that of flags. */
void
mir_print_unmade(const MirPrinter *p, const Block *block, InsnId i)
{
	const Func *f = p->f;
	const Insn *insn = func_insn(f, i);

	if (!f->traits.allocated || insn->flags & INSN_UNKNOWN ||
	    !insn_desc(f, insn)->optional)
		return;
	FOR_SLICE(RegId, def, f->target->implicit_regs,
		  insn_implied(f, insn)->defs) {
		RegId reg = *def;

		if (insn_writes_implied(f, insn, reg) ||
		    insn_clobbers(f, insn, reg))
			continue;
		buf_str(p->out, ", implicit-def ");
		if (!lives_behind(f, block, i, reg))
			buf_str(p->out, "dead ");
		buf_char(p->out, '$');
		buf_str(p->out,
			target_str(f->target, f->target->regs[reg].name));
	}
}

/* The first node up to END that stands behind another one as the value of the
 * same key of a stack object; NULL: there is none. */
static const char *
find_joined(const char *p, const char *end)
{
	while ((p = text_behind(p, end, "debug-info-"))) {
		const char *first;
		int depth = 0;

		while (p < end && *p >= 'a' && *p <= 'z')
			p++;
		if (end - p < 3 || memcmp(p, ": '", 3))
			continue;
		p += 3;
		for (first = p; p < end && *p != '\''; p++) {
			depth += (*p == '(') - (*p == ')');
			if (*p == '!' && p != first && !depth)
				return p;
		}
	}
	return NULL;
}

bool
mir_has_joined(const Func *f, Span objects)
{
	const char *text = f->source->text + objects.at;

	return f->traits.allocated && find_joined(text, text + objects.len);
}

/* Of two variables in one place llc prints the nodes one behind the other, and
 * reads one: the first is kept, with what belongs to it. */
void
mir_print_objects(const Func *f, Span objects, Buf *out)
{
	const char *p = f->source->text + objects.at, *end = p + objects.len;
	const char *joined;

	while (f->traits.allocated && (joined = find_joined(p, end))) {
		buf_put(out, p, (size_t)(joined - p));
		p = memchr(joined, '\'', (size_t)(end - joined));
		p = p ? p : end;
	}
	buf_put(out, p, (size_t)(end - p));
}

/* The largest number behind WORD in SPAN of F's text; 0: there is none. */
static uint32_t
largest_number(const Func *f, Span span, const char *word)
{
	const char *p = f->source->text + span.at, *end = p + span.len;
	uint32_t largest = 0;

	while ((p = text_behind(p, end, word))) {
		IrText t = {p, end};
		uint32_t n = (uint32_t)irtext_uint(&t);

		if (n > largest && n < UINT32_MAX)
			largest = n;
	}
	return largest;
}

/* May a number stand in front of INSN's tail? */
static bool
can_be_numbered(const Func *f, const Insn *insn)
{
	const char *p = f->source->text + insn->tail.at;
	const char *end = p + insn->tail.len;

	return !(insn->flags & (INSN_DEBUG | INSN_BUNDLE | INSN_BUNDLED)) &&
	       (p == end || text_begins(p, end, ", debug-location ") ||
		text_begins(p, end, " ::"));
}

/* Has F debug instructions?  Most functions have none, and their text need not
 * be searched. */
static bool
has_debug(const Func *f)
{
	for (InsnId i = 0; i < f->insns.n; i++)
		if (func_insn(f, i)->flags & INSN_DEBUG)
			return true;
	return false;
}

/*
 * llc takes the numbers behind the largest that an instruction has for new
 * ones, though debug information may name larger ones: of instructions that are
 * gone, and in the list that says which number stands for which.  If a new one
 * is in that list, the two stand for each other, and llc does not end.
 */
InsnId
mir_find_number(const Func *f, uint32_t *number)
{
	static const char *const words[] = {"dbg-instr-ref(",
					    "srcinst: ", "debug-instr-number "};
	uint32_t named = 0, largest = 0;
	InsnId found = NONE;

	if (!f->traits.allocated || !has_debug(f) ||
	    !span_behind(f->source, f->text.document, words[0]))
		return NONE;
	for (uint32_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		uint32_t n = largest_number(f, f->text.document, words[i]);

		named = n > named ? n : named;
	}
	for (InsnId i = 0; i < f->insns.n; i++) {
		const Insn *insn = func_insn(f, i);
		uint32_t n = largest_number(f, insn->tail, words[2]);

		largest = n > largest ? n : largest;
		if (can_be_numbered(f, insn))
			found = i;
	}
	*number = named + 1;
	return largest < named ? found : NONE;
}

static bool
stores_arguments(const Func *f)
{
	for (uint32_t i = 0; i < f->fixed.n; i++)
		if (f->fixed.at[i].offset < 0 &&
		    !f->fixed.at[i].callee_saved.len)
			return true;
	return false;
}

/* Operand 2 of what opens a call frame is the bytes that are pushed later.
 * Objects of variable size make llc move the stack pointer at each call. */
static bool
pushes_arguments(const Func *f)
{
	for (uint32_t i = 0; i < f->stack.n; i++)
		if (f->stack.at[i].kind == STACK_VARIABLE)
			return false;
	FOR_VEC(Insn, insn, f->insns) {
		const Operand *o = insn_opnds(f, insn);

		if (insn_flags(f, insn) & OP_FRAME_OPEN && insn->nopnds > 2 &&
		    o[2].kind == OPND_IMM && opnd_imm(f, &o[2]))
			return true;
	}
	return false;
}

/* Does INSN have an operand in the register file called NAME? */
static bool
names_file(const Func *f, const Insn *insn, const char *name)
{
	const Target *t = f->target;

	FOR_OPNDS(o, f, insn) {
		if (o->kind != OPND_REG || !o->val ||
		    t->regs[o->val].cls == CLASS_NONE)
			continue;
		uint32_t file = t->classes[t->regs[o->val].cls].file;
		if (!strcmp(target_str(t, t->files[file].name), name))
			return true;
	}
	return false;
}

/* Are there pseudo instructions on registers of the file that the setting
 * "vector-state" names, and is what they go by, its register, set nowhere?  llc
 * does that behind the allocation of that file, before that of others. */
static bool
lacks_vector_state(const Func *f)
{
	char name[64], file[64];
	bool pseudo = false;

	if (sscanf(target_setting(f->target, "vector-state"), "%63s %63s", name,
		   file) != 2)
		return false;
	RegId state = target_reg(f->target, name, strlen(name));

	FOR_VEC(Insn, insn, f->insns) {
		if (target_implicit_has(f->target, insn_implied(f, insn)->defs,
					state) ||
		    insn_names_reg(f, insn, OPND_DEF, state, true))
			return false;
		pseudo |= insn->op && insn_flags(f, insn) & OP_PSEUDO &&
			  names_file(f, insn, file);
	}
	return pseudo;
}

void
mir_warn(const Func *f)
{
	static const struct {
		const char *what;
		bool (*has)(const Func *f);
		const char *text;
	} unrecorded[] = {
		{"stored-arguments", stores_arguments,
		 "llc does not leave room for the argument registers that "
		 "'%.*s' stores"},
		{"pushed-arguments", pushes_arguments,
		 "llc does not know of the arguments that '%.*s' pushes"},
		{"vector-state", lacks_vector_state,
		 "llc does not set up the vector code of '%.*s' once all "
		 "registers are allocated"},
	};

	if (!f->traits.allocated)
		return;
	for (uint32_t i = 0; i < sizeof(unrecorded) / sizeof(*unrecorded); i++)
		if (target_setting_has(f->target, "unrecorded",
				       unrecorded[i].what) &&
		    unrecorded[i].has(f))
			diag_warning(f->diag, f->name.at, unrecorded[i].text,
				     (int)f->name.len,
				     f->source->text + f->name.at);
}
