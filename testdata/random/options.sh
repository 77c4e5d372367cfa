# Ways through the program that random functions are sent.  To be sourced.  As
# many as have no part in common with the number of machines.
# shellcheck shell=bash disable=SC2034 # for who reads it
RANDOM_OPTIONS=(
	""
	"-regalloc fast"
	"-regalloc scan"
	"-post-ra-cleanup -post-ra-sched"
	"-break-anti-dependencies critical -post-ra-sched"
	"-break-anti-dependencies all -post-ra-cleanup"
	"-regalloc fast -break-anti-dependencies all -post-ra-cleanup -post-ra-sched"
	"-regalloc scan -post-ra-cleanup -post-ra-sched"
	"-break-anti-dependencies critical"
)
