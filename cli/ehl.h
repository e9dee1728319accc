/* What `abut ehl` was asked for, and what it answers. */
#ifndef ABUT_CLI_EHL_H
#define ABUT_CLI_EHL_H

#include "abut/ehl_friction.h"
#include "abut/ehl_mixed.h"
#include "abut/text.h"
#include "ehl_friction.h"
#include "text_stream.h"

typedef struct ehl_request {
    text_stream *fields; /* where the fields go, as a JSON object; NULL: nowhere */
    bool point;
    double M, L, D, angle, tol;
    double layer; /* Moes' units: oil that comes to a line contact; 0: enough */
    abut_ehl_oil oil;
    int n;
    bool flooded;
    abut_ehl_method method;    /* of a point contact */
    const char *map;           /* file of heights that move through; NULL: none */
    double map_row;            /* of a line contact, from 1; 0: the middle one */
    double map_speed, map_way; /* over the mean; semi-axes that are followed */
    bool units;
    double force, R, length, E_prime, U; /* N, m, m, Pa; with units */
    double u_sum;                        /* m/s; with units */
    ehl_friction_request friction;
} ehl_request;

/* A surface that moved through: a value of each step. */
typedef struct ehl_passage {
    int count, in, steps; /* steps taken; from this one on it has come in; all that are wanted */
    bool generated;
    double a, p_h;
    double *t, *h_0, *h_min, *p_max; /* s, m, m, Pa; t owns all of them */
} ehl_passage;

typedef struct ehl_answer {
    double H_c, H_0, H_min, error_c, error_min, p_max, load, residual; /* as in the results of both solvers */
    int iterations, n;
    double size, p_h,
        film; /* m, Pa: half-width or semi-axis a, pressure of the dry contact; m: of the film 1 in Moes' units */
    abut_ehl_friction friction;       /* with units */
    double phi, asperities, boundary; /* of rough surfaces: share of the film; N: load and friction of the asperities */
    double lambda_ratio;              /* central film over sigma */
    double limit_c, limit_min;        /* of a point contact: H_0 and H_min extrapolated; NaN: not known */
    double flow, x_in; /* of a line contact with a layer: oil that passes, Moes' units; where the film forms, over b */
    double seconds;
    char caution[300]; /* "": none */
    ehl_passage passage;
} ehl_answer;

/* ln eta = (ln eta0 + 9.67) ((1 + p/p_r)^z - 1) with the slope alpha at p = 0, p_r = 196.2 MPa: z, or an error of the flag eta0. */
double ehl_roelands_exponent(flag_set *set, double eta0, double alpha);
/* Solves; with csv the fields are printed. */
abut_status ehl_solve(const ehl_request *q, bool csv, ehl_answer *a, abut_message *message);
/* A map moves through the contact that was solved last; *r: the last instant. a->passage.t is to be freed. */
abut_status ehl_pass(const ehl_request *q, const abut_ehl_point_def *steady, abut_ehl_point *s,
                     abut_ehl_point_result *r, ehl_answer *a, abut_message *message);
abut_status ehl_pass_line(const ehl_request *q, const abut_ehl_line_def *steady, abut_ehl_line *s,
                          abut_ehl_line_result *r, ehl_answer *a, abut_message *message);
void ehl_pass_table(const ehl_answer *a);
void ehl_pass_json(const ehl_answer *a, abut_json *j);
/* What the answer should not be read without: a sentence in `to`, or "". */
const char *ehl_caution(const ehl_request *q, const ehl_answer *a, char *to, size_t size);
/* Whether the dry contact is too wide for half-spaces; the message says so. */
bool ehl_too_wide(const ehl_request *q, const ehl_answer *a, abut_message *message);
/* Adds what to change to a refusal of M or L where they were not given. */
void ehl_advise(const ehl_request *q, abut_message *message);
/* Fields of the page: profiles of a line, map and sections of an ellipse. rough NULL: smooth. */
void ehl_put_line(const ehl_request *q, const ehl_answer *a, const abut_ehl_line_result *r,
                  const abut_ehl_mixed_result *rough);
void ehl_put_point(const ehl_request *q, const ehl_answer *a, const abut_ehl_point_result *r,
                   const abut_ehl_point_mixed_result *rough);
/* Writes the page; fields: the text that was put, NULL: memory ended. False after saying why. */
bool ehl_report(flag_set *set, const ehl_request *q, const ehl_answer *a, const char *fields, const char *path);
void ehl_answer_json(const ehl_request *q, const ehl_answer *a, abut_json *j); /* all of it, into an open object */
void ehl_print_json(const ehl_request *q, const ehl_answer *a);
void ehl_print_table(const ehl_request *q, const ehl_answer *a);

#endif
