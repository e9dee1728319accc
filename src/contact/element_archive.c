/* The memory of a contact, piece by piece. */
#include "base/archive.h"
#include "element.h"

enum { SLIPS = 2 }; /* the greatest mode: see abut_element_out */

static void friction_archive(friction_memory *m, archive *a) {
    ARCHIVE(a, m->t);
    archive_int(a, &m->mode, 0, SLIPS);
    archive_flag(a, &m->armed);
    ARCHIVE(a, m->n);
    ARCHIVE(a, m->kept);
    ARCHIVE(a, m->layer);
    ARCHIVE(a, m->reach);
    ARCHIVE(a, m->v);
    ARCHIVE(a, m->anchor);
    ARCHIVE(a, m->yb);
    ARCHIVE(a, m->margin);
    ARCHIVE(a, m->N);
}

static void books_archive(element_books *b, archive *a) {
    ARCHIVE(a, b->curvature);
    archive_flag(a, &b->closed);
    ARCHIVE(a, b->P);
    ARCHIVE(a, b->Q);
    ARCHIVE(a, b->energy_P);
    ARCHIVE(a, b->energy_Q);
}

void element_memory_archive(element_memory *m, archive *a) {
    archive_flag(a, &m->tracked);
    archive_flag(a, &m->touching);
    ARCHIVE(a, m->points);
    ARCHIVE(a, m->start_d);
    ARCHIVE(a, m->start_x);
    ARCHIVE(a, m->start_y);
    ARCHIVE(a, m->first);
    m->first.film = NULL; /* of a patch that was accepted they are */
    m->first.past = NULL;
    ARCHIVE(a, m->damping);
    ARCHIVE(a, m->damping_before);
    friction_archive(&m->friction, a);
    friction_archive(&m->before, a);
    books_archive(&m->books, a);
}

void element_archive(abut_element *e, archive *a) {
    element_memory_archive(&e->memory, a);
    if (e->law_bytes) archive_bytes(a, e->law_memory, e->law_bytes);
}
