/* Thinning of rows. */
#include "thin.h"

#include <math.h>

static const double frames_most = 2000, frames_wanted = 100, numbers_most = 3e6;

thin thin_choose(long rows, double row_numbers, double room) {
    double frames = fmin(frames_most, floor(room / row_numbers));
    if (frames < frames_wanted) frames = fmax(frames, fmin(frames_wanted, floor(numbers_most / row_numbers)));
    frames = fmax(frames, 2); /* the first and the last */
    thin t = {.rows = rows, .stride = 1};
    if ((double)rows > frames) t.stride = (long)ceil((double)(rows - 1) / (frames - 1));
    t.shown = rows < 2 ? rows : (rows - 2) / t.stride + 2;
    return t;
}
