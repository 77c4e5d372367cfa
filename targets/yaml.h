/*
 * YAML files as trees of nodes that know their place.  The only use of libyaml
 * in targets/.
 */
#ifndef REGALLOC_TARGETS_YAML_H
#define REGALLOC_TARGETS_YAML_H

#include "core/base/arena.h"
#include "core/base/diag.h"

typedef enum { YAML_SCALAR, YAML_LIST, YAML_MAP } YamlKind;

typedef struct YamlNode YamlNode;
struct YamlNode {
	uint8_t kind; /* YamlKind */
	bool quoted;
	bool whole;	  /* the whole document */
	Loc at;		  /* of its first character */
	uint32_t n;	  /* items; of a map: pairs */
	uint32_t len;	  /* of text */
	const char *text; /* scalars; ends in NUL */
	YamlNode *items;  /* list: n items; map: n times key, value */
};

/* Read the one document of file PATH into ARENA.  From then on DIAG's source
 * is this file, so that messages about its nodes show their place.  NULL after
 * an error, which DIAG holds.  Anchors, aliases and tags are errors, so are
 * keys that occur twice. */
const YamlNode *yaml_read(const char *path, Arena *arena, Diag *diag);

/* The value of KEY in MAP; NULL if MAP is NULL, no map, or lacks it. */
const YamlNode *yaml_get(const YamlNode *map, const char *key);

/* As yaml_get, but a missing key or another kind is an error.  What the whole
 * document lacks has no place. */
const YamlNode *yaml_need(const YamlNode *map, const char *key, YamlKind kind,
			  Diag *diag);

/* Is NODE a KIND?  Otherwise an error. */
bool yaml_expect(const YamlNode *node, YamlKind kind, Diag *diag);

/* An error for each key of MAP that is not in KEYS (ends with NULL). */
bool yaml_keys(const YamlNode *map, const char *const *keys, Diag *diag);

/* Is NODE a scalar that reads TEXT?  NULL is not. */
bool yaml_is(const YamlNode *node, const char *text);

/* Number of a scalar in decimal or 0x; an error if not within MIN..MAX. */
bool yaml_int(const YamlNode *node, int64_t min, int64_t max, int64_t *out,
	      Diag *diag);

/* Value of KEY, DEFAULT if absent; errors as in yaml_int. */
int64_t yaml_get_int(const YamlNode *map, const char *key, int64_t min,
		     int64_t max, int64_t otherwise, Diag *diag);

/* true or false; absent: false. */
bool yaml_get_bool(const YamlNode *map, const char *key, Diag *diag);

/* A number at *P in a scalar's text, which moves behind it; false: there is
 * none below 256. */
bool yaml_number(const char **p, const char *end, uint8_t *out);

/* What is left of a text that is read word by word. */
typedef struct {
	const char *p, *end;
} YamlWords;

/* The next word of W; false at the end. */
bool yaml_word(YamlWords *w, const char **word, uint32_t *len);

#endif
