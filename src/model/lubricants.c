/* The section `lubricants`, and roughness. A lubricant is given by its viscosity, by a grade of the library or by two
 * kinematic viscosities; what it becomes is the lubricant at the temperature of the contact. */
#include <math.h>
#include <string.h>

#include "abut/lubrication.h"
#include "keys/laws.h"
#include "sections.h"

/* Of mineral oils, as in src/lubricant/library.c. */
static const double TAU0 = 10e6, LIMIT_SLOPE = 0.08, TAU_MIN = 1e3, CONDUCTIVITY = 0.14;

static bool missing(reader *r, const node *n, const char *key, const char *why) {
    if (node_get(n, key)) return false;
    error_on(r, n, "'%s' is missing in this lubricant (%s)", key, why);
    return true;
}

/* ---- viscosity at the temperature of the contact ---- */
static void from_grade(reader *r, const node *n, const lubricant_keys *k, abut_lubricant *out) {
    const abut_oil_grade *grade = abut_find_oil(r->registry, k->grade);
    if (missing(r, n, "temperature", "of the contact: the viscosity of a grade depends on it")) return;
    if (abut_oil_at_temperature(grade, k->temperature, out))
        error_on(r, node_get(n, "temperature"), "temperature: %s is for %g to %g K (%g to %g degC), got %g K",
                 grade->type.name, grade->T_low, grade->T_high, grade->T_low - 273.15, grade->T_high - 273.15,
                 k->temperature);
}

static void from_kinematic(reader *r, const node *n, const lubricant_keys *k, abut_lubricant *out) {
    bool less = missing(r, n, "nu40", "kinematic viscosity at 40 degC");
    less = missing(r, n, "nu100", "kinematic viscosity at 100 degC") || less;
    less = missing(r, n, "density", "viscosity = nu density") || less;
    less = missing(r, n, "temperature", "of the contact: the viscosity depends on it") || less;
    if (less) return;
    if (!(k->nu40 > k->nu100)) {
        error_on(r, node_get(n, "nu40"), "nu40: must be greater than nu100 (%g m^2/s), got %g", k->nu100, k->nu40);
        return;
    }
    const abut_walther oil = {k->nu40, k->nu100, k->density};
    if (abut_walther_viscosity(&oil, k->temperature, &out->eta0, NULL))
        error_on(r, node_get(n, "temperature"),
                 "temperature: Walther's equation through nu40 and nu100 gives no viscosity at %g K", k->temperature);
    (void)abut_walther_slope(&oil, k->temperature, &out->beta);
    out->conductivity = CONDUCTIVITY;
    out->temperature = k->temperature;
    out->by_temperature = oil;
}

/* The one way in which it is given: "eta0", "grade" or "nu40"; NULL after an error. */
static const char *given_by(reader *r, const node *n) {
    static const char *const ways[] = {"eta0", "grade", "nu40", "nu100"};
    const char *way = NULL;
    for (int i = 0; i < 4; i++) {
        const node *at = node_get(n, ways[i]);
        const char *this = i == 3 ? "nu40" : ways[i];
        if (!at || (way && !strcmp(way, this))) continue;
        if (way) {
            error_on(r, at, "%s: '%s' says the viscosity already: give eta0, or grade, or nu40 and nu100", ways[i],
                     way);
            return NULL;
        }
        way = this;
    }
    if (!way) error_on(r, n, "this lubricant has no viscosity: give eta0, or grade, or nu40, nu100 and density");
    return way;
}

static void read_viscosity(reader *r, const node *n, const lubricant_keys *k, abut_lubricant *out) {
    const char *way = given_by(r, n);
    const node *density = node_get(n, "density");
    if (!way) return;
    if (density && way[0] == 'g') error_on(r, density, "density: the grade says it already");
    if (node_get(n, "beta") && way[0] != 'e')
        error_on(r, node_get(n, "beta"), "beta: %s says it already", way[0] == 'g' ? "the grade" : "nu40 and nu100");
    if (way[0] == 'g') from_grade(r, n, k, out);
    if (way[0] == 'n') from_kinematic(r, n, k, out);
    if (way[0] == 'e') out->eta0 = k->eta0, out->beta = k->beta, out->temperature = k->temperature;
    if (density) out->density = k->density;
    if (node_get(n, "conductivity")) out->conductivity = k->conductivity;
    if (way[0] != 'g') (void)missing(r, n, "alpha", "slope of ln(viscosity) by pressure; 0 for an isoviscous one");
}

/* ---- shear ---- */
static void goes_with(reader *r, const node *n, const char *key, const char *shear) {
    const node *at = node_get(n, key);
    if (at) error_on(r, at, "%s: goes with shear: %s only", key, shear);
}

static void read_shear(reader *r, const node *n, const lubricant_keys *k, abut_lubricant *out) {
    const char *shear = k->shear ? k->shear : "eyring";
    if (node_get(n, "tau0")) out->tau0 = k->tau0;
    if (!strcmp(shear, "carreau")) {
        out->shear = ABUT_CARREAU;
        out->G = k->G;
        out->n = k->n;
        bool less = missing(r, n, "G", "shear: carreau needs it");
        (void)(missing(r, n, "n", "shear: carreau needs it") || less);
    } else {
        out->shear = strcmp(shear, "newton") != 0 ? ABUT_EYRING : ABUT_NEWTON;
        goes_with(r, n, "G", "carreau");
        goes_with(r, n, "n", "carreau");
    }
    if (out->shear != ABUT_EYRING) goes_with(r, n, "tau0", "eyring");
    if (out->shear == ABUT_EYRING && !k->grade && !node_get(n, "tau0")) out->tau0 = TAU0;
}

/* ---- the lubricant ---- */
static void check_roelands(reader *r, const node *n, const abut_lubricant *oil) {
    const double least = exp(-9.67);
    const node *eta0 = node_get(n, "eta0");
    if (oil->viscosity != ABUT_ROELANDS || oil->eta0 == 0 || oil->eta0 > least) return;
    error_on(r, eta0 ? eta0 : n, "%s: Roelands' law needs a viscosity above %.3g Pa s, got %g: give viscosity: barus",
             eta0 ? "eta0" : "lubricant", least, oil->eta0);
}

static bool lubricant_of(reader *r, const node *n, const char *what, abut_lubricant *out) {
    lubricant_keys k = {0};
    abut_lubricant oil = {.limit_slope = LIMIT_SLOPE};
    int before = r->errors;
    if (!need_map(r, n, what)) return false;
    (void)read_keys(r, n, &keys_of_lubricant, NULL, &k);
    if (r->errors != before) return false;
    read_viscosity(r, n, &k, &oil);
    read_shear(r, n, &k, &oil);
    if (node_get(n, "alpha")) oil.alpha = k.alpha;
    if (node_get(n, "limit_slope")) oil.limit_slope = k.limit_slope;
    oil.tau_min = node_get(n, "tau_min") ? k.tau_min : TAU_MIN;
    oil.viscosity = k.viscosity && !strcmp(k.viscosity, "barus") ? ABUT_BARUS : ABUT_ROELANDS;
    if (r->errors == before) check_roelands(r, n, &oil);
    *out = oil;
    return r->errors == before;
}

void read_lubricants(reader *r, const node *section) {
    if (!need_map(r, section, "lubricants")) return;
    for (unsigned i = 0; i < section->count; i++) {
        const node *key = section->pairs[i].key, *value = section->pairs[i].value;
        object *o = arena_get(&r->memory, sizeof *o);
        abut_lubricant *oil = arena_get(&r->memory, sizeof *oil);
        o->at = value;
        o->lubricant = oil;
        (void)names_add(&r->lubricants, key->text, o);
        o->id = lubricant_of(r, value, key->text, oil);
    }
}

const abut_lubricant *refer_lubricant(reader *r, const node *n, const char *what) {
    if (n->kind == NODE_MAP) {
        abut_lubricant *oil = arena_get(&r->memory, sizeof *oil);
        return lubricant_of(r, n, what, oil) ? oil : NULL;
    }
    const object *o = refer(r, &r->lubricants, n, what, "lubricant");
    return o && o->id ? o->lubricant : NULL;
}

/* ---- roughness ---- */
static const abut_roughness *read_rough_table(reader *r, const node *n, const node *file) {
    size_t length;
    double spread = 0;
    abut_message why = {0};
    const node *more = node_get(n, "spread");
    const char *text = read_named_file(r, file, "table", &length);
    if (more && !read_ranged(r, more, "spread", "1", -5, 5, false, &spread)) return NULL;
    if (!text) return NULL;
    abut_rough_table *table = arena_get(&r->memory, sizeof *table);
    if (abut_rough_table_parse(text, length, spread, table, &why)) {
        error_on(r, file, "table: %s", why.text);
        return NULL;
    }
    abut_roughness *out = arena_get(&r->memory, sizeof *out);
    *out = (abut_roughness){table->sigma, table->asperity_radius, table->asperity_density, table};
    return out;
}

const abut_roughness *read_roughness(reader *r, const node *n) {
    abut_roughness k = {0};
    if (!need_map(r, n, "roughness") || read_keys(r, n, &keys_of_roughness, NULL, &k)) return NULL;
    const node *file = node_get(n, "table");
    if (file) return read_rough_table(r, n, file);
    static const char *const others[] = {"asperity_radius", "asperity_density"};
    for (int i = 0; i < 2 && k.sigma > 0; i++)
        if (!node_get(n, others[i])) {
            error_on(r, n, "'%s' is missing in this roughness (needed unless sigma is 0)", others[i]);
            return NULL;
        }
    abut_roughness *out = arena_get(&r->memory, sizeof *out);
    *out = k;
    return out;
}
