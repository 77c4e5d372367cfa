/*
 * Blobs: a target's arrays as bytes that need no work to be used.  A header,
 * then the arrays one after the other, each aligned to 16; the header's copy
 * of the Target holds counts and scalars, and in place of its pointers stand
 * offsets.  A blob is for the program it was built with: same sizes, same
 * byte order.
 */
#include "targets/targets.h"

#include <string.h>

enum { BLOB_ALIGN = 16 };

typedef struct {
	char magic[8];
	uint64_t size;	 /* of the whole blob, a multiple of BLOB_ALIGN */
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

bool
blob_write(const Target *target, FILE *out)
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
	TARGET_ARRAYS(PLACE)
#undef PLACE
	header.size = at;
	bytes_write(&header, sizeof(header), out);
#define WRITE(type, array)                                                     \
	bytes_write(target->array, sizeof(type) * target->n_##array, out);
	TARGET_ARRAYS(WRITE)
#undef WRITE
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
