/* A reader of JSON that keeps nothing. */
#include "json_check.h"

#include <string.h>

enum { DEPTH_MAX = 64 };

typedef struct cursor {
    const char *at, *end;
    const char *wanted;
    json_part *value;
} cursor;

static bool check_value(cursor *c, int depth);

static void skip_space(cursor *c) {
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\t' || *c->at == '\n' || *c->at == '\r')) c->at++;
}

static bool take(cursor *c, char sign) {
    skip_space(c);
    bool there = c->at < c->end && *c->at == sign;
    c->at += there;
    return there;
}

static bool take_word(cursor *c, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(c->end - c->at) < length || memcmp(c->at, word, length) != 0) return false;
    c->at += length;
    return true;
}

static bool check_escape(cursor *c) {
    if (c->at >= c->end) return false;
    char sign = *c->at++;
    if (sign != 'u') return strchr("\"\\/bfnrt", sign) && sign;
    for (int i = 0; i < 4; i++, c->at++)
        if (c->at >= c->end || !*c->at || !strchr("0123456789abcdefABCDEF", *c->at)) return false;
    return true;
}

static bool check_string(cursor *c) {
    if (!take(c, '"')) return false;
    while (c->at < c->end) {
        unsigned char sign = (unsigned char)*c->at++;
        if (sign == '"') return true;
        if (sign < ' ' || (sign == '\\' && !check_escape(c))) return false;
    }
    return false;
}

static bool some_digits(cursor *c) {
    const char *from = c->at;
    while (c->at < c->end && *c->at >= '0' && *c->at <= '9') c->at++;
    return c->at > from;
}

static bool check_number(cursor *c) {
    if (*c->at == '-') c->at++;
    bool zero = c->at < c->end && *c->at == '0';
    const char *from = c->at;
    if (!some_digits(c) || (zero && c->at > from + 1)) return false;
    if (c->at < c->end && *c->at == '.') {
        c->at++;
        if (!some_digits(c)) return false;
    }
    if (c->at >= c->end || (*c->at != 'e' && *c->at != 'E')) return true;
    c->at++;
    if (c->at < c->end && (*c->at == '+' || *c->at == '-')) c->at++;
    return some_digits(c);
}

static bool check_member(cursor *c, int depth) {
    skip_space(c);
    const char *key = c->at;
    if (!check_string(c)) return false;
    size_t length = (size_t)(c->at - key);
    if (!take(c, ':')) return false;
    skip_space(c);
    const char *from = c->at;
    if (!check_value(c, depth)) return false;
    bool found = depth == 1 && length == strlen(c->wanted) + 2 && !memcmp(key + 1, c->wanted, length - 2);
    if (found && *from == '"') *c->value = (json_part){from, (size_t)(c->at - from)};
    return true;
}

/* Members or items up to the closing bracket. */
static bool check_list(cursor *c, int depth, char close) {
    if (take(c, close)) return true;
    do {
        if (close == '}' ? !check_member(c, depth) : !check_value(c, depth)) return false;
    } while (take(c, ','));
    return take(c, close);
}

static bool check_value(cursor *c, int depth) {
    skip_space(c);
    if (c->at >= c->end || depth > DEPTH_MAX) return false;
    if (*c->at == '"') return check_string(c);
    if (take(c, '{')) return check_list(c, depth + 1, '}');
    if (take(c, '[')) return check_list(c, depth + 1, ']');
    if (*c->at == 't') return take_word(c, "true");
    if (*c->at == 'f') return take_word(c, "false");
    if (*c->at == 'n') return take_word(c, "null");
    return check_number(c);
}

bool json_check(const char *text, size_t length, const char *wanted, json_part *value) {
    cursor c = {text, text + length, wanted, value};
    *value = (json_part){0};
    skip_space(&c);
    if (c.at >= c.end || *c.at != '{' || !check_value(&c, 0)) return false;
    skip_space(&c);
    return c.at == c.end;
}
