// A state machine that splits text into tokens, and one that matches a small
// pattern language; nested switches, sparse and dense.

#include <stdio.h>

enum { SPACE, WORD, NUMBER, REAL, STRING, ESCAPE, COMMENT, SLASH, SIGN };

__attribute__((noinline)) static void
tokens(const char *s, int count[9])
{
	int state = SPACE;

	for (;; s++) {
		char c = *s;

	again:
		switch (state) {
		case SPACE:
			switch (c) {
			case 0:
				return;
			case ' ':
			case '\t':
			case '\n':
				break;
			case '0':
			case '1':
			case '2':
			case '3':
			case '4':
			case '5':
			case '6':
			case '7':
			case '8':
			case '9':
				state = NUMBER;
				break;
			case '"':
				state = STRING;
				break;
			case '/':
				state = SLASH;
				break;
			case '+':
			case '-':
			case '*':
			case '=':
			case ';':
				count[SIGN]++;
				break;
			default:
				state = WORD;
				break;
			}
			break;
		case WORD:
			if ((c < 'a' || c > 'z') && c != '_') {
				count[WORD]++;
				state = SPACE;
				goto again;
			}
			break;
		case NUMBER:
		case REAL:
			if (c == '.' && state == NUMBER) {
				state = REAL;
			} else if (c < '0' || c > '9') {
				count[state]++;
				state = SPACE;
				goto again;
			}
			break;
		case STRING:
			if (c == '\\')
				state = ESCAPE;
			else if (c == '"' || c == 0) {
				count[STRING]++;
				state = SPACE;
				if (c == 0)
					return;
			}
			break;
		case ESCAPE:
			count[ESCAPE]++;
			state = STRING;
			break;
		case SLASH:
			if (c == '/') {
				state = COMMENT;
				break;
			}
			count[SLASH]++;
			state = SPACE;
			goto again;
		case COMMENT:
			if (c == '\n' || c == 0) {
				count[COMMENT]++;
				state = SPACE;
				goto again;
			}
			break;
		}
	}
}

__attribute__((noinline)) static int
match(const char *p, const char *s)
{
	switch (*p) {
	case 0:
		return *s == 0;
	case '*':
		return match(p + 1, s) || (*s && match(p, s + 1));
	case '?':
		return *s && match(p + 1, s + 1);
	case '#':
		return *s >= '0' && *s <= '9' && match(p + 1, s + 1);
	default:
		return *p == *s && match(p + 1, s + 1);
	}
}

__attribute__((noinline)) static int
sparse(int x)
{
	switch (x) {
	case -1000:
		return 1;
	case 0:
		return 2;
	case 17:
		return 3;
	case 18:
		return 4;
	case 500:
		return 5;
	case 65536:
		return 6;
	case 2147483647:
		return 7;
	default:
		return x & 7;
	}
}

int
main(void)
{
	int count[9] = {0};

	tokens("let x = 42 + 3.25; // note\n y_z = \"a\\\"b\" / 7 - x*x;",
	       count);
	for (int i = 0; i < 9; i++)
		printf("%d ", count[i]);
	printf("\n%d%d%d%d\n", match("a*b?c", "axxbyc"), match("a*b", "acd"),
	       match("v#.#*", "v1.25"), match("*", ""));
	for (int x = -1000; x < 70000; x += 1000)
		count[sparse(x)]++;
	printf("%d %d %d %d\n", sparse(17), sparse(2147483647), count[1],
	       count[0]);
	return 0;
}
