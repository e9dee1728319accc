/* The definitions of single values in the JSON schema. */
#include "schema_values.h"

#include <stdio.h>

void schema_ref(json *j, const char *name) {
    char text[160];
    (void)snprintf(text, sizeof text, "#/$defs/%s", name);
    for (char *c = text; *c; c++)
        if (*c == ' ') *c = '_';
    json_string(j, "$ref", text);
}

void schema_begin(json *j, const char *name) {
    char text[120];
    (void)snprintf(text, sizeof text, "%s", name);
    for (char *c = text; *c; c++)
        if (*c == ' ') *c = '_';
    json_begin(j, text, '{');
}

void schema_array(json *j, const char *item, int least, int most) {
    json_string(j, "type", "array");
    json_begin(j, "items", '{');
    schema_ref(j, item);
    json_end(j);
    if (least) json_number(j, "minItems", least);
    if (most) json_number(j, "maxItems", most);
}

static void put_either(json *j, const char *name, const char *const items[2], int least, int most) {
    schema_begin(j, name);
    json_begin(j, "anyOf", '[');
    for (int i = 0; i < 2; i++) {
        json_begin(j, NULL, '{');
        schema_array(j, items[i], least, most);
        json_end(j);
    }
    json_end(j);
    json_end(j);
}

static void put_quantity(json *j) {
    schema_begin(j, "quantity");
    json_string(j, "description", "a bare number (SI) or a text with a unit: 10 um, 206 GPa, 3000 rpm, 5 deg");
    json_begin(j, "anyOf", '[');
    json_begin(j, NULL, '{');
    json_string(j, "type", "number");
    json_end(j);
    json_begin(j, NULL, '{');
    json_string(j, "type", "string");
    json_string(j, "pattern", "^[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?( *(1 */)?[^0-9 /].*)?$");
    json_end(j);
    json_end(j);
    json_end(j);
}

void schema_values(json *j) {
    static const char *const inertia[] = {"quantity", "vector"}, *const table[] = {"quantity", "row"};
    put_quantity(j);
    schema_begin(j, "flag");
    json_string(j, "type", "boolean");
    json_end(j);
    schema_begin(j, "switch");
    json_begin(j, "enum", '[');
    json_bool(j, NULL, true);
    json_bool(j, NULL, false);
    json_number(j, NULL, 1);
    json_number(j, NULL, 0);
    json_end(j);
    json_end(j);
    schema_begin(j, "text");
    json_begin(j, "type", '[');
    json_string(j, NULL, "string");
    json_string(j, NULL, "number");
    json_end(j);
    json_end(j);
    static const struct {
        const char *name;
        int count;
    } lists[] = {{"vector", 3}, {"four", 4}, {"row", 0}};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        schema_begin(j, lists[i].name);
        schema_array(j, "quantity", lists[i].count, lists[i].count);
        json_end(j);
    }
    put_either(j, "inertia", inertia, 3, 3);
    put_either(j, "rows", table, 1, 0);
    schema_begin(j, "names");
    json_begin(j, "anyOf", '[');
    json_begin(j, NULL, '{');
    schema_ref(j, "text");
    json_end(j);
    json_begin(j, NULL, '{');
    schema_array(j, "text", 1, 0);
    json_end(j);
    json_end(j);
    json_end(j);
    schema_begin(j, "table");
    json_begin(j, "anyOf", '[');
    for (int i = 0; i < 2; i++) {
        json_begin(j, NULL, '{');
        schema_ref(j, i ? "rows" : "quantity");
        json_end(j);
    }
    json_end(j);
    json_end(j);
}
