/* Units of lengths as height maps write them. */
#include <math.h>
#include <string.h>

#include "format.h"

static const struct {
    const char *name;
    double in_m;
} units[] = {
    {"m", 1},        {"cm", 1e-2}, {"mm", 1e-3},  {"um", 1e-6},        {"\xC2\xB5m", 1e-6}, {"\xCE\xBCm", 1e-6},
    {"\xB5m", 1e-6}, {"nm", 1e-9}, {"pm", 1e-12}, {"\xC3\x85", 1e-10}, {"A", 1e-10},
};

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

double heights_unit(const char *text, size_t length) {
    while (length && blank(text[length - 1])) length--;
    while (length && blank(text[0])) text++, length--;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strlen(units[i].name) == length && !memcmp(units[i].name, text, length)) return units[i].in_m;
    return NAN;
}
