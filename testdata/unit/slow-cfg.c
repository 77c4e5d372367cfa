/*
 * Control flow by the most obvious computation.
 */
#include "slow-cfg.h"

#include <string.h>

bool
slow_edge(const Func *f, BlockId a, BlockId b)
{
	Slice s = f->blocks.at[a].succs;
	uint32_t i;

	for (i = s.start; i < s.end; i++)
		if (f->succs.at[i].block == b)
			return true;
	return false;
}

/* Mark in SEEN what FROM reaches, where SEEN is not set. */
static void
reach(const Func *f, BlockId from, bool *seen)
{
	BlockId b;

	if (seen[from])
		return;
	seen[from] = true;
	for (b = 0; b < f->blocks.n; b++)
		if (slow_edge(f, from, b))
			reach(f, b, seen);
}

static void
slow_parts(const Func *f, SlowCfg *s)
{
	bool seen[MAXB] = {0}, before[MAXB];
	uint32_t part = 0;
	BlockId b, x;

	for (b = 0; b < f->blocks.n; b++) {
		if (seen[b])
			continue;
		memcpy(before, seen, sizeof(seen));
		reach(f, b, seen);
		for (x = 0; x < f->blocks.n; x++)
			if (seen[x] && !before[x]) {
				s->part[x] = part;
				s->root[x] = b;
			}
		part++;
	}
}

void
slow_cfg(const Func *f, SlowCfg *s)
{
	BlockId a, b, x;

	memset(s, 0, sizeof(*s));
	slow_parts(f, s);
	for (a = 0; a < f->blocks.n; a++) {
		bool seen[MAXB] = {0};

		for (x = 0; x < f->blocks.n; x++)
			seen[x] = s->part[x] != s->part[a];
		seen[a] = true;
		reach(f, s->root[a], seen);
		for (b = 0; b < f->blocks.n; b++)
			s->dom[a][b] = s->part[a] == s->part[b] &&
				       (a == b || s->root[a] == a || !seen[b]);
	}
}
