/* Numbers, flags, texts, lists of numbers. */
#include "value.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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

/* ---- the usual ---- */
/* What people build lies inside; three powers of ten and more beyond, a unit was forgotten or is a wrong one. Moduli: soft rubber
 * 1 MPa, diamond 1.2 TPa; densities: foam 10 to 30, osmium 22600 kg/m^3; speeds: dental turbines 5e4 rad/s, bullets 1e3 m/s. */
static const struct {
    const char *key, *unit; /* key NULL: all of the unit */
    double low, high;
    const char *usual;
} usual[] = {
    {"E", "Pa", 1e5, 5e12, "1 MPa (rubber) to 1 TPa (diamond)"},
    {"density", "kg/m^3", 9, 5e4, "30 (foam) to 22600 kg/m^3 (osmium)"},
    {"radius", "m", 1e-7, 1e4, "1 um to 10 m"},
    {"diameter", "m", 1e-6, 1e3, "0.1 mm to 1 m"},
    {"pitch_diameter", "m", 1e-5, 1e2, "5 mm to 10 m"},
    {"ring_radius", "m", 1e-6, 1e3, "1 mm to 10 m"},
    {"tube_radius", "m", 1e-6, 1e3, "0.1 mm to 1 m"},
    {"length", "m", 1e-7, 1e4, "0.1 mm to 10 m"},
    {NULL, "rad/s", 0, 1e5, "up to 5e4 rad/s (480000 rpm)"},
    {NULL, "m/s", 0, 1e4, "up to 1000 m/s"},
};

/* Is there a unit behind the number? */
static bool has_unit(const char *text) {
    char *end;
    (void)strtod(text, &end);
    return end[strspn(end, " \t")] != '\0';
}

static void look_at_size(reader *r, const node *n, const char *what, const char *unit, double value) {
    if (has_unit(n->text)) {
        resolved_add(r, (resolved_value){.at = n, .number = value, .unit = unit});
        if (strcmp(unit, "s") != 0) r->physical = true;
    }
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        if (strcmp(usual[i].unit, unit) || (usual[i].key && strcmp(usual[i].key, what))) continue;
        double size = fabs(value);
        if (size > usual[i].high || (size > 0 && size < usual[i].low))
            warn_on(r, n, "unusual", "%s: %g %s is far from the usual, %s: is the unit right?", what, value, unit,
                    usual[i].usual);
        return;
    }
}

bool read_number(reader *r, const node *n, const char *what, const char *unit, double *out) {
    char expected[80];
    abut_message why = {0};
    if (!need_scalar(r, n, what, quantity(unit, expected, sizeof expected))) return false;
    if (!units_read(&r->units, n->text, unit, false, out, &why)) {
        if (why.status == ABUT_NO_MEMORY) longjmp(*r->memory.no_memory, 1);
        if (why.status == ABUT_BAD_FILE) r->no_units = true;
        error_on(r, n, "%s: %s", what, why.text);
        return false;
    }
    if (fabs(*out) <= NUMBER_MOST) {
        look_at_size(r, n, what, unit, *out);
        return true;
    }
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
