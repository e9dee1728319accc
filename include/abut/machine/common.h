/* abut, machines: what all of them share. A machine is added to a world like a joint; its parts have names of their own
 * (`brg.ball3`, `brg.ball3.inner`) and are bodies and contacts like any other. SI units; a zeroed field means its default. */
#ifndef ABUT_MACHINE_COMMON_H
#define ABUT_MACHINE_COMMON_H

#include "abut/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_machine {
    int id;
} abut_machine;

ABUT_API abut_machine abut_find_machine(const abut_world *w, const char *name); /* id 0 if there is none */
ABUT_API int abut_machine_count(const abut_world *w);
ABUT_API const char *abut_machine_name(const abut_world *w, abut_machine machine);
ABUT_API const char *abut_machine_type(const abut_world *w, abut_machine machine); /* "ball_bearing" */

#ifdef __cplusplus
}
#endif
#endif
