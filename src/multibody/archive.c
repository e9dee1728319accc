/* What a system remembers from step to step. */
#include "base/archive.h"

#include "contact/element.h"
#include "crowd.h"
#include "inside.h"

static void contact_archive(mb_contact *c, archive *a) {
    element_archive(c->element, a);
    archive_flag(a, &c->spent);
    ARCHIVE(a, c->spent_from);
    ARCHIVE(a, c->spent_energy);
}

void mb_archive(mb_system *s, mb_work *const *works, int count, archive *a) {
    size_t cyclic = 4 * (size_t)s->cyclics;
    archive_part(a, "contacts", (size_t)s->contacts);
    for (int i = 0; i < s->contacts; i++) contact_archive(&s->contact[i], a);
    crowds_archive(s, a);
    archive_part(a, "orientations", cyclic);
    archive_doubles(a, s->cyclic, cyclic);
    for (int i = 0; i < count; i++) archive_doubles(a, works[i]->cyclic, cyclic);
}
