/* Nothing is asserted. */
#define assert(condition) ((void)0)
