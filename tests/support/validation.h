/* Numbers of tests for docs/validation.md: what somebody measured or published, and what this program gives. Each call adds a line
 * to NAME.tsv in the folder that the environment variable ABUT_VALIDATION names (NAME of the suite); without it nothing happens.
 * docs/validation.sh makes the page of them. */
#ifndef ABUT_TESTS_VALIDATION_H
#define ABUT_TESTS_VALIDATION_H

typedef struct validation {
    const char *area;   /* heading */
    const char *what;   /* the case: no '|' in it */
    const char *source; /* measured: ...; published: ...; computed: ... (by others, or by other means) */
    const char *unit;   /* "" if it has none */
    double figure;      /* of the source */
    double spread;      /* +- of the figure; 0: not given */
    double ours;
} validation;

void validation_begin(const char *suite); /* forgets what an earlier run wrote; called by suite_main */
void validated(const validation *v);

#endif
