/* UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing beyond U+10FFFF. */
#include "text.h"

/* Length of the sequence that starts here, 0 if it is none; *code gets its number. */
static size_t sequence(const unsigned char *c, size_t left, unsigned *code) {
    static const unsigned least[5] = {0, 0, 0x80, 0x800, 0x10000};
    size_t n = c[0] < 0x80 ? 1 : c[0] < 0xC2 ? 0 : c[0] < 0xE0 ? 2 : c[0] < 0xF0 ? 3 : c[0] < 0xF5 ? 4 : 0;
    if (n == 0 || n > left) return 0;
    unsigned value = n == 1 ? c[0] : c[0] & (0x7FU >> n);
    for (size_t i = 1; i < n; i++) {
        if ((c[i] & 0xC0) != 0x80) return 0;
        value = value << 6 | (c[i] & 0x3FU);
    }
    *code = value;
    bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    return value < least[n] || value > 0x10FFFF || surrogate ? 0 : n;
}

/* What YAML allows in a text. */
static bool printable(unsigned code) {
    if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
    return !(code >= 0x7F && code < 0xA0 && code != 0x85) && code != 0xFFFE && code != 0xFFFF;
}

bool text_check(const char *text, size_t length, int *line, int *column, const char **what) {
    const unsigned char *c = (const unsigned char *)text, *end = c + length;
    *line = *column = 1;
    while (c < end) {
        unsigned code = 0;
        size_t n = sequence(c, (size_t)(end - c), &code);
        *what = n == 0 ? "this is not UTF-8 text" : code == 0 ? "a text file holds no zero bytes" : "control character";
        if (n == 0 || !printable(code)) return false;
        bool new_line = code == '\n' || (code == '\r' && !(c + 1 < end && c[1] == '\n'));
        *column = new_line ? 1 : *column + 1;
        *line += new_line;
        c += n;
    }
    return true;
}
