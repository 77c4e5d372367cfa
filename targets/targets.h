/*
 * Targets: the built-in ones, and those read from YAML files.
 */
#ifndef REGALLOC_TARGETS_TARGETS_H
#define REGALLOC_TARGETS_TARGETS_H

#include "core/base/arena.h"
#include "core/base/diag.h"
#include "core/emit/asm.h"
#include "core/model/target.h"
#include "targets/builder.h"

#include <stdio.h>

/* The built-in target NAME; NULL if there is none.  The tables are used where
 * they lie in the executable: no parsing; only the Target itself is ARENA's.
 */
const Target *targets_builtin(const char *name, Arena *arena);

/* The built-in target for a module's triple; NULL if there is none. */
const Target *targets_for_triple(const char *triple, Arena *arena);

/* The hooks of the target's assembly; NULL: it has none, or those that it asks
 * for are not built in. */
const AsmHooks *targets_hooks(const Target *target);

/* The I-th built-in target, in the order of names; NULL past the last. */
const Target *targets_at(uint32_t i, Arena *arena);

/* Read a target from files: PATH is a registers.yaml, whose keys `abi`,
 * `opcodes` and `latency` name the others relative to it, or a directory that
 * holds it. Lint is part of loading.  NULL after errors, which DIAG holds;
 * DIAG's source is left at the file read last.  Memory is ARENA's. */
Target *targets_load(const char *path, Arena *arena, Diag *diag);

/* Is the target consistent?  Errors go to DIAG; LOCS (may be NULL) gives
 * places in its files. */
bool target_lint(const Target *t, const TargetBuilder *locs, Diag *diag);

/* Everything -print target shows, in a stable order. */
void target_print(const Target *t, FILE *out);

/* Is T the target for modules with TRIPLE? */
bool target_takes(const Target *t, const char *triple);

/* The variant that -mcpu names; NULL if the target has none of that name. */
const TargetVariant *target_variant(const Target *t, const char *name);

/* The parts of targets_load.  PATH is the file's.  load_opcodes may be called
 * again, with what another version of LLVM has. */
bool load_registers(TargetBuilder *b, const YamlNode *root);
bool load_opcodes(TargetBuilder *b, const char *path);

/* Forms with an operand in memory, by opcode name; MAP may be NULL. */
bool load_folds(TargetBuilder *b, const YamlNode *map);

/* Operands in consecutive registers, by opcode name; behind the opcodes. */
bool load_vectors(TargetBuilder *b, const YamlNode *map);

/* Templates by opcode name, in place of those of opcodes.yaml. */
bool load_text(TargetBuilder *b, const YamlNode *map);

/* Rows of opcodes that become other instructions; LIST may be NULL. */
bool load_expand(TargetBuilder *b, const YamlNode *list);
/* Opcodes of a list, which may be absent, lose the flags CLEARED and get those
 * of SET. */
bool load_flags(TargetBuilder *b, const YamlNode *list, uint32_t cleared,
		uint32_t set);
/* The first operand of those of a list is OPDESC_PLACED. */
bool load_lowered_before(TargetBuilder *b, const YamlNode *list);
bool load_flag_copies(TargetBuilder *b, const YamlNode *list);

/* Rows of branches and their opposite; LIST may be NULL. */
bool load_branches(TargetBuilder *b, const YamlNode *list);

/* Rows of opcodes whose sources change places together with something else;
 * LIST may be NULL. */
bool load_commutations(TargetBuilder *b, const YamlNode *list);

/* Three-address forms: opcodes, and recipes of the others; MAP may be NULL. */
bool load_conversions(TargetBuilder *b, const YamlNode *map);

/* The masks of a file with that key, which may be missing. */
bool load_masks(TargetBuilder *b, const YamlNode *root);

bool load_abi(TargetBuilder *b, const char *path);

/* The pairs of MAP, which may be NULL, behind those that there are. */
bool load_settings(TargetBuilder *b, const YamlNode *map);

/* asm.yaml, behind abi.yaml: the keys of that which only assembly needs. */
bool load_asm(TargetBuilder *b, const char *path);
bool load_latency(TargetBuilder *b, const char *path);

/* Write the N targets, which have the same strings, as blobs that blob_open
 * understands: arrays one after the other, offsets instead of pointers, and the
 * strings once.  False when the file cannot be written. */
bool blobs_write(const Target *const *targets, uint32_t n, FILE *out);

/* The target in the SIZE bytes at BLOB, aligned to 16, which must outlive it.
 * Where the next one begins in *LEN.  False if it is not a blob of this
 * program. */
bool blob_open(const void *blob, size_t size, Target *out, size_t *len);

#endif
