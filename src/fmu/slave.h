/* An FMU of somebody else, for co-simulation by FMI 2.0. It runs foreign code in this process. */
#ifndef ABUT_FMU_SLAVE_H
#define ABUT_FMU_SLAVE_H

#include "abut/abut.h"

typedef struct slave slave;

/* From the bytes of the archive, which is unpacked into a folder of its own. NULL: the message says why. */
slave *slave_load(const void *bytes, size_t length, abut_message *message);
void slave_free(slave *s); /* with its folder; NULL is fine */
abut_status slave_variable(const slave *s, const char *name, unsigned *reference, abut_message *message);

/* Back to its beginning, at t = 0, with these numbers as inputs. */
abut_status slave_start(slave *s, const unsigned *reference, const double *value, size_t count, abut_message *message);
/* Sets inputs, steps from t over h, reads one output. */
abut_status slave_step(slave *s, const unsigned *reference, const double *value, size_t count, double t, double h);
abut_status slave_read(slave *s, unsigned reference, double *value);

/* Its state as bytes: can it be had, and put back? From malloc; NULL: it failed. */
bool slave_saves(const slave *s);
void *slave_save(slave *s, size_t *length);
abut_status slave_restore(slave *s, const void *bytes, size_t length);

#endif
