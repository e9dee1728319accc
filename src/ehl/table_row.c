/* Rows of a table as lists of its quantities. */
#include "table.h"

abut_ehl_table_row ehl_table_row_of(const double x[TABLE_STATED], const double error[TABLE_STATED], double cells) {
    return (abut_ehl_table_row){.H_c = x[TABLE_FILM],
                                .H_min = x[TABLE_LEAST],
                                .separation = x[TABLE_SEPARATION],
                                .rolling = x[TABLE_ROLLING],
                                .damping = x[TABLE_DAMPING],
                                .error = error[TABLE_FILM],
                                .error_min = error[TABLE_LEAST],
                                .error_separation = error[TABLE_SEPARATION],
                                .error_rolling = error[TABLE_ROLLING],
                                .error_damping = error[TABLE_DAMPING],
                                .cells = cells};
}

bool ehl_table_row_known(const abut_ehl_table_row *r, double x[TABLE_STATED], double error[TABLE_STATED]) {
    const double values[] = {r->H_c, r->H_min, r->separation, r->rolling, r->damping};
    const double errors[] = {r->error, r->error_min, r->error_separation, r->error_rolling, r->error_damping};
    bool known = true;
    for (int q = 0; q < TABLE_STATED; q++) {
        x[q] = values[q];
        error[q] = errors[q];
        known = known && x[q] > 0 && error[q] >= 0;
    }
    return known;
}
