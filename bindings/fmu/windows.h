/* What POSIX has and Windows calls otherwise, as far as runtimes of FMUs use it: included before everything else there. */
#ifndef ABUT_BINDINGS_WINDOWS_H
#define ABUT_BINDINGS_WINDOWS_H

#include <fcntl.h>
#include <io.h>
#include <locale.h>
#include <stdlib.h>

/* Names that sources give to functions of their own. One file means that of POSIX. */
#ifndef READS_FILES
#define write own_write
#define read  own_read
#define tell  own_tell
#endif

/* files are read as they are */
#define O_CLOEXEC  O_BINARY
#define O_NOCTTY   0
#define O_NONBLOCK 0

/* 16 bytes, which is what vectors need in code for any processor; free() takes them */
#define aligned_alloc(alignment, bytes) malloc(bytes)

#define realpath(path, to) _fullpath(to, path, 0)

/* The numbers of one thread, in the locale of C. */
typedef char *locale_t;
#define LC_NUMERIC_MASK 1
locale_t newlocale(int mask, const char *name, locale_t base);
locale_t uselocale(locale_t to);
void freelocale(locale_t l);

int fnmatch(const char *pattern, const char *text, int flags);

#endif
