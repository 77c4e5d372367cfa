/*
 * The page around the data: style and script are embedded files.
 */
#include "core/report/report.h"

#include <string.h>

/* Made by the Makefile from page.css and page.js; an end each. */
extern const char page_css[], page_css_end[];
extern const char page_js[], page_js_end[];

static void
put_text(const char *text, Buf *out)
{
	for (; *text; text++)
		if (*text == '<')
			buf_str(out, "&lt;");
		else if (*text == '&')
			buf_str(out, "&amp;");
		else
			buf_char(out, *text);
}

void
page_open(const char *name, Buf *out)
{
	buf_str(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
		     "<meta charset=\"utf-8\">\n"
		     "<meta name=\"viewport\" "
		     "content=\"width=device-width\">\n<title>");
	put_text(name, out);
	buf_str(out,
		"</title>\n<link rel=\"icon\" href=\"data:,\">\n<style>\n");
	buf_put(out, page_css, (size_t)(page_css_end - page_css));
	buf_str(out, "</style>\n</head>\n<body>\n"
		     "<noscript>This page needs JavaScript.</noscript>\n"
		     "<script type=\"application/json\" id=\"data\">\n[");
}

void
page_close(Buf *out)
{
	buf_str(out, "\n]\n</script>\n<script>\n");
	buf_put(out, page_js, (size_t)(page_js_end - page_js));
	buf_str(out, "</script>\n</body>\n</html>\n");
}

void
page_data(const char *json, size_t len, Buf *out)
{
	const char *end = json + len, *next;

	for (; (next = memchr(json, '<', (size_t)(end - json)));
	     json = next + 1) {
		buf_put(out, json, (size_t)(next - json));
		buf_str(out, "\\u003c");
	}
	buf_put(out, json, (size_t)(end - json));
}
