/* spectrum_<name>.csv: frequency and amplitudes. */
#include "csv_spectrum.h"

#include <stdio.h>

#include "base/message.h"
#include "csv.h"

static void put_spectrum(FILE *to, const watch_spectrum *s) {
    (void)fputs("frequency", to);
    for (int k = 0; k < s->spectra; k++) (void)fprintf(to, ",%s", s->column[k]->name);
    (void)fputc('\n', to);
    for (int i = 0; i < s->count; i++) {
        csv_number(to, s->frequency[i]);
        for (int k = 0; k < s->spectra; k++) {
            (void)fputc(',', to);
            csv_number(to, s->amplitude[k][i]);
        }
        (void)fputc('\n', to);
    }
}

abut_status csv_spectrum(const run_folder *folder, const world_machine *m, abut_message *message) {
    watch_spectrum s = {0};
    char name[CSV_NAME];
    if (!m->watch || (!watch_spectrum_make(m->watch, &s) && !s.no_memory)) return ABUT_OK;
    if (!s.count) return say(message, ABUT_NO_MEMORY, "out of memory for the spectrum of '%.80s'", m->name);
    csv_name(name, SPECTRUM_PREFIX, m->name);
    FILE *file = folder_begin(folder, name, message);
    if (file) put_spectrum(file, &s);
    watch_spectrum_free(&s);
    return file ? folder_end(folder, name, file, message) : ABUT_BAD_FILE;
}
