/*
 * Jobs in threads, output in order.  Each thread takes a function, does it, and
 * if it is the next in the file writes it and those behind it that are done;
 * so there is no thread that only writes.  Big functions are taken first, since
 * one taken last would be waited for.  Threads run ahead of what is written by
 * a bounded number of bytes, so that memory does not grow with the file; the
 * bytes are the same for any number of threads.
 */
#define _GNU_SOURCE /* sched_getaffinity */
#include "cli/jobs.h"

#include "cli/module.h"
#include "cli/threads.h"
#include "cli/trial.h"
#include "core/mirtext/mir.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <unistd.h>

enum {
	HELD_BYTES = 1 << 22,  /* text a thread may be ahead of the writing */
	SPARE_BYTES = 1 << 20, /* bigger buffers are not kept for later */
	BIG_PARTS = 16,	       /* big: this part of a thread's share, or more */
	/* Unless -j says otherwise: */
	THREAD_BYTES = 1 << 18, /* of the file for each thread, at least */
	MAX_THREADS = 16,
};

typedef struct Job Job;
struct Job {
	Buf out, dump; /* for standard output; for standard error */
	Arena said;    /* what the messages consist of */
	Diag diag;
	Result result;
	Stats stats;
	Job *next; /* among those to be used again */
};

typedef struct {
	const MirFile *file;
	const Target *target;
	const Options *options;
	PipelineOptions pipeline; /* those of all jobs */
	Module module;		  /* what is printed around the functions */
	Output *out;
	DiagPrinter *printer;
	Arena arena;
	uint32_t first, end; /* documents */
	bool text;	     /* what lies between functions is kept */
	uint32_t *order;     /* documents as they are taken */
	uint32_t nbig;	     /* the first of them */
	uint32_t nthreads;

	/* Of whoever writes. */
	Result result; /* of the first function that failed, or the worst */
	Stats stats;   /* of the functions written */
	Loc at;	       /* end of the function written last */

	pthread_mutex_t lock; /* for what follows */
	pthread_cond_t room;
	bool writing;
	uint32_t taken,
		written; /* how many are taken; document to be written */
	size_t held;	 /* bytes done and not written */
	Job **done;	 /* by document */
	Job *spare;
} Queue;

/* What one thread uses again from function to function. */
typedef struct {
	Arena keep, tmp;
	Trial trial;
} Worker;

/* No allocation was found: say what would have been enough, if it is. */
static void
failure_note(Worker *w, const PipelineOptions *o, Diag *diag)
{
	if (!o->demand_limit && diag->messages.n && trial_unlimited(&w->trial))
		diag_note(diag, diag->messages.at[diag->messages.n - 1].at,
			  "with the registers that options leave out there is "
			  "an allocation");
}

static void
job_run(const Queue *q, Worker *w, uint32_t index, Job *job)
{
	const PipelineOptions *o = &q->pipeline;
	double start = o->time_passes ? stats_clock() : 0;
	RemedyTrial trial = {trial_run, &w->trial};

	w->trial.index = index;
	job->diag = (Diag){.source = q->file->source, .arena = &job->said};
	Func *f = mir_parse(q->file, index, q->target, &w->keep, &w->tmp,
			    &job->diag, options_parse_flags(o));
	if (o->time_passes)
		job->stats.seconds[0] += stats_clock() - start;
	arena_reset(&w->tmp);
	PipelineOutput to = (PipelineOutput){
		.out = &job->out,
		.dump = &job->dump,
		.stats = &job->stats,
		.of = &q->module.funcs[index - q->first],
		.remedy = {.trial = o->nexplain ? &trial : NULL}};
	job->result = f ? pipeline_run(f, o, &w->tmp, &to) : RESULT_INPUT;
	if (job->result == RESULT_ALLOC)
		failure_note(w, o, &job->diag);
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
	if (q->module.data && job->out.len)
		output_put(q->out,
			   q->stats.counts[STAT_functions] ? ",\n" : "\n",
			   q->stats.counts[STAT_functions] ? 2 : 1);
	output_put(q->out, job->out.at, job->out.len);
	stats_sum(&q->stats, &job->stats);
	if (job->dump.len)
		fwrite(job->dump.at, 1, job->dump.len, stderr);
	printer_put(q->printer, &job->diag);
	if (q->result == RESULT_OK || q->options->keep_going)
		q->result = result_worse(q->result, job->result);
}

/* What a job that is done holds until it is written. */
static size_t
job_bytes(const Job *job)
{
	return job->out.len + job->dump.len + job->said.total;
}

/* --- the queue; all with its lock --- */

static Job *
job_take(Queue *q)
{
	Job *job = q->spare;

	if (!job)
		return ARENA_NEW(&q->arena, Job, 1);
	q->spare = job->next;
	return job;
}

static void
job_give_back(Queue *q, Job *job)
{
	Buf out = job->out, dump = job->dump;

	if (out.cap > SPARE_BYTES)
		buf_free(&out);
	if (dump.cap > SPARE_BYTES)
		buf_free(&dump);
	buf_reset(&out);
	buf_reset(&dump);
	arena_free(&job->said);
	*job = (Job){.out = out, .dump = dump, .next = q->spare};
	q->spare = job;
}

/* Write the jobs that are done, up to the first that is not, unless another
 * thread does. */
static void
write_done(Queue *q)
{
	while (!q->writing && q->written < q->end &&
	       q->done[q->written - q->first]) {
		Job *job = q->done[q->written - q->first];

		q->writing = true;
		pthread_mutex_unlock(&q->lock);
		job_write(q, q->written, job);
		pthread_mutex_lock(&q->lock);
		q->writing = false;
		q->held -= job_bytes(job);
		q->written++;
		job_give_back(q, job);
		pthread_cond_broadcast(&q->room);
	}
}

/* Is the job to be taken next not to be begun yet?  What the writing waits for
 * is. */
static bool
too_far(const Queue *q)
{
	return q->taken >= q->nbig &&
	       q->held >= (size_t)q->nthreads * HELD_BYTES &&
	       q->order[q->taken] != q->written;
}

static void *
worker_main(void *data)
{
	Queue *q = data;
	Worker w = {.trial = {.file = q->file,
			      .target = q->target,
			      .options = &q->pipeline}};
	uint32_t n = q->end - q->first, i;
	Job *job;

	pthread_mutex_lock(&q->lock);
	for (;;) {
		while (q->taken < n && too_far(q))
			pthread_cond_wait(&q->room, &q->lock);
		if (q->taken == n)
			break;
		i = q->order[q->taken++];
		job = job_take(q);
		pthread_mutex_unlock(&q->lock);
		job_run(q, &w, i, job);
		pthread_mutex_lock(&q->lock);
		q->done[i - q->first] = job;
		q->held += job_bytes(job);
		write_done(q);
	}
	pthread_mutex_unlock(&q->lock);
	arena_free(&w.keep);
	arena_free(&w.tmp);
	trial_free(&w.trial);
	return NULL;
}

/* --- what stands around the jobs --- */

/* Bytes of the functions to be done. */
static uint64_t
bytes_of(const Queue *q)
{
	uint64_t bytes = 0;

	for (uint32_t i = q->first; i < q->end; i++)
		bytes += q->file->docs.at[i].all.len;
	return bytes;
}

/* Big functions first, else in the order of the file. */
static void
order_set(Queue *q)
{
	const MirDoc *docs = q->file->docs.at;
	uint64_t most = bytes_of(q) / q->nthreads / BIG_PARTS;
	uint32_t n = 0;

	if (q->nthreads == 1)
		most = UINT32_MAX;
	q->order = ARENA_RAW(&q->arena, uint32_t, q->end - q->first + 1);
	for (uint32_t i = q->first; i < q->end; i++)
		if (docs[i].all.len > most)
			q->order[n++] = i;
	q->nbig = n;
	for (uint32_t i = q->first; i < q->end; i++)
		if (docs[i].all.len <= most)
			q->order[n++] = i;
}

/* How many threads, if nobody says: one for each processor, if there is enough
 * for them to do. */
static uint32_t
threads_default(const Queue *q)
{
	uint64_t n = bytes_of(q) / THREAD_BYTES, processors;
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set))
		return 1;
	processors = (uint64_t)CPU_COUNT(&set);
	n = n < processors ? n : processors;
	return n < 1 ? 1 : n > MAX_THREADS ? MAX_THREADS : (uint32_t)n;
}

/* TEXT, what -explain was asked, is not in the file. */
static void
unexplained_tell(const Queue *q, const char *text)
{
	const char *function = q->options->function;
	Slice lines = q->stats.there.lines, numbers = q->stats.there.numbers;
	Span reg;
	uint32_t line;

	if (question_kind(text, &reg, &line) <= QUESTION_SPILLED)
		fprintf(stderr, "regalloc: no register '%s' in ", text);
	else
		fprintf(stderr, "regalloc: no instruction at line %u in ",
			line);
	fprintf(stderr, "%s%s%s", function ? function : "",
		function ? " of " : "", q->file->source->path);
	if (line && lines.start < lines.end)
		fprintf(stderr, ": there are some from line %u to line %u",
			lines.start, lines.end - 1);
	if (!line && numbers.end == numbers.start + 1)
		fprintf(stderr, ": there is %%%u alone", numbers.start);
	else if (!line && numbers.start < numbers.end)
		fprintf(stderr, ": there are some from %%%u to %%%u",
			numbers.start, numbers.end - 1);
	fputc('\n', stderr);
}

/* Were all registers to be explained there?  A message for each that was not.
 */
static bool
explained_all(const Queue *q)
{
	const PipelineOptions *o = &q->options->pipeline;
	bool all = true;

	for (uint32_t i = 0; i < o->nexplain; i++) {
		if (q->stats.explained >> i & 1)
			continue;
		unexplained_tell(q, o->explain[i]);
		all = false;
	}
	return all;
}

/* What is to be done and printed of the file.  False after a message. */
static bool
queue_set(Queue *q)
{
	const PipelineOptions *o = &q->options->pipeline;
	const MirFile *file = q->file;
	const char *function = q->options->function;
	Module *m = &q->module;
	uint32_t i;

	q->end = file->docs.n;
	if (function) {
		for (i = 0; i < file->docs.n; i++)
			if (!strcmp(file->docs.at[i].name, function))
				break;
		if (i == file->docs.n) {
			fprintf(stderr, "regalloc: no function '%s' in %s\n",
				function, file->source->path);
			return false;
		}
		q->first = i;
		q->end = i + 1;
	}
	q->written = q->first;
	q->text = pipeline_prints_mir(o);
	q->nthreads = q->options->jobs ? q->options->jobs : threads_default(q);
	if (q->nthreads > q->end - q->first)
		q->nthreads = q->end > q->first ? q->end - q->first : 1;
	q->done = ARENA_NEW(&q->arena, Job *, q->end - q->first + 1);
	order_set(q);
	*m = (Module){.file = file,
		      .target = q->target,
		      .first = q->first,
		      .end = q->end,
		      .out = q->out,
		      .printer = q->printer};
	if (!module_open(m, o, !function))
		return false;
	q->pipeline = *o;
	q->pipeline.hooks = m->hooks;
	q->pipeline.debug = m->debugged ? &m->debug : NULL;
	return true;
}

/* All functions; before them, while others begin with them, the data. */
static Result
run_threads(Queue *q)
{
	pthread_t *threads = ARENA_NEW(&q->arena, pthread_t, q->nthreads);
	uint32_t started = 0;

	pthread_mutex_init(&q->lock, NULL);
	pthread_cond_init(&q->room, NULL);
	q->writing = true;
	while (started + 1 < q->nthreads &&
	       thread_start(&threads[started], worker_main, q))
		started++;
	Result globals = module_write_globals(&q->module);
	pthread_mutex_lock(&q->lock);
	q->writing = false;
	write_done(q);
	pthread_mutex_unlock(&q->lock);
	worker_main(q);
	for (uint32_t i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	pthread_cond_destroy(&q->room);
	pthread_mutex_destroy(&q->lock);
	return q->result == RESULT_OK ? globals : q->result;
}

static void
queue_free(Queue *q)
{
	for (; q->spare; q->spare = q->spare->next) {
		buf_free(&q->spare->out);
		buf_free(&q->spare->dump);
	}
	module_free(&q->module);
	arena_free(&q->arena);
}

Result
jobs_run(const MirFile *file, const Target *target, const Options *options,
	 Output *out, DiagPrinter *printer)
{
	Queue q = {.file = file,
		   .target = target,
		   .options = options,
		   .out = out,
		   .printer = printer};

	if (!queue_set(&q)) {
		queue_free(&q);
		return RESULT_INPUT;
	}
	module_write_head(&q.module);
	Result result = module_write_end(&q.module, run_threads(&q));
	if (!explained_all(&q) && result == RESULT_OK)
		result = RESULT_INPUT;
	if (options->pipeline.stats)
		stats_print(&q.stats, stderr);
	if (options->pipeline.time_passes)
		pipeline_print_times(&q.stats, stderr);
	if (q.text && q.end == file->docs.n)
		output_put(out, file->source->text + q.at,
			   file->source->len - q.at);
	queue_free(&q);
	return result;
}
