/*
 * Entry of the command-line tool.
 */
int
main(void)
{
	return 0;
}
