/*
 * What -explain tells of each register, by lines: those of registers that were
 * joined are mostly the same, so a story is runs of lines, which others of the
 * same interval can have, too.
 */
#include "core/report/report_internal.h"

#include "core/explain/explain.h"

#include <string.h>

enum { LINES_A_ROW = 32 }; /* of the document, which people may look at */

typedef struct {
	Arena *arena;
	Texts *texts;
	TextWords words;
	VEC(Slice) lines; /* of `words` */
	VEC(VregId)
	values; /* by line: the register that those were joined to
		   whose stories may have it */
	IntMap by_hash;
	VEC(Slice) runs; /* of lines: the story that is told */
} Stories;

static bool
line_is(const Stories *s, uint32_t line, const int32_t *words, uint32_t n)
{
	Slice at = s->lines.at[line];

	return at.end - at.start == n &&
	       !memcmp(s->words.at + at.start, words, n * sizeof(*words));
}

static uint32_t
words_hash(const int32_t *words, uint32_t n, VregId value)
{
	uint32_t hash = intmap_hash(value);

	for (uint32_t i = 0; i < n; i++)
		hash = intmap_hash((uint64_t)hash << 32 | (uint32_t)words[i]);
	return hash;
}

static void
run_add(Stories *s, uint32_t line)
{
	if (s->runs.n && s->runs.at[s->runs.n - 1].end == line)
		s->runs.at[s->runs.n - 1].end++;
	else
		VEC_PUSH(s->arena, s->runs, ((Slice){line, line + 1}));
}

/* Let the story of VALUE go on with the words from START on, which are a line.
 * A line that says the same in all stories is not worth a run of its own. */
static void
line_add(Stories *s, uint32_t start, VregId value)
{
	const int32_t *words = s->words.at + start;
	uint32_t n = s->words.n - start, *at;
	uint32_t next = s->runs.n ? s->runs.at[s->runs.n - 1].end : NONE;
	bool known = next < s->lines.n && line_is(s, next, words, n);

	if (!known && n > 1) {
		INTMAP_SEEK(at, &s->by_hash, s->arena,
			    words_hash(words, n, value),
			    s->values.at[*at] == value &&
				    line_is(s, *at, words, n));
		known = *at != NONE;
		next = known ? *at : s->lines.n;
		*at = next;
	}
	if (known) {
		s->words.n = start;
		run_add(s, next);
		return;
	}
	run_add(s, s->lines.n);
	VEC_PUSH(s->arena, s->lines, ((Slice){start, s->words.n}));
	VEC_PUSH(s->arena, s->values, value);
}

static void
story_add(Stories *s, const Buf *text, VregId value)
{
	const char *at = text->at, *stop = text->at + text->len, *end;

	s->runs.n = 0;
	for (; at < stop; at = end + 1) {
		uint32_t start = s->words.n;

		end = memchr(at, '\n', (size_t)(stop - at));
		texts_add(s->texts, at, (size_t)(end - at), &s->words);
		line_add(s, start, value);
	}
}

/* "%5": [first line, lines, first line, lines]. */
static void
runs_json(const Stories *s, const Func *f, VregId v, Buf *out)
{
	buf_json_str(out, vreg_name(f, v).at);
	buf_str(out, ":[");
	for (uint32_t i = 0; i < s->runs.n; i++) {
		Slice run = s->runs.at[i];

		buf_printf(out, "%s%u,%u", i ? "," : "", run.start,
			   run.end - run.start);
	}
	buf_char(out, ']');
}

static void
lines_json(const Stories *s, Buf *out)
{
	buf_str(out, "},\n\"lines\": [");
	for (uint32_t i = 0; i < s->lines.n; i++) {
		Slice at = s->lines.at[i];

		if (i)
			buf_char(out, ',');
		buf_str(out, i % LINES_A_ROW ? "[" : "\n[");
		texts_put(s->words.at + at.start, at.end - at.start, out);
		buf_char(out, ']');
	}
	buf_str(out, "]}");
}

void
report_stories(const Report *r, Texts *texts, Buf *out)
{
	const AllocLog *log = r->story->log;
	const Func *f = r->story->lowered;
	Stories s = {.arena = r->tmp, .texts = texts};
	ExplainIndex index;
	Buf text = {0};
	bool any = false;

	if (log->wanted)
		index_open(&index, r->story);
	buf_str(out, ",\n\"stories\": {\"registers\": {");
	for (VregId v = 0; log->wanted && v < f->nparsed_vregs; v++) {
		if (f->vregs.at[v].loc == LOC_NONE)
			continue;
		buf_reset(&text);
		explain_print(&index, v, &text);
		story_add(&s, &text, v < log->njoined ? log->joined[v] : v);
		buf_str(out, any ? ",\n" : "\n");
		any = true;
		runs_json(&s, f, v, out);
	}
	lines_json(&s, out);
	buf_free(&text);
}
