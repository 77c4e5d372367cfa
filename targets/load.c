/*
 * A target from its YAML files.
 */
#include "targets/targets.h"

#include <string.h>
#include <sys/stat.h>

/* PATH, or the registers.yaml in it if it is a directory. */
static const char *
main_file(const char *path, Arena *arena)
{
	static const char name[] = "/registers.yaml";
	struct stat st;
	char *out;

	if (stat(path, &st) || !S_ISDIR(st.st_mode))
		return path;
	out = arena_alloc(arena, strlen(path) + sizeof(name));
	return strcat(strcpy(out, path), name);
}

/* The file of the LEN letters at NAME, relative to the directory of PATH. */
static const char *
file_beside(const char *path, const char *name, size_t len, Arena *arena)
{
	const char *slash = strrchr(path, '/');
	size_t dir = slash ? (size_t)(slash - path) + 1 : 0;
	char *out = arena_alloc(arena, dir + len + 1);

	memcpy(out, path, dir);
	memcpy(out + dir, name, len);
	return out;
}

/* The file that NODE names. */
static const char *
companion(const char *path, const YamlNode *node, Arena *arena)
{
	return file_beside(path, node->text, node->len, arena);
}

/* *NODE is what KEY of ROOT names, NULL without it. */
static bool
may_name(const YamlNode *root, const char *key, const YamlNode **node,
	 Diag *diag)
{
	*node = yaml_get(root, key);
	return !*node || yaml_expect(*node, YAML_SCALAR, diag);
}

/* The files that NODE names, with blanks between. */
static bool
load_all_opcodes(TargetBuilder *b, const char *path, const YamlNode *node)
{
	const char *name = node->text;
	size_t len;

	for (; *name; name += len + strspn(name + len, " ")) {
		len = strcspn(name, " ");
		if (!load_opcodes(b, file_beside(path, name, len, b->arena)))
			return false;
	}
	return true;
}

Target *
targets_load(const char *path, Arena *arena, Diag *diag)
{
	TargetBuilder *b = ARENA_NEW(arena, TargetBuilder, 1);
	const YamlNode *root, *abi, *text, *opcodes, *latency;
	Target *t;

	path = main_file(path, arena);
	builder_init(b, arena, diag);
	root = yaml_read(path, arena, diag);
	if (!root || !load_registers(b, root))
		return NULL;
	b->registers_source = diag->source;
	abi = yaml_need(root, "abi", YAML_SCALAR, diag);
	if (!abi || !may_name(root, "asm", &text, diag) ||
	    !may_name(root, "opcodes", &opcodes, diag) ||
	    !may_name(root, "latency", &latency, diag))
		return NULL;
	if (opcodes && !load_all_opcodes(b, path, opcodes))
		return NULL;
	b->opcodes_loaded = opcodes != NULL;
	if (latency && !load_latency(b, companion(path, latency, arena)))
		return NULL;
	if (!load_masks(b, root) || !load_abi(b, companion(path, abi, arena)))
		return NULL;
	b->abi_source = diag->source;
	if (text && !load_asm(b, companion(path, text, arena)))
		return NULL;
	t = builder_finish(b);
	return t && target_lint(t, b, diag) ? t : NULL;
}
