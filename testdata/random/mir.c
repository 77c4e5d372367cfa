#include "mir.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
	Machine *m;
	Program *p;
	char *at; /* what is left of the line */
	unsigned line;
} Reader;

static void
wrong(Reader *r, const char *what)
{
	char text[256];

	if (r->p->error)
		return;
	snprintf(text, sizeof(text), "line %u: %s: %.40s", r->line, what,
		 r->at);
	r->p->error = strdup(text);
}

/* One more element of an array that doubles. */
static void *
grow(void *at, unsigned n, size_t size)
{
	if (n & (n - 1))
		return at;
	at = realloc(at, (n ? 2 * n : 1) * size);
	if (!at)
		exit(2);
	return at;
}

static void
blanks(Reader *r)
{
	char *end;

	for (;;) {
		while (isspace((unsigned char)*r->at))
			r->at++;
		end = strncmp(r->at, "/*", 2) ? NULL : strstr(r->at, "*/");
		if (!end)
			return;
		r->at = end + 2;
	}
}

static bool
take(Reader *r, const char *s)
{
	size_t n = strlen(s);

	blanks(r);
	if (strncmp(r->at, s, n) != 0)
		return false;
	r->at += n;
	return true;
}

/* A word is not the beginning of a longer one. */
static bool
take_word(Reader *r, const char *s)
{
	size_t n = strlen(s);

	blanks(r);
	if (strncmp(r->at, s, n) != 0 || isalnum((unsigned char)r->at[n]) ||
	    r->at[n] == '-' || r->at[n] == '_')
		return false;
	r->at += n;
	return true;
}

static char *
name_end(char *s, const char *also)
{
	while (isalnum((unsigned char)*s) || (*s && strchr(also, *s)))
		s++;
	return s;
}

static char *
slice(const char *from, const char *to)
{
	return strndup(from, (size_t)(to - from));
}

static unsigned
vreg_find(Program *p, const char *name)
{
	unsigned i;
	char *end;
	unsigned long n = strtoul(name, &end, 10);

	/* Numbers are mostly in order. */
	if (!*end && n < p->nvregs && !strcmp(p->vregs[n].name, name))
		return (unsigned)n;
	for (i = p->nvregs; i-- > 0;)
		if (!strcmp(p->vregs[i].name, name))
			return i;
	p->vregs = grow(p->vregs, p->nvregs, sizeof(*p->vregs));
	p->vregs[p->nvregs] = (Vreg){.name = strdup(name)};
	return p->nvregs++;
}

static void
vreg_class(Program *p, unsigned v, const char *cls)
{
	p->vregs[v].cls = strdup(cls);
	p->vregs[v].size = machine_class(cls);
	p->vregs[v].lanes = machine_is_lanes(cls);
}

static void
arg_vreg(Reader *r, Arg *a)
{
	char *end = name_end(r->at, "_"), *cls;
	char *name = slice(r->at, end);

	a->kind = ARG_VREG;
	a->num = vreg_find(r->p, name);
	free(name);
	r->at = end;
	if (*r->at == '.') {
		end = name_end(++r->at, "_");
		a->sub = slice(r->at, end);
		r->at = end;
	}
	if (*r->at == ':') {
		end = name_end(++r->at, "_");
		cls = slice(r->at, end);
		vreg_class(r->p, (unsigned)a->num, cls);
		free(cls);
		r->at = end;
		/* the type that it was lowered from */
		if (*r->at == '(' && strncmp(r->at, "(tied", 5) != 0)
			r->at += strcspn(r->at, ")") + 1;
	}
}

/* The end of an operand that is only text: a comma outside of brackets and
 * quotes. */
static char *
text_end(char *s)
{
	int depth = 0;
	bool quotes = false;

	for (; *s; s++) {
		if (*s == '"' && s[-1] != '\\')
			quotes = !quotes;
		if (quotes)
			continue;
		if (strchr("([{<", *s))
			depth++;
		else if (strchr(")]}>", *s))
			depth--;
		else if (*s == ',' && !depth)
			break;
	}
	return s;
}

static void
arg_place(Reader *r, Arg *a)
{
	char *end;

	if (take(r, "%bb.")) {
		a->kind = ARG_BLOCK;
		a->num = (int64_t)strtoul(r->at, &end, 10);
		r->at = name_end(end, "._-");
	} else if (take(r, "%stack.")) {
		a->kind = ARG_SLOT;
		a->num = (int64_t)strtoul(r->at, &end, 10);
		r->at = name_end(end, "._-");
	} else if (take(r, "%subreg.")) {
		a->kind = ARG_TEXT;
		end = name_end(r->at, "_");
		a->sub = slice(r->at, end);
		r->at = end;
	} else if (r->at[0] == '%' && strchr(r->at, '.') &&
		   (!strncmp(r->at, "%const.", 7) ||
		    !strncmp(r->at, "%fixed-stack.", 13) ||
		    !strncmp(r->at, "%jump-table.", 12))) {
		a->kind = ARG_TEXT;
		r->at = text_end(r->at);
	} else {
		r->at++;
		arg_vreg(r, a);
	}
}

static void
arg_register(Reader *r, Arg *a)
{
	char *end = name_end(++r->at, "_"), *name = slice(r->at, end);

	a->kind = strcmp(name, "noreg") ? ARG_REG : ARG_NOREG;
	a->places = machine_reg(r->m, name);
	a->lanes = machine_is_lanes(name);
	free(name);
	r->at = end;
}

/* The words before an operand. */
static void
arg_words(Reader *r, Arg *a)
{
	for (;;) {
		if (take_word(r, "implicit-def"))
			a->implicit = a->def = true;
		else if (take_word(r, "implicit"))
			a->implicit = true;
		else if (take_word(r, "def"))
			a->def = true;
		else if (take_word(r, "undef"))
			a->undef = true;
		else if (take_word(r, "dead"))
			a->dead = true;
		else if (take_word(r, "killed"))
			a->killed = true;
		else if (take_word(r, "early-clobber"))
			a->early = true;
		else if (!take_word(r, "renamable") &&
			 !take_word(r, "internal") &&
			 !take_word(r, "debug-use"))
			return;
	}
}

static Arg *
arg_new(Code *c)
{
	c->args = grow(c->args, c->nargs, sizeof(*c->args));
	c->args[c->nargs] = (Arg){.tied = -1};
	return &c->args[c->nargs++];
}

static void
arg_read(Reader *r, Code *c, bool def)
{
	Arg *a = arg_new(c);
	char *from, *end;

	a->def = def;
	arg_words(r, a);
	blanks(r);
	from = r->at;
	if (*r->at == '%')
		arg_place(r, a);
	else if (*r->at == '$')
		arg_register(r, a);
	else if (take_word(r, "_"))
		a->kind = ARG_NOREG;
	else if (isdigit((unsigned char)*r->at) ||
		 (*r->at == '-' && isdigit((unsigned char)r->at[1]))) {
		a->kind = ARG_NUM;
		a->num = strtoll(r->at, &end, 0);
		r->at = name_end(end, "_");
	} else {
		end = text_end(r->at);
		a->kind = ARG_TEXT;
		a->text = slice(r->at, end);
		a->kept = machine_mask(r->m, a->text);
		if (a->kept)
			a->kind = ARG_MASK;
		r->at = end;
		/* What stands behind the operands. */
		if (strchr(a->text, ' ') && !strncmp(a->text, "debug-", 6))
			c->nargs--;
		return;
	}
	a->text = slice(from, r->at);
	if (take(r, "(tied-def")) {
		a->tied = (int)strtoul(r->at, &end, 10);
		r->at = strchr(end, ')') + 1;
	}
	if (!take(r, "+") && !take(r, "- "))
		return;
	r->at = text_end(r->at);
	free(a->text);
	a->text = slice(from, r->at);
}

/* Is there an opcode behind what comes next? */
static bool
opcode_next(Reader *r)
{
	static const char *const words[] = {
		"nnan",		"ninf",		 "nsz",
		"arcp",		"contract",	 "afn",
		"reassoc",	"nuw",		 "nsw",
		"exact",	"nneg",		 "nofpexcept",
		"nomerge",	"frame-setup",	 "frame-destroy",
		"noconvergent", "unpredictable", "disjoint",
		"bundled-pred", "bundled-succ"};
	unsigned i;
	bool again = true;

	while (again) {
		again = false;
		for (i = 0; i < sizeof(words) / sizeof(*words); i++)
			again |= take_word(r, words[i]);
	}
	blanks(r);
	return isalpha((unsigned char)*r->at);
}

static void
code_read(Reader *r, Part *part)
{
	char *end, *mem;
	Code *c;

	/* Memory operands say what the addresses say anyway. */
	mem = strstr(r->at, " :: ");
	if (mem)
		*mem = 0;
	part->code = grow(part->code, part->ncode, sizeof(*part->code));
	c = &part->code[part->ncode++];
	*c = (Code){.line = r->line};
	blanks(r);
	if (strchr("%$_", *r->at) || !strncmp(r->at, "dead ", 5) ||
	    !strncmp(r->at, "undef ", 6) || !strncmp(r->at, "renam", 5) ||
	    !strncmp(r->at, "early-", 6) || !strncmp(r->at, "def ", 4)) {
		do
			arg_read(r, c, true);
		while (take(r, ","));
		if (!take(r, "="))
			wrong(r, "no =");
	}
	if (!opcode_next(r)) {
		wrong(r, "no opcode");
		return;
	}
	end = name_end(r->at, "_");
	c->name = slice(r->at, end);
	c->op = machine_op(r->m, c->name);
	r->at = end;
	blanks(r);
	while (*r->at && *r->at != '{') {
		arg_read(r, c, false);
		if (!take(r, ","))
			break;
	}
}

static void
part_new(Reader *r)
{
	Program *p = r->p;

	p->parts = grow(p->parts, p->nparts, sizeof(*p->parts));
	p->parts[p->nparts++] =
		(Part){.number = (unsigned)strtoul(r->at, NULL, 10)};
}

static void
succs_read(Reader *r, Part *part)
{
	char *end;

	while (take(r, "%bb.")) {
		part->succs =
			grow(part->succs, part->nsuccs, sizeof(*part->succs));
		part->succs[part->nsuccs++] =
			(unsigned)strtoul(r->at, &end, 10);
		r->at = text_end(end);
		take(r, ",");
	}
}

static void
body_line(Reader *r)
{
	Program *p = r->p;
	char *comment;

	blanks(r);
	if (!strstr(r->at, "INLINEASM") && (comment = strstr(r->at, ";")))
		*comment = 0;
	if (!*r->at || *r->at == '}' || !strncmp(r->at, "liveins:", 8))
		return;
	if (!strncmp(r->at, "bb.", 3)) {
		r->at += 3;
		part_new(r);
	} else if (!p->nparts) {
		wrong(r, "no block");
	} else if (take(r, "successors:")) {
		succs_read(r, &p->parts[p->nparts - 1]);
	} else if (strncmp(r->at, "DBG_", 4) && strncmp(r->at, "CFI_", 4)) {
		code_read(r, &p->parts[p->nparts - 1]);
	}
}

/* A line of the header: classes, and which slots there are. */
static void
header_line(Reader *r, const char *line, char section[64])
{
	unsigned id;
	char cls[128], name[16];
	const char *s = strstr(line, "id: ");

	if (isalpha((unsigned char)*line)) {
		sscanf(line, "%63[^:]", section);
		return;
	}
	if (!s || sscanf(s, "id: %u", &id) != 1)
		return;
	if (!strcmp(section, "stack") && id < SLOTS_MAX)
		r->p->slots[id] = true;
	if (!strcmp(section, "registers") &&
	    sscanf(s, "id: %u, class: %127[^,} ]", &id, cls) == 2) {
		snprintf(name, sizeof(name), "%u", id);
		vreg_class(r->p, vreg_find(r->p, name), cls);
	}
}

/* Numbers of blocks become places, registers get their sizes. */
static void
program_finish(Program *p)
{
	unsigned b, i, k, n = 0, *place;

	for (b = 0; b < p->nparts; b++)
		if (p->parts[b].number >= n)
			n = p->parts[b].number + 1;
	place = calloc(n + 1, sizeof(*place));
	for (b = 0; b < p->nparts; b++)
		place[p->parts[b].number] = b;
	for (b = 0; b < p->nparts; b++) {
		Part *part = &p->parts[b];

		for (k = 0; k < part->nsuccs; k++)
			part->succs[k] =
				part->succs[k] < n ? place[part->succs[k]] : 0;
		for (i = 0; i < part->ncode; i++)
			for (k = 0; k < part->code[i].nargs; k++) {
				Arg *a = &part->code[i].args[k];

				if (a->kind == ARG_BLOCK)
					a->num = a->num < n ? place[a->num] : 0;
				if (a->kind != ARG_VREG)
					continue;
				a->size = p->vregs[a->num].size;
				a->lanes = p->vregs[a->num].lanes;
				if (!a->size && !p->error)
					p->error =
						strdup("a class is not known");
			}
	}
	free(place);
}

static Program *
program_new(Programs *all)
{
	all->at = grow(all->at, all->n, sizeof(*all->at));
	memset(&all->at[all->n], 0, sizeof(*all->at));
	return &all->at[all->n++];
}

Programs
mir_read(Machine *m, const char *file)
{
	FILE *in = fopen(file, "r");
	Programs all = {0};
	Reader r = {.m = m};
	char *line = NULL, section[64] = "", name[256];
	size_t cap = 0;
	bool module = false, body = false;

	if (!in) {
		perror(file);
		exit(2);
	}
	while (getline(&line, &cap, in) > 0) {
		r.line++;
		line[strcspn(line, "\n")] = 0;
		if (!strncmp(line, "---", 3)) {
			module = line[3] != 0;
			body = false;
			if (!module)
				r.p = program_new(&all);
		} else if (!strncmp(line, "...", 3)) {
			module = body = false;
			if (r.p)
				program_finish(r.p);
			r.p = NULL;
		} else if (module || !r.p || *line == '#') {
			continue;
		} else if (!strncmp(line, "body:", 5)) {
			body = true;
		} else if (body) {
			r.at = line;
			body_line(&r);
		} else if (sscanf(line, "name: %255s", name) == 1) {
			r.p->name = strdup(name);
		} else {
			header_line(&r, line, section);
		}
	}
	if (r.p)
		program_finish(r.p);
	free(line);
	fclose(in);
	return all;
}
