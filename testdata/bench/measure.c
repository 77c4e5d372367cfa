/*
 * measure COMMAND ARGUMENT...: runs it with its output dropped and prints what
 * the kernel counted: processor seconds (user and system), the peak of its
 * resident memory in MB, and elapsed seconds.  Exit status: 0, or 1 if
 * the command failed.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double
seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

int
main(int argc, char **argv)
{
	struct timespec from, to;
	struct rusage usage;
	int status, null;
	pid_t pid;

	if (argc < 2)
		return 2;
	clock_gettime(CLOCK_MONOTONIC, &from);
	pid = fork();
	if (pid < 0)
		return 2;
	if (!pid) {
		null = open("/dev/null", O_WRONLY);
		dup2(null, 1);
		execvp(argv[1], argv + 1);
		_exit(127);
	}
	if (waitpid(pid, &status, 0) != pid)
		return 2;
	clock_gettime(CLOCK_MONOTONIC, &to);
	getrusage(RUSAGE_CHILDREN, &usage);
	printf("%.5f %.1f %.5f\n",
	       seconds(usage.ru_utime) + seconds(usage.ru_stime),
	       (double)usage.ru_maxrss / 1024,
	       (double)(to.tv_sec - from.tv_sec) +
		       (double)(to.tv_nsec - from.tv_nsec) / 1e9);
	return !WIFEXITED(status) || WEXITSTATUS(status);
}
