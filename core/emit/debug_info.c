/*
 * Compile units for debuggers: which line table belongs to which code, and
 * where functions begin and end.  Variables and types are not described.
 *
 * The forms are those that all versions of DWARF have, so that one table of
 * abbreviations does; only offsets have one of their own from version 4 on.
 */
#include "core/emit/debug.h"

#include "core/emit/names.h"

#include <string.h>

/* By DW_LANG_*, from 1: as the DWARF standard numbers them. */
static const char *const languages[] = {
	"C89",
	"C",
	"Ada83",
	"C_plus_plus",
	"Cobol74",
	"Cobol85",
	"Fortran77",
	"Fortran90",
	"Pascal83",
	"Modula2",
	"Java",
	"C99",
	"Ada95",
	"Fortran95",
	"PLI",
	"ObjC",
	"ObjC_plus_plus",
	"UPC",
	"D",
	"Python",
	"OpenCL",
	"Go",
	"Modula3",
	"Haskell",
	"C_plus_plus_03",
	"C_plus_plus_11",
	"OCaml",
	"Rust",
	"C11",
	"Swift",
	"Julia",
	"Dylan",
	"C_plus_plus_14",
	"Fortran03",
	"Fortran08",
	"RenderScript",
	"BLISS",
	"Kotlin",
	"Zig",
	"Crystal",
	"",
	"C_plus_plus_17",
	"C_plus_plus_20",
	"C17",
	"Fortran18",
	"Ada2005",
	"Ada2012",
};

/* What is known of the functions while their units are printed. */
typedef struct {
	const Debug *d;
	Arena *arena;
	Buf *out;
	struct DebugCode {
		DebugNode subprogram, unit;
		const char *name;
		const char *local; /* prefix of its labels */
	} * codes;
	uint32_t n;
} Printer;

static void
put_string(Buf *out, const char *text)
{
	for (; *text; text++)
		buf_ascii(out, (unsigned char)*text);
}

/* Folder and name apart are known to assemblers from DWARF 5 on only. */
static void
put_file(const Debug *d, const DebugFile *f, Buf *out)
{
	buf_printf(out, "\t.file %u \"", f->number);
	if (*f->dir && (d->version >= 5 || *f->name != '/')) {
		put_string(out, f->dir);
		buf_str(out, d->version >= 5 ? "\" \"" : "/");
	}
	put_string(out, f->name);
	buf_str(out, "\"");
	if (f->md5)
		buf_printf(out, " md5 0x%s", f->md5);
	buf_char(out, '\n');
}

void
debug_open(const Debug *d, Buf *out)
{
	for (uint32_t i = 0; i < d->files.n; i++)
		if (d->files.at[i].number == d->main_file &&
		    !d->files.at[i].again)
			put_file(d, &d->files.at[i], out);
	for (uint32_t i = 0; i < d->files.n; i++)
		if (d->files.at[i].number != d->main_file)
			put_file(d, &d->files.at[i], out);
}

static void
put_text(Printer *p, const char *text)
{
	buf_str(p->out, "\t.asciz \"");
	put_string(p->out, text);
	buf_str(p->out, "\"\n");
}

static void
put_address(Printer *p, const char *local, const char *label)
{
	buf_printf(p->out, "\t.%ubyte %s%s\n", p->d->address, local, label);
}

static void
put_section(Printer *p, const char *name)
{
	buf_printf(p->out, "\t.section .%s,\"\",%%progbits\n", name);
}

static uint32_t
language(const Debug *d, DebugNode unit)
{
	IrText t = debug_field(d, unit, "language");

	if (!t.p || !irtext_take(&t, "DW_LANG_"))
		return t.p ? (uint32_t)irtext_uint(&t) : 0;
	for (uint32_t i = 0; i < sizeof(languages) / sizeof(*languages); i++) {
		size_t n = strlen(languages[i]);
		if (n && irtext_at(&t, languages[i]) && !irtext_in_name(t.p[n]))
			return i + 1;
	}
	return 0;
}

/* Numbers of variable length, as a list with commas. */
static void
put_numbers(Printer *p, const char *list)
{
	buf_str(p->out, "\t.uleb128 ");
	for (; *list; list++)
		if (*list == ',' && p->d->single)
			buf_str(p->out, "\n\t.uleb128");
		else
			buf_char(p->out, *list);
	buf_char(p->out, '\n');
}

/* Abbreviations: attributes and forms in pairs. */
static void
put_abbreviations(Printer *p)
{
	bool late = p->d->version >= 4;

	put_section(p, "debug_abbrev");
	buf_str(p->out, ".Ldebug.abbrev:\n");
	put_numbers(p, "1, 0x11"); /* compile unit */
	buf_str(p->out, "\t.byte 1\n");
	put_numbers(p, "0x25, 0x08, 0x13, 0x05");      /* producer, language */
	put_numbers(p, "0x03, 0x08, 0x1b, 0x08");      /* name, folder */
	put_numbers(p, late ? "0x10, 0x17, 0x11, 0x01" /* lines, low pc */
			    : "0x10, 0x06, 0x11, 0x01");
	put_numbers(p, late ? "0x55, 0x17, 0, 0" /* ranges */
			    : "0x55, 0x06, 0, 0");
	put_numbers(p, "2, 0x2e"); /* function */
	buf_str(p->out, "\t.byte 0\n");
	put_numbers(p, "0x11, 0x01, 0x12, 0x01"); /* low, high pc */
	put_numbers(p, "0x03, 0x08, 0x6e, 0x08"); /* name, linkage name */
	put_numbers(p, "0x3a, 0x0f, 0x3b, 0x0f"); /* file, line */
	put_numbers(p, "0x3f, 0x0c, 0, 0");	  /* external */
	buf_str(p->out, "\t.byte 0\n");
}

static void
put_function(Printer *p, const struct DebugCode *c)
{
	const Debug *d = p->d;
	IrText flags = debug_field(d, c->subprogram, "spFlags");
	const char *name = debug_text(d, c->subprogram, "name", p->arena);
	char place[32];
	bool local = false;

	for (; flags.p && flags.p < flags.end && *flags.p != ',' &&
	       *flags.p != ')';
	     flags.p++)
		local |= irtext_at(&flags, "DISPFlagLocalToUnit");
	buf_str(p->out, "\t.uleb128 2\n");
	put_address(p, c->local, "begin");
	put_address(p, c->local, "end");
	put_text(p, *name ? name : c->name);
	put_text(p, c->name);
	sprintf(place, "%u, %u", debug_file(d, c->subprogram),
		debug_number(d, c->subprogram, "line"));
	put_numbers(p, place);
	buf_printf(p->out, "\t.byte %d\n", !local);
}

/* Unit number I. */
static void
put_unit(Printer *p, uint32_t i)
{
	const Debug *d = p->d;
	DebugNode unit = d->units.at[i], file = debug_ref(d, unit, "file");

	put_section(p, "debug_info");
	buf_printf(p->out,
		   "\t.4byte .Ldebug.end%u-.Ldebug.unit%u\n.Ldebug.unit%u:\n"
		   "\t.2byte %u\n",
		   i, i, i, d->version);
	if (d->version >= 5)
		buf_printf(p->out, "\t.byte 1, %u\n", d->address);
	buf_str(p->out, "\t.4byte .Ldebug.abbrev\n");
	if (d->version < 5)
		buf_printf(p->out, "\t.byte %u\n", d->address);
	buf_str(p->out, "\t.uleb128 1\n");
	put_text(p, debug_text(d, unit, "producer", p->arena));
	buf_printf(p->out, "\t.2byte 0x%04x\n", language(d, unit));
	put_text(p, debug_text(d, file, "filename", p->arena));
	put_text(p, debug_text(d, file, "directory", p->arena));
	buf_str(p->out, "\t.4byte .Ldebug.line\n");
	put_address(p, "", "0");
	buf_printf(p->out, "\t.4byte .Ldebug.ranges%u\n", i);
	for (uint32_t k = 0; k < p->n; k++)
		if (p->codes[k].unit == unit)
			put_function(p, &p->codes[k]);
	buf_printf(p->out, "\t.byte 0\n.Ldebug.end%u:\n", i);
}

/* The places of the code of unit number I. */
static void
put_ranges(Printer *p, uint32_t i)
{
	const Debug *d = p->d;
	bool lists = d->version >= 5;

	put_section(p, lists ? "debug_rnglists" : "debug_ranges");
	if (lists)
		buf_printf(p->out,
			   "\t.4byte .Ldebug.rend%u-.Ldebug.rbegin%u\n"
			   ".Ldebug.rbegin%u:\n\t.2byte 5\n\t.byte %u, 0\n"
			   "\t.4byte 0\n",
			   i, i, i, d->address);
	buf_printf(p->out, ".Ldebug.ranges%u:\n", i);
	for (uint32_t k = 0; k < p->n; k++) {
		if (p->codes[k].unit != d->units.at[i])
			continue;
		buf_str(p->out, lists ? "\t.byte 6\n" : ""); /* start, end */
		put_address(p, p->codes[k].local, "begin");
		put_address(p, p->codes[k].local, "end");
	}
	if (lists) {
		buf_printf(p->out, "\t.byte 0\n.Ldebug.rend%u:\n", i);
		return;
	}
	put_address(p, "", "0");
	put_address(p, "", "0");
}

/* Are there functions of UNIT?  Others are not worth a unit, nor are those
 * for which lines only were asked for. */
static bool
is_wanted(const Printer *p, DebugNode unit)
{
	IrText kind = debug_field(p->d, unit, "emissionKind");

	for (uint32_t k = 0; k < p->n; k++)
		if (p->codes[k].unit == unit)
			return !irtext_at(&kind, "DebugDirectivesOnly");
	return false;
}

void
debug_close(const Debug *d, const DebugFunc *funcs, uint32_t n,
	    const NameList *privates, Arena *arena, Buf *out)
{
	Printer p = {d, arena, out, NULL, 0};
	bool any = false;

	p.codes = ARENA_NEW(arena, struct DebugCode, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		DebugNode node = debug_subprogram(d, funcs[i].define);
		const char *symbol = names_symbol(
			arena, privates, funcs[i].name, strlen(funcs[i].name));

		if (node)
			p.codes[p.n++] = (struct DebugCode){
				node, debug_ref(d, node, "unit"), funcs[i].name,
				names_local(arena, symbol)};
	}
	for (uint32_t i = 0; i < d->units.n; i++) {
		if (!is_wanted(&p, d->units.at[i]))
			continue;
		any = true;
		put_unit(&p, i);
		put_ranges(&p, i);
	}
	if (!any)
		return;
	put_abbreviations(&p);
	put_section(&p, "debug_line");
	buf_str(out, ".Ldebug.line:\n");
}
