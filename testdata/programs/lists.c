// Linked lists and arrays walked with values that are handed on from turn to
// turn: merging, unlinking, the two greatest, sums of three neighbours.

#include <stdio.h>
#include <stdlib.h>

#define N 200

typedef struct Node {
	struct Node *next;
	int key;
	int links;
} Node;

static unsigned seed = 4711;

static int
next(void)
{
	seed = seed * 1103515245u + 12345u;
	return (int)(seed >> 16) % 1000;
}

static Node *
merge(Node *a, Node *b)
{
	Node head = {0}, *tail = &head;

	for (;;) {
		if (a->key <= b->key) {
			tail = tail->next = a;
			a = a->next;
			if (!a) {
				tail->next = b;
				break;
			}
		} else {
			tail = tail->next = b;
			b = b->next;
			if (!b) {
				tail->next = a;
				break;
			}
		}
	}
	return head.next;
}

static Node *
sort(Node *list)
{
	Node *bins[12] = {0}, *one, *all = NULL;
	int i;

	while (list) {
		one = list;
		list = list->next;
		one->next = NULL;
		for (i = 0; bins[i]; i++) {
			one = merge(bins[i], one);
			bins[i] = NULL;
		}
		bins[i] = one;
	}
	for (i = 0; i < 12; i++)
		if (bins[i])
			all = all ? merge(bins[i], all) : bins[i];
	return all;
}

/* Take out the first node with KEY; the one before it, or the last one. */
static Node *
unlink_key(Node *list, int key)
{
	Node *before = list, *at = list;

	while (at && at->key != key) {
		before = at;
		before->links++;
		at = at->next;
	}
	if (at && at != before)
		before->next = at->next;
	return before;
}

static Node *
reverse(Node *list)
{
	Node *done = NULL, *at = list, *next;

	for (; at; at = next) {
		next = at->next;
		at->next = done;
		done = at;
	}
	return done;
}

/* The greatest and the one before it, by address. */
static void
greatest(const int *at, const int *end, const int **first, const int **second)
{
	const int *best = at, *other = at;

	while (++at != end) {
		if (*at > *best) {
			other = best;
			best = at;
		} else if (*at > *other || other == best) {
			other = at;
		}
	}
	*first = best;
	*second = other;
}

/* The greatest sum of three neighbours of a list. */
static int
three(const Node *list)
{
	int a = 0, b = 0, best = -1;

	while (list) {
		int c = list->key, sum = a + b + c;

		if (sum > best)
			best = sum;
		a = b;
		b = c;
		list = list->next;
	}
	return best * 3 + a - b;
}

static int
fibonacci(unsigned n)
{
	unsigned a = 0, b = 1, c = 1;

	while (n--) {
		unsigned d = a + b + c;

		a = b;
		b = c;
		c = d;
	}
	return (int)(a ^ b);
}

int
main(void)
{
	static Node nodes[N];
	static int numbers[N];
	const int *first, *second;
	Node *list = NULL, *at;
	unsigned sum = 0;
	int i;

	for (i = 0; i < N; i++) {
		nodes[i] = (Node){list, next(), 0};
		list = &nodes[i];
		numbers[i] = nodes[i].key;
	}
	printf("three %d\n", three(list));
	list = sort(list);
	for (at = list; at->next; at = at->next)
		sum += at->key > at->next->key;
	printf("sorted %u, from %d to %d\n", sum, list->key, at->key);
	for (i = 0; i < 20; i++) {
		at = unlink_key(list, i * 37);
		printf("%d ", at->key);
	}
	printf("\n");
	list = reverse(list);
	for (at = list; at; at = at->next)
		sum = sum * 31 + (unsigned)(at->key * 7 + at->links);
	printf("reversed %u, three %d\n", sum, three(list));
	for (i = 2; i < N; i += 61) {
		greatest(numbers, numbers + i, &first, &second);
		printf("of %d: %d at %d, %d at %d\n", i, *first,
		       (int)(first - numbers), *second,
		       (int)(second - numbers));
	}
	printf("fibonacci %d %d\n", fibonacci(5), fibonacci(90));
	return 0;
}
