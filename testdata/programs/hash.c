// A hash table with open addressing and one with chains from a static pool;
// FNV, deletion, growth by rehashing.

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Node Node;
struct Node {
	Node *next;
	uint32_t key, value;
};

static Node pool[400], *chains[64];
static unsigned used;

typedef struct {
	char (*keys)[12];
	int *values;
	unsigned size, count;
} Table;

static uint32_t
fnv(const char *s)
{
	uint32_t h = 2166136261u;

	while (*s)
		h = (h ^ (unsigned char)*s++) * 16777619u;
	return h;
}

static void put(Table *t, const char *key, int add);

static void
grow(Table *t)
{
	Table old = *t;

	t->size = old.size ? old.size * 2 : 8;
	t->keys = calloc(t->size, sizeof *t->keys);
	t->values = calloc(t->size, sizeof *t->values);
	t->count = 0;
	for (unsigned i = 0; i < old.size; i++)
		if (old.keys[i][0])
			put(t, old.keys[i], old.values[i]);
	free(old.keys);
	free(old.values);
}

static void
put(Table *t, const char *key, int add)
{
	if (t->count * 4 >= t->size * 3)
		grow(t);
	unsigned i = fnv(key) & (t->size - 1);

	while (t->keys[i][0] && strcmp(t->keys[i], key) != 0)
		i = (i + 1) & (t->size - 1);
	if (!t->keys[i][0]) {
		strcpy(t->keys[i], key);
		t->count++;
	}
	t->values[i] += add;
}

static uint32_t *
slot(uint32_t key)
{
	Node **p = &chains[(key * 2654435761u) >> 26];

	for (; *p; p = &(*p)->next)
		if ((*p)->key == key)
			return &(*p)->value;
	*p = &pool[used++];
	(*p)->key = key;
	return &(*p)->value;
}

static int
drop(uint32_t key)
{
	for (Node **p = &chains[(key * 2654435761u) >> 26]; *p; p = &(*p)->next)
		if ((*p)->key == key) {
			*p = (*p)->next;
			return 1;
		}
	return 0;
}

int
main(void)
{
	Table t = {0};
	char key[12];
	uint32_t sum = 0;
	int total = 0, dropped = 0;

	for (int i = 0; i < 3000; i++) {
		snprintf(key, sizeof key, "k%d", i * i % 257);
		put(&t, key, i);
	}
	for (unsigned i = 0; i < t.size; i++)
		if (t.keys[i][0])
			total ^= t.values[i] * (int)(i + 1);
	printf("%u %u %d\n", t.count, t.size, total);
	for (uint32_t i = 0; i < 2000; i++)
		*slot(i * 7919 % 389) += i;
	for (uint32_t i = 0; i < 200; i += 3)
		dropped += drop(i);
	for (unsigned i = 0; i < 64; i++)
		for (Node *n = chains[i]; n; n = n->next)
			sum = sum * 33 + n->key + n->value;
	printf("%u %d %u\n", used, dropped, sum);
	free(t.keys);
	free(t.values);
	return 0;
}
