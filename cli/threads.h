/*
 * Threads with a stack of a size that does not depend on who starts us.
 */
#ifndef REGALLOC_CLI_THREADS_H
#define REGALLOC_CLI_THREADS_H

#include <pthread.h>
#include <stdbool.h>

/* Start RUN(DATA). False with errno set if there can be no more threads. */
bool thread_start(pthread_t *thread, void *(*run)(void *), void *data);

/* RUN(DATA) to its end: here if this thread, the process's first, has stack
 * enough, else in a thread of its own, with all signals for that one.  False
 * with errno set. */
bool thread_run(void *(*run)(void *), void *data);

#endif
