/* See windows.h. */
#include "windows.h"

#include <string.h>

/* A locale is its name here; what newlocale gives is that of C. */
locale_t newlocale(int mask, const char *name, locale_t base) {
    (void)mask, (void)base;
    return _strdup(name);
}

/* Sets that of this thread; returns what it was, to be given back in the same way. */
locale_t uselocale(locale_t to) {
    (void)_configthreadlocale(_ENABLE_PER_THREAD_LOCALE);
    char *before = setlocale(LC_NUMERIC, NULL);
    before = before ? _strdup(before) : NULL;
    (void)setlocale(LC_NUMERIC, to);
    return before;
}

void freelocale(locale_t l) { free(l); }

/* * and ? alone, which is what names of models use. */
int fnmatch(const char *pattern, const char *text, int flags) {
    (void)flags;
    for (; *pattern; pattern++, text++) {
        if (*pattern == '*') {
            for (;; text++) {
                if (!fnmatch(pattern + 1, text, 0)) return 0;
                if (!*text) return 1;
            }
        }
        if (!*text || (*pattern != '?' && *pattern != *text)) return 1;
    }
    return *text != '\0';
}
