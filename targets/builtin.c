/*
 * Built-in targets.  The build puts their blobs one after the other into a
 * section of their own, whose ends the linker names; a program without any,
 * such as the one that makes the blobs, has no such section.
 */
#include "targets/targets.h"

#include <string.h>

extern const char __start_target_blobs[] __attribute__((weak));
extern const char __stop_target_blobs[] __attribute__((weak));

const Target *
targets_at(uint32_t i, Arena *arena)
{
	Target *target = ARENA_NEW(arena, Target, 1);
	const char *at = __start_target_blobs;
	size_t len = 0;

	for (; at && at < __stop_target_blobs; i--, at += len) {
		size_t size = (size_t)(__stop_target_blobs - at);

		if (!blob_open(at, size, target, &len))
			return NULL;
		if (!i)
			return target;
	}
	return NULL;
}

const Target *
targets_builtin(const char *name, Arena *arena)
{
	const Target *t;

	for (uint32_t i = 0; (t = targets_at(i, arena)); i++)
		if (!strcmp(target_str(t, t->name), name))
			return t;
	return NULL;
}

/* Does TRIPLE start with one of the prefixes, which spaces separate?  It may be
 * a machine alone, without the dash behind it. */
static bool
triple_matches(const char *prefixes, const char *triple)
{
	size_t n = strlen(triple);

	while (*prefixes) {
		size_t len = strcspn(prefixes, " ");

		if (len && !strncmp(prefixes, triple, len))
			return true;
		if (len == n + 1 && prefixes[n] == '-' &&
		    !strncmp(prefixes, triple, n))
			return true;
		prefixes += len;
		prefixes += strspn(prefixes, " ");
	}
	return false;
}

bool
target_takes(const Target *t, const char *triple)
{
	return triple_matches(target_str(t, t->triple), triple);
}

const Target *
targets_for_triple(const char *triple, Arena *arena)
{
	const Target *t;

	for (uint32_t i = 0; (t = targets_at(i, arena)); i++)
		if (target_takes(t, triple))
			return t;
	return NULL;
}

const TargetVariant *
target_variant(const Target *t, const char *name)
{
	for (uint32_t i = 0; i < t->n_variants; i++)
		if (!strcmp(target_str(t, t->variants[i].name), name))
			return &t->variants[i];
	return NULL;
}
