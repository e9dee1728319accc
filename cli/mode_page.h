/* What both forms of abut modes share: words and shapes of modes, and the page. */
#ifndef ABUT_CLI_MODE_PAGE_H
#define ABUT_CLI_MODE_PAGE_H

#include "abut/model.h"
#include "abut/text.h"
#include "flags.h"

const char *whirl_name(double whirl); /* "forward", "backward", "none" */
const char *mode_kind_name(const abut_mode *m);
/* A list of three complex numbers. */
void json_complex(abut_json *j, const char *key, abut_vec3 re, abut_vec3 im);
/* Entry `shape` of a mode. */
void json_shape(abut_json *j, const abut_world *w, const abut_mode_list *list, int mode);

/* Entry `warnings`: what the modes leave out, as abut_model_check_modes has found it. */
void json_mode_warnings(abut_json *j, const abut_model *m);

/* Writes what the page is about: entries of a JSON object that has a `kind` already. */
typedef void mode_page_put(abut_json *j, const void *answer);
/* The page of the model as its world stands in the file `out`; said: a line on standard output tells where. The exit status;
 * errors were put on standard error. */
int mode_page_write(const flag_set *set, abut_model *m, const char *out, bool said, mode_page_put *put,
                    const void *answer);

#endif
