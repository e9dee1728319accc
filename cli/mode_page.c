/* Words and shapes of modes as JSON, and the web page of abut modes. */
#include "mode_page.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "abut/result.h"
#include "command.h"
#include "complain.h"
#include "text_stream.h"

const char *whirl_name(double whirl) { return whirl > 0 ? "forward" : whirl < 0 ? "backward" : "none"; }

const char *mode_kind_name(const abut_mode *m) {
    return m->kind == ABUT_MODE_FREE ? "free" : m->kind == ABUT_MODE_DECAY ? "decay" : "oscillation";
}

/* ---- shapes ---- */
void json_complex(abut_json *j, const char *key, abut_vec3 re, abut_vec3 im) {
    const double part[3][2] = {{re.x, im.x}, {re.y, im.y}, {re.z, im.z}};
    abut_json_begin(j, key, '[');
    for (int i = 0; i < 3; i++) {
        abut_json_begin(j, NULL, '{');
        abut_json_number(j, "re", part[i][0]);
        abut_json_number(j, "im", part[i][1]);
        abut_json_end(j);
    }
    abut_json_end(j);
}

void json_shape(abut_json *j, const abut_world *w, const abut_mode_list *list, int mode) {
    const abut_mode_motion *motion = list->motion + (size_t)mode * (size_t)(list->bodies + 1);
    abut_json_begin(j, "shape", '{');
    for (int id = 1; id <= list->bodies; id++) {
        if (!motion[id].moves) continue;
        abut_json_begin(j, abut_body_name(w, (abut_body){id}), '{');
        json_complex(j, "translation", motion[id].translation_re, motion[id].translation_im);
        json_complex(j, "rotation", motion[id].rotation_re, motion[id].rotation_im);
        abut_json_number(j, "share", motion[id].share);
        abut_json_end(j);
    }
    abut_json_end(j);
}

/* ---- warnings ---- */
void json_mode_warnings(abut_json *j, const abut_model *m) {
    abut_json_begin(j, "warnings", '[');
    for (int i = 0; i < abut_model_warning_count(m); i++) {
        abut_model_error e = abut_model_warning_at(m, i);
        abut_json_begin(j, NULL, '{');
        abut_json_string(j, "code", e.code);
        abut_json_string(j, "path", e.path);
        abut_json_string(j, "message", e.message);
        abut_json_string(j, "file", e.file);
        abut_json_number(j, "line", e.line);
        abut_json_number(j, "column", e.column);
        abut_json_end(j);
    }
    abut_json_end(j);
}

/* ---- the page ---- */
/* To be freed; NULL: out of memory. */
static char *summary_of(mode_page_put *put, const void *answer) {
    text_stream s;
    if (!text_begin(&s)) return NULL;
    abut_json j = abut_json_start(s.to);
    abut_json_string(&j, "kind", "modes");
    put(&j, answer);
    abut_json_end(&j);
    return text_end(&s);
}

int mode_page_write(const flag_set *set, abut_model *m, const char *out, bool said, mode_page_put *put,
                    const void *answer) {
    abut_message why = {0};
    if (abut_report_missing()) {
        if (said)
            (void)printf("\n%s\n", abut_report_missing());
        else
            complain(set->command->name, "%s", abut_report_missing());
        return STATUS_DONE;
    }
    char *summary = summary_of(put, answer);
    if (!summary) {
        complain(set->command->name, "out of memory for the page");
        return STATUS_FAILED;
    }
    (void)signal(SIGXFSZ, SIG_IGN); /* a file at its limit is an error of writing, not the end */
    abut_status status = abut_report_model(m, summary, out, &why);
    free(summary);
    if (status)
        complain(set->command->name, "the page is missing: %s", why.text[0] ? why.text : abut_status_text(status));
    else if (said)
        (void)printf("\nreport: %s\n", out);
    return status ? STATUS_FAILED : STATUS_DONE;
}
