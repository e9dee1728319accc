/* Friction and stresses below the surface in `abut dry`: what its file asks for, solved and printed. */
#ifndef ABUT_CLI_DRY_FRICTION_H
#define ABUT_CLI_DRY_FRICTION_H

#include "abut/dry.h"
#include "abut/text.h"

typedef struct dry_rub_row {
    double force[2], moment, shift[2];
    long stick, slip;
} dry_rub_row;

typedef struct dry_rub {
    const abut_dry_content *content;
    abut_field_friction *friction;
    double rolled; /* m, of a step; 0: it does not roll */
    abut_field_friction_result last;
    abut_field_creep creep;
    int count; /* steps of a path or of rolling from rest */
    dry_rub_row *row;
    abut_field_peak von_mises, shear;
    double (*point)[3]; /* of the line, then of the section */
    abut_field_stress *stress;
    bool interrupted;
} dry_rub;

/* Under the last load, with its solution in *last, which friction changes for different materials. To be freed whatever it returns. */
abut_status dry_rub_solve(dry_rub *d, const abut_dry_content *content, abut_field *field, abut_field_result *last,
                          abut_message *message);
void dry_rub_free(dry_rub *d);
void dry_rub_json(const dry_rub *d, abut_json *j);
void dry_rub_table(const dry_rub *d);

#endif
