/*
 * One function, from its document to a Func: header, lists, body, and what can
 * be resolved only when all is read.
 */
#define _GNU_SOURCE /* memmem */
#include "parser/envelope.h"

#include <string.h>

/* Instruction OFFSET of block ID; NONE if there is none, or if it is no call
 * though one is wanted. */
static InsnId
block_insn(const Func *f, BlockId id, uint32_t offset, bool call)
{
	const Block *block = id < f->blocks.n ? &f->blocks.at[id] : NULL;

	if (!block || offset >= block->end - block->first)
		return NONE;
	InsnId i = block->first + offset;
	return !call || insn_flags(f, &f->insns.at[i]) & OP_CALL ? i : NONE;
}

/* LLVM prints a block's number and reads its position: the two differ when
 * blocks are out of order.  What is a call is meant. */
static void
callsites_finish(Builder *b)
{
	Func *f = b->f;

	for (uint32_t i = 0; i < f->call_sites.n; i++) {
		CallSite *s = &f->call_sites.at[i];
		BlockId numbered = intmap_get(&b->indices.blocks, s->block);

		s->insn = block_insn(f, numbered, s->offset, true);
		if (s->insn == NONE)
			s->insn = block_insn(f, s->block, s->offset, true);
		if (s->insn == NONE)
			s->insn = block_insn(f, s->block, s->offset, false);
		if (s->insn == NONE)
			diag_error(b->diag, b->refs.site_locs.at[i],
				   "call site: no instruction %u in block %u",
				   s->offset, s->block);
	}
}

/* The lines of the body below its key.  Sets the indentation. */
static Span
body_lines(Builder *b, Span key)
{
	const char *p = b->text + key.at, *end = p + key.len, *eol, *q;

	eol = memchr(p, '\n', key.len);
	if (!eol)
		eol = end;
	for (q = p + 5; q < eol && (*q == ' ' || *q == '\t' || *q == '\r');)
		q++;
	if (q < eol && *q != '|' && *q != '>' && *q != '#')
		diag_error(b->diag, (Loc)(q - b->text),
			   "'|' and indented lines expected");
	for (q = p = eol < end ? eol + 1 : end; q < end; q++)
		if (*q == '\n')
			p = q + 1;
		else if (*q != ' ' && *q != '\t' && *q != '\r')
			break;
	b->f->text.body_indent = (Loc)(q - p);
	return (Span){(Loc)(eol - b->text), (uint32_t)(end - eol)};
}

/* Does a part of TRIPLE begin with the LEN bytes at WORD? */
static bool
triple_part_begins(const Source *source, Span triple, const char *word,
		   size_t len)
{
	const char *start = source->text + triple.at, *p = start;

	for (; (p = memmem(p, (size_t)(start + triple.len - p), word, len));
	     p++)
		if (p == start || p[-1] == '-')
			return true;
	return false;
}

/* The features that the target's setting gives functions of FILE's triple, in
 * ARENA, by "WORD FEATURE WORD FEATURE ...", with a space behind each. */
static const char *
triple_features(const MirFile *file, const Target *target, Arena *arena)
{
	const char *p = target_setting(target, "triple-features");
	char *features = arena_alloc(arena, strlen(p) + 2), *end = features;

	while (*p) {
		size_t n = strcspn(p, " "), len = strcspn(p + n + 1, " ");

		if (triple_part_begins(file->source, file->triple, p, n)) {
			end = mempcpy(end, p + n + 1, len);
			*end++ = ' ';
		}
		p += n + 1 + len;
		p += strspn(p, " ");
	}
	return features;
}

static Func *
func_new(const MirFile *file, const MirDoc *doc, const Target *target,
	 Arena *keep, Diag *diag)
{
	Func *f = ARENA_NEW(keep, Func, 1);

	f->source = file->source;
	f->target = target;
	f->arena = keep;
	f->diag = diag;
	f->name = doc->name_text;
	f->plain_name = doc->name;
	f->text.document = doc->all;
	f->text.first_line = doc->line;
	f->text.registers = doc->keys[KEY_REGISTERS];
	f->text.liveins = doc->keys[KEY_LIVEINS];
	f->text.stack = doc->keys[KEY_STACK];
	f->text.fixed_stack = doc->keys[KEY_FIXED_STACK];
	f->text.callsites = doc->keys[KEY_CALLSITES];
	f->text.body = doc->keys[KEY_BODY];
	f->text.attributes = doc->attributes;
	f->text.ir_define = doc->define;
	f->names = &file->names;
	f->traits.pic =
		module_flag_find(file->source, file->flags, "PIC Level");
	f->traits.branch_tracking = module_flag_find(file->source, file->flags,
						     "cf-protection-branch");
	f->traits.aliases = file->aliases || !file->ir.len;
	f->traits.triple_features = triple_features(file, target, keep);
	return f;
}

/* Room for what LINES will roughly give, so that arrays seldom move: an
 * operand in 14 bytes, an instruction in 60, and hardly more registers than
 * instructions. */
static void
func_reserve(Func *f, uint32_t len)
{
	VEC_RESERVE(f->arena, f->opnds, len / 14 + 16);
	VEC_RESERVE(f->arena, f->insns, len / 60 + 16);
	VEC_RESERVE(f->arena, f->vregs, len / 60 + 16);
}

/* The instruction that ends block ID; NULL: none. */
static const Insn *
last_insn(const Func *f, BlockId id)
{
	const Block *block = &f->blocks.at[id];
	InsnId i = block->end;

	while (i > block->first && f->insns.at[i - 1].flags & INSN_DEBUG)
		i--;
	return i > block->first ? &f->insns.at[i - 1] : NULL;
}

/* Text that is cut off must not pass for a function.  If the file was cut off
 * behind the last instruction, nothing is missing. */
static void
end_check(const Builder *b, const MirDoc *doc)
{
	const Func *f = b->f;
	BlockId id = f->blocks.n - 1;
	const Insn *last = f->blocks.n ? last_insn(f, id) : NULL;
	unsigned flags = last ? insn_flags(f, last) : 0;
	uint32_t len = f->source->len;
	bool whole_line = len && f->source->text[len - 1] == '\n';

	if (doc->cut && !(flags & OP_BARRIER && whole_line))
		diag_error(b->diag, doc->all.at + doc->all.len,
			   "the file ends in a function: '...' expected");
}

Func *
mir_parse(const MirFile *file, uint32_t index, const Target *target,
	  Arena *keep, Arena *tmp, Diag *diag, unsigned flags)
{
	const MirDoc *doc = &file->docs.at[index];
	Builder b = {.target = target,
		     .tmp = tmp,
		     .diag = diag,
		     .text = file->source->text,
		     .flags = flags,
		     .insn.at = LOC_NONE,
		     .insn.name_at = LOC_NONE,
		     .block = NONE,
		     .bundle = NONE};
	uint32_t errors = diag->errors;
	Span body = {0, 0};

	b.f = func_new(file, doc, target, keep, diag);
	b.f->traits.llvm = (uint8_t)(flags / PARSE_LLVM);
	if (doc->keys[KEY_BODY].len)
		body = body_lines(&b, doc->keys[KEY_BODY]);
	func_reserve(b.f, body.len);
	envelope_read(&b, doc);
	if (doc->keys[KEY_REGISTERS].len)
		mir_scan(&b, doc->keys[KEY_REGISTERS], TEXT_REGISTERS);
	if (doc->keys[KEY_CALLSITES].len)
		mir_scan(&b, doc->keys[KEY_CALLSITES], TEXT_CALLSITES);
	if (body.len)
		mir_scan(&b, body, TEXT_BODY);
	build_vregs_finish(&b);
	build_blocks_finish(&b);
	callsites_finish(&b);
	if (diag->errors == errors)
		end_check(&b, doc);
	return diag->errors == errors ? b.f : NULL;
}
