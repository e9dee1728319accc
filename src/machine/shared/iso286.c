/* Tolerance classes of ISO 286-1 for the seats of bearings, and of bearings of class Normal by ISO 492, in micrometres.
 *
 * Shafts: the grades and the deviations d to p up to 200 mm, and the classes f6 to p6 up to 80 mm, were read in tables of makers of parts
 * (after JIS B 0401); what lies above 200 mm, the holes J, and ISO 492 are recalled. The other holes follow from the shafts by the rules of the standard:
 *   D to H: EI = -es;   K, M, N to grade 8 and P to grade 7: ES = -ei + Delta, Delta = IT n - IT (n - 1);   beyond: ES = -ei
 * (K beyond grade 8: ES = 0 above 3 mm; N: -4 um up to 3 mm, 0 above). M6 from 250 to 315 mm is an exception: -9. */
#include "iso286.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 12, FIRST_GRADE = 3, GRADES = 7 };
static const double steps[STEPS + 1] = {3,   6,   10,  18,  30,  50, 80,
                                        120, 180, 250, 315, 400, 500}; /* mm, above the one and up to the next */

/* um */
static const double grade[GRADES][STEPS] = {
    {2.5, 2.5, 3, 4, 4, 5, 6, 8, 10, 12, 13, 15},          /* IT3 */
    {4, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20},            /* IT4 */
    {5, 6, 8, 9, 11, 13, 15, 18, 20, 23, 25, 27},          /* IT5 */
    {8, 9, 11, 13, 16, 19, 22, 25, 29, 32, 36, 40},        /* IT6 */
    {12, 15, 18, 21, 25, 30, 35, 40, 46, 52, 57, 63},      /* IT7 */
    {18, 22, 27, 33, 39, 46, 54, 63, 72, 81, 89, 97},      /* IT8 */
    {30, 36, 43, 52, 62, 74, 87, 100, 115, 130, 140, 155}, /* IT9 */
};

/* The end of the zone next to the nominal size: es of d to h (negative), ei of j to p. */
typedef struct letter {
    char name;
    int low, high; /* grades that it is for */
    double at[STEPS];
} letter;
static const letter upper_end[] = {
    {'d', 5, 9, {-30, -40, -50, -65, -80, -100, -120, -145, -170, -190, -210, -230}},
    {'e', 5, 9, {-20, -25, -32, -40, -50, -60, -72, -85, -100, -110, -125, -135}},
    {'f', 5, 9, {-10, -13, -16, -20, -25, -30, -36, -43, -50, -56, -62, -68}},
    {'g', 4, 7, {-4, -5, -6, -7, -9, -10, -12, -14, -15, -17, -18, -20}},
    {'h', 3, 9, {0}},
};
static const letter lower_end[] = {
    {'j', 5, 6, {-2, -2, -3, -4, -5, -7, -9, -11, -13, -16, -18, -20}},
    {'k', 4, 7, {1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5}},
    {'m', 4, 7, {4, 6, 7, 8, 9, 11, 13, 15, 17, 20, 21, 23}},
    {'n', 4, 7, {8, 10, 12, 15, 17, 20, 23, 27, 31, 34, 37, 40}},
    {'p', 4, 7, {12, 15, 18, 22, 26, 32, 37, 43, 50, 56, 62, 68}},
};
static const double hole_J[2][STEPS] = {{5, 5, 6, 8, 10, 13, 16, 18, 22, 25, 29, 33},    /* ES of J6 */
                                        {6, 8, 10, 12, 14, 18, 22, 26, 30, 36, 39, 43}}; /* J7 */

static int step_of(double mm) {
    int i = 0;
    while (i < STEPS - 1 && mm > steps[i + 1] * (1 + 1e-9)) i++;
    return i;
}

static const letter *letter_in(const letter *list, size_t count, char name) {
    for (size_t i = 0; i < count; i++)
        if (list[i].name == name) return &list[i];
    return NULL;
}
#define LETTER(list, name) letter_in(list, sizeof(list) / sizeof *(list), name)

static bool refuse(char *why, size_t room, const char *text, bool hole, const char *more) {
    (void)snprintf(why, room, "'%.20s' is no tolerance class %s%s", text,
                   hole ? "of a housing's bore, like H7" : "of a shaft, like k5", more);
    return false;
}

/* um; false: the letter is not known, or not for this grade */
static bool shaft_zone(char name, int n, int i, double zone[2]) {
    double IT = grade[n - FIRST_GRADE][i];
    const letter *up = LETTER(upper_end, name), *low = LETTER(lower_end, name), *is = up ? up : low;
    if (!is || n < is->low || n > is->high) return false;
    zone[0] = up ? up->at[i] - IT : low->at[i];
    zone[1] = zone[0] + IT;
    return true;
}

static bool hole_zone(char name, int n, int i, double zone[2]) {
    double IT = grade[n - FIRST_GRADE][i], delta = n > FIRST_GRADE ? IT - grade[n - 1 - FIRST_GRADE][i] : 0;
    const letter *up = LETTER(upper_end, name), *low = LETTER(lower_end, name);
    if (up) {
        zone[0] = -up->at[i];
        zone[1] = zone[0] + IT;
        return n >= up->low && n <= up->high;
    }
    if (!low || n < 5) return false;
    if (name == 'j' && (n < 6 || n > 7)) return false;
    zone[1] = -low->at[i] + (n <= (name == 'p' ? 7 : 8) ? delta : 0);
    if (name == 'j') zone[1] = hole_J[n - 6][i];
    if (name == 'm' && n == 6 && i == 9) zone[1] = -9;
    if (n > 8 && (name == 'k' || name == 'n')) zone[1] = 0;
    zone[0] = zone[1] - IT;
    return true;
}

bool iso286_find(const char *text, bool hole, double size, iso286_zone *out, char *why, size_t room) {
    double mm = size * 1e3, zone[2];
    char name = text[0], *rest;
    bool js = !strncmp(text, hole ? "JS" : "js", 2);
    long n = strtol(text + (js ? 2 : *text != 0), &rest, 10);
    if (!(mm > steps[0] && mm <= steps[STEPS] * (1 + 1e-9))) {
        (void)snprintf(why, room, "'%.20s': the table of tolerance classes is for 3 to 500 mm, got %g mm", text, mm);
        return false;
    }
    bool capital = name >= 'A' && name <= 'Z', small = name >= 'a' && name <= 'z';
    if ((!capital && !small) || *rest || rest == text) return refuse(why, room, text, hole, "");
    if (capital != hole)
        return refuse(why, room, text, hole,
                      hole ? ": capital letters are those of bores" : ": small letters are those of shafts");
    if (n < FIRST_GRADE || n >= FIRST_GRADE + GRADES)
        return refuse(why, room, text, hole, ": its grade is not among 3 to 9");
    int i = step_of(mm);
    double half = 0.5 * grade[n - FIRST_GRADE][i];
    if (js)
        zone[0] = -half, zone[1] = half;
    else if (!(hole ? hole_zone((char)(name - 'A' + 'a'), (int)n, i, zone) : shaft_zone(name, (int)n, i, zone)))
        return refuse(why, room, text, hole, ": the table has d to p with the grades of bearing seats");
    *out = (iso286_zone){zone[0] * 1e-6, zone[1] * 1e-6};
    return true;
}

/* ---- bearings ---- */
typedef struct until {
    double size, by; /* mm, um */
} until;

static iso286_zone below_nominal(const until *table, double size) {
    while (table[1].size > 0 && size * 1e3 > table->size * (1 + 1e-9)) table++;
    return (iso286_zone){-table->by * 1e-6, 0};
}

iso286_zone iso492_bore(double size) {
    static const until bore[] = {{18, 8},   {30, 10},  {50, 12},  {80, 15},  {120, 20}, {180, 25},
                                 {250, 30}, {315, 35}, {400, 40}, {500, 45}, {0}};
    return below_nominal(bore, size);
}

iso286_zone iso492_outside(double size) {
    static const until outside[] = {{18, 8},   {30, 9},   {50, 11},  {80, 13},  {120, 15}, {150, 18},
                                    {180, 25}, {250, 30}, {315, 35}, {400, 40}, {500, 45}, {0}};
    return below_nominal(outside, size);
}
