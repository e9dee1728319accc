/* What a system remembers from step to step. */
#include "base/archive.h"

#include <stdlib.h>

#include "contact/element.h"
#include "crowd.h"
#include "inside.h"

static void contact_archive(mb_contact *c, archive *a) {
    element_archive(c->element, a);
    archive_flag(a, &c->spent);
    ARCHIVE(a, c->spent_from);
    ARCHIVE(a, c->spent_energy);
}

/* What a force knows beyond the state. */
static void force_archive(const mb_force *f, archive *a) {
    char *bytes = NULL;
    size_t length = 0;
    if (!f->type->save) a->bad = true;
    if (!a->loading && !a->bad) bytes = f->type->save(f->self, &length);
    if (!a->loading && !bytes) a->bad = true;
    archive_text(a, &bytes, &length);
    if (a->loading && !a->bad) a->bad = f->type->restore(f->self, bytes, length) != ABUT_OK;
    free(bytes);
}

void mb_archive(mb_system *s, mb_work *const *works, int count, archive *a) {
    size_t cyclic = 4 * (size_t)s->cyclics;
    archive_part(a, "contacts", (size_t)s->contacts);
    for (int i = 0; i < s->contacts; i++) contact_archive(&s->contact[i], a);
    crowds_archive(s, a);
    for (int i = 0; i < s->forces; i++)
        if (s->force[i].type->accept && !s->force[i].off) force_archive(&s->force[i], a);
    archive_part(a, "orientations", cyclic);
    archive_doubles(a, s->cyclic, cyclic);
    for (int i = 0; i < count; i++) archive_doubles(a, works[i]->cyclic, cyclic);
}
