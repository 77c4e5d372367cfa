// A state machine over text: comments, strings, numbers, names.

#include <stdio.h>

enum { START, NAME, NUM, STR, ESC, SLASH, LINE, BLOCK, STAR };

static void
lex(const char *s, int *count)
{
	int st = START, c, len = 0;
	for (;;) {
		c = (unsigned char)*s++;
	again:
		switch (st) {
		case START:
			len = 1;
			if (c >= 'a' && c <= 'z' || c == '_')
				st = NAME;
			else if (c >= '0' && c <= '9')
				st = NUM;
			else if (c == '"')
				st = STR;
			else if (c == '/')
				st = SLASH;
			else if (c > ' ')
				count[4]++;
			break;
		case NAME:
			if (c >= 'a' && c <= 'z' || c == '_' ||
			    c >= '0' && c <= '9') {
				len++;
				break;
			}
			count[0] += len;
			st = START;
			goto again;
		case NUM:
			if (c >= '0' && c <= '9' || c == '.') {
				len++;
				break;
			}
			count[1] += len;
			st = START;
			goto again;
		case STR:
			if (c == '\\')
				st = ESC;
			else if (c == '"') {
				count[2] += len;
				st = START;
			} else if (!c) {
				count[5]++;
				return;
			}
			len++;
			break;
		case ESC:
			st = STR;
			if (!c)
				return;
			break;
		case SLASH:
			if (c == '/')
				st = LINE;
			else if (c == '*')
				st = BLOCK;
			else {
				count[4]++;
				st = START;
				goto again;
			}
			break;
		case LINE:
			if (c == '\n' || !c) {
				count[3]++;
				st = START;
			}
			break;
		case BLOCK:
			if (c == '*')
				st = STAR;
			else if (!c) {
				count[5]++;
				return;
			}
			break;
		case STAR:
			st = c == '/'	? (count[3]++, START)
			     : c == '*' ? STAR
					: BLOCK;
			break;
		}
		if (!c)
			return;
	}
}

int
main(void)
{
	int count[6] = {0}, i;
	lex("int x = 10.5; // no\nchar *s = \"a\\\"b\"; /* c ** */ y = x / 2;",
	    count);
	lex("\"open", count);
	lex("/* open *", count);
	for (i = 0; i < 6; i++)
		printf("%d\n", count[i]);
	return 0;
}
