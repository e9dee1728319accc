/* What `abut rough` found, and how it is shown. */
#ifndef ABUT_CLI_ROUGH_OUTPUT_H
#define ABUT_CLI_ROUGH_OUTPUT_H

#include "abut/rough.h"
#include "abut/text.h"

typedef struct rough_answer {
    const char *file; /* NULL: generated here */
    abut_heights map; /* levelled and filtered */
    bool periodic, only_figures;
    abut_heights_statistics figures;
    abut_heights_spectrum spectrum;
    double E_star; /* Pa */
    size_t rows;
    abut_load_row curve[ABUT_ROUGH_ROWS];
    abut_rough_table table;
} rough_answer;

void rough_print(const rough_answer *a);
void rough_print_json(const rough_answer *a);
void rough_put_json(const rough_answer *a, abut_json *j); /* the members of its object */
/* False, and a sentence. */
bool rough_write_table(const rough_answer *a, const char *path, abut_message *message);
bool rough_write_folder(const rough_answer *a, const char *folder, abut_message *message);
bool rough_write_page(const rough_answer *a, const char *folder, abut_message *message); /* rough_page.c: report.html */

#endif
