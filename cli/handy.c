/* Choice of the engineering unit: the largest that leaves at least one in front of the decimal point. */
#include "handy.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Ascending within one SI unit. */
static const struct ladder {
    const char *unit, *name;
    double scale;
} ladder[] = {
    {"m", "nm", 1e-9},    {"m", "um", 1e-6},  {"m", "mm", 1e-3}, {"m", "m", 1},        {"N", "mN", 1e-3},
    {"N", "N", 1},        {"N", "kN", 1e3},   {"N", "MN", 1e6},  {"Pa", "Pa", 1},      {"Pa", "kPa", 1e3},
    {"Pa", "MPa", 1e6},   {"Pa", "GPa", 1e9}, {"N/m", "N/m", 1}, {"N/m", "N/mm", 1e3}, {"N/m", "N/um", 1e6},
    {"J", "nJ", 1e-9},    {"J", "uJ", 1e-6},  {"J", "mJ", 1e-3}, {"J", "J", 1},        {"1/m", "1/m", 1},
    {"1/m", "1/mm", 1e3},
};

void handy_heading(void) { (void)printf("%-14s %12s %-6s %18s\n", "quantity", "value", "", "SI"); }

void handy_line(const char *name, double value, const char *unit) {
    if (!strcmp(unit, "1")) unit = "";
    const char *shown = unit;
    double scale = 1;
    int fitting = 0;
    for (size_t i = 0; i < sizeof ladder / sizeof ladder[0] && value != 0; i++) {
        if (strcmp(ladder[i].unit, unit) != 0 || (fitting++ && fabs(value) < ladder[i].scale)) continue;
        shown = ladder[i].name;
        scale = ladder[i].scale;
    }
    (void)printf("%-14s %12.6g %-6s %18.10g%s%s\n", name, value / scale, shown, value, *unit ? " " : "", unit);
}
