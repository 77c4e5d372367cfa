/*
 * Threads with a stack of a size that does not depend on who starts us.
 */
#include "cli/threads.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>

enum { STACK_BYTES = 8 << 20, STACK_ENOUGH = 4 << 20 };

bool
thread_start(pthread_t *thread, void *(*run)(void *), void *data)
{
	pthread_attr_t attr;
	int error = pthread_attr_init(&attr);

	if (!error) {
		error = pthread_attr_setstacksize(&attr, STACK_BYTES);
		if (!error)
			error = pthread_create(thread, &attr, run, data);
		pthread_attr_destroy(&attr);
	}
	errno = error;
	return !error;
}

/* What the thread of thread_run is to do. */
typedef struct {
	void *(*run)(void *);
	void *data;
	sigset_t signals; /* blocked when it was started */
} Call;

static void *
call_main(void *data)
{
	Call *call = data;

	pthread_sigmask(SIG_SETMASK, &call->signals, NULL);
	return call->run(call->data);
}

bool
thread_run(void *(*run)(void *), void *data)
{
	Call call = {.run = run, .data = data};
	struct rlimit limit;
	pthread_t thread;
	sigset_t all;

	if (getrlimit(RLIMIT_STACK, &limit) ||
	    limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= STACK_ENOUGH) {
		run(data);
		return true;
	}
	/* So that the other thread can hold signals back from all of us. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &call.signals);
	bool ok = thread_start(&thread, call_main, &call);
	if (ok)
		pthread_join(thread, NULL);
	return ok;
}
