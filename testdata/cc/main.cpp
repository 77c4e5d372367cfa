extern "C" {
#include "list.h"
}

#include <cstdio>
#include <stdexcept>

static unsigned
checked(const list *l)
{
	if (!l)
		throw std::runtime_error("an empty list");
	return list_print(l);
}

int
main()
{
	list *l = nullptr;

	try {
		checked(l);
	} catch (const std::exception &e) {
		std::puts(e.what());
	}
	l = list_push(list_push(l, "it's"), QUOTED);
	std::printf("%u\n", checked(l));
	return 0;
}
