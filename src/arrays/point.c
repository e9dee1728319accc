/* Point contacts over arrays. Hertz' law is evaluated without the registry; force and semi-axes by approach in blocks that stay in
 * the cache, by the vectors of abut_hertz_array. */
#include <string.h>

#include "arrays.h"
#include "base/message.h"
#include "numeric/hertz_array.h"
#include "registry/registry.h"

enum { BLOCK = 1024 };

/* Laws with this form need no registry for every contact. What is wrong with a law abut_point_contact says. */
static bool is_hertz(const abut_choice *law) {
    abut_args args;
    return !registry_check(NULL, "normal", ABUT_USUAL, law, &args, NULL) &&
           ((const abut_normal_type *)args.type)->hertz;
}

/* ---- force and semi-axes of blocks ---- */
/* The numbers of a block as they must lie for the kernel: as they are, or copied to `room`. */
static const double *block_of(abut_series s, size_t from, size_t count, double room[BLOCK]) {
    const double *at = s.at + (ptrdiff_t)from * s.step;
    if (s.step == 1) return at;
    for (size_t i = 0; i < count; i++) room[i] = at[(ptrdiff_t)i * s.step];
    return room;
}

static bool kernel_is_enough(const abut_point_inputs *in, const abut_point_arrays *out) {
    return in->approach.at && out->force && !out->approach && !out->p_max && !out->p_mean && !out->stiffness &&
           !out->energy && !out->dF_dP && !out->dF_dQ && !out->eccentricity2;
}

static bool good_numbers(const abut_point_inputs *in, size_t i) {
    double P = series_at(in->P, i), Q = series_at(in->Q, i), E = series_at(in->E_star, i);
    return P > 0 && P <= Q && Q < HUGE_VAL && E > 0 && E < HUGE_VAL;
}

static void say_point(const abut_point_inputs *in, size_t i, abut_array_faults *faults) {
    double P = series_at(in->P, i), Q = series_at(in->Q, i), E = series_at(in->E_star, i);
    bool curved = P > 0 && P <= Q && Q<HUGE_VAL, stiff = E> 0 && E < HUGE_VAL;
    abut_message *m = &faults->message;
    if (!curved)
        (void)say(m, ABUT_BAD_VALUE, "0 < P <= Q is wanted, got P = %g 1/m and Q = %g 1/m", P, Q);
    else if (!stiff)
        (void)say(m, ABUT_BAD_VALUE, "E_star must be positive, got %g Pa", E);
    else if (in->approach.at)
        (void)say(m, ABUT_BAD_VALUE, "the approach %g m gives no force within the range of numbers",
                  series_at(in->approach, i));
    else
        (void)say(m, ABUT_BAD_VALUE,
                  "the force must be at least 0 and give results within the range of numbers, got %g N",
                  series_at(in->force, i));
    (void)strcpy(m->place.key, !curved ? "P" : !stiff ? "E_star" : in->approach.at ? "approach" : "force");
}

static void add_fault(const abut_point_inputs *in, const abut_point_arrays *out, size_t i, abut_array_faults *faults) {
    columns_blank(COLUMNS(out), COLUMN_COUNT(out), i);
    if (faults_add(faults, i)) say_point(in, i, faults);
}

static void by_kernel(size_t n, const abut_point_inputs *in, const abut_point_arrays *out, abut_array_faults *faults) {
    double P[BLOCK], Q[BLOCK], E[BLOCK], h[BLOCK];
    bool as_they_lie = in->P.step == 1 && in->Q.step == 1 && in->E_star.step == 1 && in->approach.step == 1;
    size_t block = as_they_lie ? n : BLOCK;
    for (size_t from = 0; from < n; from += block) {
        size_t count = n - from < block ? n - from : block;
        double *F = out->force + from;
        bool good = hertz_array(count, block_of(in->P, from, count, P), block_of(in->Q, from, count, Q),
                                block_of(in->E_star, from, count, E), block_of(in->approach, from, count, h), F,
                                out->a ? out->a + from : NULL, out->b ? out->b + from : NULL);
        for (size_t i = 0; i < count && !good; i++)
            if (!isfinite(F[i])) add_fault(in, out, from + i, faults);
    }
}

/* ---- one by one ---- */
/* law: NULL for Hertz' */
static abut_status one(const abut_choice *law, const abut_point_inputs *in, size_t i, abut_hertz *r, abut_message *m) {
    double P = series_at(in->P, i), Q = series_at(in->Q, i), E = series_at(in->E_star, i);
    double h = series_at(in->approach, i), closed = h < 0 ? 0 : h;
    abut_status status;
    if (law)
        status = abut_point_contact(law, P, Q, E, closed, series_at(in->force, i), r, m);
    else if (in->approach.at)
        status = abut_hertz_from_approach(P, Q, E, closed, r);
    else
        status = abut_hertz_from_force(P, Q, E, series_at(in->force, i), r);
    if (h < 0) r->approach = h;
    return status;
}

static abut_status refuse(const char *text, size_t n, const abut_point_arrays *out, abut_array_faults *faults) {
    (void)say(&faults->message, ABUT_MISSING, "%s", text);
    return columns_blank_all(COLUMNS(out), COLUMN_COUNT(out), n, faults);
}

abut_status abut_point_many(const abut_choice *law, size_t n, const abut_point_inputs *in, const abut_point_arrays *out,
                            abut_array_faults *faults) {
    *faults = (abut_array_faults){0};
    if (!in->P.at || !in->Q.at || !in->E_star.at) return refuse("P, Q and E_star are wanted", n, out, faults);
    if (!in->approach.at == !in->force.at) return refuse("give one of approach and force", n, out, faults);
    if (is_hertz(law)) law = NULL;
    if (!law && kernel_is_enough(in, out)) {
        by_kernel(n, in, out, faults);
        return faults->message.status;
    }
    for (size_t i = 0; i < n; i++) {
        abut_hertz r = {0};
        abut_message why = {0};
        bool good = !one(law, in, i, &r, &why) && isfinite(r.force) && isfinite(r.approach) && isfinite(r.a);
        const double row[] = {r.force,     r.approach, r.a,     r.b,     r.p_max,        r.p_mean,
                              r.stiffness, r.energy,   r.dF_dP, r.dF_dQ, r.eccentricity2};
        _Static_assert(COUNT_OF(row) == COLUMN_COUNT(out), "one number for each array");
        if (good) {
            columns_put(COLUMNS(out), COLUMN_COUNT(out), i, row);
        } else {
            bool first = faults->count == 0;
            add_fault(in, out, i, faults);
            if (first && why.text[0] && good_numbers(in, i)) faults->message = why;
        }
    }
    return faults->message.status;
}
