#include "list.h"

#include <stdio.h>
#include <stdlib.h>

struct list {
	const char *word;
	struct list *next;
};

static _Thread_local unsigned pushed;

struct list *
list_push(struct list *list, const char *word)
{
	struct list *new = malloc(sizeof(*new));

	new->word = word;
	new->next = list;
	pushed++;
	return new;
}

unsigned
list_print(const struct list *list)
{
	for (; list; list = list->next)
		puts(list->word);
	return pushed;
}
