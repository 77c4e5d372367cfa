/*
 * Lines of the source: a ".loc" where the place of the code changes, by the
 * rules that llc prints them by.
 *
 * A function begins with the line of its name, unless its first instruction
 * has a place and nothing stands before it.  The first instruction with a line
 * ends the prologue.  A new line is a new statement; one that was only left
 * for code without a line is not.  Instructions without a place go on with the
 * one before, but at the start of a block they get line 0: what was printed
 * before need not be what ran before.
 */
#include "core/emit/asm_internal.h"

/* SCOPE becomes the one whose file is known. */
static void
scope_set(AsmPlaces *p, DebugNode scope)
{
	if (scope == p->scope)
		return;
	p->scope = scope;
	p->file = debug_file(p->debug, scope);
	p->discriminator = 0;
	if (debug_is(p->debug, scope, "!DILexicalBlockFile("))
		p->discriminator =
			debug_number(p->debug, scope, "discriminator");
}

/* ".loc" for LINE and COLUMN of SCOPE. */
static void
print_place(Asm *a, DebugNode scope, uint32_t line, uint32_t column,
	    const char *flags, bool statement)
{
	AsmPlaces *p = &a->places;

	scope_set(p, scope);
	buf_str(a->out, "\t.loc ");
	buf_uint(a->out, p->file);
	buf_char(a->out, ' ');
	buf_uint(a->out, line);
	buf_char(a->out, ' ');
	buf_uint(a->out, column);
	buf_str(a->out, flags);
	if (!p->started || p->statement != statement)
		buf_str(a->out, statement ? " is_stmt 1" : " is_stmt 0");
	if (line && p->discriminator) {
		buf_str(a->out, " discriminator ");
		buf_uint(a->out, p->discriminator);
	}
	buf_char(a->out, '\n');
	p->started = true;
	p->statement = statement;
	p->line = line;
}

void
asm_places_start(Asm *a)
{
	AsmPlaces *p = &a->places;

	print_place(a, p->function,
		    debug_number(p->debug, p->function, "scopeLine"), 0, "",
		    true);
}

void
asm_places_head(Asm *a)
{
	AsmPlaces *p = &a->places;

	buf_printf(a->out, "%sbegin:\n", a->local);
	p->block = p->epilogue = NONE;
	p->file = p->debug->main_file;
	p->function = debug_subprogram(p->debug, a->f->text.ir_define);
	if (p->function)
		return;
	/* The lines of the function before it end here. */
	print_place(a, NULL, 0, 0, "", true);
	p->debug = NULL;
}

static bool
same_place(const DebugPlace *a, const DebugPlace *b)
{
	return a->line == b->line && a->column == b->column &&
	       a->scope == b->scope && a->inlined == b->inlined;
}

/* At an instruction of block B without a place. */
static void
print_nowhere(Asm *a, BlockId b)
{
	AsmPlaces *p = &a->places;

	if (!p->started)
		asm_places_start(a);
	else if (p->line && p->block != NONE && p->block != b)
		print_place(a, p->last.scope, 0, p->last.column, "", false);
}

/* At the first instruction with that place. */
static void
print_new(Asm *a, const DebugPlace *place, bool epilogue)
{
	AsmPlaces *p = &a->places;
	bool first = !p->body && place->line;
	uint32_t before = p->last.scope ? p->last.line : p->line;

	if (!p->started && !place->line)
		asm_places_start(a);
	if (!place->line && !p->line)
		return;
	print_place(a, place->scope, place->line, place->column,
		    first && epilogue ? " prologue_end epilogue_begin"
		    : first	      ? " prologue_end"
		    : epilogue	      ? " epilogue_begin"
				      : "",
		    first || (place->line && place->line != before));
	if (place->line) {
		p->last = *place;
		p->body = true;
	}
}

/* Is INSN part of a prologue, by its flag? */
static bool
is_setup(const Func *f, const Insn *insn)
{
	const char *p = f->source->text + insn->name.at;

	return text_begins(p, p + insn->name.len, "frame-setup ");
}

bool
asm_place(Asm *a, const Insn *insn, BlockId b)
{
	AsmPlaces *p = &a->places;
	DebugPlace place = {0};
	bool epilogue = false;

	if (insn->tail.len && !debug_place(p->debug, insn->tail, &place))
		return asm_error(a, insn->loc,
				 "this debug-location has no place");
	if (is_setup(a->f, insn)) {
		p->started = true;
	} else if (!place.scope) {
		print_nowhere(a, b);
	} else {
		epilogue = p->epilogue != b && asm_has_epilogue(a, insn);
		if (epilogue)
			p->epilogue = b;
		if (!same_place(&place, &p->last))
			print_new(a, &place, epilogue);
		else if ((!p->line && place.line) || epilogue)
			print_place(a, place.scope, place.line, place.column,
				    epilogue ? " epilogue_begin" : "", false);
	}
	p->block = b;
	return true;
}
