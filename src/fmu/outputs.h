/* What an FMU may show: the numbers of the results of a run under the names they have there, "body_ball.z", "contact_touch.N",
 * "machine_brg.fz". */
#ifndef ABUT_FMU_OUTPUTS_H
#define ABUT_FMU_OUTPUTS_H

#include "abut/world.h"

typedef struct output {
    char *name;
    const char *unit, *meaning;
    int table;   /* index into result_tables; below 0: a machine, a flange */
    int id;      /* of the object */
    int at;      /* of the number in its row */
    bool part;   /* of a part of a machine */
    bool always; /* of a flange: it has it whatever else is wanted */
    bool run;    /* an integral over the run: only whoever integrates knows it */
} output;

typedef struct output_list {
    output *item;
    int count, room;
    int widest; /* row of an object */
} output_list;

/* All there are, in the order of the files; of a world that was started. False: out of memory. */
bool outputs_list(const abut_world *w, output_list *out);
void outputs_free(output_list *list);
const output *outputs_find(const output_list *list, const char *name); /* NULL: there is none */

/* At the instant that readers see. row: room for the widest. */
void outputs_read(const abut_world *w, const output *const *chosen, int count, double *row, double *values);

#endif
