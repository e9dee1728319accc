/* One error, one line. */
#include "complain.h"

#include <stdarg.h>
#include <stdio.h>

void complain(const char *command, const char *format, ...) {
    char text[1024];
    va_list list;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127) *c = '?';
    (void)fprintf(stderr, "abut%s%s: %s\n", command ? " " : "", command ? command : "", text);
}
