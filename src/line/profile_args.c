/* Profiles of rollers from parameters; see profile_args.h. */
#include "profile_args.h"

#include <math.h>
#include <stdlib.h>

/* Which parameter goes with which profile. */
static abut_status check_given(const abut_args *args, int word, const char *logarithmic) {
    const struct {
        const char *name;
        int word;
        bool needed;
    } own[] = {{"crown_radius", PROFILE_CROWNED, true},
               {"design_force", PROFILE_LOGARITHMIC, true},
               {logarithmic, PROFILE_LOGARITHMIC, false},
               {"table", PROFILE_TABLE, true}};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (own[i].word != word && abut_arg_given(args, own[i].name))
            return abut_refuse_at(args, own[i].name, ABUT_BAD_VALUE, "%s does not go with this profile", own[i].name);
        if (own[i].word == word && own[i].needed && !abut_arg_given(args, own[i].name))
            return abut_refuse_at(args, own[i].name, ABUT_MISSING, "this profile needs %s", own[i].name);
    }
    return ABUT_OK;
}

static abut_status read_table(const abut_args *args, const char *along, abut_profile *profile, double **table) {
    size_t count;
    const double *pairs = abut_arg_data(args, "table", &count);
    if (count % 2)
        return abut_refuse_at(args, "table", ABUT_BAD_VALUE, "table: pairs of %s and drop are needed, got %zu numbers",
                              along, count);
    for (size_t i = 0; i < count; i++)
        if (!isfinite(pairs[i]))
            return abut_refuse_at(args, "table", ABUT_BAD_VALUE, "table: number %zu is %g, not finite", i + 1,
                                  pairs[i]);
    size_t points = count / 2;
    double *columns = *table = malloc((count + 1) * sizeof *columns);
    if (!columns) return abut_refuse(args, ABUT_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < points; i++) {
        columns[i] = pairs[2 * i];
        columns[points + i] = pairs[2 * i + 1];
    }
    profile->count = points;
    profile->table_y = columns;
    profile->table_drop = columns + points;
    return ABUT_OK;
}

abut_status profile_of_args(const abut_args *args, const char *along, const char *logarithmic, abut_profile *profile,
                            double **table) {
    static const abut_profile_kind kinds[] = {ABUT_PROFILE_UNIFORM, ABUT_PROFILE_CROWNED, ABUT_PROFILE_LOGARITHMIC,
                                              ABUT_PROFILE_TABLE};
    int word = abut_arg_word(args, "profile");
    *profile = (abut_profile){
        .kind = kinds[word], .radius = abut_arg(args, "crown_radius"), .design_force = abut_arg(args, "design_force")};
    *table = NULL;
    abut_status s = check_given(args, word, logarithmic);
    return s || word != PROFILE_TABLE ? s : read_table(args, along, profile, table);
}
