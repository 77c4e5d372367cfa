struct list;

struct list *list_push(struct list *list, const char *word);
unsigned list_print(const struct list *list);
