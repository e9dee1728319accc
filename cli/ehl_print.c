/* abut ehl: the answer, for programs and for people. */
#ifdef ABUT_FIELD
#include <math.h>
#include <stdio.h>

#include "abut/text.h"
#include "ehl.h"
#include "handy.h"

static void print_friction_json(const ehl_request *q, const ehl_answer *a, abut_json *j) {
    const abut_ehl_friction *f = &a->friction;
    abut_json_number(j, "rolling_force", f->rolling);
    if (q->point) {
        abut_json_number(j, "inlet", f->inlet);
        abut_json_number(j, "rolling_by_ln_inlet", f->rolling_by_ln);
    }
    abut_json_number(j, "traction", f->traction);
    abut_json_number(j, "mu", f->mu);
    abut_json_number(j, "tau_max", f->tau_max);
    abut_json_number(j, "loss", f->loss);
    if (q->friction.heat.density > 0) {
        abut_json_number(j, "T_film", f->T_film);
        abut_json_number(j, "T_1", f->T_1);
        abut_json_number(j, "T_2", f->T_2);
    }
    if (!q->friction.rough) return;
    abut_json_number(j, "phi", a->phi);
    abut_json_number(j, "F_asp", a->asperities);
    abut_json_number(j, "F_boundary", a->boundary);
    abut_json_number(j, "lambda_ratio", a->lambda_ratio);
}

static void print_friction_table(const ehl_request *q, const ehl_answer *a) {
    const abut_ehl_friction *f = &a->friction;
    handy_line("rolling force", f->rolling, "N");
    if (q->point) handy_line("oil up to", f->inlet, "m");
    if (q->friction.rough) {
        handy_line("share of the film", a->phi, "1");
        handy_line("on asperities", a->asperities, "N");
        handy_line("h_c/sigma", a->lambda_ratio, "1");
    }
    if (q->friction.slide_roll == 0) return;
    handy_line("traction", f->traction, "N");
    handy_line("mu", f->mu, "1");
    handy_line("greatest stress", f->tau_max, "Pa");
    handy_line("loss", f->loss, "W");
    if (!(q->friction.heat.density > 0)) return;
    handy_line("rise of the film", f->T_film, "K");
    handy_line("rise of surface 1", f->T_1, "K");
    handy_line("rise of surface 2", f->T_2, "K");
}

void ehl_answer_json(const ehl_request *q, const ehl_answer *a, abut_json *j) {
    abut_json_number(j, "H_c", a->H_c);
    abut_json_number(j, "H_0", a->H_0);
    abut_json_number(j, "H_min", a->H_min);
    abut_json_number(j, "H_c_error", a->error_c);
    abut_json_number(j, "H_min_error", a->error_min);
    if (q->point) abut_json_number(j, "H_0_limit", a->limit_c);
    if (q->point) abut_json_number(j, "H_min_limit", a->limit_min);
    abut_json_number(j, "M", q->M);
    abut_json_number(j, "L", q->L);
    if (q->point) abut_json_number(j, "D", q->D);
    abut_json_number(j, "p_max_ratio", a->p_max);
    abut_json_number(j, "load_error", a->load - 1);
    abut_json_number(j, "residual", a->residual);
    abut_json_number(j, "iterations", a->iterations);
    abut_json_number(j, "seconds", a->seconds);
    abut_json_number(j, "n", a->n);
    if (q->units) {
        abut_json_number(j, "h_c", a->H_c * a->film);
        abut_json_number(j, "h_min", a->H_min * a->film);
        abut_json_number(j, "p_max", a->p_max * a->p_h);
        abut_json_number(j, "p_hertz", a->p_h);
        abut_json_number(j, q->point ? "a" : "half_width", a->size);
        print_friction_json(q, a, j);
    }
    if (q->layer > 0) {
        abut_json_number(j, "flow", a->flow);
        abut_json_number(j, "x_in_ratio", a->x_in);
    }
    if (q->map) ehl_pass_json(a, j);
    if (a->caution[0]) abut_json_string(j, "caution", a->caution);
}

void ehl_print_json(const ehl_request *q, const ehl_answer *a) {
    abut_json j = abut_json_start(stdout);
    ehl_answer_json(q, a, &j);
    abut_json_end(&j);
}

void ehl_print_table(const ehl_request *q, const ehl_answer *a) {
    (void)printf("%s contact, M = %.6g, L = %.6g, film solved on %d cells%s\n\n", q->point ? "point" : "line", q->M,
                 q->L, a->n, q->point ? " in each direction" : "");
    handy_heading();
    if (q->units) {
        handy_line("h_c", a->H_c * a->film, "m");
        handy_line("h_min", a->H_min * a->film, "m");
        handy_line("p_max", a->p_max * a->p_h, "Pa");
        handy_line("p_max, dry", a->p_h, "Pa");
        handy_line(q->point ? "semi-axis a" : "half-width b", a->size, "m");
        print_friction_table(q, a);
    }
    handy_line("H_c", a->H_c, "1");
    if (isfinite(a->error_c)) handy_line("error of H_c", a->error_c, "1");
    handy_line("H_min", a->H_min, "1");
    if (isfinite(a->error_min)) handy_line("error of H_min", a->error_min, "1");
    if (q->layer > 0) {
        handy_line("oil that passes", a->flow, "1");
        handy_line("film forms at x/b", a->x_in, "1");
    }
    handy_line("p_max/p_hertz", a->p_max, "1");
    handy_line("iterations", a->iterations, "1");
    if (q->map) ehl_pass_table(a);
}
#endif
