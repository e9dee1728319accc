/* Checks of flags that the calculators share. */
#include "calculator.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "abut/abut.h"

static const flag_info *info(const flag_set *set, int at) { return &set->command->flags[at]; }

void exclude(flag_set *set, int at, int other) {
    if (given(set, at) && given(set, other))
        flags_error(set, "--%s and --%s exclude each other", info(set, at)->name, info(set, other)->name);
}

void want_given(flag_set *set, int at) {
    if (!given(set, at)) flags_error(set, "--%s is missing", info(set, at)->name);
}

void want_positive(flag_set *set, int at, const char *reason) {
    if (good(set, at) && !(number(set, at) > 0))
        flags_error(set, "%s: must be positive, got %g %s%s", info(set, at)->name, number(set, at), info(set, at)->unit,
                    reason);
}

void want_not_negative(flag_set *set, int at) {
    if (good(set, at) && number(set, at) < 0)
        flags_error(set, "%s: must not be negative, got %g %s", info(set, at)->name, number(set, at),
                    info(set, at)->unit);
}

static void check_nu(flag_set *set, int at) {
    if (good(set, at) && !(number(set, at) > -1 && number(set, at) <= 0.5))
        flags_error(set, "%s: must be in (-1, 0.5], got %g", info(set, at)->name, number(set, at));
}

double materials_E_star(flag_set *set, int first) {
    const abut_material steel = ABUT_STEEL;
    int E_a = first + MATERIAL_E_A, nu_a = first + MATERIAL_NU_A, E_b = first + MATERIAL_E_B;
    int nu_b = first + MATERIAL_NU_B, E_star = first + MATERIAL_E_STAR, E_prime = first + MATERIAL_E_PRIME;
    exclude(set, E_star, E_prime);
    for (int at = E_a; at <= nu_b; at++) {
        exclude(set, E_star, at);
        exclude(set, E_prime, at);
    }
    want_positive(set, E_a, "");
    want_positive(set, E_b, "");
    want_positive(set, E_star, "");
    want_positive(set, E_prime, "");
    check_nu(set, nu_a);
    check_nu(set, nu_b);
    if (given(set, E_star)) return number(set, E_star);
    if (given(set, E_prime)) return number(set, E_prime) / 2; /* E' = 2 E* */
    double a = number_or(set, E_a, steel.E), b = number_or(set, E_b, steel.E);
    if (isinf(a) && isinf(b)) flags_error(set, "E-a and E-b: one of the bodies must be elastic");
    return abut_E_star(a, number_or(set, nu_a, steel.nu), b, number_or(set, nu_b, steel.nu));
}

abut_roughness calculator_roughness(flag_set *set, int at, abut_rough_table *table) {
    char text[32768];
    const char *path = set->value[at].text;
    abut_message why = {0};
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(text, 1, sizeof text, file) : 0;
    if (!file || ferror(file))
        flags_error(set, "table: '%.200s' cannot be read: %s", path, strerror(errno));
    else if (abut_rough_table_parse(text, length, 0, table, &why))
        flags_error(set, "table: %.200s: %s", path, why.text);
    if (file) (void)fclose(file);
    return (abut_roughness){
        .sigma = table->sigma, .asperity_radius = table->asperity_radius, .density = table->asperity_density};
}
