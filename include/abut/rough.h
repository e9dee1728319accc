/* abut: rough surfaces on a grid: generated surfaces, spectra, load curves, tables for laws. SI units. Part of libabut_field.
 *
 * Height maps themselves: abut/heights.h. What the tables are for: abut/lubrication.h. See docs/howto/rough-surfaces.md. */
#ifndef ABUT_ROUGH_H
#define ABUT_ROUGH_H

#include <stdint.h>

#include "abut/heights.h"
#include "abut/lubrication.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- generated surfaces ----------------------------------------------------------------------------------------------
 * A periodic Gaussian surface whose power spectrum is constant up to the wavenumber 2 pi/roll_off, falls as q^(-2(1 + hurst)) up to
 * 2 pi/cut_off and is zero beyond: white noise, filtered. The noise is that of xoshiro256** (D. Blackman, S. Vigna, 2018), seeded by
 * splitmix64, made normal by Box and Muller's formula, row by row: the seed and the numbers of cells give the surface. */
typedef struct abut_self_affine {
    size_t nx, ny;            /* cells, 2 or more each */
    double lx, ly;            /* m */
    double hurst;             /* 1, within [0, 1] */
    double roll_off, cut_off; /* m, wavelengths; 0: the longest and the shortest that the grid has */
    double rms_slope,
        rms_height; /* 1, m: one of them is given, the surface has it exactly (the slope by its spectrum) */
    uint64_t seed;
} abut_self_affine;
/* The map is labelled as generated, its title says how. */
ABUT_API abut_status abut_field_generate(const abut_self_affine *s, abut_heights *out, abut_message *message);

/* ---- spectra ----------------------------------------------------------------------------------------------------------
 * Of the map as one period; a map that is not periodic is mirrored at its edges first. */
enum { ABUT_BANDS_MAX = 64 };
typedef struct abut_heights_spectrum {
    size_t count;
    double q[ABUT_BANDS_MAX];     /* 1/m, wavenumber of each band, the mean of its waves */
    double C[ABUT_BANDS_MAX];     /* m^4: mean power spectral density, its integral over the plane of wavenumbers is the
                                          mean square */
    double waves[ABUT_BANDS_MAX]; /* of the grid, in each band */
    double rms_height, rms_slope; /* m, 1 */
    double rms_curvature;         /* 1/m, of the mean curvature times two, the Laplacian */
    double hurst;                 /* 1, by a straight line through the falling part; NaN: none */
} abut_heights_spectrum;
ABUT_API abut_status abut_field_spectrum(const abut_heights *h, bool periodic, size_t bands, abut_heights_spectrum *out,
                                         abut_message *message);

/* ---- load curves ------------------------------------------------------------------------------------------------------
 * The map against a rigid plane, or any two surfaces whose heights add up to it, elastic half-spaces without friction; pressures are
 * over E*. */
typedef struct abut_load_row {
    double pressure;  /* 1, mean pressure over E* */
    double area;      /* 1, real over apparent area: cells that carry */
    double gap;       /* m, mean */
    double p_max;     /* 1, greatest pressure over E* */
    double stiffness; /* 1/m, d(pressure)/d(approach) = -d(pressure)/d(gap), with the cells in contact held */
    double residual;  /* 1, of the solver, over the r.m.s. height */
    long iterations;  /* of its conjugate gradients */
} abut_load_row;
/* pressures: rising, > 0. A map that is not periodic is mirrored. */
ABUT_API abut_status abut_field_load_curve(const abut_heights *h, bool periodic, size_t count, const double *pressures,
                                           abut_load_row *rows, abut_message *message);

typedef struct abut_rough_table_def {
    size_t rows;                        /* 0: 24 */
    double pressure_low, pressure_high; /* 1, over E*; 0: from 0.002 to 0.5 of the r.m.s. slope */
    size_t windows;                     /* parts along each side whose curves give the scatter; 0: 2; 1: none */
    bool periodic;                      /* the map is; its parts are not */
} abut_rough_table_def;
/* The load-gap table of a map, ready for use and for abut_rough_table_text. */
ABUT_API abut_status abut_field_rough_table(const abut_heights *h, const abut_rough_table_def *def,
                                            abut_rough_table *out, abut_message *message);

#ifdef __cplusplus
}
#endif
#endif
