/*
 * parse-fuzz COUNT SEED FILE...
 *
 * Changes each file COUNT times at random (bytes, tokens, lines; removed,
 * doubled, swapped, cut off), reads the result, and prints it if it could be
 * read.  Built with sanitizers, which do the judging; nothing else is checked
 * than that all comes to an end and what was printed can be read again.
 */
#include "core/emit/mir.h"
#include "parser/parser.h"
#include "targets/targets.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
	char *at;
	uint32_t len;
} Text;

typedef struct {
	uint64_t read, refused;
	Arena arena, keep, tmp;
} Fuzz;

static uint32_t
roll(uint64_t *state, uint32_t n)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return n ? (uint32_t)((*state >> 11) % n) : 0;
}

/* Replace bytes FROM..TO by LEN bytes of WITH. */
static void
splice(Text *t, uint32_t from, uint32_t to, const char *with, uint32_t len)
{
	Text r = {malloc(t->len - (to - from) + len + 1),
		  t->len - (to - from) + len};

	memcpy(r.at, t->at, from);
	memcpy(r.at + from, with, len);
	memcpy(r.at + from + len, t->at + to, t->len - to);
	free(t->at);
	*t = r;
}

/* A piece that begins at AT: a byte, a token, or a line. */
static uint32_t
piece_end(const Text *t, uint32_t at, uint32_t kind)
{
	const char *stop = kind == 1 ? " ,:()=.\n" : "\n";

	if (kind == 0)
		return at < t->len ? at + 1 : at;
	while (at < t->len && !strchr(stop, t->at[at]))
		at++;
	return at < t->len ? at + 1 : at;
}

static void
mutate(Text *t, uint64_t *s)
{
	static const char *const words[] = {
		"bb.0:",
		"%0",
		"$",
		"{",
		"}",
		"|",
		"\"",
		"'",
		"- {",
		"[",
		"]",
		"---\n",
		"...\n",
		"body: |",
		"implicit",
		"killed",
		"(tied-def 1)",
		"99999999999999999999",
		"::",
		"`",
		"/*",
		";",
		"\t",
		"\r",
		"\xff",
		"",
		"%bb.1",
		"successors:",
		"!",
		"<",
		"registers:\n",
		"#",
		"& ",
		"@",
	};
	uint32_t from = roll(s, t->len), kind = roll(s, 3);
	uint32_t to = piece_end(t, from, kind), other, end;
	const char *word;
	char copy[512];

	switch (roll(s, 6)) {
	case 0: /* remove */
		splice(t, from, to, "", 0);
		break;
	case 1: /* insert a word */
		word = words[roll(s, sizeof(words) / sizeof(*words))];
		splice(t, from, from, word, (uint32_t)strlen(word));
		break;
	case 2: /* replace by a word */
		word = words[roll(s, sizeof(words) / sizeof(*words))];
		splice(t, from, to, word, (uint32_t)strlen(word));
		break;
	case 3: /* put in a piece from elsewhere */
		other = roll(s, t->len);
		end = piece_end(t, other, kind);
		end = end - other > sizeof(copy) ? other + sizeof(copy) : end;
		memcpy(copy, t->at + other, end - other);
		splice(t, from, roll(s, 2) ? to : from, copy, end - other);
		break;
	case 4: /* cut off */
		if (!roll(s, 8))
			splice(t, from, t->len, "", 0);
		break;
	default: /* change a byte */
		if (from < t->len)
			t->at[from] = (char)roll(s, 256);
	}
}

static void
try_text(Fuzz *fuzz, const Target *target, const char *bytes, uint32_t len,
	 bool again)
{
	char *exact = malloc(len + !len);
	Source source = {.path = "fuzz", .text = exact, .len = len};
	Diag diag = {.source = &source, .arena = &fuzz->arena};
	Buf out = {0};
	MirFile file;
	FILE *null = fopen("/dev/null", "w");
	uint32_t i;
	bool ok;

	memcpy(exact, bytes, len); /* its end is the end of the memory */
	ok = mirfile_split(&source, &fuzz->arena, &file, &diag);
	for (i = 0; ok && i < file.docs.n; i++) {
		Func *f = mir_parse(&file, i, target, &fuzz->keep, &fuzz->tmp,
				    &diag, 0);

		if (f)
			mir_print(f, &out);
		ok = f != NULL;
		arena_reset(&fuzz->tmp);
	}
	diag_print(&diag, again || ok ? null : stderr, false);
	fclose(null);
	*(ok ? &fuzz->read : &fuzz->refused) += 1;
	if (ok && again && out.len) {
		uint64_t refused = fuzz->refused;

		try_text(fuzz, target, out.at, (uint32_t)out.len, false);
		if (fuzz->refused != refused) {
			fprintf(stderr, "printed and cannot be read:\n");
			fwrite(out.at, 1, out.len, stderr);
			exit(1);
		}
	}
	arena_reset(&fuzz->keep);
	buf_free(&out);
	free(exact);
	if (again)
		arena_reset(&fuzz->arena);
}

int
main(int argc, char **argv)
{
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) * 2 + 1 : 1;
	uint32_t count = argc > 1 ? (uint32_t)atoi(argv[1]) : 0, n;
	Arena arena = {0};
	Fuzz fuzz = {0};
	int i;

	for (i = 3; i < argc; i++) {
		const char *name = strrchr(argv[i], '/') + 1;
		const Target *target;
		Source source;

		target = targets_builtin(!strncmp(name, "arm", 3)   ? "arm"
					 : !strncmp(name, "gcn", 3) ? "gcn"
								    : "x86",
					 &arena);
		if (!target || !source_open(&source, argv[i]))
			return 2;
		for (n = 0; n < count; n++) {
			Text t = {malloc(source.len + 1), source.len};
			uint32_t k = 1 + roll(&seed, 4);

			memcpy(t.at, source.text, source.len);
			while (k--)
				mutate(&t, &seed);
			try_text(&fuzz, target, t.at, t.len, true);
			free(t.at);
		}
		source_close(&source);
	}
	printf("%llu read, %llu refused\n", (unsigned long long)fuzz.read,
	       (unsigned long long)fuzz.refused);
	arena_free(&fuzz.arena);
	arena_free(&fuzz.keep);
	arena_free(&fuzz.tmp);
	arena_free(&arena);
	return 0;
}
