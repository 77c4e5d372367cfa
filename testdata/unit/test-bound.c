/*
 * A loop that exceeds its bound ends the program with a message.
 */
#include "core/base/bound.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Turn N times where M turns are allowed, in a process of its own: how that
 * ends, and what it says in MESSAGE. */
static int
turn(int n, uint64_t m, char *message, size_t size)
{
	int out[2], status = -1;
	ssize_t got;
	pid_t pid;

	if (pipe(out) || (pid = fork()) < 0)
		return -1;
	if (!pid) {
		dup2(out[1], 2);
		while (n--)
			BOUND_COUNT(m);
		_exit(0);
	}
	close(out[1]);
	got = read(out[0], message, size - 1);
	message[got > 0 ? got : 0] = 0;
	close(out[0]);
	waitpid(pid, &status, 0);
	return status;
}

int
main(void)
{
	char message[200];
	int status = turn(3, 3, message, sizeof(message));

	if (status || *message)
		return printf("3 turns of 3: %s\n", message), 1;
	status = turn(4, 3, message, sizeof(message));
	if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT ||
	    !strstr(message, "internal error: testdata/unit/test-bound.c:") ||
	    !strstr(message, ": a loop does not end\n"))
		return printf("4 turns of 3: %s\n", message), 1;
	return 0;
}
