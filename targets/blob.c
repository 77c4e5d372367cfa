/*
 * Blobs: targets' arrays as bytes that need no work to be used.  For each a
 * header, then the arrays one after the other, each aligned to 16, and behind
 * the last one the strings of all; a header's copy of the Target holds counts
 * and scalars, and in place of its pointers stand offsets.  A blob is for the
 * program it was built with: same sizes, same byte order.
 */
#include "targets/targets.h"

#include <string.h>

enum { BLOB_ALIGN = 16 };

typedef struct {
	char magic[8];
	uint64_t size;	 /* up to the next one, a multiple of BLOB_ALIGN */
	uint64_t layout; /* of the structures, to catch an old one */
#define BLOB_OFFSET(type, field) uint64_t field;
	TARGET_ARRAYS(BLOB_OFFSET)
#undef BLOB_OFFSET
	Target target; /* pointers are NULL */
} BlobHeader;

static const char MAGIC[8] = "RATARGT";

/* A number that changes when a structure does. */
static uint64_t
layout_number(void)
{
	uint64_t n = sizeof(Target);

#define LAYOUT(type, field) n = n * 31 + sizeof(type);
	TARGET_ARRAYS(LAYOUT)
#undef LAYOUT
	return n;
}

static uint64_t
round_up(uint64_t n)
{
	return (n + BLOB_ALIGN - 1) & ~(uint64_t)(BLOB_ALIGN - 1);
}

static void
bytes_write(const void *bytes, size_t size, FILE *out)
{
	static const char zero[BLOB_ALIGN];

	if (size)
		fwrite(bytes, 1, size, out);
	fwrite(zero, 1, round_up(size) - size, out);
}

/* The header of TARGET, whose strings lie so many bytes from its start. */
static BlobHeader
header_of(const Target *target, uint64_t strings)
{
	BlobHeader header;
	uint64_t at = round_up(sizeof(header));

	memset(&header, 0, sizeof(header));
	memcpy(header.magic, MAGIC, sizeof(MAGIC));
	header.layout = layout_number();
	header.target = *target;
#define PLACE(type, array)                                                     \
	header.array = at;                                                     \
	header.target.array = NULL;                                            \
	at = round_up(at + sizeof(type) * (uint64_t)target->n_##array);
	TARGET_LISTS(PLACE)
#undef PLACE
	header.size = at;
	header.strings = strings;
	header.target.strings = NULL;
	return header;
}

/* The strings stand behind the last target. */
bool
blobs_write(const Target *const *targets, uint32_t n, FILE *out)
{
	uint64_t left = 0;

	for (uint32_t i = 0; i < n; i++)
		left += header_of(targets[i], 0).size;
	for (uint32_t i = 0; i < n; i++) {
		const Target *target = targets[i];
		BlobHeader header = header_of(target, left);

		left -= header.size;
		if (i + 1 == n)
			header.size += round_up(target->n_strings);
		bytes_write(&header, sizeof(header), out);
#define WRITE(type, array)                                                     \
	bytes_write(target->array, sizeof(type) * target->n_##array, out);
		TARGET_LISTS(WRITE)
#undef WRITE
		if (i + 1 == n)
			bytes_write(target->strings, target->n_strings, out);
	}
	return fflush(out) == 0 && !ferror(out);
}

bool
blob_open(const void *blob, size_t size, Target *out, size_t *len)
{
	const BlobHeader *header = blob;
	const char *base = blob;

	if (size < sizeof(*header) || header->size > size ||
	    memcmp(header->magic, MAGIC, sizeof(MAGIC)) != 0 ||
	    header->layout != layout_number())
		return false;
	*out = header->target;
#define POINT(type, array) out->array = (const void *)(base + header->array);
	TARGET_ARRAYS(POINT)
#undef POINT
	*len = (size_t)header->size;
	return true;
}
