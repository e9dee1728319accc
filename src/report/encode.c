/* Texts and numbers of a page. */
#include "encode.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef const unsigned char *bytes;

/* ---- text ---- */
static int follows(bytes p, size_t left, int count) {
    for (int i = 1; i <= count; i++)
        if ((size_t)i >= left || (p[i] & 0xc0) != 0x80) return 0;
    return count + 1;
}

/* Length of the valid UTF-8 sequence at p, 0: there is none (RFC 3629, section 4). */
static int sequence(bytes p, size_t left) {
    if (p[0] < 0x80) return 1;
    if (p[0] < 0xc2 || p[0] > 0xf4) return 0;
    if (p[0] < 0xe0) return follows(p, left, 1);
    if (left < 2) return 0;
    if (p[0] < 0xf0) {
        bool bad = (p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f);
        return bad ? 0 : follows(p, left, 2);
    }
    bool bad = (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f);
    return bad ? 0 : follows(p, left, 3);
}

/* One character of JSON; returns how many bytes it took. */
static size_t put_character(FILE *to, bytes p, size_t left) {
    int length = sequence(p, left);
    bool separator = length == 3 && p[0] == 0xe2 && p[1] == 0x80 && (p[2] == 0xa8 || p[2] == 0xa9);
    if (length == 0)
        (void)fputs("\xef\xbf\xbd", to); /* U+FFFD */
    else if (separator)
        (void)fprintf(to, "\\u20%02x", p[2] == 0xa8 ? 0x28U : 0x29U);
    else if (p[0] == '<')
        (void)fputs("\\u003c", to);
    else
        (void)fwrite(p, 1, (size_t)length, to);
    return length ? (size_t)length : 1;
}

void encode_json(FILE *to, const char *json, size_t length) {
    for (size_t i = 0; i < length;) i += put_character(to, (bytes)json + i, length - i);
}

void encode_text(FILE *to, const char *text) {
    size_t length = strlen(text);
    (void)fputc('"', to);
    for (size_t i = 0; i < length;) {
        unsigned char c = (unsigned char)text[i];
        if (c == '"' || c == '\\')
            (void)fprintf(to, "\\%c", text[i++]);
        else if (c < ' ' || c == 127)
            (void)fprintf(to, "\\u%04x", (unsigned)text[i++]);
        else
            i += put_character(to, (bytes)text + i, length - i);
    }
    (void)fputc('"', to);
}

/* ---- numbers ---- */
static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void four_digits(bytes p, char to[4]) {
    to[0] = digits[p[0] >> 2];
    to[1] = digits[(p[0] & 3) << 4 | p[1] >> 4];
    to[2] = digits[(p[1] & 15) << 2 | p[2] >> 6];
    to[3] = digits[p[2] & 63];
}

encode_array encode_array_begin(FILE *to, const char *dtype, int rank, const size_t *shape) {
    (void)fprintf(to, "{\"dtype\": \"%s\", \"shape\": [", dtype);
    for (int i = 0; i < rank; i++) (void)fprintf(to, "%s%zu", i ? ", " : "", shape[i]);
    (void)fputs("], \"data\": \"", to);
    return (encode_array){.to = to};
}

void encode_array_add(encode_array *a, const void *numbers, size_t length) {
    enum { GROUPS = 1024 };
    char text[4 * GROUPS];
    bytes p = numbers;
    int filled = 0;
    while (length > 0) {
        if (a->count == 0 && length >= 3) {
            four_digits(p, text + 4 * filled++);
            p += 3, length -= 3;
        } else {
            a->rest[a->count++] = *p++;
            length--;
            if (a->count == 3) four_digits(a->rest, text + 4 * filled++), a->count = 0;
        }
        if (filled == GROUPS) (void)fwrite(text, 4, GROUPS, a->to), filled = 0;
    }
    (void)fwrite(text, 4, (size_t)filled, a->to);
}

void encode_rest(encode_array *a) {
    char text[4];
    if (a->count > 0) {
        for (int i = a->count; i < 3; i++) a->rest[i] = 0;
        four_digits(a->rest, text);
        for (int i = a->count + 1; i < 4; i++) text[i] = '=';
        (void)fwrite(text, 1, 4, a->to);
    }
    a->count = 0;
}

void encode_array_end(encode_array *a) {
    encode_rest(a);
    (void)fputs("\"}", a->to);
}

void encode_words(encode_array *a, const void *words, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t word;
        memcpy(&word, (const char *)words + i * sizeof word, sizeof word);
        const unsigned char b[4] = {(unsigned char)word, (unsigned char)(word >> 8), (unsigned char)(word >> 16),
                                    (unsigned char)(word >> 24)};
        encode_array_add(a, b, sizeof b);
    }
}
