#include "cli/module.h"

#include "core/emit/globals.h"
#include "core/emit/object_format.h"
#include "core/report/report.h"
#include "targets/targets.h"

/* What the module's data is read from. */
static GlobalsInput
globals_input(const Module *m, Arena *arena)
{
	const MirFile *file = m->file;
	GlobalsInput in = {.source = file->source,
			   .ir = file->ir_lines,
			   .triple = file->triple,
			   .layout = file->layout,
			   .flags = file->flags,
			   .target = m->target,
			   .hooks = m->hooks,
			   .privates = &file->names.privates,
			   .n_bodies = file->docs.n};

	in.bodies = ARENA_NEW(arena, GlobalsBody, file->docs.n + 1);
	for (uint32_t i = 0; i < file->docs.n; i++)
		in.bodies[i] = (GlobalsBody){file->docs.at[i].name,
					     file->docs.at[i].all};
	return in;
}

/* The functions, with room for what their assembly notes of them. */
static void
funcs_set(Module *m)
{
	size_t size =
		m->hooks ? (m->hooks->module.figures_size + 15) / 16 * 16 : 0;
	uint32_t n = m->end - m->first;
	char *figures = arena_alloc(&m->arena, size * n + 1);

	m->funcs = ARENA_NEW(&m->arena, AsmFunc, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		const MirDoc *doc = &m->file->docs.at[m->first + i];

		m->funcs[i] = (AsmFunc){.name = doc->name,
					.define = doc->define,
					.attributes = doc->attributes,
					.figures = figures + i * size};
	}
}

/* Find the data that is attached to the functions.  False after an error. */
static bool
funcs_attach(Module *m)
{
	Diag diag = {.source = m->file->source, .arena = &m->arena};
	GlobalsInput in = globals_input(m, &m->arena);
	bool ok = globals_attach(&in, &m->debug, m->funcs, m->end - m->first,
				 &m->arena, &diag);

	printer_put(m->printer, &diag);
	return ok;
}

/* False after the error that the file is for another object format. */
static bool
format_check(Module *m)
{
	Diag diag = {.source = m->file->source, .arena = &m->arena};
	bool ok = object_format_check(m->file->source, m->file->layout, &diag);

	printer_put(m->printer, &diag);
	return ok;
}

bool
module_open(Module *m, const PipelineOptions *o, bool all)
{
	const MirFile *file = m->file;

	m->hooks = targets_hooks(m->target);
	m->data = pipeline_prints_data(o);
	m->page = pipeline_prints_page(o);
	m->code = pipeline_prints_code(o) && o->emit == EMIT_ASM &&
		  !o->stop_after && file->ir.len;
	m->globals = m->code && all && m->hooks;
	m->debugged = (m->code || o->nexplain || m->data) &&
		      debug_read(&m->debug, file->source, file->ir_lines,
				 m->target, &m->arena);
	funcs_set(m);
	return !m->code || !m->hooks || (format_check(m) && funcs_attach(m));
}

/* The lines of assembly before all functions that say what source they are
 * from, and (BEHIND) those for debuggers. */
static void
write_debug(Module *m, bool behind)
{
	const MirFile *file = m->file;
	uint32_t n = m->end - m->first;
	Buf out = {0};

	if (!m->code || !m->debugged)
		return;
	DebugFunc *funcs = ARENA_RAW(&m->arena, DebugFunc, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		const MirDoc *doc = &file->docs.at[m->first + i];

		funcs[i] = (DebugFunc){doc->name, doc->define};
	}
	if (behind)
		debug_close(&m->debug, funcs, n, &file->names.privates,
			    &m->arena, &out);
	else
		debug_open(&m->debug, &out);
	output_put(m->out, out.at, out.len);
	buf_free(&out);
}

/* What stands before all functions, or (BEHIND) behind them, where the output
 * is JSON. */
static void
write_brackets(Module *m, bool behind)
{
	Buf out = {0};

	if (m->page && behind)
		page_close(&out);
	else if (m->page)
		page_open(m->file->source->path, &out);
	else if (m->data)
		buf_str(&out, behind ? "\n]\n" : "[");
	output_put(m->out, out.at, out.len);
	buf_free(&out);
}

void
module_write_head(Module *m)
{
	write_brackets(m, false);
	write_debug(m, false);
}

Result
module_write_globals(Module *m)
{
	Arena arena = {0};
	Diag diag = {.source = m->file->source, .arena = &arena};
	Buf out = {0};

	if (!m->globals)
		return RESULT_OK;
	GlobalsInput in = globals_input(m, &arena);
	bool ok = globals_emit(&in, &arena, &diag, &out);
	output_put(m->out, out.at, out.len);
	printer_put(m->printer, &diag);
	buf_free(&out);
	arena_free(&arena);
	return ok ? RESULT_OK : RESULT_INPUT;
}

/* The lines of assembly that the target has behind all functions. */
static Result
write_target(Module *m)
{
	const MirFile *file = m->file;
	Diag diag = {.source = file->source, .arena = &m->arena};
	AsmModule in = {.source = file->source,
			.ir = file->ir_lines,
			.triple = file->triple,
			.layout = file->layout,
			.flags = file->flags,
			.target = m->target,
			.metadata = &m->debug,
			.funcs = m->funcs,
			.n = m->end - m->first};
	Buf out = {0};

	if (!m->code || !m->hooks || !m->hooks->module.end)
		return RESULT_OK;
	bool ok = m->hooks->module.end(&in, &m->arena, &diag, &out);
	output_put(m->out, out.at, out.len);
	printer_put(m->printer, &diag);
	buf_free(&out);
	return ok ? RESULT_OK : RESULT_INPUT;
}

Result
module_write_end(Module *m, Result functions)
{
	if (functions == RESULT_OK)
		functions = write_target(m);
	write_debug(m, true);
	write_brackets(m, true);
	return functions;
}

void
module_free(Module *m)
{
	arena_free(&m->arena);
}
