/* Makes page.inc: the web page without data as one text, so that the program has nothing to look for when it runs.
 * usage: page_gen [FILE.html]; without a file the text is empty. */
#include <stdio.h>

/* One line of C per line of the page and at most so many characters. */
enum { LINE_MOST = 100 };

static void put_byte(int c) {
    if (c == '"' || c == '\\' || c < ' ' || c > '~' || c == '?') /* no trigraphs */
        (void)printf("\\%03o", (unsigned)c);
    else
        (void)putchar(c);
}

int main(int argc, char **argv) {
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (argc > 1 && !file) {
        (void)fprintf(stderr, "page_gen: '%s' cannot be read\n", argv[1]);
        return 1;
    }
    (void)printf("static const char page_template[] = \"\"");
    int column = 0;
    for (int c = file ? getc(file) : EOF; c != EOF; c = getc(file)) {
        if (column == 0) (void)printf("\n    \"");
        put_byte(c);
        column = (column + 1) % LINE_MOST;
        if (column == 0) (void)putchar('"');
    }
    (void)printf("%s;\n", column ? "\"" : "");
    if (file) (void)fclose(file);
    return fflush(stdout) != 0;
}
