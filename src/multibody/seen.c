/* What a full evaluation found of the contacts, kept for those who look at accepted states: nothing is evaluated twice. */
#include <stdlib.h>
#include <string.h>

#include "contact/element.h"
#include "inside.h"
#include "swarm.h"

static bool keep_slices(mb_work *k) {
    size_t slices = 0;
    for (int i = 0; i < k->s->contacts; i++) slices += abut_element_slices(k->s->contact[i].element);
    k->kept_slices = slices ? calloc(slices, sizeof *k->kept_slices) : NULL;
    if (slices && !k->kept_slices) return false;
    double *at = k->kept_slices;
    for (int i = 0; slices && i < k->s->contacts; i++) {
        size_t n = abut_element_slices(k->s->contact[i].element);
        if (n) k->kept[i].slice_load = at;
        at += n;
    }
    return true;
}

static bool keep_packs(const swarm *s, swarm_work *w) {
    if (w->kept) return true;
    size_t bytes = (size_t)s->kinds * (size_t)s->packs * sizeof *w->kept;
    w->kept = aligned_alloc(sizeof(row4), bytes);
    if (w->kept) memset(w->kept, 0, bytes);
    return w->kept;
}

bool mb_keep_packs(mb_work *k) {
    bool good = true;
    for (int i = 0; good && i < k->s->swarms; i++) good = keep_packs(&k->s->swarm[i], &k->swarm[i]);
    return good;
}

bool mb_keep_contacts(mb_work *k) {
    k->kept = calloc((size_t)k->s->contacts + 1, sizeof *k->kept);
    return k->kept && keep_slices(k) && mb_keep_packs(k);
}

/* The rest of what a pack knows: where the contact is and how the ball slides and spins there. */
static void place(const mb_work *k, const swarm *s, const swarm_kind *kind, int ball, vec3 m, abut_element_out *out) {
    const mb_kin *b = &k->kin[s->node + ball], *h = &k->kin[s->hub[kind->hub].node];
    double sign = kind->ball_is_b ? 1 : -1;
    vec3 lever = v3_scale(kind->pack.ball - 0.5 * out->h, m), spin = v3_sub(b->w, h->w);
    out->point = v3_add(b->r, lever);
    out->n = v3_scale(-sign, m);
    vec3 v = v3_sub(v3_add(b->v, v3_cross(b->w, lever)), v3_add(h->v, v3_cross(h->w, v3_sub(out->point, h->r))));
    out->slip = v3_scale(sign, v3_axpy(-v3_dot(v, m), m, v));
    out->spin = sign * v3_dot(out->n, spin);
}

static bool from_pack(const mb_work *k, const mb_contact *c, abut_element_out *out) {
    static const mat3 one = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const swarm *s = &k->s->swarm[c->in_swarm];
    const swarm_kind *kind = &s->kind[c->kind];
    const pack_out *from = &k->swarm[c->in_swarm].kept[c->kind * s->packs + c->ball / 4];
    const mat3 *R = s->frame < 0 ? &one : &k->axes[s->frame].R;
    if (from->by_elements) return false;
    place(k, s, kind, c->ball, pack_contact(&kind->pack, from, c->ball % 4, R, out), out);
    return true;
}

bool mb_seen_contact(const mb_work *k, int contact, abut_element_out *out) {
    const mb_contact *c = &k->s->contact[contact];
    if (!k->full || k->touch[contact].far) return false;
    if (c->swarm && k->s->swarm[c->in_swarm].kind[c->kind].packed) {
        if (!k->swarm[c->in_swarm].kept) return false;
        if (out->want_frame && !k->s->swarm[c->in_swarm].kind[c->kind].pack.wet) return false;
        return from_pack(k, c, out);
    }
    if (!k->kept) return false;
    const abut_element_out *from = &k->kept[contact];
    if (out->want_frame && !from->want_frame) return false;
    double *slices = out->slice_load;
    if (slices) memcpy(slices, from->slice_load, abut_element_slices(c->element) * sizeof *slices);
    *out = *from;
    out->slice_load = slices;
    out->jac = NULL;
    out->state_rate = NULL;
    return true;
}
