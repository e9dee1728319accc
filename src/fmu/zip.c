/* The format: a local header before the bytes of each entry, then the central directory, then its end record (PKWARE's APPNOTE,
 * 4.3.7, 4.3.12, 4.3.16). All numbers little-endian. Times are those of 1 January 1980: the same model gives the same bytes. */
#include "zip.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "base/message.h"

enum { LOCAL = 0x04034b50, CENTRAL = 0x02014b50, END = 0x06054b50, VERSION = 20, DATE = 33, STORED = 0, DEFLATED = 8 };
enum { LOCAL_SIZE = 30, CENTRAL_SIZE = 46, END_SIZE = 22 };

/* ---- writing ---- */
static void put(FILE *to, unsigned long value, int bytes) {
    for (int i = 0; i < bytes; i++) (void)fputc((int)(value >> (8 * i) & 255), to);
}

void zip_begin(zip_writer *z, FILE *to) {
    *z = (zip_writer){.to = to};
    z->directory = open_memstream(&z->entries, &z->length);
    z->bad = !z->directory;
}

/* Deflated without a header; NULL: out of memory. */
static unsigned char *deflated(const void *bytes, size_t length, size_t *packed) {
    z_stream s = {0};
    if (deflateInit2(&s, 3, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK) return NULL;
    size_t room = deflateBound(&s, (uLong)length);
    unsigned char *to = malloc(room);
    s.next_in = (Bytef *)bytes, s.avail_in = (uInt)length;
    s.next_out = to, s.avail_out = (uInt)room;
    bool good = to && deflate(&s, Z_FINISH) == Z_STREAM_END;
    *packed = s.total_out;
    (void)deflateEnd(&s);
    if (good) return to;
    free(to);
    return NULL;
}

/* What local header and directory have in common. */
static void put_entry(FILE *to, unsigned long sum, size_t packed, size_t length, size_t name) {
    put(to, VERSION, 2), put(to, 1 << 11 /* names in UTF-8 */, 2), put(to, DEFLATED, 2);
    put(to, 0, 2), put(to, DATE, 2);
    put(to, sum, 4), put(to, packed, 4), put(to, length, 4), put(to, name, 2), put(to, 0, 2);
}

void zip_add(zip_writer *z, const char *name, const void *bytes, size_t length) {
    size_t packed = 0;
    unsigned char *to = z->bad || length > INT_MAX ? NULL : deflated(bytes, length, &packed);
    long at = to ? ftell(z->to) : -1;
    if (!to || at < 0 || at > INT_MAX || z->count == 65535) {
        z->bad = true;
        free(to);
        return;
    }
    unsigned long sum = crc32(0, bytes, (uInt)length);
    put(z->to, LOCAL, 4);
    put_entry(z->to, sum, packed, length, strlen(name));
    (void)fputs(name, z->to);
    (void)fwrite(to, 1, packed, z->to);
    free(to);
    put(z->directory, CENTRAL, 4);
    put(z->directory, 3 << 8 | VERSION, 2); /* made on Unix: the mode of the file stands below */
    put_entry(z->directory, sum, packed, length, strlen(name));
    put(z->directory, 0, 6); /* comment, disk, text */
    put(z->directory, 0100644UL << 16, 4);
    put(z->directory, (unsigned long)at, 4);
    (void)fputs(name, z->directory);
    z->count++;
}

bool zip_end(zip_writer *z) {
    if (!z->directory) return false;
    z->bad |= fclose(z->directory) != 0;
    long at = ftell(z->to);
    if (!z->bad && at >= 0) {
        (void)fwrite(z->entries, 1, z->length, z->to);
        put(z->to, END, 4), put(z->to, 0, 4);
        put(z->to, z->count, 2), put(z->to, z->count, 2);
        put(z->to, z->length, 4), put(z->to, (unsigned long)at, 4), put(z->to, 0, 2);
    }
    free(z->entries);
    return !z->bad && at >= 0 && !ferror(z->to) && fflush(z->to) == 0;
}

/* ---- reading ---- */
static unsigned long get(const unsigned char *at, int bytes) {
    unsigned long value = 0;
    for (int i = 0; i < bytes; i++) value |= (unsigned long)at[i] << (8 * i);
    return value;
}

/* The end record, searched for from behind; NULL: there is none. */
static const unsigned char *find_end(const unsigned char *bytes, size_t length) {
    for (size_t back = END_SIZE; back <= length && back <= END_SIZE + 65535; back++)
        if (get(bytes + length - back, 4) == END) return bytes + length - back;
    return NULL;
}

static bool safe_name(const char *name) {
    if (name[0] == '/' || strchr(name, '\\') || strchr(name, ':')) return false;
    for (const char *part = name; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL)
        if (!strncmp(part, "..", 2) && (part[2] == '/' || !part[2])) return false;
    return true;
}

static bool inflated(const unsigned char *from, size_t packed, unsigned char *to, size_t length) {
    z_stream s = {0};
    if (inflateInit2(&s, -15) != Z_OK) return false;
    s.next_in = (Bytef *)from, s.avail_in = (uInt)packed;
    s.next_out = to, s.avail_out = (uInt)length;
    bool good = inflate(&s, Z_FINISH) == Z_STREAM_END && s.total_out == length;
    (void)inflateEnd(&s);
    return good;
}

typedef struct zip_entry {
    const unsigned char *data;
    unsigned long method, sum;
    size_t packed, length;
    char name[512];
} zip_entry;

/* The entry of the directory at *at, which goes to the next one; false: it is damaged. */
static bool read_entry(const unsigned char *bytes, size_t length, size_t *at, zip_entry *e) {
    const unsigned char *c = bytes + *at;
    if (*at > length || length - *at < CENTRAL_SIZE || get(c, 4) != CENTRAL) return false;
    size_t name = get(c + 28, 2), local = get(c + 42, 4);
    e->method = get(c + 10, 2), e->sum = get(c + 16, 4), e->packed = get(c + 20, 4), e->length = get(c + 24, 4);
    if (name >= sizeof e->name || name > length - *at - CENTRAL_SIZE) return false;
    memcpy(e->name, c + CENTRAL_SIZE, name);
    e->name[name] = '\0';
    *at += CENTRAL_SIZE + name + get(c + 30, 2) + get(c + 32, 2);
    if (local > length || length - local < LOCAL_SIZE || get(bytes + local, 4) != LOCAL) return false;
    size_t data = local + LOCAL_SIZE + get(bytes + local + 26, 2) + get(bytes + local + 28, 2);
    e->data = bytes + data;
    return data <= length && e->packed <= length - data && strlen(e->name) == name;
}

/* What so many packed bytes can become at most: deflating gains a factor of 1032 and no more (zlib's technical notes). */
static bool fits(const zip_entry *e) {
    enum { LENGTH_MOST = 1 << 30, GAIN_MOST = 1032 };
    if (e->method == STORED) return e->packed == e->length;
    return e->length <= LENGTH_MOST && e->length / GAIN_MOST <= e->packed;
}

/* NULL: it went well; else what is wrong. */
static const char *unpack(const zip_entry *e, zip_visit *visit, void *user) {
    if (!safe_name(e->name)) return "leads out of the archive";
    if (e->method != STORED && e->method != DEFLATED) return "is compressed in a way that is not read";
    if (!fits(e)) return "is damaged";
    unsigned char *to = malloc(e->length + 1);
    const char *wrong = to ? NULL : "does not fit into memory";
    if (to && e->method == STORED) memcpy(to, e->data, e->length);
    if (to && e->method == DEFLATED && !inflated(e->data, e->packed, to, e->length)) wrong = "is damaged";
    if (!wrong && crc32(0, to, (uInt)e->length) != e->sum) wrong = "is damaged";
    if (!wrong) wrong = visit(user, e->name, to, e->length);
    free(to);
    return wrong;
}

abut_status zip_each(const void *bytes, size_t length, zip_visit *visit, void *user, abut_message *message) {
    const unsigned char *end = find_end(bytes, length);
    if (!end) return say(message, ABUT_BAD_FILE, "it is not a ZIP archive");
    size_t at = get(end + 16, 4), count = get(end + 10, 2);
    for (size_t i = 0; i < count; i++) {
        zip_entry e;
        if (!read_entry(bytes, length, &at, &e)) return say(message, ABUT_BAD_FILE, "its list of files is damaged");
        const char *wrong = unpack(&e, visit, user);
        if (wrong) return say(message, ABUT_BAD_FILE, "'%.100s' in it %s", e.name, wrong);
    }
    return ABUT_OK;
}

/* ---- into a folder ---- */
/* Makes the folders of a path below `folder`. */
static bool make_folders(char *path, size_t base) {
    for (char *slash = strchr(path + base + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool good = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!good) return false;
    }
    return true;
}

static bool write_file(const char *path, const unsigned char *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    if (!file) return false;
    bool good = fwrite(bytes, 1, length, file) == length;
    return fclose(file) == 0 && good;
}

/* user: the folder */
static const char *write_below(void *user, const char *name, const unsigned char *bytes, size_t length) {
    const char *folder = user;
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) return "has too long a name";
    if (!make_folders(path, strlen(folder))) return "cannot be unpacked";
    if (path[strlen(path) - 1] == '/') return NULL;
    return write_file(path, bytes, length) ? NULL : "cannot be unpacked";
}

abut_status zip_extract(const void *bytes, size_t length, const char *folder, abut_message *message) {
    return zip_each(bytes, length, write_below, (void *)folder, message);
}
