/* Located transitions: which contacts hold their modes of friction within steps, the functions of the state that vanish
 * where modes end and where contacts open or close, and the transitions themselves. Writes the memory of contacts. */
#include "contact/element.h"
#include "inside.h"

static bool holds(const mb_contact *c) { return !c->off && c->element->hold; }

int mb_hold(mb_system *s, bool on) {
    int count = 0;
    for (int i = 0; i < s->contacts; i++) {
        const mb_contact *c = &s->contact[i];
        if (c->off || !c->element->friction->lasts) continue;
        c->element->hold = on;
        count++;
    }
    return count;
}

int mb_events(const mb_system *s, bool gaps, int *direction) {
    int count = 0;
    for (int i = 0; i < s->contacts; i++) {
        int more = holds(&s->contact[i]) ? ELEMENT_EVENTS : gaps ? 1 : 0;
        for (int j = 0; j < more; j++, count++)
            if (direction) direction[count] = more == ELEMENT_EVENTS ? -1 : 0;
    }
    return count;
}

/* Both values of a contact; of a far one without looking for its opposing points. */
static abut_status lasting(mb_work *k, const mb_contact *c, const double *own, double *g) {
    mb_touch far;
    if (applied_far(k, c, &far) && !c->states) {
        g[0] = -far.h;
        g[1] = 1;
        return ABUT_OK;
    }
    abut_element_in in;
    applied_input(k, c, own, &in);
    return element_lasts(c->element, &in, g);
}

static void move_to(mb_work *k, double t, const double *y) {
    kin_drives(k, t);
    kin_state(k, y, y + k->s->size.nx);
}

abut_status mb_event_values(mb_work *k, double t, const double *y, bool gaps, double *g) {
    const double *own = y + k->s->size.nx + k->s->size.nu;
    abut_status status = ABUT_OK;
    move_to(k, t, y);
    if (gaps) status = applied_wrenches(k, t, own, NULL, false);
    for (int i = 0; !status && i < k->s->contacts; i++) {
        const mb_contact *c = &k->s->contact[i];
        if (holds(c)) {
            status = lasting(k, c, own, g);
            g += ELEMENT_EVENTS;
        } else if (gaps)
            *g++ = k->touch[i].h;
    }
    return status;
}

abut_status mb_switch(mb_work *k, double t, const double *y, bool gaps, const int *found) {
    const double *own = y + k->s->size.nx + k->s->size.nu;
    abut_status status = mb_accept(k, t, y);
    move_to(k, t, y);
    for (int i = 0; status >= 0 && i < k->s->contacts; i++) {
        mb_contact *c = &k->s->contact[i];
        if (!holds(c)) {
            found += gaps;
            continue;
        }
        abut_element_in in;
        applied_input(k, c, own, &in);
        /* a contact that opens has no mode to end */
        if (found[0] || found[1]) status = element_switch(c->element, &in, found[0] ? 0 : 1);
        found += ELEMENT_EVENTS;
    }
    return status < 0 ? status : ABUT_OK;
}
