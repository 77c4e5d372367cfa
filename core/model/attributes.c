/*
 * What a function says of itself beside its code: fields of its document,
 * attributes, features.
 */
#include "core/model/ir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *
func_field(const Func *f, const char *path)
{
	size_t len = strlen(path);

	FOR_VEC(Field, field, f->fields)
		if (field->path_len == len && !memcmp(field->path, path, len))
			return field->text;
	return NULL;
}

bool
func_field_true(const Func *f, const char *path)
{
	const char *value = func_field(f, path);

	return value && !strcmp(value, "true");
}

bool
func_is_llvm_20(const Func *f)
{
	if (f->traits.llvm)
		return f->traits.llvm >= 20;
	return func_field(f, "hasFakeUses") != NULL;
}

/* Copy of LEN bytes at P into F's arena. */
static const char *
copy_text(const Func *f, const char *p, size_t len)
{
	char *s = arena_raw(f->arena, len + 1);

	memcpy(s, p, len);
	s[len] = '\0';
	return s;
}

const char *
func_attribute(const Func *f, const char *key)
{
	const char *p = f->source->text + f->text.attributes.at;
	const char *end = p + f->text.attributes.len;
	size_t len = strlen(key);

	/* Most ask for what is not there. */
	if (!text_behind(p, end, key))
		return NULL;
	while (p < end) {
		bool quoted = *p == '"';

		if (*p == ' ' || *p == '{' || *p == '}' || *p == '\n') {
			p++;
			continue;
		}
		const char *start = p + quoted;
		for (p = start; p < end; p++)
			if (quoted ? *p == '"' : *p == ' ' || *p == '=')
				break;
		if ((size_t)(p - start) == len && !memcmp(start, key, len)) {
			p += quoted;
			if (p + 1 >= end || *p != '=')
				return "";
			start = p + 1 + (p[1] == '"');
			for (p = start; p < end; p++)
				if (*p == '"' || *p == ' ' || *p == '\n')
					break;
			return copy_text(f, start, (size_t)(p - start));
		}
		p += quoted;
		if (p < end && *p == '=') {
			p++;
			if (p < end && *p == '"') {
				p = memchr(p + 1, '"', (size_t)(end - p - 1));
				p = p ? p + 1 : end;
			}
		}
		while (p < end && *p != ' ' && *p != '\n')
			p++;
	}
	return NULL;
}

const TargetVariant *
func_variant(const Func *f)
{
	const Target *t = f->target;
	const TargetVariant *found = NULL;

	if (f->variant)
		return f->variant;
	const char *cpu = func_attribute(f, "target-cpu");
	bool tells = cpu || func_attribute(f, "target-features");
	const char *preset =
		target_setting(t, tells ? "variant-else" : "variant");
	if (!*preset)
		preset = target_setting(t, "variant");
	for (uint32_t i = 0; i < t->n_variants; i++) {
		const char *name = target_str(t, t->variants[i].name);

		if (cpu && !strcmp(name, cpu))
			return &t->variants[i];
		if (!strcmp(name, preset))
			found = &t->variants[i];
	}
	return found;
}

/* 1 if the function's features have "+NAME", -1 for "-NAME", else 0: the last
 * one counts. */
static int
attribute_feature(const Func *f, const char *name)
{
	const char *p = f->source->text + f->text.attributes.at;
	const char *end = p + f->text.attributes.len;
	size_t len = strlen(name);
	int given = 0;

	p = text_behind(p, end, "\"target-features\"=\"");
	for (; p && p < end && *p != '"'; p++) {
		bool on = *p == '+';
		const char *word = p + (on || *p == '-');

		for (p = word; p < end && *p != ',' && *p != '"'; p++)
			;
		if ((size_t)(p - word) == len && !memcmp(word, name, len))
			given = on ? 1 : -1;
		if (p == end || *p == '"')
			break;
	}
	return given;
}

bool
func_has_feature(const Func *f, const char *name)
{
	const TargetVariant *variant = func_variant(f);
	bool denied = *name == '-';
	int given = attribute_feature(f, name + denied);
	Slice s = {0, 0};

	if (given)
		return denied ? given < 0 : given > 0;
	if (target_words_have(f->traits.triple_features, name, strlen(name)))
		return true;
	if (variant)
		s = variant->features;
	for (; s.start < s.end; s.start++)
		if (!strcmp(target_str(f->target,
				       f->target->str_lists[s.start]),
			    name))
			return true;
	return false;
}

uint32_t
func_stack_align(const Func *f)
{
	char how[16], name[64];
	unsigned bytes;

	if (sscanf(target_setting(f->target, "narrow-stack"), "%15s %63s %u",
		   how, name, &bytes) == 3 &&
	    func_has_feature(f, name) == !strcmp(how, "feature"))
		return bytes;
	return f->target->stack_align;
}

unsigned
func_feature_number(const Func *f, const char *name)
{
	const TargetVariant *variant = func_variant(f);
	size_t len = strlen(name);
	Slice s = {0, 0};

	if (variant)
		s = variant->features;
	for (; s.start < s.end; s.start++) {
		const char *text =
			target_str(f->target, f->target->str_lists[s.start]);

		unsigned long n;
		char *end;

		if (strncmp(text, name, len) != 0 || text[len] != '=')
			continue;
		n = strtoul(text + len + 1, &end, 10);
		if (*end != ' ' || func_has_feature(f, end + 1))
			return (unsigned)n;
	}
	return 0;
}

unsigned
func_limit(const Func *f, uint32_t file)
{
	const Target *t = f->target;
	const TargetVariant *v = func_variant(f);
	char name[64];

	if (!v || v->limits.start + file >= v->limits.end)
		return 0;
	snprintf(name, sizeof(name), "%s-limit",
		 target_str(t, t->files[file].name));
	unsigned n = func_feature_number(f, name);
	return n ? n : (unsigned)t->ints[v->limits.start + file];
}

bool
func_takes_rule(const Func *f, const SpillRule *rule)
{
	return !rule->feature ||
	       func_has_feature(f, target_str(f->target, rule->feature));
}
