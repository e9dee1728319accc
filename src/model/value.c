/* Numbers, flags, texts, lists of numbers. */
#include "value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool need_scalar(reader *r, const node *n, const char *what, const char *expected) {
    if (n->kind == NODE_SCALAR && !node_is_nothing(n)) return true;
    error_on(r, n, "%s: expected %s, got %s", what, expected, node_phrase(n));
    return false;
}

static const char *quantity(const char *unit, char *buffer, size_t size) {
    const char *name = units_quantity(unit);
    (void)snprintf(buffer, size, "%s%s", name ? name : "a quantity in ", name ? "" : unit);
    return buffer;
}

bool read_number(reader *r, const node *n, const char *what, const char *unit, double *out) {
    char expected[80];
    abut_message why = {0};
    if (!need_scalar(r, n, what, quantity(unit, expected, sizeof expected))) return false;
    if (!units_read(&r->units, n->text, unit, false, out, &why)) {
        error_on(r, n, "%s: %s", what, why.text);
        return false;
    }
    if (fabs(*out) <= NUMBER_MOST) return true;
    error_on(r, n, "%s: must be at most %g in size, got %g", what, NUMBER_MOST, *out);
    return false;
}

static void out_of_range(reader *r, const node *n, const char *what, const char *unit, double low, double high,
                         int open, double value) {
    char of[64] = "";
    if (strcmp(unit, "1") != 0) (void)snprintf(of, sizeof of, " %s", unit);
    if (low == high)
        error_on(r, n, "%s: must be %g, got %g", what, low, value);
    else if (isinf(high) && !isinf(low))
        error_on(r, n, "%s: must be %s %g%s, got %g", what, open ? "greater than" : "at least", low, of, value);
    else
        error_on(r, n, "%s: must be in %s%g, %g%s%s, got %g", what, open || isinf(low) ? "(" : "[", low, high,
                 open == OPEN_ENDS || isinf(high) ? ")" : "]", of, value);
}

bool read_ranged(reader *r, const node *n, const char *what, const char *unit, double low, double high, int open,
                 double *out) {
    double value;
    if (!read_number(r, n, what, unit, &value)) return false;
    bool any = low == 0 && high == 0;
    bool above = open ? value > low : value >= low, below = open == OPEN_ENDS ? value < high : value <= high;
    if (!any && !(above && below)) {
        out_of_range(r, n, what, unit, low, high, open, value);
        return false;
    }
    if (value != 0 && fabs(value) < NUMBER_LEAST) {
        error_on(r, n, "%s: must be 0 or at least %g in size, got %g", what, NUMBER_LEAST, value);
        return false;
    }
    *out = value;
    return true;
}

bool read_flag(reader *r, const node *n, const char *what, bool *out) {
    if (!need_scalar(r, n, what, "true or false")) return false;
    *out = !strcmp(n->text, "true");
    if (!n->quoted && (*out || !strcmp(n->text, "false"))) return true;
    error_on(r, n, "%s: expected true or false, got '%.60s'", what, n->text);
    return false;
}

bool read_text(reader *r, const node *n, const char *what, const char **out) {
    if (!need_scalar(r, n, what, "a text")) return false;
    *out = n->text;
    return true;
}

bool read_word(reader *r, const node *n, const char *what, const char *words, const char **out) {
    char list[200], hint[80], each[2][64];
    nearest_word best = {0};
    int free_one = 0;
    (void)snprintf(list, sizeof list, "one of %s", words);
    if (!need_scalar(r, n, what, list)) return false;
    *out = n->text;
    if (word_index(words, n->text, strlen(n->text)) >= 0) return true;
    for (const char *w = words; w; w = strchr(w, '|') ? strchr(w, '|') + 1 : NULL) {
        (void)snprintf(each[free_one], sizeof each[0], "%.*s", (int)strcspn(w, "|"), w);
        nearest_offer(&best, n->text, each[free_one]);
        if (best.word == each[free_one]) free_one = !free_one; /* it is needed for the hint */
    }
    error_on(r, n, "%s: must be %s, got '%.60s'%s", what, list, n->text, nearest_hint(&best, hint, sizeof hint));
    return false;
}

bool read_numbers(reader *r, const node *n, const char *what, const char *unit, unsigned count, double *out) {
    if (n->kind != NODE_LIST) {
        error_on(r, n, "%s: expected a list of %u numbers, got %s", what, count, node_phrase(n));
        return false;
    }
    if (n->count != count) {
        error_on(r, n, "%s: expected %u numbers, got %u", what, count, n->count);
        return false;
    }
    bool good = true;
    for (unsigned i = 0; i < count; i++) good = read_number(r, n->items[i], what, unit, &out[i]) && good;
    return good;
}

bool need_map(reader *r, const node *n, const char *what) {
    if (n->kind == NODE_MAP) return true;
    error_on(r, n, "%s: expected a mapping, got %s", what, node_phrase(n));
    return false;
}
