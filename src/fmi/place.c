/* RFC 3986 and 8089, as far as local files need them. */
#include "place.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_escape(const char *c) {
    return c[0] == '%' && isxdigit((unsigned char)c[1]) && isxdigit((unsigned char)c[2]);
}

bool place_of_uri(const char *uri, char *path, size_t size) {
    bool is_uri = !strncmp(uri, "file:", 5);
    const char *scheme = uri;
    while (isalpha((unsigned char)*scheme)) scheme++;
    if (!is_uri && !strncmp(scheme, "://", 3)) return false;
    if (is_uri) uri += 5;
    if (is_uri && !strncmp(uri, "//", 2)) {
        uri += 2;
        if (!strncmp(uri, "localhost/", 10)) uri += 9;
        if (*uri != '/') return false; /* another machine */
    }
    size_t length = 0;
    while (*uri && length + 1 < size) {
        char hex[3] = {0};
        bool escape = is_uri && is_escape(uri);
        if (escape) memcpy(hex, uri + 1, 2);
        path[length++] = escape ? (char)strtol(hex, NULL, 16) : *uri;
        uri += escape ? 3 : 1;
    }
    if (*uri) return false;
    while (length > 1 && path[length - 1] == '/') length--;
    path[length] = '\0';
#ifdef _WIN32 /* /C:/folder */
    if (length > 2 && path[0] == '/' && path[2] == ':') memmove(path, path + 1, length--);
#endif
    return length > 0;
}
