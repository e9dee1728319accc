/* abut ehl: what an answer should not be read without, and what to change where there is none. */
#ifdef ABUT_FIELD
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ehl.h"

static const double molecule = 1e-9; /* m: about the size of molecules of oil, recalled */
static const double most_error = 0.05;
static const double widest = 0.5; /* dry contact over R: half-spaces are that flat */

const char *ehl_caution(const ehl_request *q, const ehl_answer *a, char *to, size_t size) {
    to[0] = 0;
    double least = a->H_min * a->film;
    if (q->units && !q->friction.rough && least < molecule)
        (void)snprintf(
            to, size,
            "the least film is %.2g nm, less than molecules of oil: the contact runs dry, and Reynolds' equation does "
            "not hold; more u-sum or eta0 or less force gives more film, --sigma the share of asperities",
            1e9 * least);
    else if (!isfinite(a->error_c))
        (void)snprintf(to, size, "no coarser grid tells the error of this film; take more cells, --n");
    else if (a->error_c > most_error * a->H_c || a->error_min > most_error * a->H_min)
        (void)snprintf(to, size, "the grid is coarse: films may be off by %.0f %%; take more cells, --n %d",
                       100 * fmax(a->error_c / a->H_c, a->error_min / a->H_min), 2 * q->n);
    return to;
}

bool ehl_too_wide(const ehl_request *q, const ehl_answer *a, abut_message *message) {
    if (!q->units || a->size < widest * q->R) return false;
    (void)snprintf(
        message->text, sizeof message->text,
        "no film carries this load: the dry contact would be %.3g m wide on a radius of %.3g m, which is no half-space "
        "any more; take less force",
        2 * a->size, q->R);
    return true;
}

/* In units nobody gave M and L. */
void ehl_advise(const ehl_request *q, abut_message *message) {
    const char *key = message->place.key;
    bool load = !strcmp(key, "M"), oil = !strcmp(key, "L");
    if (!q->units || !(load || oil)) return;
    size_t used = strlen(message->text);
    const char *change = oil          ? "less --alpha, --u-sum or --eta0 makes L smaller"
                         : q->M < 100 ? "more --force, or less --u-sum or --eta0, makes M greater"
                                      : "less --force, or more --u-sum or --eta0, makes M smaller";
    (void)snprintf(message->text + used, sizeof message->text - used, "; %s", change);
}
#endif
