/* Attributes of XML elements. */
#include "xml.h"

#include <stdbool.h>
#include <string.h>

void xml_text(FILE *to, const char *name, const char *value) {
    if (!value) return;
    (void)fprintf(to, " %s=\"", name);
    for (const char *c = value; *c; c++) {
        const char *const escapes[] = {"&&amp;", "<&lt;", ">&gt;", "\"&quot;"};
        const char *as = NULL;
        for (int i = 0; i < 4; i++)
            if (escapes[i][0] == *c) as = escapes[i] + 1;
        if (as)
            (void)fputs(as, to);
        else
            (void)fputc((unsigned char)*c < ' ' ? ' ' : *c, to);
    }
    (void)fputc('"', to);
}

void xml_number(FILE *to, const char *name, double value) { (void)fprintf(to, " %s=\"%.17g\"", name, value); }
void xml_count(FILE *to, const char *name, int value) { (void)fprintf(to, " %s=\"%d\"", name, value); }

/* "m or rad": of a number that means different things */
static bool is_one(const char *unit) {
    for (; *unit; unit++)
        if (!strncmp(unit, " or ", 4)) return false;
    return true;
}

const char *xml_unit(const char *unit) { return unit && strcmp(unit, "1") != 0 && is_one(unit) ? unit : NULL; }

void xml_units(FILE *to, const char *const *units, int count) {
    bool any = false;
    for (int i = 0; i < count; i++) {
        const char *unit = xml_unit(units[i]);
        bool again = !unit;
        for (int k = 0; !again && k < i; k++) again = xml_unit(units[k]) && !strcmp(units[k], unit);
        if (again) continue;
        if (!any) (void)fputs("  <UnitDefinitions>\n", to);
        any = true;
        (void)fputs("    <Unit", to);
        xml_text(to, "name", unit);
        (void)fputs("/>\n", to);
    }
    if (any) (void)fputs("  </UnitDefinitions>\n", to);
}
