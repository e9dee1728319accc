/* One walk over what changes while something runs, for both directions. A part with a state of its own has one function that
 * names every piece of it in turn; given an archive that saves, the pieces are copied out, given one that loads, they are put back.
 * So what is saved and what is loaded cannot diverge.
 *
 * What is loaded may be damaged: sizes, flags and whole numbers are checked, and after the first that does not fit nothing more is
 * read, so that the walk may go on to its end. Numbers lie there as in memory: an archive belongs to the machine and the build. */
#ifndef ABUT_BASE_ARCHIVE_H
#define ABUT_BASE_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct archive {
    bool loading;
    bool bad;             /* loading: it does not fit; saving: out of memory */
    unsigned char *bytes; /* loading: somebody else's */
    size_t used, size;    /* read or written so far; what there is to read, or room */
} archive;

static inline archive archive_to_load(const void *bytes, size_t size) {
    return (archive){.loading = true, .bytes = (unsigned char *)bytes, .size = size};
}
void archive_free(archive *a); /* what was saved */

/* Plain data without pointers, flags or numbers of things. */
void archive_bytes(archive *a, void *at, size_t length);
#define ARCHIVE(a, place) archive_bytes(a, &(place), sizeof(place))
void archive_doubles(archive *a, double *at, size_t count);
void archive_flag(archive *a, bool *flag);
/* A whole number within these bounds. */
void archive_int(archive *a, int *number, int least, int most);
void archive_long(archive *a, long *number, long least, long most);
/* How many things follow, each of at least so many bytes: loading: no more than there may be in the bytes left, which is before anything is made for them. */
void archive_count(archive *a, int *count, int most, size_t each);
/* A part begins, with a size that saved and loading one must have in common. */
void archive_part(archive *a, const char *name, size_t size);
/* Text or bytes of any length; loading: allocated, with a 0 behind, the caller's to free; NULL if it does not fit. */
void archive_text(archive *a, char **text, size_t *length);
/* Loading: was everything read, and did it fit? */
bool archive_done(const archive *a);

/* Sum that differs whenever one byte does (FNV-1a, 64 bits). */
unsigned long long archive_sum(const void *bytes, size_t length);

#endif
