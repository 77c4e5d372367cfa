/*
 * Actions of the grammar for blocks, and what is resolved when all of them are
 * known: references to blocks, and successors that the text leaves out.
 */
#include "parser/build.h"

#include "parser/number.h"

#include <string.h>

static void
block_close(Builder *b)
{
	if (b->bundle != NONE) {
		diag_error(b->diag, b->f->insns.at[b->bundle].loc,
			   "bundle without '}'");
		b->bundle = NONE;
	}
	if (b->block != NONE)
		b->f->blocks.at[b->block].end = b->f->insns.n;
}

/* Offset in P, LEN bytes, of the colon that ends the label; LEN if there is
 * none.  Names may hold anything but a line end; comments do not count. */
static uint32_t
label_colon(const char *p, uint32_t len)
{
	uint32_t colon = len;
	bool quoted = false;

	for (uint32_t i = 0; i < len; i++) {
		if (p[i] == '"')
			quoted = !quoted;
		else if (p[i] == ';' && !quoted)
			break;
		else if (p[i] == ':' && !quoted)
			colon = i;
	}
	return colon;
}

/* Does the attribute list P..END hold WORD?  Sets *REST behind it. */
static bool
attr_find(const char *p, const char *end, const char *word, const char **rest)
{
	size_t n = strlen(word);

	for (; (size_t)(end - p) >= n; p++)
		if (!memcmp(p, word, n) && (p[-1] == '(' || p[-1] == ' ') &&
		    (p[n] == ')' || p[n] == ',' || p[n] == ' ')) {
			*rest = p + n;
			return true;
		}
	return false;
}

/* Is P..END a number behind "bb."?  Of names the parenthesis could be a part.
 */
static bool
is_number(const char *p, const char *end)
{
	for (p += 3; p < end && *p >= '0' && *p <= '9';)
		p++;
	return p == end;
}

/* The attributes in parentheses before the label's colon. */
static void
label_attrs(Block *block, const char *p, const char *end, const char *stop)
{
	static const struct {
		const char *word;
		uint32_t flag;
	} words[] = {
		{"landing-pad", BLOCK_LANDING_PAD},
		{"address-taken", BLOCK_ADDRESS_TAKEN},
		{"machine-block-address-taken", BLOCK_ADDRESS_TAKEN},
		{"ir-block-address-taken", BLOCK_ADDRESS_TAKEN},
		{"inlineasm-br-indirect-target", BLOCK_ASM_TARGET},
		{"ehfunclet-entry", BLOCK_FUNCLET},
	};
	const char *rest;

	while (end > p && end[-1] == ' ')
		end--;
	if (end == p || end[-1] != ')')
		return;
	while (end > p &&
	       !(end[-1] == '(' && (end[-2] == ' ' || is_number(p, end - 1))))
		end--;
	if (end == p)
		return;
	p = end;
	end = memchr(p, '\n', (size_t)(stop - p));
	end = end ? end : stop;
	if (*p == '%' && !memchr(p, ' ', (size_t)(end - p)))
		return; /* the IR block's name only */
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (attr_find(p, end, words[i].word, &rest))
			block->flags |= words[i].flag;
	if (attr_find(p, end, "align", &rest))
		block->align = number_digits(rest + 1, end);
}

void
build_comment(Builder *b, Loc at)
{
	VEC_PUSH(b->f->arena, b->f->text.comments, at);
}

uint32_t
build_label_comment(Builder *b, Loc at, uint32_t len)
{
	const char *p = b->text + at;
	uint32_t colon = label_colon(p, len);
	const char *comment = memchr(p + colon, ';', len - colon);

	if (comment)
		build_comment(b, (Loc)(comment - b->text));
	return colon;
}

void
build_label(Builder *b, Token label)
{
	Func *f = b->f;
	const char *p = b->scan.copy + (label.at - b->scan.copy_at);
	uint32_t colon = (uint32_t)label.val;
	uint32_t number = number_digits(p + 3, p + label.len);
	Block block = {.first = f->insns.n,
		       .succs = {f->succs.n, f->succs.n},
		       .liveins = {f->liveins.n, f->liveins.n},
		       .number = number,
		       .label = {label.at, colon + 1}};

	block_close(b);
	if (colon == label.len) {
		diag_error(b->diag, label.at + label.len,
			   "':' expected at the end of a block label");
		block.label.len = label.len;
	}
	for (uint32_t i = colon + 1; i < label.len; i++)
		if (p[i] == ';') {
			break;
		} else if (p[i] != ' ' && p[i] != '\t' && p[i] != '\r') {
			diag_error(b->diag, label.at + i,
				   "end of line expected behind a block label");
			break;
		}
	if (number >= INT32_MAX)
		diag_error(b->diag, label.at, "number too large");
	label_attrs(&block, p, p + colon, p + label.len);
	uint32_t *id = intmap_at(&b->indices.blocks, b->tmp, block.number);
	if (*id != UINT32_MAX)
		diag_error(b->diag, label.at, "second block with number %u",
			   block.number);
	*id = b->block = f->blocks.n;
	VEC_PUSH(f->arena, f->blocks, block);
}

static bool
in_block(Builder *b, Loc at)
{
	if (b->block != NONE)
		return true;
	diag_error(b->diag, at, "line before the first block label");
	return false;
}

/* The same for what stands in front of the block's instructions. */
static bool
in_head(Builder *b, Loc at)
{
	if (!in_block(b, at))
		return false;
	if (b->f->insns.n == b->f->blocks.at[b->block].first)
		return true;
	diag_error(b->diag, at, "behind an instruction of its block");
	return false;
}

void
build_succs(Builder *b, Token word)
{
	if (in_head(b, word.at))
		b->f->blocks.at[b->block].flags |= BLOCK_SUCCS_GIVEN;
}

/* The number in the parentheses of PROB, or behind the colon of LANES. */
static int64_t
inner_number(Builder *b, Token t)
{
	const char *p = token_text(b, t) + 1, *end = p + t.len - 1;
	int64_t value = 0;

	while (*p == ' ' || *p == '\t')
		p++;
	while (end[-1] == ')' || end[-1] == ' ' || end[-1] == '\t')
		end--;
	if (!number_read(p, (size_t)(end - p), &value))
		diag_error(b->diag, t.at, "number too large");
	return value;
}

/* N of "%bb.N". */
static uint32_t
block_number(Builder *b, Token ref)
{
	const char *p = token_text(b, ref);
	uint32_t n = number_digits(p + 4, p + ref.len);

	if (n == INT32_MAX)
		diag_error(b->diag, ref.at, "number too large");
	return n;
}

void
build_succ(Builder *b, Token block, const Token *prob)
{
	Func *f = b->f;
	Succ s = {block_number(b, block), UINT32_MAX};

	if (b->block == NONE)
		return;
	if (prob) {
		int64_t p = inner_number(b, *prob);

		if (p < 0 || p > UINT32_MAX)
			diag_error(b->diag, prob->at, "number too large");
		s.prob = (uint32_t)p;
	}
	VEC_PUSH(f->arena, f->succs, s);
	VEC_PUSH(b->tmp, b->refs.succ_locs, block.at);
	f->blocks.at[b->block].succs.end = f->succs.n;
}

void
build_livein(Builder *b, Token reg, const Token *lanes)
{
	Func *f = b->f;
	LiveIn in = {0, LANES_ALL};

	if (!in_head(b, reg.at))
		return;
	in.reg = target_reg(b->target, token_text(b, reg) + 1, reg.len - 1);
	if (!in.reg)
		diag_error(b->diag, reg.at, "unknown register '%.*s'",
			   (int)reg.len, token_text(b, reg));
	if (lanes)
		in.lanes = (LaneMask)inner_number(b, *lanes);
	VEC_PUSH(f->arena, f->liveins, in);
	f->blocks.at[b->block].liveins.end = f->liveins.n;
}

void
build_body_end(Builder *b)
{
	block_close(b);
}

/* The block with NUMBER, or NONE and an error about AT. */
static BlockId
block_resolve(Builder *b, uint32_t number, Loc at)
{
	BlockId id = intmap_get(&b->indices.blocks, number);

	if (id == NONE)
		diag_error(b->diag, at, "use of undefined block %%bb.%u",
			   number);
	return id == NONE ? 0 : id;
}

/* Append SUCC to block ID unless MARK says that it has it. */
static void
succ_add(Func *f, BlockId id, BlockId succ, BlockId *mark)
{
	if (mark[succ] == id + 1)
		return;
	mark[succ] = id + 1;
	VEC_PUSH(f->arena, f->succs, ((Succ){succ, UINT32_MAX}));
	f->blocks.at[id].succs.end = f->succs.n;
}

/* The blocks of the jump tables that an instruction names. */
static void
succ_add_table(Func *f, BlockId id, uint32_t table, BlockId *mark)
{
	for (uint32_t i = 0; i < f->jumps.tables.n; i++) {
		if (f->jumps.tables.at[i].id != table)
			continue;
		FOR_SLICE(BlockId, b, f->jumps.blocks.at,
			  f->jumps.tables.at[i].blocks)
			succ_add(f, id, *b, mark);
	}
}

/* Successors that the text does not give: the blocks that its instructions
 * name, as LLVM guesses them, those of its jump tables, which LLVM forgets,
 * and the next block unless a barrier ends this one. */
static void
succs_infer(Func *f, BlockId id, BlockId *mark)
{
	Block *block = &f->blocks.at[id];
	const Insn *last = NULL;

	block->succs = (Slice){f->succs.n, f->succs.n};
	FOR_PART(Insn, insn, f->insns.at, block->first, block->end) {
		if (insn->flags & INSN_DEBUG)
			continue;
		last = insn;
		if (insn_is(f, insn, WK_PHI))
			continue;
		FOR_OPNDS(o, f, insn)
			if (o->kind == OPND_BLOCK)
				succ_add(f, id, o->val, mark);
			else if (o->kind == OPND_JUMP_TABLE)
				succ_add_table(f, id, o->val, mark);
	}
	if (id + 1 < f->blocks.n &&
	    (!last || !(insn_flags(f, last) & OP_BARRIER)))
		succ_add(f, id, id + 1, mark);
}

void
build_blocks_finish(Builder *b)
{
	Func *f = b->f;
	BlockId *mark = ARENA_NEW(b->tmp, BlockId, f->blocks.n + 1);
	uint32_t errors = b->diag->errors;

	for (uint32_t i = 0; i < b->refs.blocks.n; i++) {
		Operand *o = &f->opnds.at[b->refs.blocks.at[i]];

		o->val = block_resolve(b, o->val, o->loc);
	}
	for (uint32_t i = 0; i < b->refs.succ_locs.n; i++)
		f->succs.at[i].block = block_resolve(b, f->succs.at[i].block,
						     b->refs.succ_locs.at[i]);
	for (uint32_t i = 0; i < b->refs.jump_locs.n; i++)
		f->jumps.blocks.at[i] = block_resolve(b, f->jumps.blocks.at[i],
						      b->refs.jump_locs.at[i]);
	if (b->diag->errors != errors)
		return;
	for (BlockId id = 0; id < f->blocks.n; id++)
		if (!(f->blocks.at[id].flags & BLOCK_SUCCS_GIVEN))
			succs_infer(f, id, mark);
}
