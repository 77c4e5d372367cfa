/*
 * Jobs in threads, output in order.  Workers take functions in the order of
 * the file and run ahead of the writer by a bounded number, so that memory
 * does not grow with the file; the bytes are the same for any number.
 */
#include "cli/jobs.h"

#include "core/emit/globals.h"
#include "core/emit/mir.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { AHEAD = 8 }; /* functions a worker may be ahead of the writer */

typedef struct {
	Buf out, dump;	/* for standard output; for standard error */
	char *messages; /* NULL: none */
	Result result;
	Stats stats;
	bool done;
} Job;

typedef struct {
	const MirFile *file;
	const Target *target;
	const Options *options;
	Output *out;
	uint32_t first, end;	 /* documents */
	bool colour, json, text; /* text: what lies between functions is kept */
	Stats stats;		 /* of the functions written */
	Loc at;			 /* end of the function written last */

	pthread_mutex_t lock;
	pthread_cond_t changed;
	Job *jobs;
	uint32_t next, written, window;
} Queue;

/* What one worker reuses from function to function. */
typedef struct {
	Arena keep, tmp;
} Worker;

static void
job_messages(const Queue *q, Job *job, const Diag *diag)
{
	size_t len;
	FILE *f;

	if (!diag->messages.n)
		return;
	f = open_memstream(&job->messages, &len);
	if (!f)
		return;
	diag_print(diag, f, q->colour);
	fclose(f);
}

static void
job_run(const Queue *q, Worker *w, uint32_t index, Job *job)
{
	Diag diag = {.source = q->file->source, .arena = &w->keep};
	const PipelineOptions *o = &q->options->pipeline;
	double start = o->time_passes ? stats_clock() : 0;
	Func *f = mir_parse(q->file, index, q->target, &w->keep, &w->tmp, &diag,
			    o->strict ? PARSE_STRICT : 0);

	if (o->time_passes)
		job->stats.seconds[0] += stats_clock() - start;
	arena_reset(&w->tmp);
	job->result = f ? pipeline_run(f, o, &w->tmp, &job->out, &job->dump,
				       &job->stats)
			: RESULT_INPUT;
	job_messages(q, job, &diag);
	arena_reset(&w->tmp);
	arena_reset(&w->keep);
}

/* Write what lies between the functions of the file, then the job's text. */
static void
job_write(Queue *q, uint32_t index, Job *job)
{
	const MirFile *file = q->file;
	Loc to = file->docs.at[index].all.at;

	if (q->text && index == q->first) /* the IR module and comments */
		output_put(q->out, file->source->text, file->docs.at[0].all.at);
	else if (q->text)
		output_put(q->out, file->source->text + q->at, to - q->at);
	q->at = to + file->docs.at[index].all.len;
	if (q->json && job->out.len)
		output_put(q->out,
			   q->stats.counts[STAT_functions] ? ",\n" : "\n",
			   q->stats.counts[STAT_functions] ? 2 : 1);
	output_put(q->out, job->out.at, job->out.len);
	stats_sum(&q->stats, &job->stats);
	if (job->dump.len)
		fwrite(job->dump.at, 1, job->dump.len, stderr);
	if (job->messages)
		fputs(job->messages, stderr);
	free(job->messages);
	job->messages = NULL;
}

static void
worker_free(Worker *w)
{
	arena_free(&w->keep);
	arena_free(&w->tmp);
}

static Result
run_alone(Queue *q)
{
	Result result = RESULT_OK;
	Worker w = {0};
	Job job = {0};
	uint32_t i;

	for (i = q->first; i < q->end; i++) {
		buf_reset(&job.out);
		buf_reset(&job.dump);
		job.result = RESULT_OK;
		job.stats = (Stats){0};
		job_run(q, &w, i, &job);
		job_write(q, i, &job);
		if (result == RESULT_OK)
			result = job.result;
	}
	buf_free(&job.out);
	buf_free(&job.dump);
	worker_free(&w);
	return result;
}

static void *
worker_main(void *data)
{
	Queue *q = data;
	Worker w = {0};

	pthread_mutex_lock(&q->lock);
	for (;;) {
		uint32_t i;

		while (q->next < q->end && q->next >= q->written + q->window)
			pthread_cond_wait(&q->changed, &q->lock);
		if (q->next >= q->end)
			break;
		i = q->next++;
		pthread_mutex_unlock(&q->lock);
		job_run(q, &w, i, &q->jobs[i - q->first]);
		pthread_mutex_lock(&q->lock);
		q->jobs[i - q->first].done = true;
		pthread_cond_broadcast(&q->changed);
	}
	pthread_mutex_unlock(&q->lock);
	worker_free(&w);
	return NULL;
}

/* Write the jobs in order as they get done. */
static Result
write_all(Queue *q)
{
	Result result = RESULT_OK;
	uint32_t i;

	for (i = q->first; i < q->end; i++) {
		Job *job = &q->jobs[i - q->first];

		pthread_mutex_lock(&q->lock);
		while (!job->done)
			pthread_cond_wait(&q->changed, &q->lock);
		q->written = i + 1;
		pthread_cond_broadcast(&q->changed);
		pthread_mutex_unlock(&q->lock);
		job_write(q, i, job);
		if (result == RESULT_OK)
			result = job->result;
		buf_free(&job->out);
		buf_free(&job->dump);
	}
	return result;
}

static Result
run_threads(Queue *q, uint32_t n)
{
	pthread_t *threads = calloc(n, sizeof(*threads));
	Result result = RESULT_INPUT;
	uint32_t i, started = 0;

	q->jobs = calloc(q->end - q->first, sizeof(*q->jobs));
	q->next = q->written = q->first;
	q->window = n * AHEAD;
	pthread_mutex_init(&q->lock, NULL);
	pthread_cond_init(&q->changed, NULL);
	if (threads && q->jobs)
		while (started < n &&
		       !pthread_create(&threads[started], NULL, worker_main, q))
			started++;
	if (started)
		result = write_all(q);
	for (i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	pthread_cond_destroy(&q->changed);
	pthread_mutex_destroy(&q->lock);
	free(q->jobs);
	free(threads);
	return started ? result : run_alone(q);
}

/* Write the module's data as assembly. */
static Result
write_globals(const Queue *q)
{
	const MirFile *file = q->file;
	Arena arena = {0};
	Diag diag = {.source = file->source, .arena = &arena};
	GlobalsInput in = {.source = file->source,
			   .ir = file->ir,
			   .target = q->target,
			   .privates = &file->privates,
			   .n_bodies = file->docs.n};
	Buf out = {0};
	uint32_t i;
	bool ok;

	in.bodies = ARENA_NEW(&arena, GlobalsBody, file->docs.n + 1);
	for (i = 0; i < file->docs.n; i++)
		in.bodies[i] = (GlobalsBody){file->docs.at[i].name,
					     file->docs.at[i].all};
	ok = globals_emit(&in, &arena, &diag, &out);
	output_put(q->out, out.at, out.len);
	diag_print(&diag, stderr, q->colour);
	buf_free(&out);
	arena_free(&arena);
	return ok ? RESULT_OK : RESULT_INPUT;
}

/* Were all registers to be explained there?  A message for each that was not.
 */
static bool
explained_all(const Queue *q)
{
	const PipelineOptions *o = &q->options->pipeline;
	const char *function = q->options->function;
	bool all = true;
	uint32_t i;

	for (i = 0; i < o->nexplain; i++) {
		if (q->stats.explained >> i & 1)
			continue;
		fprintf(stderr, "regalloc: no register '%s' in %s%s%s\n",
			o->explain[i], function ? function : "",
			function ? " of " : "", q->file->source->path);
		all = false;
	}
	return all;
}

Result
jobs_run(const MirFile *file, const Target *target, const Options *options,
	 Output *out)
{
	Queue q = {.file = file,
		   .target = target,
		   .options = options,
		   .out = out,
		   .end = file->docs.n,
		   .colour = isatty(STDERR_FILENO),
		   .text = pipeline_prints_code(&options->pipeline) &&
			   (options->pipeline.emit == EMIT_MIR ||
			    options->pipeline.stop_after)};
	uint32_t i, n = options->jobs;
	Result result, globals = RESULT_OK;

	if (options->function) {
		for (i = 0; i < file->docs.n; i++)
			if (!strcmp(file->docs.at[i].name, options->function))
				break;
		if (i == file->docs.n) {
			fprintf(stderr, "regalloc: no function '%s' in %s\n",
				options->function, file->source->path);
			return RESULT_INPUT;
		}
		q.first = i;
		q.end = i + 1;
	}
	q.json = options->pipeline.emit == EMIT_JSON &&
		 pipeline_prints_code(&options->pipeline) &&
		 !options->pipeline.stop_after;
	if (q.json)
		output_put(out, "[", 1);
	if (n > q.end - q.first)
		n = q.end - q.first;
	if (file->ir.len && options->pipeline.emit == EMIT_ASM &&
	    pipeline_prints_code(&options->pipeline) &&
	    !options->pipeline.stop_after && !options->function)
		globals = write_globals(&q);
	result = n > 1 ? run_threads(&q, n) : run_alone(&q);
	if (result == RESULT_OK)
		result = globals;
	if (!explained_all(&q) && result == RESULT_OK)
		result = RESULT_INPUT;
	if (q.json)
		output_put(out, "\n]\n", 3);
	if (options->pipeline.stats)
		stats_print(&q.stats, stderr);
	if (options->pipeline.time_passes)
		pipeline_print_times(&q.stats, stderr);
	if (q.text && q.end == file->docs.n)
		output_put(out, file->source->text + q.at,
			   file->source->len - q.at);
	return result;
}
