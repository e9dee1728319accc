/* abut: height maps of rough surfaces: reading, levelling, filtering, statistics. SI units throughout. Part of libabut_world.
 *
 * Spectra, generated surfaces and the contact of a map need transforms and are in abut/field.h. See docs/howto/rough-surfaces.md. */
#ifndef ABUT_HEIGHTS_H
#define ABUT_HEIGHTS_H

#include "abut/abut.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abut_heights {
    size_t nx, ny; /* columns, rows */
    double lx, ly; /* m, size of the map: cells are lx/nx by ly/ny, heights those of their middles */
    double *z;     /* m, up out of the material, row by row: z[j*nx + i] lies at x = (i + 1/2) lx/nx, y likewise by j */
    bool generated; /* made by a formula, not measured; shown wherever the map is */
    char title[120];
    char format[24]; /* the format it was read from */
    bool profile;    /* read from two columns, x and z: two equal rows */
} abut_heights;

typedef struct abut_heights_options { /* zero: what the file does not say is missing */
    double lx, ly;                    /* m, of a file without sizes; ly 0: square cells */
    double height_unit;               /* m, of a file without a unit of its heights */
    double length_unit;               /* m, of a file whose sizes have no unit */
    bool generated;                   /* the map is not a measurement, whatever the file says */
    size_t memory;                    /* bytes that the map may take; 0: 1 GiB */
    bool profile; /* a text of two columns without the size of a map is a profile: x, at even distances, and z */
} abut_heights_options;

/* Formats, told by their first bytes: text matrix, Gwyddion's text export and .gsf, NumPy .npy, Surfer .grd (text, 6 and 7), profiles where they are wanted. Refuses
 * with a sentence, and *out is zero then: what is damaged or cut off, heights that are not finite, units or sizes that are neither in
 * the file nor in the options, or in both; maps below 2 x 2 or beyond the memory, whose need it says. options, message may be NULL. */
ABUT_API abut_status abut_heights_read(const char *path, const abut_heights_options *options, abut_heights *out,
                                       abut_message *message);
/* The same from the bytes of a file. */
ABUT_API abut_status abut_heights_parse(const void *bytes, size_t length, const abut_heights_options *options,
                                        abut_heights *out, abut_message *message);
/* A flat map of this size, to be filled. */
ABUT_API abut_status abut_heights_create(size_t nx, size_t ny, double lx, double ly, abut_heights *out,
                                         abut_message *message);
ABUT_API void abut_heights_destroy(abut_heights *h);
/* A text matrix with a header that says everything, 17 digits: what is read back is the same map. */
ABUT_API abut_status abut_heights_write(const abut_heights *h, const char *path, abut_message *message);
/* The part of h from column i and row j on, of nx by ny cells, as a map of its own. */
ABUT_API abut_status abut_heights_window(const abut_heights *h, size_t i, size_t j, size_t nx, size_t ny,
                                         abut_heights *out, abut_message *message);

/* Takes out of the heights their mean, their plane or their polynomial of second degree, by least squares. */
typedef enum abut_level { ABUT_LEVEL_NONE, ABUT_LEVEL_MEAN, ABUT_LEVEL_PLANE, ABUT_LEVEL_QUADRATIC } abut_level;
ABUT_API abut_status abut_heights_level(abut_heights *h, abut_level level, abut_message *message);

/* Gaussian filters with the weight exp(-pi (r/(alpha lambda))^2)/(alpha lambda)^2, alpha = sqrt(ln 2/pi): a wave of the length lambda
 * keeps one half. Waves longer than lambda_c are taken away, and those shorter than lambda_s; 0: that filter is not used. periodic:
 * the map goes on at its other side; otherwise the weight is made whole again at the edges. */
ABUT_API abut_status abut_heights_filter(abut_heights *h, double lambda_c, double lambda_s, bool periodic,
                                         abut_message *message);

typedef struct abut_heights_statistics {
    double mean;             /* m */
    double Sa, Sq, Ssk, Sku; /* m, m, 1, 1: mean and r.m.s. deviation, skewness, kurtosis, about the mean */
    double Sp, Sv, Sz;       /* m: highest peak above the mean, deepest valley below it, their sum */
    double Sdq, Sdr;         /* 1: r.m.s. slope, developed area over the area less 1 */
    double Sal_x, Sal_y;     /* m, lag at which the autocorrelation along x and y has fallen to 0.2; NaN: it does not */
    double m0, m2, m4;       /* m^2, 1, 1/m^2: spectral moments of profiles, mean over x and y */
    double m2_x, m2_y;       /* 1: mean square slope along x and y */
    double alpha;            /* 1, Nayak's bandwidth m0 m4/m2^2 */
    double asperity_radius;  /* m, 3 sqrt(pi)/(8 sqrt(m4)) */
    double asperity_density; /* 1/m^2, m4/(6 pi sqrt(3) m2) */
    double sigma_s;          /* m, r.m.s. height of the summits, sqrt((1 - 0.8968/alpha) m0) */
    double summit_mean;      /* m, mean height of the summits above the mean plane, 4 sqrt(m0/(pi alpha)) */
} abut_heights_statistics;
/* Slopes and curvatures are differences of neighbours. periodic: also across the edges. A flat map has no summits: NaN. */
ABUT_API abut_status abut_heights_statistics_of(const abut_heights *h, bool periodic, abut_heights_statistics *out);

#ifdef __cplusplus
}
#endif
#endif
