/* Rows of a table: what is taken from one solution, against fields whose film, flow and least place are known, friction in units and contacts that approach
 * each other step by step; how solutions are led to the limit of grid and domain, by made-up ones whose limit is known. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "abut/ehl.h"
#include "abut/ehl_friction.h"
#include "abut/lubrication.h"
#include "base/constants.h"
#include "ehl/table.h"
#include "ehl/table_limit.h"
#include "ehl/table_show.h"
#include "support/near.h"
#include "support/suite.h"
#include "support/table.h"

/* ---- one solution ---- */
/* delta/(a^2/R) = I_0/(2 I_x), I_0 = int ds/sqrt((1 + s)(e^2 + s) s), I_x with (1 + s) once more below; s = tan^2 t. */
static double dry_by_integrals(double e) {
    enum { N = 400 };
    double I_0 = 0, I_x = 0;
    for (int k = 0; k < N; k++) {
        double t = 0.5 * PI * (k + 0.5) / N, s = tan(t) * tan(t), ds = 2 * tan(t) * (1 + s) * 0.5 * PI / N;
        double f = ds / sqrt((1 + s) * (e * e + s) * s);
        I_0 += f;
        I_x += f / (1 + s);
    }
    return I_0 / (2 * I_x);
}

START_TEST(dry) {
    for (int k = 0; k < 3; k++) {
        const double D = (const double[]){1, 0.3, 0.05}[k];
        expect_near(ehl_table_dry(D), dry_by_integrals(ehl_point_numbers_of(20, 5, D, 0).e), 1e-9, NULL, "D %g", D);
    }
}
END_TEST

enum { NX = 25, NY = 9 };

/* A paraboloid has its least value between the nodes; at the border, and where there is none near, the node's value counts. */
START_TEST(least_film) {
    double H[NX * NY];
    const abut_ehl_point_result r = {.nx = NX, .ny = NY, .H = H};
    for (int k = 0; k < 4; k++) {
        const double x = (const double[]){11.3, 6.8, 17, 0.2}[k], y = (const double[]){3.6, 5.2, 4.49, 4}[k];
        const double twist = (const double[]){0.02, -0.05, 0, 0}[k];
        for (int i = 0; i < NX * NY; i++) {
            double dx = i % NX - x, dy = i / NX - y;
            H[i] = 0.7 + 0.05 * dx * dx + 0.04 * dy * dy + twist * dx * dy;
        }
        expect_near(ehl_table_least(&r), k == 3 ? H[4 * NX] : 0.7, 1e-12, NULL, "paraboloid %d", k);
    }
    for (
        int k = 1; k <= 2;
        k++) { /* corners alone are higher: its least value lies 4/9 of that below the node, which counts where that leaves too little */
        for (int i = 0; i < NX * NY; i++) {
            double dx = (i % NX - 12) * (i % NX - 12), dy = (i / NX - 4) * (i / NX - 4);
            H[i] = 0.01 + 0.01 * k * dx * dy + 1e-12 * (dx + dy);
        }
        expect_near(ehl_table_least(&r), k == 1 ? 0.01 - 0.01 * 4 / 9 : 0.01, 1e-6, NULL, "corners, %d", k);
    }
}
END_TEST

/* Where the flow is the same through all faces it is the film. Pressures by the solver's own faces: 1.5 H_i - .5 H_{i-1} - xi (P_{i+1} - P_i)/h. */
START_TEST(flow_is_the_film) {
    double P[NX * NY] = {0}, H[NX * NY];
    const double h = 0.1, film = 0.31;
    const ehl_point_numbers u = {.lambda = 0.4, .ab = 2.5, .moes = 3};
    abut_ehl_point_result r = {.nx = NX, .ny = NY, .x0 = -2, .y0 = -0.4, .hx = h, .hy = h, .P = P, .H = H, .H_0 = 7.5};
    double *p = P + 4 * NX, *g = H + 4 * NX;
    for (int i = 0; i < NX * NY; i++) H[i] = 9;
    for (int i = 0; i < NX; i++) g[i] = film * (1 + 0.3 * (9 - i) / 9.0 * (1 + 0.02 * i));
    p[1] = 0.01;
    for (int i = 1; i < 14; i++) { /* implicit in the viscosity of node i + 1 */
        p[i + 1] = p[i];
        for (int k = 0; k < 200; k++) {
            double xi = 0.5 * (pow(g[i], 3) * exp(-u.ab * p[i]) + pow(g[i + 1], 3) * exp(-u.ab * p[i + 1])) / u.lambda;
            p[i + 1] += 0.5 * (p[i] + h * (1.5 * g[i] - 0.5 * g[i - 1] - film) / xi - p[i + 1]);
        }
    }
    expect_near(ehl_table_central(&r, &u), film, 1e-9, NULL, "film");
    r.x0 = 0.5; /* heavy ones, whose pressure is greatest behind the middle: the film of the middle */
    ck_assert_double_eq(ehl_table_central(&r, &u), 2.5);
}
END_TEST

/* Without viscosity's part the film is that of the place where a parabola of pressure has its top. Before it, a little wave that is no top. */
START_TEST(place_of_the_top) {
    double P[NX * NY] = {0}, H[NX * NY] = {0};
    const ehl_point_numbers u = {.lambda = 1e30, .moes = 1};
    const abut_ehl_point_result r = {.nx = NX, .ny = NY, .x0 = -2, .hx = 0.1, .P = P, .H = H};
    for (int k = 0; k < 3; k++) {
        const double top = (const double[]){9.2, 12.5, 15.9}[k];
        for (int i = 0; i < NX; i++) {
            P[4 * NX + i] = fmax(1 - 0.01 * (i - top) * (i - top), 0) + (i == 2 && top > 12 ? 0.28 : 0);
            H[4 * NX + i] = 3 - 0.1 * i + 0.002 * (i - top) * (i - top);
        }
        expect_near(ehl_table_central(&r, &u), 3 - 0.1 * top, 1.5e-3, NULL, "top at %g", top);
    }
}
END_TEST

/* Solved on 64^2: rolling resistance in units with oil up to TABLE_INLET R U^(1/4), and the load of bodies that approach each other steadily over that at rest, by
 * c = k E' s l R/(2 b u), l = pi a/2. */
START_TEST(rolling_and_damping) {
    const double M = 40, L = 5, D = 0.4, U = 1e-11, E = 2.2e11, R = 0.02, speed = 0.8;
    abut_ehl_point *s = NULL;
    abut_ehl_point_result r, moved;
    abut_message why = {0};
    double v[TABLE_STATED];
    const abut_ehl_point_def def = {.M = M, .L = L, .D = D, .flooded = true, .tol = 1e-8};
    ck_assert_int_eq(abut_ehl_point_create(64, &s, &why), ABUT_OK);
    ck_assert_msg(abut_ehl_point_solve(s, &def, &r, &why) == ABUT_OK, "%s", why.text);
    double b = R * sqrt(r.scale * sqrt(U)), load = M * E * R * R * pow(U, 0.75), apart = 0;
    abut_ehl_friction f;
    const abut_ehl_slide slide = {.size = b,
                                  .R = R,
                                  .D = D,
                                  .p_h = 1.5 * load / (PI * b * b * r.e),
                                  .u_sum = speed,
                                  .oil = {.alpha = L / (E * pow(U, 0.25))},
                                  .shear = {.eta0 = U * E * R / speed, .shear = ABUT_EYRING, .tau0 = 5e6},
                                  .inlet = TABLE_INLET * R * pow(U, 0.25)};
    ck_assert_msg(abut_ehl_point_friction(&r, &slide, &f, &why) == ABUT_OK, "%s", why.text);
    ck_assert(!ehl_table_shown(s, &def, &r, false, v, &why));
    apart = r.offset + dry_by_integrals(r.e);
    expect_near(v[TABLE_FILM], r.H_0, 1e-12, NULL, "film");
    ck_assert(v[TABLE_LEAST] <= r.H_min && v[TABLE_LEAST] > 0.97 * r.H_min);
    expect_near(v[TABLE_SEPARATION], r.scale * apart, 1e-8, NULL, "separation");
    expect_near(E * R * R * U * v[TABLE_ROLLING], f.rolling, 1e-9, NULL, "rolling resistance");
    ck_assert(v[TABLE_DAMPING] == 1);

    double offset = r.offset;
    ck_assert_msg(!ehl_table_shown(s, &def, &r, true, v, &why), "%s", why.text);
    ck_assert(!abut_ehl_point_solve(s, &def, &r, &why));
    double speed_of_gap = 2e-3 * apart; /* from rest farther away, to where the table is */
    abut_ehl_point_move way = {.dT = 1e6, .held = true, .offset = offset + speed_of_gap * 12};
    ck_assert(!abut_ehl_point_step(s, &def, &way, &moved, &why));
    way.dT = 2;
    for (int k = 5; k >= 0; k--) {
        way.offset = offset + speed_of_gap * way.dT * k;
        ck_assert_msg(!abut_ehl_point_step(s, &def, &way, &moved, &why), "%s", why.text);
    }
    double more = (moved.load - 1) * load;
    double gap = b * b / R, per_T = speed / (2 * b), l = PI / 2 * r.e * b;
    double c = v[TABLE_DAMPING] * E * apart * gap * l * R / (2 * b * speed);
    printf("rolling_and_damping: %.5g and %.5g N s/m\n", c, more / (speed_of_gap * gap * per_T));
    expect_near(c, more / (speed_of_gap * gap * per_T), 0.035, NULL, "damping"); /* one step of 20: 1.3 to 3.5 % low */
    abut_ehl_point_destroy(s);
}
END_TEST

/* A line by its two grids: rolling by a sum over the nodes, in units; damping of another program (tests/oracles/ehl_line_dynamic.csv, good to 3 %) for the same. */
START_TEST(lines) {
    const double M = 20, L = 5, U = 1e-11;
    double x[2][TABLE_STATED] = {{0}};
    abut_message why = {0};
    for (int k = 0; k < 2; k++) {
        abut_ehl_line *s = NULL;
        abut_ehl_line_result r;
        ck_assert(!abut_ehl_line_create(200 << k, &s, &why));
        ck_assert(!abut_ehl_line_solve(s, &(abut_ehl_line_def){.M = M, .L = L}, &r, &why));
        double sum = 0, W = M * sqrt(U), b = sqrt(8 * W / PI), p_h = b / 4; /* R = E' = 1 */
        for (int i = 0; i + 1 < r.count; i++) sum += 0.5 * (r.H[i] + r.H[i + 1]) * (r.P[i + 1] - r.P[i]);
        x[k][TABLE_FILM] = log(r.H_c);
        x[k][TABLE_LEAST] = log(r.H_min);
        x[k][TABLE_SEPARATION] = log((r.offset + 0.5 * (log(2) + 0.5)) * b * b / sqrt(U)); /* m over R sqrt(U) */
        x[k][TABLE_ROLLING] = log(0.5 * sum * b * b * p_h / pow(U, 0.75));
        abut_ehl_line_destroy(s);
    }
    abut_ehl_table_row row;
    double found[TABLE_STATED], error[TABLE_STATED], films[3];
    ck_assert(!ehl_table_line(M, L, &row, &why));
    ck_assert(ehl_table_row_known(&row, found, error) && row.cells == 400);
    for (int q = 0; q < TABLE_DAMPING; q++) {
        double more = (x[1][q] - x[0][q]) / 3;
        expect_near(found[q], exp(x[1][q] + more), 2e-6, NULL, "quantity %d", q);
        expect_within(error[q], fabs(more), 2e-6, NULL, "error %d", q);
    }
    table t = table_read("ehl_line_dynamic.csv");
    size_t at = 0;
    while (!(table_at(&t, at, "M") == M && table_at(&t, at, "L") == L)) at++;
    expect_near(row.damping * row.separation * PI / (8 * M), table_at(&t, at, "C_W"), 0.03, NULL, "damping");
    ck_assert(row.error_damping > 0 && row.error_damping < 0.1);
    table_free(&t);
    ck_assert(!ehl_table_line_films(M, L, 200, films, &why));
    for (int q = 0; q < 3; q++) expect_near(exp(films[q]), found[q], 1e-12, NULL, "films, %d", q);
    /* a light one, whose load the gap does not hold, and a heavy one, which 200 cells do not know */
    ck_assert(!ehl_table_line(1, 16, &row, &why));
    expect_near(row.damping, 0.1, 1e-12, NULL, "damping that is not known");
    ck_assert(row.error_damping == 1 && row.error < 0.01);
    abut_ehl_line *s = NULL;
    abut_ehl_line_result r;
    double K, C;
    ck_assert(!abut_ehl_line_create(400, &s, &why) &&
              !abut_ehl_line_solve(s, &(abut_ehl_line_def){.M = 1000}, &r, &why));
    ck_assert(!abut_ehl_line_spring(s, &K, &C, &why) && !ehl_table_line(1000, 0, &row, &why));
    expect_near(row.damping, C / (r.offset + 0.5 * (log(2) + 0.5)), 1e-12, NULL, "damping of one grid");
    ck_assert(row.error_damping == 0.3);
    abut_ehl_line_destroy(s);
}
END_TEST

/* ---- made-up solutions ---- */
/* ln of quantity q: limit + cells h^2 + fourth h^4 + (edge + mixed h^2)/c + second/c^2; h the cell over that of 64 cells on the given domain, c the domain over
 * it. */
typedef struct made {
    ehl_source as;
    double limit[TABLE_STATED], cells, fourth, edge, mixed, second;
    double width;   /* of the domain with c = 1 */
    int fails_to;   /* grids up to that many cells hold no film on the domain with c = 1 */
    int wide_fails; /* on the others, at least as fine as 64 cells */
    int asked, damped;
} made;

static abut_status make_up(const ehl_source *s, int n, const ehl_domain *w, bool damp, double ln[TABLE_STATED],
                           abut_message *message) {
    made *m = (made *)(uintptr_t)s;
    double c = -w->from / m->width, h = 64 * c / n;
    m->asked++;
    m->damped += damp;
    expect_near(w->to, 0.6 * c * m->width, 1e-12, NULL, "the end of the domain");
    expect_near(w->side, 0.5 * c * m->width, 1e-12, NULL, "its side");
    if (c < 1.01 ? n <= m->fails_to : n <= m->wide_fails && n >= 64) {
        if (message) (void)snprintf(message->text, sizeof message->text, "no film");
        return ABUT_NO_CONVERGENCE;
    }
    for (int q = 0; q < TABLE_STATED; q++)
        ln[q] = m->limit[q] + m->cells * h * h + m->fourth * pow(h, 4) + (m->edge + m->mixed * h * h) / c +
                m->second / (c * c);
    if (!damp) ln[TABLE_DAMPING] = 0;
    return ABUT_OK;
}

static made made_of(double L, double width) {
    return (made){.as = {make_up, 30, L, 0.5}, .limit = {1.2, 0.9, 0.3, 2, -0.4}, .width = width};
}

static abut_status led(made *m, double rigid, int finest, double x[TABLE_STATED], double error[TABLE_STATED],
                       double *cells) {
    abut_ehl_table_row row;
    abut_message why = {0};
    const ehl_domain w = {-m->width, 0.6 * m->width, 0.5 * m->width};
    m->asked = m->damped = 0;
    abut_status status = ehl_table_lead(&m->as, rigid, &w, finest, &row, &why);
    if (status) {
        ck_assert(why.text[0]);
        return status;
    }
    ck_assert(ehl_table_row_known(&row, x, error));
    for (int q = 0; q < TABLE_STATED; q++) x[q] = log(x[q]);
    *cells = row.cells;
    return ABUT_OK;
}

/* Elastic bodies: errors of second order are taken off; grids are refined until what is left is small; the domain matters for rolling alone. */
START_TEST(fine_grids) {
    double x[TABLE_STATED], error[TABLE_STATED], cells;
    static const struct {
        double by_cells;
        int cells, asked;
    } at[] = {{0.05, 128, 4}, {-0.14, 128, 4}, {0.3, 256, 5}, {-0.9, 256, 5}};
    for (int k = 0; k < 4; k++) {
        made m = made_of(5, 2);
        double a = m.cells = at[k].by_cells;
        ck_assert(!led(&m, 0.01, 512, x, error, &cells));
        ck_assert_msg(cells == at[k].cells && m.asked == at[k].asked, "case %d: %g cells, %d solutions", k, cells,
                      m.asked);
        ck_assert_int_eq(m.damped, 2);     /* on the first two grids only */
        double off = a * pow(2.25 / 2, 2); /* rolling: on a domain of 4.5/2 the size by 64 and 128 cells */
        for (int q = 0; q < TABLE_STATED; q++) {
            bool left = q == TABLE_ROLLING && fabs(off) > 0.1;
            expect_within(x[q], m.limit[q] + (left ? off : 0), 1e-12, NULL, "quantity %d of case %d", q, k);
        }
        /* the correction of the last two grids, of damping the first two */
        double last = fabs(a) * pow(64 / cells, 2), first = 0.25 * fabs(a);
        double left = cells > 128 ? 0.01 * last : fmax(last * last, 0.03 * last);
        expect_near(error[TABLE_FILM], left + 1e-3, 1e-9, NULL, "error of case %d", k);
        expect_near(error[TABLE_LEAST], left + 1e-3, 1e-9, NULL, "error of case %d", k);
        expect_near(error[TABLE_DAMPING], fmax(first * first, 0.03 * first) + 1e-3, 1e-9, NULL, "of damping");
        expect_near(error[TABLE_ROLLING], left + 0.01 + fabs(off), 1e-9, NULL, "of rolling");
    }
    /* what is left of fourth order, 4 f h^4, is within the stated error: a third of what the last grid changed, no more than by two grids */
    for (int k = 0; k < 3; k++) {
        made m = made_of(5, 2);
        double a = m.cells = k < 2 ? 0.3 : 0.9, f = m.fourth = (const double[]){0.005, -0.005, 0.05}[k];
        ck_assert(!led(&m, 0.01, 512, x, error, &cells));
        ck_assert(cells == (k < 2 ? 256 : 512) && m.damped == 2);
        double h2 = pow(64 / cells, 2), off = 4 * fabs(f) * h2 * h2, changed = 4 * fabs(f) * 15 * h2 * h2;
        expect_within(fabs(x[TABLE_FILM] - m.limit[TABLE_FILM]), off, 1e-12, NULL, "what is left");
        double by = a * h2 + 5 * f * h2 * h2, left = fmax(by * by, 0.03 * by);
        expect_near(error[TABLE_FILM], fmax(fmin(left, changed / 3), 0.01 * by) + 1e-3, 1e-9, NULL, "of three grids");
        ck_assert(changed / 3 < left && off < error[TABLE_FILM]);
    }
}
END_TEST

/* Rolling: the domain reaches to 4.5 at least and is twice as wide at least; errors of its cells are taken off where they are small. */
START_TEST(rolling_far) {
    double x[TABLE_STATED], error[TABLE_STATED], cells;
    for (int k = 0; k < 2; k++) {
        const double width = k ? 8 : 1.8, c = k ? 2 : 2.5;
        made m = made_of(5, width);
        m.cells = 0.01, m.edge = 0.2;
        ck_assert(!led(&m, 0.01, 128, x, error, &cells));
        expect_within(x[TABLE_ROLLING], m.limit[TABLE_ROLLING] + 0.2 / c, 1e-12, NULL, "rolling");
        expect_within(x[TABLE_FILM], m.limit[TABLE_FILM] + 0.2, 1e-12, NULL, "film");
        m.cells = 0.15; /* c^2/4 of it is left, more than 0.1 */
        ck_assert(!led(&m, 0.01, 128, x, error, &cells));
        expect_within(x[TABLE_ROLLING], m.limit[TABLE_ROLLING] + 0.2 / c + 0.15 * c * c / 4, 1e-12, NULL, "coarse");
        m.cells = 0.01, m.wide_fails = 64; /* 128 cells alone */
        ck_assert(!led(&m, 0.01, 128, x, error, &cells));
        expect_within(x[TABLE_ROLLING], m.limit[TABLE_ROLLING] + 0.2 / c + 0.01 * c * c / 4, 1e-12, NULL, "one grid");
        expect_within(error[TABLE_ROLLING], 0.03 * 0.0025 + 0.11, 1e-12, NULL, "its error");
        m.wide_fails = 128; /* 256 cells alone */
        ck_assert(!led(&m, 0.01, 128, x, error, &cells));
        expect_within(x[TABLE_ROLLING], m.limit[TABLE_ROLLING] + 0.2 / c + 0.01 * c * c / 16, 1e-12, NULL, "fine grid");
        m.wide_fails = 256;
        ck_assert_int_eq(led(&m, 0.01, 128, x, error, &cells), ABUT_NO_CONVERGENCE);
    }
}
END_TEST

/* Grids too coarse for a film: the next ones; damping from the first that holds it. */
START_TEST(grids_that_fail) {
    double x[TABLE_STATED], error[TABLE_STATED], cells;
    made m = made_of(5, 2);
    m.cells = 0.1;
    m.fails_to = 64;
    ck_assert(!led(&m, 0.01, 512, x, error, &cells));
    ck_assert(cells == 256 && m.damped == 2);
    expect_within(x[TABLE_FILM], m.limit[TABLE_FILM], 1e-12, NULL, "film");
    expect_within(x[TABLE_DAMPING], m.limit[TABLE_DAMPING] + 0.1 / 4, 1e-12, NULL, "damping of one grid");
    expect_within(error[TABLE_DAMPING], 0.301, 1e-12, NULL, "its error");
    m.fails_to = 128;
    ck_assert(!led(&m, 0.01, 512, x, error, &cells));
    ck_assert(cells == 512);
    m.fails_to = 256;
    ck_assert_int_eq(led(&m, 0.01, 512, x, error, &cells), ABUT_NO_CONVERGENCE);
    m.fails_to = 512;
    ck_assert_int_eq(led(&m, 0.01, 512, x, error, &cells), ABUT_NO_CONVERGENCE);
}
END_TEST

/* Rigid bodies: what the domain's edge costs goes as 1/c, and all of it is added; a part in 1/c^2 as `whole` says. */
START_TEST(wide_domains) {
    double x[TABLE_STATED], error[TABLE_STATED], cells;
    const double rigid = 0.9, again = 1.75;
    made m = made_of(0, 2);
    m.edge = -0.09;
    ck_assert(!led(&m, rigid, 512, x, error, &cells));
    for (int q = 0; q < TABLE_DAMPING; q++) {
        expect_within(x[q], m.limit[q], 1e-12, NULL, "quantity %d", q);
        expect_near(error[q], 0.5 * (2 - again) * 0.045 + 0.02 * 0.09, 1e-9, NULL, "error %d", q);
    }
    expect_within(x[TABLE_DAMPING], m.limit[TABLE_DAMPING] - 0.09 + again * 0.045, 1e-12, NULL, "damping");
    expect_within(error[TABLE_DAMPING], 0.12 * again * 0.045, 1e-12, NULL, "its error");
    ck_assert_int_eq(m.damped, 3);
    /* 1/c^2: missing 0.04 + 0.03, made good 0.04 + 1.0625 0.03 */
    m.edge = 0.04, m.second = 0.03;
    ck_assert(!led(&m, rigid, 512, x, error, &cells));
    double once = 0.04 / 2 + 0.03 * 0.75, all = 0.04 + 1.0625 * 0.03;
    expect_within(x[TABLE_FILM], m.limit[TABLE_FILM] + 0.07 - all, 1e-12, NULL, "film");
    expect_near(error[TABLE_FILM], 0.5 * fabs(all - again * once) + 0.02 * all, 1e-9, NULL, "its error");
    /* cells change it: by (1 + g) on 64 cells, (1 + 4 g) on 32; half of that taken off */
    m.second = 0, m.mixed = 0.005;
    ck_assert(!led(&m, rigid, 512, x, error, &cells));
    double taken = 0.04 + 0.005 - 0.5 * 0.005, grid = 0.04 + 0; /* at the limit of the narrow domain */
    expect_within(x[TABLE_FILM], m.limit[TABLE_FILM] + grid - taken, 1e-12, NULL, "film");
    double narrow = fabs(0.75 * 0.005) / 3;
    expect_near(error[TABLE_FILM], 0.03 * narrow + 0.5 * (3 * 0.005 + fabs(taken - again * 0.0225)) + 0.02 * taken,
                1e-9, NULL, "its error");
    ck_assert(fabs(grid - taken) < error[TABLE_FILM]);
    /* less rigid: between once and twice where coarse cells say nothing */
    m = made_of(0, 2);
    m.edge = 0.04, m.wide_fails = 128; /* no 128 cells on the wide domain: 256 */
    ck_assert(!led(&m, 0.2, 512, x, error, &cells));
    expect_within(x[TABLE_FILM], m.limit[TABLE_FILM] + 0.04 - 1.3 * 0.02, 1e-12, NULL, "film");
    expect_within(error[TABLE_FILM], 0.12 * 1.3 * 0.02, 1e-12, NULL, "its error");
    m.wide_fails = 256;
    ck_assert_int_eq(led(&m, 0.2, 512, x, error, &cells), ABUT_NO_CONVERGENCE);
    /* what changes by less than 1e-4 is not extrapolated by a ratio */
    m = made_of(0, 2);
    m.edge = 1.5e-4;
    ck_assert(!led(&m, rigid, 512, x, error, &cells));
    expect_within(error[TABLE_FILM], 0.12 * again * 0.75e-4, 1e-12, NULL, "next to nothing");
}
END_TEST

/* Which contacts are light, and which want 256 cells. */
START_TEST(kinds) {
    double x[TABLE_STATED], error[TABLE_STATED], cells;
    made m = made_of(0.5, 2);
    m.edge = 0.04;
    for (int k = 0; k < 6; k++) {
        const double rigid = (const double[]){0.019, 0.021, 0.05, 0.05, 0.79, 0.81}[k];
        m.as.L = k == 2 ? 0.5 : 5;
        ck_assert(!led(&m, rigid, k == 3 ? 128 : 512, x, error, &cells));
        ck_assert_msg((k > 0) == (fabs(x[TABLE_FILM] - m.limit[TABLE_FILM]) < 1e-9), "case %d", k);
        ck_assert_msg(cells == (k == 4 ? 256 : 128), "case %d", k);
    }
    ck_assert(!led(&m, 0.05, 512, x, error, &cells) && cells == 256);
    /* the least film is no greater than the central one */
    m.limit[TABLE_LEAST] = 1.5;
    ck_assert(!led(&m, 0.9, 128, x, error, &cells));
    expect_within(x[TABLE_LEAST], m.limit[TABLE_FILM], 1e-9, NULL, "least film");
}
END_TEST

START_TEST(quick_films) {
    made m = made_of(5, 2);
    const ehl_domain w = {-2, 1.2, 1};
    double ln[3];
    m.cells = 0.08, m.edge = -0.06;
    for (int k = 0; k < 3; k++) {
        double rigid = (const double[]){0.01, 0.3, 0.9}[k], again = (const double[]){0, 1.45, 1.75}[k];
        ck_assert(!ehl_table_lead_films(&m.as, rigid, &w, 128, ln, NULL));
        for (int q = 0; q < 3; q++) expect_within(ln[q], m.limit[q] - 0.06 + again * 0.03, 1e-12, NULL, "case %d", k);
    }
    m.fails_to = 64;
    ck_assert_int_eq(ehl_table_lead_films(&m.as, 0.9, &w, 128, ln, NULL), ABUT_NO_CONVERGENCE);
    m.fails_to = 0, m.wide_fails = 128;
    ck_assert_int_eq(ehl_table_lead_films(&m.as, 0.9, &w, 128, ln, NULL), ABUT_NO_CONVERGENCE);
    ck_assert(!ehl_table_lead_films(&m.as, 0.01, &w, 128, ln, NULL));
}
END_TEST

/* Films of rigid bodies are what the formula expects where M is small; the domain begins c lengths before the contact over which the gap of rigid bodies doubles. */
START_TEST(domains) {
    for (int k = 0; k < 3; k++) {
        const double D = (const double[]){1, 0.3, 0.05}[k];
        ehl_point_numbers u = ehl_point_numbers_of(1e-3, 0, D, 0);
        expect_near(ehl_table_rigid(1e-3, D, &u), 1, 0.01, NULL, "rigid ones, D %g", D);
        u = ehl_point_numbers_of(200, 10, D, 0);
        ck_assert(ehl_table_rigid(200, D, &u) < 0.02);
        for (int j = 0; j < 4; j++) {
            const double rigid = (const double[]){0, 0.25, 0.5, 3}[j], c = (const double[]){3, 4, 5, 5}[j];
            u.film = 0.4; /* doubles at X^2/2 = 0.4 */
            ehl_domain w = ehl_table_domain(rigid, D, &u);
            double s = (-w.from - 1) / c;
            expect_near(s * s / 2, 0.4, 1e-12, NULL, "where it begins");
            expect_near(w.to, -0.6 * w.from, 1e-12, NULL, "where it ends");
            double y = (w.side - u.e) / (0.6 * c);
            expect_near(D * y * y / 2, 0.4, 1e-12, NULL, "its side");
        }
        u.film = 1e-9;
        ehl_domain w = ehl_table_domain(0, D, &u);
        ck_assert(w.from == -1.6 && w.to == 1.2 && w.side > u.e);
    }
}
END_TEST

/* The table of the library is what this code makes by the presets of `abut ehl table`: at its nodes it is a fresh row, digit by digit. */
START_TEST(shipped_rows) {
    const abut_ehl_table_def presets = {.M = {5, 1000},
                                        .L = {0, 30},
                                        .D = {0.03, 1},
                                        .nodes = {22, 9, 7},
                                        .line_M = {1, 1000},
                                        .line_L = {0, 30},
                                        .line_nodes = {14, 11},
                                        .finest = 512,
                                        .checks = 120};
    static const size_t nodes[] = {1430, 1520,
                                   400}; /* lines of M 2.89, L 1.80 and M 70, L 21; an ellipse of M 18.4, D 0.097 */
    for (int k = 0; k < 3; k++) {
        double M, L, D, x[TABLE_STATED], error[TABLE_STATED];
        abut_ehl_table_row row;
        abut_film_law law;
        abut_ehl_table_out t;
        abut_message why = {0};
        ck_assert(abut_ehl_table_contact(&presets, nodes[k], &M, &L, &D));
        ck_assert_msg(!abut_ehl_table_solve(&presets, nodes[k], &row, &why), "%s", why.text);
        ck_assert(ehl_table_row_known(&row, x, error));
        ck_assert(!abut_film_choose(&(abut_choice){.type = "ehl_table"}, D == 0, &law, &why));
        ck_assert_msg(!abut_ehl_table_at(&law, M, L, D, &t, &why), "%s", why.text);
        const double found[] = {t.H_c, t.H_min, t.separation, t.rolling, t.damping};
        for (int q = 0; q < TABLE_STATED; q++)
            expect_near(x[q], found[q], 1e-7, NULL, "quantity %d of node %zu", q, nodes[k]);
        ck_assert(t.error > error[TABLE_FILM] * (1 - 1e-7));
    }
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {
        &dry,   &least_film,  &flow_is_the_film, &place_of_the_top, &rolling_and_damping,
        &lines, &fine_grids,  &rolling_far,      &grids_that_fail,  &wide_domains,
        &kinds, &quick_films, &domains,          &shipped_rows};
    return suite_main("ehl_table_rows", all, sizeof all / sizeof *all);
}
