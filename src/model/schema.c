/* The JSON schema (draft 2020-12) of the model file, from the tables of keys and the registry.
 *
 * Every mapping and every registered type is one entry of $defs:
 *     quantity, vector ...    values
 *     body, surface ...       the mappings of keys.c
 *     surface.sphere ...      a registered type: `type` and its parameters
 *     choice.surface ...      a choice among the types of a kind: a word, a number where one is allowed, a mapping
 * A mapping that has `use` may leave out what is required: the file may hold it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "choice.h"
#include "keys/laws.h"
#include "machine/machine.h"
#include "model.h"
#include "registry/registry.h"
#include "schema_values.h"

enum { CHOICES_MAX = 64 };

typedef struct schema {
    json j;
    const abut_registry *registry;
    const char *choices[CHOICES_MAX]; /* see abut_registry_meaning; each once */
    int choice_count;
    const char *machine; /* the mapping of a machine that is written: those in it are named after it */
} schema;

static const key_table *const tables[] = {
    &keys_of_model,      &keys_of_lubricant,  &keys_of_roughness,  &keys_of_material, &keys_of_body,
    &keys_of_surface,    &keys_of_piece,      &keys_of_point,      &keys_of_joint,    &keys_of_contact,
    &keys_of_collide,    &keys_of_solver,     &keys_of_tolerances, &keys_of_output,   &keys_of_orientation,
    &keys_of_body_drive, &keys_of_turn_drive,
};

/* ---- names of definitions ---- */
static const abut_type *alone(const abut_meaning *m) { return m->brief ? m->brief : m->usual; }

static const char *choice_name(const abut_meaning *m, char *buffer, size_t size) {
    const abut_type *t = alone(m);
    (void)snprintf(buffer, size, "choice.%s%s%s%s", m->kind, t ? "." : "", t ? t->name : "", m->brief ? ".number" : "");
    return buffer;
}

static const char *type_name(const abut_type *type, char *buffer, size_t size) {
    (void)snprintf(buffer, size, "%s.%s", type->kind, type->name);
    return buffer;
}

/* ---- values ---- */
static void put_range(json *j, double low, double high, int open) {
    if (low == 0 && high == 0) return;
    if (!isinf(low)) json_number(j, open ? "exclusiveMinimum" : "minimum", low);
    if (!isinf(high)) json_number(j, open == OPEN_ENDS ? "exclusiveMaximum" : "maximum", high);
}

static void put_description(json *j, const char *meaning, const char *unit, const char *preset) {
    char text[600];
    bool has_unit = unit && strcmp(unit, "1") != 0;
    (void)snprintf(text, sizeof text, "%s%s%s%s%s%s", meaning, has_unit ? " [" : "", has_unit ? unit : "",
                   has_unit ? "]" : "", preset ? "; default: " : "", preset ? preset : "");
    json_string(j, "description", text);
}

static void put_words(json *j, const char *words) {
    json_begin(j, "enum", '[');
    for (const char *w = words; w; w = strchr(w, '|') ? strchr(w, '|') + 1 : NULL) {
        char word[64];
        (void)snprintf(word, sizeof word, "%.*s", (int)strcspn(w, "|"), w);
        json_string(j, NULL, word);
    }
    json_end(j);
}

static void put_type_names(schema *s, const char *kind, const char *extra) {
    size_t i = 0;
    json_begin(&s->j, "enum", '[');
    if (extra) json_string(&s->j, NULL, extra);
    for (const abut_type *t; (t = registry_next(s->registry, kind, &i));) json_string(&s->j, NULL, t->name);
    json_end(&s->j);
}

static void put_choice_ref(schema *s, const char *of) {
    char name[120];
    int i = 0;
    while (i < s->choice_count && strcmp(s->choices[i], of) != 0) i++;
    if (i == s->choice_count && i < CHOICES_MAX) s->choices[s->choice_count++] = of;
    abut_meaning m = abut_registry_meaning(s->registry, of);
    schema_ref(&s->j, choice_name(&m, name, sizeof name));
}

static void put_either(json *j, const char *one, const char *other) {
    json_begin(j, "anyOf", '[');
    for (int i = 0; i < 2; i++) {
        json_begin(j, NULL, '{');
        schema_ref(j, i ? other : one);
        json_end(j);
    }
    json_end(j);
}

/* ---- keys ---- */
static bool is_section(const key_table *table) {
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (tables[i] == table) return true;
    return false;
}

/* The mapping that a key of the model file or of a machine leads to. */
static const char *mapping_name(const schema *s, const key_info *k, char *buffer, size_t size) {
    if (!s->machine || is_section(k->keys)) return k->keys->name;
    (void)snprintf(buffer, size, "%s %s", s->machine, k->name);
    return buffer;
}

/* Values whose kind alone says what they look like. */
static const char *plain_value(const key_info *k) {
    static const char *const defs[] = {
        [KEY_NUMBER] = "quantity", [KEY_TEXT] = "text",     [KEY_NAME] = "text",
        [KEY_FLAG] = "flag",       [KEY_VECTOR] = "vector", [KEY_INERTIA] = "inertia",
        [KEY_QUATERNION] = "four", [KEY_FILE] = "text",     [KEY_ORIENTATION] = "orientation"};
    return (size_t)k->kind < sizeof defs / sizeof defs[0] ? defs[k->kind] : NULL;
}

static void put_key_value(schema *s, const key_info *k) {
    json *j = &s->j;
    char name[160];
    const char *plain = plain_value(k);
    if (plain) {
        schema_ref(j, plain);
        put_range(j, k->low, k->high, k->open);
        return;
    }
    switch (k->kind) {
    case KEY_COUNT:
        json_string(j, "type", "integer");
        put_range(j, k->low, k->high, k->open);
        break;
    case KEY_TYPE_NAME:
        put_type_names(s, k->of, k->preset);
        break;
    case KEY_WORD:
        put_words(j, k->of);
        break;
    case KEY_REFERENCE:
        schema_ref(j, !strncmp(k->of, "body", 4) ? "a body" : "text");
        break;
    case KEY_PAIR:
        schema_array(j, !strncmp(k->of, "body", 4) ? "a body" : "text", 2, 2);
        break;
    case KEY_SIDES:
        schema_array(j, "names", 2, 2);
        break;
    case KEY_VECTORS:
        schema_array(j, "vector", 1, 0);
        break;
    case KEY_CHOICE:
        put_choice_ref(s, k->of);
        break;
    case KEY_TOLERANCES:
        put_either(j, "quantity", k->keys->name);
        break;
    case KEY_MATERIAL:
        put_either(j, "text", k->of);
        break;
    case KEY_LIST:
        schema_array(j, k->keys == &keys_of_body ? "any body" : mapping_name(s, k, name, sizeof name), (int)k->low,
                     (int)k->high);
        break;
    case KEY_GROUPS:
        json_string(j, "type", "object");
        json_begin(j, "additionalProperties", '{');
        schema_ref(j, "names");
        json_end(j);
        break;
    case KEY_NAMED:
        json_string(j, "type", "object");
        json_begin(j, "additionalProperties", '{');
        schema_ref(j, k->keys->name);
        json_end(j);
        break;
    default:
        if (k->keys->brief)
            put_either(j, "text", mapping_name(s, k, name, sizeof name));
        else
            schema_ref(j, mapping_name(s, k, name, sizeof name));
        break;
    }
}

static void put_keys(schema *s, const key_table *table) {
    for (const key_info *k = table->keys; k->name; k++) {
        if (k->kind == KEY_LATER) continue;
        json_begin(&s->j, k->name, '{');
        put_key_value(s, k);
        put_description(&s->j, k->meaning, k->unit, k->preset);
        json_end(&s->j);
    }
}

static void put_use(json *j) {
    json_begin(j, "use", '{');
    schema_ref(j, "text");
    json_string(j, "description", "entry of the catalogue, or file beside this one, that holds keys not given here");
    json_end(j);
}

/* What is required unless there is `use`. */
static void begin_required(json *j) {
    json_begin(j, "if", '{');
    json_begin(j, "not", '{');
    json_begin(j, "required", '[');
    json_string(j, NULL, "use");
    json_end(j);
    json_end(j);
    json_end(j);
    json_begin(j, "then", '{');
    json_begin(j, "required", '[');
}

static void end_required(json *j) {
    json_end(j);
    json_end(j);
}

static void put_const(json *j, const char *type) {
    json_begin(j, "type", '{');
    json_string(j, "const", type);
    json_end(j);
}

/* type: of a machine, which stands among its keys; NULL: none */
static void put_table(schema *s, const key_table *table, const char *name, const char *type) {
    json *j = &s->j;
    schema_begin(j, name);
    json_string(j, "type", "object");
    json_bool(j, "additionalProperties", false);
    json_begin(j, "properties", '{');
    if (type) put_const(j, type);
    put_keys(s, table);
    put_use(j);
    json_end(j);
    begin_required(j);
    if (type) json_string(j, NULL, "type");
    for (const key_info *k = table->keys; k->name; k++)
        if (k->required && !k->with && !k->instead) json_string(j, NULL, k->name);
    end_required(j);
    json_end(j);
}

/* ---- registered types ---- */
static void put_param(schema *s, const abut_param_info *p) {
    json *j = &s->j;
    json_begin(j, p->name, '{');
    switch (p->kind) {
    case ABUT_NUMBER:
        schema_ref(j, "quantity");
        put_range(j, p->low, p->high, p->open);
        break;
    case ABUT_FLAG:
        schema_ref(j, "switch");
        break;
    case ABUT_WORD:
        if (p->words)
            put_words(j, p->words);
        else
            json_string(j, "type", "string");
        break;
    case ABUT_TYPE:
        put_choice_ref(s, p->words);
        break;
    case ABUT_TABLE:
        schema_ref(j, "table");
        break;
    case ABUT_FILE:
        json_string(j, "type", "string");
        break;
    case ABUT_OBJECT:
    case ABUT_PIECES:
        schema_array(j, keys_of_piece.name, 1, 64);
        break;
    }
    put_description(j, p->meaning, p->unit, NULL);
    json_end(j);
}

static void put_type(schema *s, const abut_type *type) {
    char name[120];
    json *j = &s->j;
    bool force = !strcmp(type->kind, "force");
    const key_table *also = force ? &keys_of_force : !strcmp(type->kind, "film") ? &keys_of_film : NULL;
    schema_begin(j, type_name(type, name, sizeof name));
    json_string(j, "type", "object");
    json_string(j, "description", type->summary);
    json_bool(j, "additionalProperties", false);
    json_begin(j, "properties", '{');
    put_const(j, type->name);
    if (also) put_keys(s, also);
    for (const abut_param_info *p = type->params; p && p->name; p++) put_param(s, p);
    put_use(j);
    json_end(j);
    begin_required(j);
    if (force) json_string(j, NULL, "type");
    for (const abut_param_info *p = type->params; p && p->name; p++)
        if (p->required) json_string(j, NULL, p->name);
    end_required(j);
    json_end(j);
}

/* A machine, and the mappings in it. */
static void put_mappings(schema *s, const key_table *table, const char *name, const char *type) {
    s->machine = name;
    put_table(s, table, name, type);
    for (const key_info *k = table->keys; k->name; k++) {
        char below[160];
        if ((k->kind != KEY_MAP && k->kind != KEY_LIST && k->kind != KEY_LAWS) || is_section(k->keys)) continue;
        (void)snprintf(below, sizeof below, "%s %s", name, k->name);
        put_mappings(s, k->keys, below, NULL);
    }
    s->machine = NULL;
}

static void put_machines(schema *s) {
    json *j = &s->j;
    size_t i = 0, k = 0;
    schema_begin(j, keys_of_machine.name);
    json_begin(j, "anyOf", '[');
    for (const machine_type *m; (m = machine_next(s->registry, &i));) {
        json_begin(j, NULL, '{');
        schema_ref(j, m->type.name);
        json_end(j);
    }
    json_end(j);
    json_end(j);
    for (const machine_type *m; (m = machine_next(s->registry, &k));)
        put_mappings(s, m->keys, m->type.name, m->type.name);
}

static void put_two(json *j, const char *name, const char *one, const char *other) {
    schema_begin(j, name);
    json_begin(j, "anyOf", '[');
    for (int i = 0; i < 2; i++) {
        json_begin(j, NULL, '{');
        schema_ref(j, i ? other : one);
        json_end(j);
    }
    json_end(j);
    json_end(j);
}

/* Bodies that are rigid or shafts; what names one, also a station of a shaft. */
static void put_bodies(schema *s) {
    static const key_info of_station[] = {
        {"body", KEY_TEXT, .required = true, .meaning = "a shaft"},
        {"station", KEY_TEXT, .required = true, .meaning = "a station of it"},
        {0},
    };
    static const key_table keys_of_station = {"station of a shaft", of_station, NULL, false};
    put_mappings(s, &keys_of_shaft, keys_of_shaft.name, NULL);
    put_table(s, &keys_of_station, keys_of_station.name, NULL);
    put_two(&s->j, "any body", keys_of_body.name, keys_of_shaft.name);
    put_two(&s->j, "a body", "text", keys_of_station.name);
}

/* Kinds that are chosen with parameters; the others are words, or have keys of their own. */
static bool has_definition(const abut_type *type) {
    static const char *const others[] = {"joint", "solver", "machine", "lubricant", "method"};
    bool chosen = type_in_file(type);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) chosen = chosen && strcmp(type->kind, others[i]) != 0;
    return chosen;
}

/* ---- choices ---- */
static bool needs_nothing(const abut_type *type) {
    for (const abut_param_info *p = type->params; p && p->name; p++)
        if (p->required) return false;
    return true;
}

static void put_mapping_of(json *j, const abut_type *type, bool needs_type) {
    char name[120];
    json_begin(j, NULL, '{');
    schema_ref(j, type_name(type, name, sizeof name));
    if (needs_type) {
        json_begin(j, "anyOf", '[');
        for (int i = 0; i < 2; i++) {
            json_begin(j, NULL, '{');
            json_begin(j, "required", '[');
            json_string(j, NULL, i ? "use" : "type");
            json_end(j);
            json_end(j);
        }
        json_end(j);
    }
    json_end(j);
}

static void put_choice(schema *s, const char *of) {
    char name[120];
    json *j = &s->j;
    size_t i = 0, k = 0;
    abut_meaning m = abut_registry_meaning(s->registry, of);
    schema_begin(j, choice_name(&m, name, sizeof name));
    json_begin(j, "anyOf", '[');
    json_begin(j, NULL, '{');
    json_begin(j, "enum", '[');
    for (const abut_type *t; (t = registry_next(s->registry, m.kind, &i));)
        if (needs_nothing(t)) json_string(j, NULL, t->name);
    json_end(j);
    json_end(j);
    if (m.brief) {
        json_begin(j, NULL, '{');
        schema_ref(j, "quantity");
        json_end(j);
    }
    for (const abut_type *t; (t = registry_next(s->registry, m.kind, &k));)
        if (has_definition(t)) put_mapping_of(j, t, t != alone(&m));
    json_end(j);
    json_end(j);
}

/* The mappings whose parameters depend on their type. */
static void put_force(schema *s) {
    json *j = &s->j;
    size_t i = 0;
    schema_begin(j, keys_of_force.name);
    json_begin(j, "anyOf", '[');
    for (const abut_type *t; (t = registry_next(s->registry, keys_of_force.kind, &i));) put_mapping_of(j, t, false);
    json_end(j);
    json_end(j);
}

int model_write_schema(const abut_registry *registry, FILE *to) {
    schema s = {.j = json_start(to), .registry = registry ? registry : abut_world_types()};
    json *j = &s.j;
    json_string(j, "$schema", "https://json-schema.org/draft/2020-12/schema");
    json_string(j, "title", "abut model file");
    schema_ref(j, keys_of_model.name);
    json_begin(j, "$defs", '{');
    schema_values(j);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) put_table(&s, tables[i], tables[i]->name, NULL);
    put_force(&s);
    put_machines(&s);
    put_bodies(&s);
    for (size_t i = 0; i < abut_registry_count(s.registry); i++) {
        const abut_type *type = abut_registry_at(s.registry, i);
        if (has_definition(type)) put_type(&s, type);
    }
    for (int i = 0; i < s.choice_count; i++) put_choice(&s, s.choices[i]);
    json_end(j);
    json_end(j);
    return ferror(to) ? -1 : 0;
}
