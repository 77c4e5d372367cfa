/*
 * Splits a file into documents, in one pass over its lines and without
 * copying: the IR module, and for each function its header, the places of the
 * keys that matter, and its body.  Only what stands in the first column (and,
 * in the IR module outside functions, in the third) is looked at; most of the
 * text is passed many bytes at a time.
 *
 * Separators are taken tolerantly: a leading "...", missing "...", two "---"
 * in a row, documents of comments only, CRLF.  But who closes one document with
 * "..." closes all that he opens with "---": a file whose last one then stays
 * open is cut off, as is one that ends in its IR module.  Who ends one with
 * "---" may end the last one so.
 */
#include "parser/mirfile.h"

#include "parser/envelope.h"

#include <stdlib.h>
#include <string.h>

enum { SKIP_BLOCK = 128 };

static const char *const key_names[KEY_COUNT] = {
	[KEY_REGISTERS] = "registers", [KEY_LIVEINS] = "liveins",
	[KEY_STACK] = "stack",	       [KEY_FIXED_STACK] = "fixedStack",
	[KEY_CALLSITES] = "callSites", [KEY_BODY] = "body",
};

typedef struct {
	const Source *source;
	Arena *arena;
	MirFile *file;
	Diag *diag;
	Module module;
	bool in_ir, in_doc, has_ir;
	bool closes;	    /* a document was closed with "..." */
	bool opens;	    /* the one at hand began with "---" */
	bool ends_open;	    /* and that ended the one before */
	VEC(Span) ir_lines; /* of the IR module, outside functions */
	Loc ir_from;	    /* where the last of them begins */
	bool has_key;	    /* the open document has a key */
	MirDoc doc;	    /* the open document */
	Span *key;	    /* the key whose lines go on; NULL: none of ours */
	bool in_body;	    /* the lines belong to a block scalar */
	Loc scalar_end;	    /* end of the last line of the key that has text */
} Splitter;

static bool
line_is(const char *p, const char *end, const char *mark)
{
	size_t n = strlen(mark);

	return (size_t)(end - p) >= n && !memcmp(p, mark, n) &&
	       (p + n == end || p[n] == ' ' || p[n] == '\t' || p[n] == '\r');
}

static Loc
at_of(const Splitter *s, const char *p)
{
	return (Loc)(p - s->source->text);
}

/* The open key ends with the last line that was given to it. */
static void
key_close(Splitter *s)
{
	if (s->key)
		s->key->len = s->scalar_end - s->key->at;
	s->key = NULL;
	s->in_body = false;
}

static void
doc_close(Splitter *s, Loc header_end)
{
	key_close(s);
	if (s->in_doc)
		s->doc.header.len = header_end - s->doc.header.at;
	s->in_doc = false;
}

/* Give the open document, if it holds a function, its end and its place in
 * the list. */
static void
doc_push(Splitter *s, Loc end)
{
	if (s->has_key) {
		s->doc.all.len = end - s->doc.all.at;
		if (!s->doc.name)
			diag_error(s->diag, s->doc.header.at,
				   "document without a name");
		VEC_PUSH(s->arena, s->file->docs, s->doc);
	}
	s->doc = (MirDoc){.all = {end, 0}};
	s->has_key = false;
}

/* The end of the scalar in quotes at P; NULL: not in the line that ends at
 * END. */
static const char *
quotes_end(const char *p, const char *end)
{
	const char *q;

	for (q = p + 1; q < end; q++) {
		if (*q == '\\' && *p == '"')
			q++;
		else if (*q == *p && *p == '\'' && q + 1 < end && q[1] == '\'')
			q++;
		else if (*q == *p)
			return q + 1;
	}
	return NULL;
}

/* The end of the plain scalar at P, in a line that ends at END. */
static const char *
plain_end(const char *p, const char *end)
{
	const char *q = p;

	while (q < end && *q != '\r' &&
	       !(*q == '#' && (q == p || q[-1] == ' ')))
		q++;
	while (q > p && (q[-1] == ' ' || q[-1] == '\t'))
		q--;
	return q;
}

/* A copy of P..END. */
static const char *
plain_text(Splitter *s, const char *p, const char *end)
{
	size_t len = (size_t)(end - p);
	char *text = arena_raw(s->arena, len + 1);

	memcpy(text, p, len);
	text[len] = '\0';
	return text;
}

/* The value behind the "name:" of a line. */
static void
doc_name(Splitter *s, const char *p, const char *end)
{
	uint32_t errors = s->diag->errors;

	while (p < end && (*p == ' ' || *p == '\t'))
		p++;
	bool quoted = p < end && (*p == '\'' || *p == '"');
	const char *q = quoted ? quotes_end(p, end) : plain_end(p, end);
	if (s->doc.name)
		diag_error(s->diag, at_of(s, p), "second name in a document");
	if (!q) {
		diag_error(s->diag, at_of(s, p), "a quote without its other");
		q = p;
		quoted = false;
	}
	s->doc.name_text = (Span){at_of(s, p), (uint32_t)(q - p)};
	s->doc.name = quoted ? quoted_text(s->source, s->doc.name_text,
					   s->arena, s->diag)
			     : plain_text(s, p, q);
	if (!*s->doc.name && s->diag->errors == errors)
		diag_error(s->diag, at_of(s, p), "a function without a name");
}

/* A line "key: value" in the first column. */
static void
line_key(Splitter *s, const char *p, const char *end, Loc next)
{
	const char *colon = memchr(p, ':', (size_t)(end - p));
	int i;

	key_close(s);
	if (!s->in_doc) {
		doc_push(s, at_of(s, p));
		s->in_doc = true;
		s->opens = false;
		s->doc.header = (Span){at_of(s, p), 0};
	}
	s->has_key = true;
	if (!colon)
		return; /* the header's reader tells what is wrong */
	size_t len = (size_t)(colon - p);
	if (len == 4 && !memcmp(p, "name", 4)) {
		doc_name(s, colon + 1, end);
		return;
	}
	for (i = 0; i < KEY_COUNT; i++)
		if (strlen(key_names[i]) == len &&
		    !memcmp(p, key_names[i], len))
			break;
	if (i == KEY_COUNT)
		return;
	s->key = &s->doc.keys[i];
	if (s->key->len)
		diag_error(s->diag, at_of(s, p), "second '%s' in a document",
			   key_names[i]);
	*s->key = (Span){at_of(s, p), 0};
	s->scalar_end = next;
	s->in_body = i == KEY_BODY;
}

/* A line that begins with "---": a new document, or the IR module. */
static void
line_open(Splitter *s, const char *p, const char *end, Loc next)
{
	const char *q = p + 3;

	s->ends_open = s->in_doc && s->has_key;
	doc_close(s, at_of(s, p));
	doc_push(s, at_of(s, p));
	s->in_ir = false;
	while (q < end && (*q == ' ' || *q == '\t'))
		q++;
	if (q < end && (*q == '|' || *q == '>')) {
		if (s->has_ir || s->file->docs.n)
			diag_error(s->diag, at_of(s, p),
				   "the IR module must come first");
		s->in_ir = s->has_ir = true;
		s->file->ir = (Span){next, 0};
		s->ir_from = next;
		return;
	}
	s->in_doc = s->opens = true;
	s->doc.header = (Span){next, 0};
}

/* The IR module ends at AT. */
static void
ir_close(Splitter *s, Loc at)
{
	Span last = {s->ir_from, at - s->ir_from};

	if (!s->in_ir)
		return;
	s->in_ir = false;
	s->file->ir.len = at - s->file->ir.at;
	VEC_PUSH(s->arena, s->ir_lines, last);
}

/* A line with text in its first column. */
static void
line_first(Splitter *s, const char *p, const char *end, Loc next)
{
	if (line_is(p, end, "---")) {
		ir_close(s, at_of(s, p));
		line_open(s, p, end, next);
	} else if (line_is(p, end, "...")) {
		s->closes |= s->in_ir || s->has_key;
		ir_close(s, at_of(s, p));
		doc_close(s, at_of(s, p));
	} else if (*p == '#') {
		if (s->in_body)
			key_close(s);
	} else if (*p == '-' && s->key && !s->in_body) {
		s->scalar_end = next; /* a list in the first column */
	} else if (!s->in_ir) {
		line_key(s, p, end, next);
	} else {
		diag_error(s->diag, at_of(s, p),
			   "the IR module's lines must be indented");
	}
}

/* Past the bytes at P in which no line with something else than a blank in its
 * first column begins and, if BRACE, no "}" stands: many at a time, so that
 * compilers use vectors for it. */
static inline const char *
skip_blocks(const char *p, const char *end, bool brace)
{
	for (; end - p > SKIP_BLOCK; p += SKIP_BLOCK) {
		unsigned char any = 0;

		for (size_t i = 0; i < SKIP_BLOCK; i++) {
			unsigned flush = (p[i] == '\n') & (p[i + 1] != ' ');

			any |= (unsigned char)(flush | (brace & (p[i] == '}')));
		}
		if (any)
			break;
	}
	return p;
}

/* The first line behind P that has something else than a blank in its first
 * column or, if BRACE, a "}" behind its blanks. */
static inline const char *
skip_lines(const char *p, const char *end, bool brace)
{
	const char *from = p, *stop, *q;

	while ((p = skip_blocks(p, end, brace)) < end) {
		stop = end - p > SKIP_BLOCK ? p + SKIP_BLOCK : end;
		for (; p < stop; p++) {
			if (*p == '\n' && (p + 1 == end || p[1] != ' '))
				return p + 1;
			if (!brace || *p != '}')
				continue;
			for (q = p; q > from && q[-1] == ' ';)
				q--;
			if (q > from && q[-1] == '\n')
				return q;
		}
	}
	return end;
}

/* The body of a function of the IR module follows the line that ends at P.
 * Returns the line that ends it. */
static const char *
ir_body(Splitter *s, const char *p, const char *end)
{
	Span before = {s->ir_from, 0};

	before.len = at_of(s, p) - before.at;
	VEC_PUSH(s->arena, s->ir_lines, before);
	do
		p = skip_lines(p, end, true);
	while (p < end && (*p == '\n' || *p == '\r' || *p == '\t'));
	s->ir_from = at_of(s, p);
	return p;
}

/* The line P, indented though no key is before it, is to have no text.  Returns
 * the next one. */
static const char *
line_keyless(Splitter *s, const char *p, const char *end)
{
	const char *eol = memchr(p, '\n', (size_t)(end - p));

	eol = eol ? eol : end;
	while (p < eol && (*p == ' ' || *p == '\t' || *p == '\r'))
		p++;
	if (p < eol && *p != '#')
		diag_error(s->diag, at_of(s, p),
			   "a key in the first column expected");
	return eol < end ? eol + 1 : end;
}

/* The line P, whose first column is blank.  Returns the one to go on with. */
static const char *
line_indented(Splitter *s, const char *p, const char *end)
{
	const char *eol;

	if (s->in_ir) {
		eol = memchr(p, '\n', (size_t)(end - p));
		eol = eol ? eol : end;
		if (module_line(&s->module, s->arena, s->source, p, eol))
			return ir_body(s, eol, end);
		return eol < end ? eol + 1 : end;
	}
	if (!s->in_doc || !s->has_key)
		return line_keyless(s, p, end);
	p = skip_lines(p, end, false);
	if (s->key)
		s->scalar_end = at_of(s, p);
	return p;
}

/* The line P, which is not indented.  Returns the next one. */
static const char *
line_flush(Splitter *s, const char *p, const char *end)
{
	const char *eol = memchr(p, '\n', (size_t)(end - p)), *next;

	eol = eol ? eol : end;
	next = eol < end ? eol + 1 : end;
	if (*p != '\n' && *p != '\r' && *p != '\t')
		line_first(s, p, eol, at_of(s, next));
	else if (s->in_body || (*p == '\t' && s->key))
		s->scalar_end = at_of(s, next);
	return next;
}

/* Nothing follows: is that where the file may end? */
static void
file_end(Splitter *s)
{
	Loc end = s->source->len;
	bool cut = s->in_doc && s->closes && s->opens;

	if (s->in_ir)
		diag_error(s->diag, end,
			   "the file ends in its IR module: '...' expected");
	else if (cut && !s->has_key && !s->ends_open)
		diag_error(s->diag, end,
			   "the file ends where a document begins");
	s->doc.cut = cut && (s->has_key || !s->ends_open);
	ir_close(s, end);
	doc_close(s, end);
	doc_push(s, end);
}

static int
doc_compare(const void *a, const void *b)
{
	const MirDoc *x = *(const MirDoc *const *)a;
	const MirDoc *y = *(const MirDoc *const *)b;
	int order = strcmp(x->name, y->name);

	return order ? order : (x > y) - (x < y);
}

/* Say so if two documents have one name: whoever looks for a function, such as
 * a linker, finds just one. */
static void
check_names(Splitter *s)
{
	uint32_t n = s->file->docs.n;
	const MirDoc **docs = ARENA_NEW(s->arena, const MirDoc *, n + 1);

	for (uint32_t i = 0; i < n; i++)
		docs[i] = &s->file->docs.at[i];
	qsort(docs, n, sizeof(*docs), doc_compare);
	for (uint32_t i = 1; i < n; i++)
		if (!strcmp(docs[i - 1]->name, docs[i]->name))
			diag_error(s->diag, docs[i]->name_text.at,
				   "second function of this name");
}

/* Say so if SOURCE is nothing at all, or is no text. */
static void
check_text(const Source *source, Diag *diag)
{
	const char *nul =
		source->len ? memchr(source->text, 0, source->len) : NULL;

	if (!source->len)
		diag_warning(diag, 0, "the input is empty");
	else if (nul)
		diag_error(diag, (Loc)(nul - source->text),
			   "binary data; machine IR as text expected");
}

bool
mirfile_split(const Source *source, Arena *arena, MirFile *file, Diag *diag)
{
	Splitter s = {
		.source = source, .arena = arena, .file = file, .diag = diag};
	const char *p = source->text, *end = p + source->len;
	uint32_t errors = diag->errors;

	*file = (MirFile){.source = source};
	check_text(source, diag);
	if (diag->errors != errors)
		return false;
	while (p < end)
		p = *p == ' ' ? line_indented(&s, p, end)
			      : line_flush(&s, p, end);
	file_end(&s);
	if (diag->errors == errors)
		check_names(&s);
	file->ir_lines = (SpanList){s.ir_lines.at, s.ir_lines.n};
	module_link(&s.module, arena, file);
	return diag->errors == errors;
}

void
mirfile_lines(MirFile *file)
{
	const char *p = file->source->text, *eol;
	uint32_t line = 1;

	for (uint32_t i = 0; i < file->docs.n; i++) {
		const char *doc = file->source->text + file->docs.at[i].all.at;

		for (; (eol = memchr(p, '\n', (size_t)(doc - p))); p = eol + 1)
			line++;
		p = doc;
		file->docs.at[i].line = line;
	}
}
