/*
 * The containers, each against the obvious way of keeping the same: arena,
 * vectors, bit sets, byte buffers, sparse sets, sorting, searching, union-find,
 * segment sets, the map of numbers.
 */
#include "core/analysis/segset.h"
#include "core/base/bits.h"
#include "core/base/buf.h"
#include "core/base/numset.h"
#include "core/base/search.h"
#include "core/base/sort.h"
#include "core/base/unionfind.h"
#include "core/base/vec.h"
#include "core/base/intmap.h"
#include "testdata/unit/test.h"

#include <string.h>

static uint64_t seed = 1;

/* Pieces are aligned, apart, and cleared if that is promised; what was written
 * to one stays there. */
static void
test_arena(void)
{
	enum { PIECES = 2000 };
	unsigned char *at[PIECES];
	size_t size[PIECES], k;
	Arena arena = {0};
	uint32_t i, round;

	for (round = 0; round < 3; round++) {
		for (i = 0; i < PIECES; i++) {
			size[i] = below(&seed, i % 100 ? 300 : 100000);
			at[i] = i % 2 ? arena_raw(&arena, size[i])
				      : arena_alloc(&arena, size[i]);
			MUST((uintptr_t)at[i] % 16 == 0);
			for (k = 0; i % 2 == 0 && k < size[i]; k++)
				MUST(!at[i][k]);
			memset(at[i], (int)(i & 255), size[i]);
		}
		for (i = 0; i < PIECES; i++)
			for (k = 0; k < size[i]; k++)
				MUST(at[i][k] == (i & 255));
		arena_reset(&arena);
	}
	MUST(arena.total > 0);
	arena_free(&arena);
	MUST(!arena.total && !arena.head);
}

/* What was there before a mark stays; what came behind it is used again, also
 * by chunks, and given back to the system if it is much. */
static void
test_mark(void)
{
	Arena arena = {0};
	char *kept = arena_raw(&arena, 100);
	size_t total, i;
	ArenaMark mark;
	char *first;

	memset(kept, 7, 100);
	mark = arena_mark(&arena);
	first = arena_raw(&arena, 100);
	arena_raw(&arena, 1 << 20);
	total = arena.total;
	arena_release(&arena, mark);
	MUST(arena.total >= 1 << 20 && arena.total <= total);
	MUST(arena_raw(&arena, 100) == first);
	total = arena.total;
	memset(arena_raw(&arena, 1 << 20), 1, 1 << 20);
	MUST(arena.total == total);
	for (i = 0; i < 100; i++)
		MUST(kept[i] == 7);
	arena_trim(&arena, 1 << 20);
	MUST(arena.total < 1 << 20);
	arena_free(&arena);
	MUST(!arena.total && !arena.spare);
}

/* Only the piece that was allocated last can grow where it is. */
static void
test_extend(void)
{
	Arena arena = {0};
	char *a = arena_raw(&arena, 100), *b = arena_raw(&arena, 100), *c;

	MUST(!arena_extend(&arena, NULL, 0, 16));
	MUST(!arena_extend(&arena, a, 100, 200));
	MUST(arena_extend(&arena, b, 100, 200));
	MUST(!arena_extend(&arena, b, 200, (size_t)1 << 30));
	c = arena_copy(&arena, "text", 5, 50);
	MUST(c >= b + 200 && !strcmp(c, "text"));
	arena_free(&arena);
}

/* Two vectors that grow by turns, and one alone, which grows in place. */
static void
test_vec(void)
{
	VEC(uint32_t) a = {0};
	VEC(uint64_t) b = {0};
	Arena arena = {0};
	uint32_t i;

	for (i = 0; i < 20000; i++) {
		VEC_PUSH(&arena, a, i);
		if (i < 5000)
			VEC_PUSH(&arena, b, (uint64_t)i << 32);
	}
	MUST(a.n == 20000 && a.cap >= a.n && b.n == 5000);
	for (i = 0; i < a.n; i++)
		MUST(a.at[i] == i);
	for (i = 0; i < b.n; i++)
		MUST(b.at[i] == (uint64_t)i << 32);
	arena_free(&arena);
}

static void
test_bits(void)
{
	enum { N = 1000 };
	uint64_t set[BITS_WORDS(N)] = {0};
	bool slow[N] = {false};
	uint32_t i, k, n;

	for (i = 0; i < 20000; i++) {
		k = below(&seed, N);
		slow[k] = i % 3 != 0;
		if (slow[k])
			bits_add(set, k);
		else
			bits_del(set, k);
	}
	for (i = n = 0; i < N; i++) {
		MUST(bits_has(set, i) == slow[i]);
		n += slow[i];
	}
	for (i = 0; i < BITS_WORDS(N); i++) {
		n -= bits_count(set[i]);
		if (set[i])
			MUST(slow[i * 64 + bits_lowest(set[i])]);
	}
	MUST(!n && BITS_WORDS(0) == 0 && BITS_WORDS(64) == 1);
}

static void
test_buf(void)
{
	static const char wanted[] =
		"x18446744073709551615 0 -9223372036854775808 00ff 1A text 7%"
		"\"a\\\"b\\\\\\u000a\"";
	Buf buf = {0};
	uint32_t i;

	buf_char(&buf, 'x');
	buf_uint(&buf, UINT64_MAX);
	buf_char(&buf, ' ');
	buf_uint(&buf, 0);
	buf_char(&buf, ' ');
	buf_int(&buf, INT64_MIN);
	buf_char(&buf, ' ');
	buf_hex(&buf, 255, 4, 0);
	buf_char(&buf, ' ');
	buf_hex(&buf, 26, 2, 1);
	buf_printf(&buf, " %s %u%%", "text", 7u);
	buf_json(&buf, "a\"b\\\n", 5);
	MUST(buf.len == strlen(wanted) && !memcmp(buf.at, wanted, buf.len));
	buf_reset(&buf);
	for (i = 0; i < 100000; i++)
		buf_char(&buf, (char)('a' + i % 26));
	for (i = 0; i < 100000; i++)
		MUST(buf.at[i] == (char)('a' + i % 26));
	buf_free(&buf);
}

/* Numbers far apart and close together, taken out at once or from the end. */
static void
test_numset(void)
{
	enum { N = 300000, SOME = 500 };
	static bool slow[N];
	static uint32_t out[SOME];
	Arena arena = {0};
	NumSet set;
	uint32_t round, i, k, n, bound;

	numset_init(&set, N, &arena);
	for (round = 0; round < 200; round++) {
		bound = round % 2 ? N : 1 + below(&seed, 5000);
		n = below(&seed, SOME);
		for (i = 0; i < n; i++) {
			k = N - 1 - below(&seed, bound);
			numset_add(&set, k);
			slow[k] = true;
		}
		for (i = 0; i < n / 4; i++) {
			for (k = N; k-- && !slow[k];)
				;
			MUST(numset_take_last(&set) == k);
			if (k != UINT32_MAX)
				slow[k] = false;
		}
		n = numset_take_all(&set, out);
		for (i = k = 0; i < N; i++) {
			if (slow[i])
				MUST(k < n && out[k++] == i);
			slow[i] = false;
		}
		MUST(k == n && numset_take_last(&set) == UINT32_MAX);
	}
	arena_free(&arena);
}

static int
number_compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static void
test_sort(void)
{
	enum { N = 3000 };
	static uint64_t fast[N], slow[N];
	Arena arena = {0};
	uint32_t round, i, n, range;

	for (round = 0; round < 300; round++) {
		n = below(&seed, round < 250 ? 40 : N);
		range = round % 3 ? 1 + below(&seed, 50) : UINT32_MAX;
		for (i = 0; i < n; i++)
			slow[i] = fast[i] = (uint64_t)below(&seed, range)
					    << (round % 5 * 8);
		sort_numbers(fast, n, &arena);
		qsort(slow, n, sizeof(*slow), number_compare);
		MUST(!memcmp(fast, slow, n * sizeof(*slow)));
		arena_reset(&arena);
	}
	arena_free(&arena);
}

enum { SLOTS = 3000, NOBODY = 0 };

/* Does SET say of each slot what OWNER, by slot, does? */
static void
segset_same(SegSet *set, const uint32_t *owner)
{
	uint32_t end = 0, i, n = 0;
	SegCursor c = segset_seek(set, 0);

	for (; segset_at(c); segset_next(&c), n++) {
		const OwnedSeg *seg = segset_at(c);

		MUST(seg->start >= end && seg->start < seg->end);
		for (i = end; i < seg->start; i++)
			MUST(owner[i] == NOBODY);
		for (; i < seg->end; i++)
			MUST(owner[i] == seg->owner);
		end = seg->end;
	}
	MUST(n == set->n);
	for (; end < SLOTS; end++)
		MUST(owner[end] == NOBODY);
}

/* Segments come and go: where there is room, wherever there is some, and those
 * of one owner leave a stretch. */
static void
segset_step(SegSet *set, uint32_t *owner, Arena *arena)
{
	uint32_t start = below(&seed, SLOTS - 60), who = 1 + below(&seed, 5);
	uint32_t end = start + 1 + below(&seed, 50), i;
	const OwnedSeg *met = segset_overlap(set, start, end);

	for (i = start; i < end && owner[i] == NOBODY;)
		i++;
	MUST((i < end) == (met != NULL));
	if (met)
		MUST(met->owner == owner[i]);
	met = segset_before(set, start);
	for (i = start; i && owner[i - 1] == NOBODY;)
		i--;
	if (met && (!start || owner[start - 1] != owner[start]))
		MUST(met->end == i && met->owner == owner[i - 1]);
	switch (below(&seed, 3)) {
	case 0:
		if (!segset_overlap(set, start, end)) {
			segset_insert(set, arena,
				      (OwnedSeg){start, end, who, 0});
			for (i = start; i < end; i++)
				owner[i] = who;
		}
		break;
	case 1:
		segset_fill(set, arena, (OwnedSeg){start, end, who, 0});
		for (i = start; i < end; i++)
			if (owner[i] == NOBODY)
				owner[i] = who;
		break;
	default:
		segset_remove(set, arena, start, end, who);
		for (i = start; i < end; i++)
			if (owner[i] == who)
				owner[i] = NOBODY;
	}
}

static void
test_segset(void)
{
	static uint32_t owner[SLOTS];
	Arena arena = {0};
	SegSet set = {0};
	uint32_t round, i;

	for (round = 0; round < 3; round++) {
		for (i = 0; i < 6000; i++) {
			segset_step(&set, owner, &arena);
			if (i % 100 == 0)
				segset_same(&set, owner);
		}
		segset_clear(&set);
		memset(owner, 0, sizeof(owner));
		segset_same(&set, owner);
	}
	arena_free(&arena);
}

/* All of what can be asked of up to twelve numbers, some of them equal. */
static void
test_search(void)
{
	enum { MOST = 12 };
	uint32_t at[MOST], n, from, key, i, k;

	for (n = 0; n <= MOST; n++) {
		for (i = 0; i < n; i++)
			at[i] = i / 2 * 2 + 1;
		for (from = 0; from <= n; from++)
			for (key = 0; key <= MOST + 2; key++) {
				for (k = from; k < n && at[k] < key;)
					k++;
				i = from;
				SEARCH_FIRST(i, n, at[i] < key);
				MUST(i == k);
			}
	}
	i = 7; /* behind the end: it stays */
	SEARCH_FIRST(i, 3, at[i] < 100);
	MUST(i == 7);
}

/* Sets by the least of their numbers, next to an array of just that. */
static void
test_unionfind(void)
{
	enum { NUMBERS = 300 };
	uint32_t up[NUMBERS], least[NUMBERS], a, b, i, round;

	unionfind_init(up, NUMBERS);
	for (i = 0; i < NUMBERS; i++)
		least[i] = i;
	for (round = 0; round < 400; round++) {
		uint32_t x, y;

		a = below(&seed, NUMBERS);
		b = below(&seed, NUMBERS);
		x = least[a];
		y = least[b];
		MUST(unionfind_join(up, a, b) == (x != y));
		for (i = 0; i < NUMBERS; i++) {
			if (least[i] == x || least[i] == y)
				least[i] = x < y ? x : y;
			if (round % 8 == 0)
				MUST(unionfind_root(up, i) == least[i]);
		}
	}
}

static void
test_intmap(void)
{
	enum { KEYS = 3000 };
	static uint32_t slow[KEYS];
	Arena arena = {0};
	IntMap map = {0};
	uint32_t i, k, *at;

	MUST(intmap_get(&map, 7) == UINT32_MAX);
	memset(slow, 0xff, sizeof(slow));
	for (i = 0; i < 20000; i++) {
		k = below(&seed, KEYS);
		MUST(intmap_get(&map, k * 65536) == slow[k]);
		if (i % 2)
			continue;
		at = intmap_at(&map, &arena, k * 65536);
		MUST(*at == slow[k]);
		*at = slow[k] = i;
	}
	MUST(map.n <= KEYS && map.n * 2 <= map.size);
	arena_free(&arena);
}

int
main(void)
{
	test_arena();
	test_mark();
	test_extend();
	test_vec();
	test_bits();
	test_buf();
	test_numset();
	test_sort();
	test_search();
	test_unionfind();
	test_segset();
	test_intmap();
	return 0;
}
