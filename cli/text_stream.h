/* Text that is put together in memory. A stream into memory that cannot grow loses what is written, and says so nowhere but in errno. */
#ifndef ABUT_CLI_TEXT_STREAM_H
#define ABUT_CLI_TEXT_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct text_stream {
    FILE *to; /* NULL: no memory */
    char *text;
    size_t length;
    bool lost; /* something that was written */
} text_stream;

bool text_begin(text_stream *s);
/* After writing, before anything else may fail or set errno. */
void text_look(text_stream *s);
/* All that was written, to be freed; NULL: out of memory. Fine without text_begin, too. */
char *text_end(text_stream *s);

#endif
