/*
 * Assembly of a target that has no C of its own: instructions by the templates
 * of its opcodes, and a plain frame.  The stack pointer goes down by the whole
 * frame once, registers are saved above the objects, and everything is
 * addressed from the stack pointer; the lines are those of the target's
 * settings.  What needs a frame pointer has no assembly.
 */
#include "core/emit/hooks.h"

#include <stdlib.h>

static bool
plain_rules(Asm *a)
{
	a->rules.entry = (unsigned)strtoul(target_setting(a->t, "frame-entry"),
					   NULL, 10);
	return true;
}

/* The line that setting KEY has, with N for its '$' and the name of REG, if
 * there is one, for its '@'. */
static bool
plain_line(Asm *a, const char *key, RegId reg, uint32_t n)
{
	const char *p = target_setting(a->t, key);

	if (!*p)
		return asm_error(a, a->f->name.at,
				 "the target has no setting '%s'", key);
	buf_char(a->out, '\t');
	for (; *p; p++)
		if (*p == '$')
			buf_printf(a->out, "%u", n);
		else if (*p == '@' && reg)
			asm_reg(a, reg);
		else
			buf_char(a->out, *p);
	buf_char(a->out, '\n');
	return true;
}

/* All saved registers by KEY, from the first one, which is the highest. */
static bool
plain_saved(Asm *a, const char *key)
{
	const Frame *fr = &a->frame;
	uint32_t at = fr->local_size + fr->saved_size;

	for (unsigned i = 0; i < fr->nsaved; i++) {
		at -= frame_reg_bytes(a->t, fr->saved[i]);
		if (!plain_line(a, key, fr->saved[i], at))
			return false;
	}
	return true;
}

static bool
plain_prologue(Asm *a)
{
	const Frame *fr = &a->frame;
	uint32_t size = fr->saved_size + fr->local_size;

	if (fr->pointer || fr->realign || fr->moves)
		return asm_error(a, a->f->name.at,
				 "a plain frame has no frame pointer");
	return (!size || plain_line(a, "frame-open", 0, size)) &&
	       plain_saved(a, "frame-save");
}

static bool
plain_epilogue(Asm *a, const Insn *insn)
{
	const Frame *fr = &a->frame;
	uint32_t size = fr->saved_size + fr->local_size;

	(void)insn;
	return plain_saved(a, "frame-restore") &&
	       (!size || plain_line(a, "frame-close", 0, size));
}

const AsmHooks plain_asm = {
	.name = "plain",
	.rules = plain_rules,
	.frame = {.prologue = plain_prologue,
		  .has_epilogue = asm_has_frame,
		  .epilogue = plain_epilogue},
};
