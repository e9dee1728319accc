/* Which rows of a run a page shows: every stride-th, and the last one. */
#ifndef ABUT_REPORT_THIN_H
#define ABUT_REPORT_THIN_H

typedef struct thin {
    long rows;   /* there are */
    long stride; /* from one shown row to the next */
    long shown;
} thin;

/* row_numbers: how many numbers a row has; room: about how many the page may hold. Pages of very many bodies get more than
 * that, so that something moves. */
thin thin_choose(long rows, double row_numbers, double room);

/* The row that is frame 0 .. shown - 1 of the page. */
static inline long thin_row(const thin *t, long frame) {
    return frame == t->shown - 1 ? t->rows - 1 : frame * t->stride;
}

#endif
