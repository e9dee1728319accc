/* Preload of pairs and sets of ball bearings.
 *
 * Bearings that `pair` connects stand on one axis. Each accepts a force in one direction of it (with a contact angle by its thrust, else by
 * the arrangement); those of one direction are a side. Its rings are displaced against each other by an offset delta
 * in that direction, half on either ring, the same for all of a side (but for tandems with an offset of their own). At rest, with
 * the bodies where they start and nothing else acting, a side bears F(delta), by the statics of its balls with their own normal law:
 *   preload F_0:  F(delta_0) = F(delta_1) = F_0;      offset d:  F(delta_0) = F(delta_1),  delta_0 + delta_1 = d.
 * Both are solved by Newton's method between bounds (F rises). For equal bearings of constant contact angle F ~ delta^(3/2), and the side
 * that an axial load P relieves is without force at P = 2^(3/2) F_0. */
#include "pair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/quat.h"
#include "world/world.h"

enum { MOST_STEPS = 200 };
static const char *const words[] = {"back to back", "face to face", "in tandem"};

/* The key that says it. */
static const char *key_of(const ball_bearing *b) {
    return b->def.preload > 0 ? "preload" : b->def.pair.preload > 0 ? "pair.preload" : "pair.offset";
}

abut_status bearing_check_pair(abut_world *w, ball_bearing *b) {
    abut_bearing_pair *p = &b->def.pair;
    const double numbers[] = {p->preload, b->def.preload, fabs(p->offset)};
    const char *const keys[] = {"pair.preload", "preload", "pair.offset"};
    for (int i = 0; i < 3; i++)
        if (!(numbers[i] >= 0 && numbers[i] < (i == 2 ? 0.1 * b->def.balls.diameter : 1e12)))
            return world_refuse_at(w, keys[i], ABUT_BAD_VALUE,
                                   i == 2 ? "ball_bearing '%.60s': %s must be below a tenth of the ball, got %g m"
                                          : "ball_bearing '%.60s': %s must be a force, not negative, got %g N",
                                   b->def.name, keys[i], numbers[i]);
    if (b->def.preload > 0 && !p->with)
        return world_refuse_at(
            w, "preload", ABUT_MISSING,
            "ball_bearing '%.60s': a preload of %g N without a partner: say which bearing takes it on "
            "the other side, pair: {with: NAME, arrangement: back_to_back}",
            b->def.name, b->def.preload);
    if (b->def.preload > 0 && (p->preload > 0 || p->offset != 0))
        return world_refuse_at(w, "preload", ABUT_BAD_VALUE,
                               "ball_bearing '%.60s': preload and pair.%s say the same thing: give one of them",
                               b->def.name, p->preload > 0 ? "preload" : "offset");
    if (b->def.preload > 0) p->preload = b->def.preload;
    if (!p->with) return ABUT_OK;
    if (p->arrangement < ABUT_BACK_TO_BACK || p->arrangement > ABUT_TANDEM || (p->preload > 0 && p->offset != 0))
        return world_refuse_at(w, "pair.arrangement", ABUT_BAD_VALUE,
                               "ball_bearing '%.60s': an arrangement, and either a preload or an offset", b->def.name);
    if (p->arrangement == ABUT_TANDEM && p->preload > 0)
        return world_refuse_at(w, key_of(b), ABUT_BAD_VALUE,
                               "ball_bearing '%.60s': a tandem has no preload of its own: give it to the pair with the "
                               "bearing that faces it",
                               b->def.name);
    p->with = keep_text(&w->keep, p->with);
    return ABUT_OK;
}

/* ---- who belongs together ---- */
static ball_bearing *nth_bearing(const abut_world *w, int id) {
    return id >= 1 && id <= w->machines && bearing_of(w, (abut_machine){id}) ? w->machine[id].self : NULL;
}

static ball_bearing *partner_of(const abut_world *w, const ball_bearing *b) {
    return b->def.pair.with ? nth_bearing(w, abut_find_machine(w, b->def.pair.with).id) : NULL;
}

static vec3 axis_of(const ball_bearing *b) { return m3_of_quat(b->def.place.q).c2; }

/* Where `o` stands along the axis of b, from it. */
static double along(const ball_bearing *b, const ball_bearing *o) {
    return v3_dot(axis_of(b), v3_sub(o->def.place.r, b->def.place.r));
}

/* +1, -1 of b's own axis: the force it accepts in this pair; `other`: of the partner's axis. */
static void hands_of(const ball_bearing *b, const ball_bearing *partner, int *own, int *other) {
    int same = v3_dot(axis_of(b), axis_of(partner)) > 0 ? 1 : -1, upwards = along(b, partner) > 0 ? 1 : -1;
    if (b->def.pair.arrangement == ABUT_TANDEM) {
        *own = b->hands ? b->hands : b->hand ? b->hand : partner->hand * same;
        *other = *own * same;
        return;
    }
    *own = b->def.pair.arrangement == ABUT_BACK_TO_BACK ? upwards : -upwards;
    *other = -*own * same;
}

static const char *thrust_word(int hand) { return hand > 0 ? "+z" : "-z"; }

static abut_status refuse_partner(abut_world *w, const ball_bearing *b) {
    nearest_word best = {0};
    char hint[80];
    for (int i = 1; i <= w->machines; i++)
        if (nth_bearing(w, i) && nth_bearing(w, i) != b) nearest_offer(&best, b->def.pair.with, w->machine[i].name);
    bool known = abut_find_machine(w, b->def.pair.with).id != 0;
    return world_refuse_at(w, "pair.with", ABUT_UNKNOWN_NAME,
                           known ? "ball_bearing '%.60s': pair: '%.60s' is no ball bearing%s"
                                 : "ball_bearing '%.60s': pair: there is no bearing '%.60s'%s",
                           b->def.name, b->def.pair.with, nearest_hint(&best, hint, sizeof hint));
}

/* Both may stand like this; b->hand and its partner's follow. */
static abut_status check_partner(abut_world *w, ball_bearing *b, ball_bearing *partner) {
    const char *name = b->def.name, *with = partner->def.name;
    double reach = b->def.pitch_diameter, apart = along(b, partner);
    vec3 beside = v3_axpy(-apart, axis_of(b), v3_sub(partner->def.place.r, b->def.place.r));
    if (partner == b)
        return world_refuse_at(w, "pair.with", ABUT_BAD_PAIR, "ball_bearing '%.60s': a pair with itself", name);
    if (b->grooves == 2 || partner->grooves == 2)
        return world_refuse_at(
            w, "pair.with", ABUT_BAD_PAIR,
            "ball_bearing '%.60s': a four-point bearing ('%.60s') takes forces in both directions: it "
            "makes no pair",
            name, b->grooves == 2 ? name : with);
    if (fabs(v3_dot(axis_of(b), axis_of(partner))) < 1 - 1e-6 || v3_norm(beside) > 0.01 * reach)
        return world_refuse_at(w, "pair.with", ABUT_BAD_PAIR,
                               "ball_bearing '%.60s': '%.60s' does not stand on the same axis", name, with);
    if (fabs(apart) < 1e-9 * reach)
        return world_refuse_at(
            w, "pair.with", ABUT_BAD_PAIR,
            "ball_bearing '%.60s': '%.60s' stands in the same place: positions along the axis say which "
            "way each faces",
            name, with);
    int own, other;
    hands_of(b, partner, &own, &other);
    const struct {
        ball_bearing *b;
        int hand;
    } each[] = {{b, own}, {partner, other}};
    for (int i = 0; i < 2; i++) {
        if (each[i].b->hands && each[i].b->hands != each[i].hand)
            return world_refuse_at(w, "pair.arrangement", ABUT_BAD_PAIR,
                                   "ball_bearing '%.60s': %s with '%.60s' wants thrust %s of '%.60s'", name,
                                   words[b->def.pair.arrangement], with, thrust_word(each[i].hand),
                                   each[i].b->def.name);
        if (each[i].b->hand && each[i].hand && each[i].b->hand != each[i].hand)
            return world_refuse_at(w, "pair.arrangement", ABUT_BAD_PAIR,
                                   "ball_bearing '%.60s': %s with '%.60s' contradicts another pair of '%.60s'", name,
                                   words[b->def.pair.arrangement], with, each[i].b->def.name);
        if (each[i].hand) each[i].b->hand = each[i].hand;
    }
    return ABUT_OK;
}

/* Marks all that pairs connect with b in in[1 .. machines]. */
static void gather(const abut_world *w, const ball_bearing *b, bool *in) {
    in[b->id] = true;
    for (bool grown = true; grown;) {
        grown = false;
        for (int i = 1; i <= w->machines; i++) {
            const ball_bearing *one = nth_bearing(w, i), *with = one ? partner_of(w, one) : NULL;
            if (!with || in[i] == in[with->id]) continue;
            in[i] = in[with->id] = grown = true;
        }
    }
}

/* ---- forces of the sides ---- */
bool set_forces(const bearing_set *s, double u, double part, double force[SIDES], double slope[SIDES]) {
    force[0] = force[1] = slope[0] = slope[1] = 0;
    for (int i = 0; i < s->count; i++) {
        const set_member *m = &s->member[i];
        double f, k;
        if (!axial_force(&m->axial, (m->side ? -u : u), part, &f, &k)) return false;
        force[m->side] += f;
        slope[m->side] += k;
    }
    return true;
}

/* A rising function of x with its slope; false: it cannot be told there. */
typedef bool rising(const void *user, double x, double *f, double *slope);

/* Its zero: bounds are sought from `from` in steps that grow from `step`, then Newton's method between them. */
static bool zero_of(rising *f, const void *user, double from, double step, double tolerance, double *x) {
    double low = from, high = from, v, k;
    if (!f(user, from, &v, &k)) return false;
    for (int i = 0; v < 0; i++, step *= 2) {
        low = high, high += step;
        if (i > 60 || !f(user, high, &v, &k)) return false;
    }
    for (int i = 0; low == from && high == from && v > 0; i++, step *= 2) {
        high = low, low -= step;
        if (i > 60 || !f(user, low, &v, &k)) return false;
        if (v > 0) from = high = low;
    }
    *x = 0.5 * (low + high);
    for (int i = 0; i < MOST_STEPS; i++) {
        if (!f(user, *x, &v, &k)) return false;
        if (fabs(v) <= tolerance || high - low <= 1e-16 * (fabs(high) + fabs(low))) return true;
        if (v > 0)
            high = *x;
        else
            low = *x;
        double next = k > 0 ? *x - v / k : low;
        *x = next > low && next < high ? next : 0.5 * (low + high);
    }
    return true;
}

typedef struct side_task {
    const bearing_set *set;
    int side;
    double target, part;
} side_task;

static bool side_force(const void *user, double delta, double *f, double *k) {
    const side_task *t = user;
    *f = -t->target, *k = 0;
    for (int i = 0; i < t->set->count; i++) {
        const set_member *m = &t->set->member[i];
        double one, slope;
        if (m->side != t->side) continue;
        if (!axial_force(&m->axial, delta + m->axial.further, 0, &one, &slope)) return false;
        *f += one;
        *k += slope;
    }
    return true;
}

/* F(delta_0) - F(offset - delta_0) */
static bool difference(const void *user, double delta, double *f, double *k) {
    const side_task *t = user;
    side_task one = {t->set, 0, 0, 0}, two = {t->set, 1, 0, 0};
    double f2, k2;
    if (!side_force(&one, delta, f, k) || !side_force(&two, t->target - delta, &f2, &k2)) return false;
    *f -= f2;
    *k += k2;
    return true;
}

static bool imbalance(const void *user, double u, double *f, double *k) {
    const side_task *t = user;
    double force[SIDES], slope[SIDES];
    if (!set_forces(t->set, u, t->part, force, slope)) return false;
    *f = force[0] - force[1] - t->target;
    *k = slope[0] + slope[1];
    return true;
}

static double reach_of(const bearing_set *s) { return s->member[0].bearing->def.balls.diameter; }

bool set_balance(const bearing_set *s, double part, double load, double *u) {
    side_task t = {.set = s, .target = load, .part = part};
    return zero_of(imbalance, &t, 0, 1e-6 * reach_of(s), 1e-9 * fmax(fabs(load), s->preload), u);
}

/* ---- the offset ---- */
static bool has_sides(const bearing_set *s) {
    bool side[SIDES] = {false, false};
    for (int i = 0; i < s->count; i++) side[s->member[i].side] = true;
    return side[0] && side[1];
}

static abut_status find_offset(abut_world *w, const ball_bearing *source, bearing_set *s, double delta[SIDES]) {
    const abut_bearing_pair *p = &source->def.pair;
    double step = 1e-6 * reach_of(s);
    delta[0] = delta[1] = 0;
    bool good = true;
    if (p->preload > 0)
        for (int side = 0; side < SIDES && good; side++) {
            side_task t = {s, side, p->preload, 0};
            good = zero_of(side_force, &t, 0, step, 1e-12 * p->preload, &delta[side]);
        }
    else if (p->offset > 0) {
        side_task t = {s, 0, p->offset, 0};
        good = zero_of(difference, &t, 0.5 * p->offset, step, 0, &delta[0]);
        delta[1] = p->offset - delta[0];
    } else
        delta[0] = delta[1] = 0.5 * p->offset;
    if (!good)
        return world_refuse_at(
            w, key_of(source), ABUT_BAD_VALUE,
            "ball_bearing '%.60s': the bearings cannot be pressed together like this (%g %s): half a "
            "ball is not enough, or a contact cannot be evaluated there",
            source->def.name, p->preload > 0 ? p->preload : p->offset, p->preload > 0 ? "N" : "m");
    side_task t = {s, 0, 0, 0};
    double slope;
    (void)side_force(&t, delta[0], &s->preload, &slope);
    s->offset = delta[0] + delta[1];
    return ABUT_OK;
}

/* The pair of a set that says how it is preloaded; of tandems alone the first. */
static abut_status find_source(abut_world *w, const bool *in, ball_bearing **source) {
    *source = NULL;
    for (int i = 1; i <= w->machines; i++) {
        ball_bearing *b = in[i] ? nth_bearing(w, i) : NULL;
        if (!b || !b->def.pair.with) continue;
        bool faces = b->def.pair.arrangement != ABUT_TANDEM,
             says = faces && (b->def.pair.preload > 0 || b->def.pair.offset != 0);
        bool twice = says && *source && (*source)->def.pair.arrangement != ABUT_TANDEM &&
                     ((*source)->def.pair.preload > 0 || (*source)->def.pair.offset != 0);
        if (twice) world_about(w, "machine", (*source)->id);
        if (twice)
            return world_refuse_at(
                w, key_of(*source), ABUT_BAD_PAIR,
                "ball_bearing '%.60s': one pair of a set says how it is preloaded; '%.60s' says it, too",
                (*source)->def.name, b->def.name);
        if (says || !*source || (faces && (*source)->def.pair.arrangement == ABUT_TANDEM)) *source = b;
    }
    return ABUT_OK;
}

/* Bearings of a tandem may be pressed in further than their partner. */
static double further(const abut_world *w, const ball_bearing *b, int depth) {
    const ball_bearing *with = partner_of(w, b);
    if (!with || b->def.pair.arrangement != ABUT_TANDEM || depth > w->machines) return 0;
    return b->def.pair.offset + further(w, with, depth + 1);
}

static bool fill(const abut_world *w, const bool *in, const ball_bearing *source, bearing_set *s) {
    mat3 R = m3_of_quat(source->def.place.q);
    double sum = 0;
    for (int i = 1; i <= w->machines; i++) s->count += in[i];
    s->member = calloc((size_t)s->count, sizeof *s->member);
    for (int i = 1, n = 0; s->member && i <= w->machines; i++) {
        if (!in[i]) continue;
        const ball_bearing *b = nth_bearing(w, i);
        set_member *m = &s->member[n++];
        m->bearing = b;
        m->R = m3_tmulm(R, m3_of_quat(b->def.place.q));
        m->side = b->hand * m->R.c2.z > 0 ? 0 : 1;
        m->z = along(source, b);
        sum += m->z;
        if (!axial_open(&m->axial, b)) return false;
        m->axial.further = further(w, b, 0);
    }
    for (int n = 0; s->member && n < s->count; n++) s->member[n].z -= sum / s->count;
    return s->member != NULL;
}

/* The rings of all members go to their offset. */
static void press(abut_world *w, bearing_set *s, const double delta[SIDES]) {
    for (int n = 0; n < s->count; n++) {
        set_member *m = &s->member[n];
        ball_bearing *b = nth_bearing(w, m->bearing->id);
        b->offset = delta[m->side] + m->axial.further;
        bearing_place_rings(w, b);
        for (int k = 0; k < RINGS; k++) m->axial.own.groove[k][0].z = b->groove[k][0].z;
        bearing_rest_place(&m->axial.own);
    }
}

void bearing_set_drop(bearing_set *s) {
    for (int i = 0; s && s->member && i < s->count; i++) axial_close(&s->member[i].axial);
    if (s) free(s->member);
    free(s);
}

static abut_status preload_set(abut_world *w, const bool *in) {
    ball_bearing *source;
    double delta[SIDES];
    abut_status status = find_source(w, in, &source);
    if (status || !source) return status;
    world_about(w, "machine", source->id);
    bearing_set_drop(source->set); /* of a start that was refused */
    source->set = calloc(1, sizeof *source->set);
    if (!source->set || !fill(w, in, source, source->set)) return world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    delta[0] = delta[1] = 0;
    if (has_sides(source->set)) status = find_offset(w, source, source->set, delta);
    if (!status) press(w, source->set, delta);
    return status;
}

/* The first of a set that is prepared does it for all; it is the one with a pair, so that the right one is blamed. */
abut_status bearing_prepare_pair(abut_world *w, ball_bearing *b) {
    if (b->paired || !b->def.pair.with) return ABUT_OK;
    bool *in = calloc((size_t)w->machines + 1, sizeof *in);
    if (!in) return world_refuse(w, ABUT_NO_MEMORY, "out of memory");
    abut_status status = ABUT_OK;
    if (!partner_of(w, b)) status = refuse_partner(w, b);
    gather(w, b, in);
    for (int round = 0; round < 2; round++) /* hands of tandems without a contact angle follow from their partners */
        for (int i = 1; !status && i <= w->machines; i++) {
            ball_bearing *one = in[i] ? nth_bearing(w, i) : NULL, *with = one ? partner_of(w, one) : NULL;
            if (!one || !one->def.pair.with) continue;
            world_about(w, "machine", i);
            status = with ? check_partner(w, one, with) : refuse_partner(w, one);
        }
    if (!status) status = preload_set(w, in);
    for (int i = 1; !status && i <= w->machines; i++)
        if (in[i]) nth_bearing(w, i)->paired = true;
    free(in);
    return status;
}
