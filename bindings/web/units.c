/* Quantities with units in the browser, where there is no UDUNITS: numbers, prefixes, products, quotients and powers of the units below. What both read they
 * read alike (tests/web); other units are refused. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/text.h"

enum { LENGTH, MASS, TIME, ANGLE, HEAT, DIMENSIONS };

typedef struct measure {
    double factor;
    int power[DIMENSIONS];
} measure;

typedef struct unit {
    const char *name;
    bool prefixed; /* takes k, m, u ... before it */
    measure is;
} unit;

#define PI 3.14159265358979323846
static const unit units[] = {
    {"m", true, {1, {1}}},
    {"g", true, {1e-3, {0, 1}}},
    {"s", true, {1, {0, 0, 1}}},
    {"rad", true, {1, {0, 0, 0, 1}}},
    {"K", true, {1, {0, 0, 0, 0, 1}}},
    {"N", true, {1, {1, 1, -2}}},
    {"Pa", true, {1, {-1, 1, -2}}},
    {"J", true, {1, {2, 1, -2}}},
    {"W", true, {1, {2, 1, -3}}},
    {"Hz", true, {1, {0, 0, -1}}},
    {"deg", false, {PI / 180, {0, 0, 0, 1}}},
    {"rpm", false, {PI / 30, {0, 0, -1, 1}}},
    {"min", false, {60, {0, 0, 1}}},
    {"h", false, {3600, {0, 0, 1}}},
    {"bar", false, {1e5, {-1, 1, -2}}},
    {"cSt", false, {1e-6, {2, 0, -1}}},
    {"cP", false, {1e-3, {-1, 1, -1}}},
};
static const struct {
    char letter;
    double factor;
} prefixes[] = {{'p', 1e-12}, {'n', 1e-9}, {'u', 1e-6}, {'m', 1e-3}, {'c', 1e-2},
                {'k', 1e3},   {'M', 1e6},  {'G', 1e9},  {'T', 1e12}};

static bool find(const char *name, size_t length, measure *out) {
    for (int prefix = -1; prefix < (int)(sizeof prefixes / sizeof *prefixes); prefix++) {
        size_t skip = prefix >= 0;
        if (length <= skip || (skip && name[0] != prefixes[prefix].letter)) continue;
        for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
            const unit *u = &units[i];
            if (strlen(u->name) != length - skip || strncmp(u->name, name + skip, length - skip) != 0 ||
                (skip && !u->prefixed))
                continue;
            *out = u->is;
            if (skip) out->factor *= prefixes[prefix].factor;
            return true;
        }
    }
    return false;
}

/* "kg/m^3", "N m", "1/GPa", "mm2/s"; an empty text is a pure number. */
static bool parse(const char *text, measure *out) {
    *out = (measure){.factor = 1};
    int sign = 1;
    bool wanted = false; /* after an operator a factor must follow */
    for (const char *p = text; *p || wanted;) {
        if (*p == ' ' || *p == '*' || *p == '.') {
            p++;
        } else if (*p == '/') {
            sign = -1;
            wanted = true;
            p++;
        } else if (*p == '1' && !isdigit((unsigned char)p[1])) {
            p++;
            sign = 1;
            wanted = false;
        } else {
            size_t length = 0;
            measure m;
            while (isalpha((unsigned char)p[length])) length++;
            if (!find(p, length, &m)) return false;
            p += length;
            int power = 1;
            if (*p == '^' || *p == '-' || isdigit((unsigned char)*p)) {
                char *end;
                power = (int)strtol(p + (*p == '^'), &end, 10);
                if (end == p + (*p == '^') || abs(power) > 9) return false;
                p = end;
            }
            power *= sign;
            out->factor *= pow(m.factor, power);
            for (int d = 0; d < DIMENSIONS; d++) out->power[d] += power * m.power[d];
            sign = 1;
            wanted = false;
        }
    }
    return true;
}

static const char *quantity(const char *unit) {
    static const char *const names[][2] = {
        {"1", "a pure number"}, {"m", "a length"},       {"1/m", "a curvature (1/length)"},
        {"Pa", "a pressure"},   {"N", "a force"},        {"rad", "an angle"},
        {"m/s", "a speed"},     {"Pa s", "a viscosity"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i][0], unit)) return names[i][1];
    return NULL;
}

struct abut_units {
    int none;
};

abut_units *abut_units_create(void) { return calloc(1, sizeof(abut_units)); }
void abut_units_destroy(abut_units *u) { free(u); }

abut_status abut_units_read(abut_units *u, const char *text, const char *unit, bool infinite, double *value,
                            abut_message *message) {
    measure given, wanted;
    char *end;
    double number = strtod(text, &end);
    bool bare = !end[strspn(end, " ")], good = end != text && (infinite || isfinite(number)) && !isnan(number);
    (void)u;
    if (!good) {
        (void)snprintf(message->text, sizeof message->text, "'%.80s' is not a number", text);
        return message->status = ABUT_BAD_VALUE;
    }
    if (bare) {
        *value = number;
        return ABUT_OK;
    }
    bool known = parse(end, &given);
    if (!known || !parse(unit, &wanted) || memcmp(given.power, wanted.power, sizeof given.power) != 0) {
        const char *name = quantity(unit);
        if (!known)
            (void)snprintf(message->text, sizeof message->text, "there is no unit like that of '%.80s' here", text);
        else
            (void)snprintf(message->text, sizeof message->text, "expected %s%s, got '%.80s'",
                           name ? name : "a quantity in ", name ? "" : unit, text);
        return message->status = ABUT_BAD_VALUE;
    }
    *value = number * given.factor / wanted.factor;
    return ABUT_OK;
}
