/* Arrays of numbers in the data of a page: {"dtype": .., "shape": [..], "data": "base64"}. */
#ifndef ABUT_TESTS_PAGE_H
#define ABUT_TESTS_PAGE_H

#include <stdlib.h>
#include <string.h>

#include "suite.h"

static inline int page_digit(char c) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return (int)(strchr(digits, c) - digits);
}

/* Bytes of the array after `key`; shape is the text that must follow. */
static inline void *page_array(const char *page, const char *key, const char *shape) {
    const char *at = strstr(page, key);
    ck_assert_msg(at != NULL, "there is no %s", key);
    at = strstr(at, "\"shape\": ") + strlen("\"shape\": ");
    ck_assert_msg(!strncmp(at, shape, strlen(shape)), "%s is %.40s instead of %s", key, at, shape);
    at = strstr(at, "\"data\": \"") + strlen("\"data\": \"");
    size_t length = strcspn(at, "\""), used = 0;
    unsigned char *bytes = malloc(length + 1);
    for (size_t i = 0; i + 4 <= length; i += 4) {
        int a = page_digit(at[i]), b = page_digit(at[i + 1]), c = at[i + 2] == '=' ? 0 : page_digit(at[i + 2]),
            d = at[i + 3] == '=' ? 0 : page_digit(at[i + 3]);
        bytes[used++] = (unsigned char)(a << 2 | b >> 4);
        bytes[used++] = (unsigned char)(b << 4 | c >> 2);
        bytes[used++] = (unsigned char)(c << 6 | d);
    }
    return bytes;
}

#endif
