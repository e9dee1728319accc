#include "text_stream.h"

#include <errno.h>
#include <stdlib.h>

bool text_begin(text_stream *s) {
    *s = (text_stream){.to = NULL};
    s->to = open_memstream(&s->text, &s->length);
    errno = 0;
    return s->to != NULL;
}

void text_look(text_stream *s) {
    s->lost |= ferror(s->to) || errno == ENOMEM;
    errno = 0;
}

char *text_end(text_stream *s) {
    if (!s->to) return NULL;
    text_look(s);
    bool good = fclose(s->to) == 0 && !s->lost;
    s->to = NULL;
    if (good) return s->text;
    free(s->text);
    return s->text = NULL;
}
