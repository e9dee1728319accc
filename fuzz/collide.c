/* Fuzz target of groups whose surfaces may touch each other: a few bodies on a grid that overlaps here and there, a wall or two, laws from the
 * registry, any solver. A sentence, or accelerations that are those of the same bodies with every pair named as a contact; contacts that
 * readers see as often as counted; a world that goes on from what was saved with the same bits; bytes that were changed are refused, or
 * used without harm. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/world.h"
#define FUZZ_REGISTRY abut_world_types()
#include "choice.h"
#include "demand.h"

enum { MOST = 8, STEPS = 12, SEEN = 64 };
static const abut_material rubber = {.E = 1e7, .nu = 0.3, .density = 1000},
                           softer = {.E = 2e6, .nu = 0.4, .density = 2000}, stone = ABUT_RIGID;

/* ---- what the bytes say, from which the same world is built again and again ---- */
typedef struct plan {
    int bodies, walls, law_count;
    abut_body_def body[MOST];
    abut_surface_def skin[MOST], wall[2];
    bool belt; /* the second wall moves */
    abut_law_def law;
    unsigned groups; /* how they are named */
    abut_solver_def solver;
    abut_vec3 gravity;
    bool plain; /* balls, planes and laws that have no memory: the same to rounding */
} plan;

static void make_body(source *s, heap *h, plan *p, int i) {
    static const char *const names[MOST] = {"b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7"};
    const double step = 0.1;
    double radius = byte(s) % 2 ? 0.05 : 0.05 * (1 + 0.04 * unit(s)), mass = number(s, 0.5);
    abut_body_def *b = &p->body[i];
    *b = (abut_body_def){.name = names[i], .mass = byte(s) < 240 ? mass : 0};
    for (int k = 0; k < 3; k++) b->inertia[k] = b->mass > 0 ? 1e-3 * mass : 0;
    b->start.r = (abut_vec3){step * (i % 2) + offset(s, 2e-3), step * (i / 2 % 2) + offset(s, 2e-3),
                             0.049 + step * (i / 4) + offset(s, 2e-3)};
    if (byte(s) % 2) b->start.v = (abut_vec3){offset(s, 1), offset(s, 1), offset(s, 1)};
    if (byte(s) % 2) b->start.w = (abut_vec3){offset(s, 9), offset(s, 9), offset(s, 9)};
    abut_surface_def *f = &p->skin[i];
    *f = (abut_surface_def){.name = names[i], .material = byte(s) % 4 ? rubber : softer};
    f->shape = (abut_choice){"sphere", {{.name = "radius", .value = radius}}};
    unsigned what = byte(s);
    if (what >= 224) {
        f->shape = (abut_choice){
            "ellipsoid",
            {{.name = "a", .value = 0.051}, {.name = "b", .value = radius}, {.name = "c", .value = 0.048}}};
        p->plain = false;
    } else if (what >= 216) {
        make_choice(s, h, "surface", 0, &f->shape);
        p->plain = false;
    }
    if (what % 16 == 0) f->place = make_pose(s, 1e-3);
    if (what % 16 == 0) p->plain = false;
}

static void make_laws(source *s, heap *h, plan *p) {
    abut_law_def *law = &p->law;
    unsigned way = byte(s);
    law->normal = (abut_choice){"hertz", {{.name = "damping", .value = way & 1 ? 0.3 : 0}}};
    if (way & 2)
        law->friction = (abut_choice){"coulomb", {{.name = "mu", .value = 0.3}, {.name = "v_s", .value = 0.01}}};
    if ((way & 64) && (way & 128)) {
        law->friction = (abut_choice){"stick_slip", {{.name = "mu", .value = 0.3}}};
        p->plain = false;
    }
    if ((way & 4) && (way & 8)) make_choice(s, h, "normal", 0, &law->normal), p->plain = false;
    if ((way & 16) && (way & 32)) make_choice(s, h, "friction", 0, &law->friction), p->plain = false;
    if (way >= 250) make_choice(s, h, "track", 0, &law->track), p->plain = false;
}

static void make_solver(source *s, plan *p) {
    static const char *const solvers[] = {"rk3", "rk3", "rk3", NULL, "rk", "adams", "bdf", "rodas"};
    unsigned way = byte(s);
    p->solver = (abut_solver_def){.type = solvers[way % 8], .rtol = 1e-4, .renew_every = 3};
    if (way & 8) p->solver.rtol = number(s, 1e-5);
    if (way & 16) p->solver.max_step = number(s, 1e-4);
    if (way & 32) p->solver.first_step = number(s, 1e-5);
    if (way & 64) p->solver.t_end = number(s, 1e-3);
}

static plan make_plan(source *s, heap *h) {
    plan p = {.bodies = 1 + (int)pick(s, MOST), .walls = (int)pick(s, 3), .plain = true};
    static const abut_pose turned = {{-0.048, 0, 0}, {0.7071067811865476, 0, 0.7071067811865476, 0}};
    p.groups = byte(s);
    p.belt = byte(s) % 2;
    if (byte(s) % 4) p.gravity.z = -9.81;
    make_laws(s, h, &p);
    make_solver(s, &p);
    for (int i = 0; i < p.bodies; i++) make_body(s, h, &p, i);
    p.wall[0] = (abut_surface_def){.name = "floor", .shape = {.type = "plane"}, .material = stone};
    p.wall[1] = (abut_surface_def){.name = "side", .shape = {.type = "plane"}, .material = stone, .place = turned};
    return p;
}

/* ---- worlds ---- */
typedef struct built {
    abut_world *w;
    abut_surface skin[MOST + 1], wall[3];
} built;

static void add_parts(const plan *p, built *b) {
    *b = (built){.w = abut_world_create(&(abut_world_def){.gravity = p->gravity})};
    MUST(b->w);
    const abut_drive_def turns = {.given = true, .speed = 2, .axis = {0.1, 0, 1}};
    for (int i = 0; i < p->walls; i++) {
        abut_body_def fixed = {.name = i ? "belt" : "box", .fixed = true};
        if (i && p->belt) fixed.drive = turns;
        b->wall[i] = abut_add_surface(b->w, abut_add_body(b->w, &fixed), &p->wall[i]);
    }
    for (int i = 0; i < p->bodies; i++)
        b->skin[i] = abut_add_surface(b->w, abut_add_body(b->w, &p->body[i]), &p->skin[i]);
}

static bool check_world(const abut_world *w, abut_status status) {
    const char *text = abut_world_message(w);
    MUST((status != ABUT_OK) == (text[0] != '\0'));
    if (status) check_sentence(text);
    return !status;
}

/* Members by their bodies or walls; groups now and then as they must not be. */
static abut_status add_groups(const plan *p, built *b) {
    unsigned way = p->groups;
    abut_collide_def all = {"all", b->skin, NULL, p->bodies, 0, &p->law},
                     walls = {"walls", b->wall, b->skin, p->walls, p->bodies, &p->law};
    if (way >= 240) all.first_count += (int)(way % 4) - 2;          /* one that is none; too few */
    if (way % 16 == 15) all.law = NULL, walls.law = NULL;           /* the usual laws */
    if (way % 32 == 14) all.second = b->skin, all.second_count = 1; /* on both sides */
    if (way % 8 < 7) (void)abut_add_collide(b->w, &all);
    if (p->walls && way % 8 > 0) (void)abut_add_collide(b->w, &walls);
    return abut_check(b->w);
}

/* The same pairs, each by its name. */
static abut_status add_contacts(const plan *p, built *b) {
    abut_law_def law = p->law;
    if (p->groups % 16 == 15) law = (abut_law_def){.name = NULL};
    if (p->groups % 8 < 7)
        for (int i = 0; i < p->bodies; i++)
            for (int j = i + 1; j < p->bodies; j++) (void)abut_add_contact(b->w, b->skin[i], b->skin[j], &law);
    if (p->groups % 8 > 0)
        for (int i = 0; i < p->walls; i++)
            for (int j = 0; j < p->bodies; j++) (void)abut_add_contact(b->w, b->wall[i], b->skin[j], &law);
    return abut_check(b->w);
}

static bool open_world(const plan *p, built *b) {
    add_parts(p, b);
    if (!check_world(b->w, abut_check(b->w)) || !check_world(b->w, add_groups(p, b))) return false;
    return check_world(b->w, abut_start(b->w, &p->solver));
}

/* ---- what must hold ---- */
static double length(abut_vec3 a) { return sqrt(a.x * a.x + a.y * a.y + a.z * a.z); }
static double apart(abut_vec3 a, abut_vec3 b) { return length((abut_vec3){a.x - b.x, a.y - b.y, a.z - b.z}); }
static bool finite3(abut_vec3 a) { return isfinite(a.x + a.y + a.z); }

static void check_readers(const plan *p, const built *b) {
    abut_collision seen[SEEN];
    for (int c = 1; c <= abut_collide_count(b->w); c++) {
        abut_collide_state now = abut_read_collide(b->w, (abut_collide){c});
        abut_collide_stats so_far = abut_read_collide_stats(b->w, (abut_collide){c});
        int count = abut_read_collisions(b->w, (abut_collide){c}, seen, SEEN);
        double most = 0;
        MUST(count < 0 || (count == now.touching && count <= SEEN));
        MUST(so_far.touches >= 0 && so_far.most_touching >= so_far.touching && so_far.surfaces > 0);
        for (int i = 0; i < count; i++) {
            const abut_collision *k = &seen[i];
            MUST(k->first.id != k->second.id && k->approach > 0 && isfinite(k->N) && isfinite(k->p_max));
            MUST(finite3(k->force) && finite3(k->point) && finite3(k->slip) && fabs(length(k->n) - 1) < 1e-9);
            most = fmax(most, k->N);
        }
        MUST(count < 0 || fabs(now.max_N - most) <= 1e-12 * most || !p->plain);
        MUST(isfinite(now.energy) && (now.energy >= 0 || !p->plain));
    }
}

/* Far away or at absurd speeds rounding is all there is to compare. */
static bool comparable(const plan *p) {
    for (int i = 0; i < p->bodies; i++) {
        const abut_body_def *b = &p->body[i];
        if (!(length(b->start.r) < 10 && length(b->start.v) < 1e4 && length(b->start.w) < 1e5)) return false;
        if (!(length(p->skin[i].place.r) < 10)) return false;
    }
    return true;
}

static void check_forces(const plan *p, const built *b) {
    built one_by_one;
    if (!comparable(p)) return;
    abut_solver_def solver = {.type = "rk", .rtol = 1e-4};
    add_parts(p, &one_by_one);
    bool good = !add_contacts(p, &one_by_one) && !abut_start(one_by_one.w, &solver);
    double most = 1e-6, turn = 1e-6, digits = p->plain ? 1e-10 : 1e-6;
    for (int i = 1; good && i <= abut_body_count(b->w); i++) {
        most = fmax(most, length(abut_read_body(one_by_one.w, (abut_body){i}).a));
        turn = fmax(turn, length(abut_read_body(one_by_one.w, (abut_body){i}).alpha));
    }
    turn = fmax(turn, most / 0.05); /* without friction nothing turns but by rounding */
    for (int i = 1; good && i <= abut_body_count(b->w); i++) {
        abut_body_state is = abut_read_body(b->w, (abut_body){i}), so = abut_read_body(one_by_one.w, (abut_body){i});
        MUST(apart(is.a, so.a) <= digits * most && apart(is.alpha, so.alpha) <= digits * turn);
    }
    abut_world_destroy(one_by_one.w);
}

static bool take_step(abut_world *w) {
    double before = abut_time(w);
    abut_status status = abut_step(w);
    MUST(status || abut_time(w) >= before);
    return check_world(w, status);
}

static void same_state(const built *a, const built *b) {
    MUST(abut_time(a->w) == abut_time(b->w));
    for (int i = 1; i <= abut_body_count(a->w); i++) {
        abut_body_state p = abut_read_body(a->w, (abut_body){i}), q = abut_read_body(b->w, (abut_body){i});
        MUST(!memcmp(&p.r, &q.r, sizeof p.r) && !memcmp(&p.v, &q.v, sizeof p.v));
    }
}

/* Some steps, saved on the way; another world goes on from there. */
static void check_steps(source *s, const plan *p, built *a) {
    void *bytes = NULL;
    size_t size = 0;
    abut_message why = {0};
    int left = 1 + (int)pick(s, STEPS), at = 0, damage = (int)pick(s, 4);
    for (; at < left && !(abut_may_save(a->w) && at > 0); at++)
        if (!take_step(a->w)) return;
    if (!abut_may_save(a->w)) return;
    MUST(!abut_save(a->w, &bytes, &size, &why) && size > 0);
    built b;
    MUST(open_world(p, &b));
    for (int i = 0; i < damage; i++) ((unsigned char *)bytes)[(byte(s) << 8 | byte(s)) % size] = (unsigned char)byte(s);
    size_t used = damage && byte(s) % 8 == 0 ? size - pick(s, size) : size;
    abut_status status = abut_restore(b.w, bytes, used, &why);
    MUST((status != ABUT_OK) == (why.text[0] != '\0') && (damage || !status));
    if (status) check_sentence(why.text);
    for (; at < left && !status; at++) {
        abut_status first = damage ? ABUT_OK : abut_step(a->w), second = abut_step(b.w);
        if (!damage) MUST(first == second);
        if (first || second) break;
        if (!damage) same_state(a, &b);
    }
    free(bytes);
    abut_world_destroy(b.w);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s = open_source(data, size);
    heap h = {.count = 0};
    plan p = make_plan(&s, &h);
    built b;
    if (open_world(&p, &b)) {
        check_readers(&p, &b);
        if (p.groups < 240) check_forces(&p, &b);
        check_steps(&s, &p, &b);
        if (!abut_check(b.w)) check_readers(&p, &b);
    }
    abut_world_destroy(b.w);
    release(&h);
    return 0;
}
