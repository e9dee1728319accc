/* What a watch has seen, piece by piece; of the machine itself its own slot says it. */
#include <limits.h>
#include <stdlib.h>

#include "base/archive.h"
#include "watch_inside.h"
#include "world/world.h"

static void sums_archive(watch *o, archive *a) {
    archive_part(a, "sums", (size_t)o->quantities);
    for (int i = 0; i < o->quantities; i++) {
        watch_sum *s = &o->sum[i];
        double *const numbers[] = {&s->low, &s->high, &s->integral, &s->weight, &s->last, &s->last_weight};
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) archive_doubles(a, numbers[k], 1);
    }
}

static void gathered_archive(watch *o, archive *a) {
    archive_part(a, "around", (size_t)o->arounds);
    for (int i = 0; i < o->arounds; i++)
        archive_doubles(a, o->around[i].most[0], (size_t)o->around[i].columns * WATCH_SECTORS);
    archive_part(a, "shares", (size_t)o->shares);
    for (int i = 0; i < o->shares; i++) {
        archive_int(a, &o->share[i].last, -1, WATCH_VALUES - 1);
        ARCHIVE(a, o->share[i].time);
    }
}

void watch_archive(watch *o, archive *a) {
    archive_long(a, &o->states, 0, LONG_MAX);
    bool *const flags[] = {&o->seen, &o->known, &o->rows};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) archive_flag(a, flags[i]);
    double *const numbers[] = {&o->t_seen, &o->t_first, &o->t_last, &o->begin};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) archive_doubles(a, numbers[i], 1);
    ARCHIVE(a, o->area);
    ARCHIVE(a, o->last_x);
    ARCHIVE(a, o->last_y);
    sums_archive(o, a);
    gathered_archive(o, a);
    samples_archive(&o->samples, a);
    if (o->table->archive) o->table->archive(o->self, a);
}
