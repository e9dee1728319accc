/* A height profile in text: two columns, x and z, in the units of its header,
 *   # Length units: um
 *   # Value units: nm
 *   0.0  -3.1
 *   0.5   4.7
 * It becomes a map of two equal rows. Distances of x are even, within a tenth of one: digits are rounded. A text that says its size as a map is one. */
#include <math.h>

#include "base/message.h"
#include "format.h"

static const double rounding = 0.1; /* of a distance */

static bool blank(unsigned char c) { return c == ' ' || c == '\t' || c == '\r' || c == ',' || c == ';'; }

/* Has the first line of numbers two of them? */
static bool is_profile(const heights_source *s) {
    if (!s->options->profile || s->options->lx != 0 || !heights_is_text(s)) return false;
    const unsigned char *c = s->bytes, *end = c + s->length;
    if (heights_begins(s, "\xEF\xBB\xBF", 3)) c += 3;
    while (c < end) {
        int columns = 0;
        bool remark = false;
        for (bool before = true; c < end && *c != '\n'; before = blank(*c++)) {
            columns += before && !blank(*c);
            remark = remark || (columns == 1 && before && *c == '#');
        }
        if (columns && !remark) return columns == 2;
        c += c < end;
    }
    return false;
}

/* The two columns stand in `both`, row by row. */
static abut_status take(const heights_source *s, const abut_heights *both, double *distance, abut_heights *out) {
    size_t n = both->ny;
    const double *z = both->z;
    for (size_t i = 1; i < n; i++)
        if (!(z[2 * i] > z[2 * i - 2]))
            return say(s->message, ABUT_BAD_FILE, "point %zu of the profile: x must rise, got %g after %g", i + 1,
                       z[2 * i], z[2 * i - 2]);
    double step = (z[2 * (n - 1)] - z[0]) / (double)(n - 1);
    for (size_t i = 0; i < n; i++) {
        double even = z[0] + step * (double)i;
        if (!(fabs(z[2 * i] - even) <= rounding * step))
            return say(s->message, ABUT_BAD_FILE,
                       "point %zu of the profile: x is %g, and %g where distances are even, as they must be", i + 1,
                       z[2 * i], even);
    }
    abut_status status = heights_room(s, n, 2, 0, out);
    for (size_t i = 0; i < n && !status; i++) out->z[i] = out->z[n + i] = z[2 * i + 1];
    *distance = step;
    out->profile = true;
    return status;
}

static abut_status read_profile(const heights_source *s, const char *text, abut_heights *out) {
    heights_scale scale;
    abut_heights both = {0};
    int line;
    double unit = 1, distance = 0;
    const char *at = text;
    abut_status status = heights_header(s, &scale, out, &at, &line);
    if (status) return status;
    if (!isnan(scale.lx)) return heights_read_text(s, out);
    status = heights_matrix(s, at, line, &both);
    if (!status) status = take(s, &both, &distance, out);
    abut_heights_destroy(&both);
    if (status) return status;
    if (isnan(scale.length_unit) && isnan(scale.height_unit) && s->options->height_unit == 0)
        return say(s->message, ABUT_MISSING,
                   "a profile says its units in lines '# Length units: um' and '# Value units: nm'");
    scale.lx = distance * (double)out->nx;
    scale.ly = 2 * distance;
    status = heights_measure(s, &scale, out, &unit);
    return status ? status : heights_finish(s, unit, out);
}

static abut_status read_file(const heights_source *s, abut_heights *out) {
    return heights_with_text(s, read_profile, out);
}

const heights_format heights_profile = {"profile", is_profile, read_file};
