/* What a checkpoint keeps of a contact and of a track that is over-rolled: every piece comes back in one that is new. Runs that go on
 * bit for bit (test_checkpoint) show what matters in them; here nothing may be missing. */
#include <check.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/archive.h"
#include "contact/element.h"
#include "machine/shared/damage_inside.h"
#include "support/suite.h"

/* ---- a contact ---- */
/* All bytes are 1: flags are true, numbers are small ones; modes must be in their range. */
static void fill(element_memory *m) {
    memset(m, 1, sizeof *m);
    m->first.film = NULL;
    m->first.past = NULL;
    m->friction.mode = 1;
    m->before.mode = 2;
}

START_TEST(contact) {
    abut_element *one = calloc(1, sizeof *one), *two = calloc(1, sizeof *two);
    archive saved = {0};
    fill(&one->memory);
    element_archive(one, &saved);
    ck_assert(!saved.bad);
    archive again = archive_to_load(saved.bytes, saved.used);
    element_archive(two, &again);
    ck_assert(archive_done(&again));
    const element_memory *m = &two->memory;
    ck_assert(m->tracked && m->touching && m->friction.armed && m->before.armed && m->books.closed);
    ck_assert_int_eq(m->friction.mode, 1);
    ck_assert_int_eq(m->before.mode, 2);
    /* no word of it is as in a new one, but for what points elsewhere */
    const size_t pointers[] = {offsetof(element_memory, first.film), offsetof(element_memory, first.past)};
    for (size_t at = 0; at + 8 <= sizeof *m; at += 8) {
        static const unsigned char none[8];
        bool pointer = at == pointers[0] || at == pointers[1];
        bool kept = memcmp((const char *)m + at, none, sizeof none) != 0;
        ck_assert_msg(kept != pointer, "byte %zu of %zu: what is there is not kept", at, sizeof *m);
    }
    archive_free(&saved);
    free(one);
    free(two);
}
END_TEST

/* ---- a track ---- */
static void follow(damage *d, int from, int to) {
    for (int i = from; i < to; i++)
        for (int e = 0; e < d->def.elements; e++) {
            bool lost = e == 2 && i < 12; /* known for the first time after the checkpoint */
            double angle = 0.11 * i + e, load = (50 + 20 * e) * (1 + 0.5 * sin(angle));
            damage_follow(d, e, lost ? (double)NAN : angle, 0.11, load, 1e8 * cbrt(load));
        }
}

/* Every number that is asked for in the end. */
static void same(const damage *a, const damage *b) {
    damage_figures fa = damage_sum(a), fb = damage_sum(b);
    ck_assert(memcmp(&fa, &fb, sizeof fa) == 0);
    ck_assert(memcmp(a->point, b->point, (size_t)a->def.points * sizeof *a->point) == 0);
    ck_assert(memcmp(&a->load, &b->load, sizeof a->load) == 0);
    ck_assert(memcmp(&a->pressure, &b->pressure, sizeof a->pressure) == 0);
}

static void track_goes_on(bool alike) {
    const damage_def def = {.name = "inner", .points = 36, .elements = 3, .load = 1000};
    damage *whole = damage_create(&def), *cut = damage_create(&def), *next = damage_create(&def);
    ck_assert(whole && cut && next);
    damage_alike(whole, alike);
    damage_alike(cut, alike);
    damage_alike(next, !alike); /* as one that has not been told */
    follow(whole, 0, 40);
    follow(cut, 0, 10);
    archive saved = {0};
    damage_archive(cut, &saved);
    archive again = archive_to_load(saved.bytes, saved.used);
    damage_archive(next, &again);
    ck_assert(archive_done(&again));
    same(cut, next);
    follow(next, 10, 40);
    same(whole, next);
    archive_free(&saved);
    damage_destroy(whole);
    damage_destroy(cut);
    damage_destroy(next);
}

START_TEST(track) {
    track_goes_on(false);
    track_goes_on(true);
}
END_TEST

/* Damaged counts are refused before anything is made for what they promise. */
START_TEST(counts_of_what_is_there) {
    unsigned char bytes[8 + 40] = {0};
    const struct {
        long long count;
        bool good;
    } cases[] = {{0, true}, {5, true}, {6, false}, {1 << 29, false}, {-1, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int count = 77;
        memcpy(bytes, &cases[i].count, sizeof cases[i].count);
        archive a = archive_to_load(bytes, sizeof bytes);
        archive_count(&a, &count, 1 << 30, 8);
        ck_assert_msg(a.bad == !cases[i].good, "%lld", cases[i].count);
        ck_assert_int_eq(count, cases[i].good ? (int)cases[i].count : 77);
    }
    archive saved = {0};
    int count = 6;
    archive_count(&saved, &count, 1 << 30, 8);
    ck_assert(!saved.bad && saved.used == 8 && saved.bytes[0] == 6);
    archive_free(&saved);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&contact, &track, &counts_of_what_is_there};
    return suite_main("archive", all, sizeof all / sizeof *all);
}
