/* abut: lubricated contact: finite line contact, films, lubricants, mixed friction. SI units throughout.
 *
 * Part of the element library, which needs nothing but libm; same habits as abut.h. */
#ifndef ABUT_LUBRICATION_H
#define ABUT_LUBRICATION_H

#include "abut/abut.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- line contact of finite length ------------------------------------------------------------------------------------
 * A strip of length l and half-width b = sqrt(8F/(pi E' l rho)), rho the sum of the curvatures across it, the pressure
 * semi-elliptic across and uniform along: delta = (4F/(pi E' l)) G(b/l). See docs/theory/lubrication_line.md. */
typedef enum abut_line_law {
    ABUT_LINE_STRIP,      /* G(x) = (4/pi) int_0^1 sqrt(1-t^2) asinh(1/(2xt)) dt: every b/l */
    ABUT_LINE_ASYMPTOTIC, /* G(x) = 1/2 + ln 2 - ln x: its limit for slender strips, approach below rho l^2 */
    ABUT_LINE_PAPER       /* G(x) = 1.1931 - ln x: the constant rounded, as printed */
} abut_line_law;

typedef struct abut_line_in {
    abut_line_law law;
    double length;    /* m */
    double curvature; /* 1/m, rho */
    double E_prime;   /* Pa, 2/E' = sum of (1 - nu^2)/E: E' = 2 E* */
    double approach;  /* m, > 0; exactly one of approach and force is not NaN */
    double force;     /* N, > 0 */
} abut_line_in;

typedef struct abut_line_out {
    double force, approach; /* N, m */
    double half_width;      /* m, b */
    double p_max, p_mean;   /* Pa: 2F/(pi b l), F/(2 b l) */
    double stiffness;       /* N/m, dF/d(approach) */
    double energy;          /* J, work of the force from zero to this approach */
    double dF_drho;         /* N m, at constant approach */
    double dapproach_drho;  /* m^2, at constant force */
    bool valid;             /* false: b/l > 0.3 in one of the two limits, whose approach is off by 0.9 % there */
} abut_line_out;

/* ABUT_BAD_VALUE with a sentence for what is not positive and finite, for an approach or a force beyond the greatest of the
 * two limits (b = 2l), and where a result leaves the range of numbers; *out is zero then. message may be NULL. */
ABUT_API abut_status abut_line_contact(const abut_line_in *in, abut_line_out *out, abut_message *message);

/* G(x) of the strip to a relative 1e-14, x > 0, and -x G'(x), which lies between 0 and 1 (may be NULL). */
ABUT_API double abut_line_G(double x, double *minus_x_slope);

/* Point contact as the lubrication literature writes it: F = sqrt(3) E' (2d/(3 zeta rho_sum^(1/3)))^(3/2) with
 * zeta = 2K/(pi mu), mu = (2E/(pi kappa^2))^(1/3); semi-axes (mu, kappa mu) (3F/(E' rho_sum))^(1/3). The same contact as
 * abut_hertz_from_approach with P, Q = rho/2. */
typedef struct abut_zeta_out {
    double rho_sum; /* 1/m */
    double kappa, mu, nu,
        zeta;                /* minor over major axis; parameters of the major and of the minor axis; of the approach */
    double force, stiffness; /* N, N/m */
    double major, minor;     /* m, semi-axes */
    double p_max;            /* Pa */
} abut_zeta_out;
/* rho_x, rho_y: sums of the curvatures of both bodies in the two principal directions, > 0, in any order; approach > 0. */
ABUT_API abut_status abut_zeta_contact(double rho_x, double rho_y, double E_prime, double approach, abut_zeta_out *out);

/* A roller cut into slices: the drop of its profile and a tilt change the approach of every slice,
 * d(y) = approach + tilt y - drop(y), y from -l/2 to l/2; slices with d <= 0 carry nothing. */
typedef enum abut_profile_kind {
    ABUT_PROFILE_UNIFORM,     /* no drop */
    ABUT_PROFILE_CROWNED,     /* y^2/(2 radius) */
    ABUT_PROFILE_LOGARITHMIC, /* Lundberg: (2 F/(pi E' l)) ln(1/(1 - (2y/l)^2)) for the design force F */
    ABUT_PROFILE_FUNCTION,    /* drop(y, user) */
    ABUT_PROFILE_TABLE        /* straight lines between the points of a table, constant beyond its ends */
} abut_profile_kind;

typedef struct abut_profile {
    abut_profile_kind kind;
    double radius;                        /* m, of a crown */
    double design_force;                  /* N, of the logarithmic profile */
    double (*drop)(double y, void *user); /* m; positive: away from the other body */
    void *user;                           /* handed to drop */
    size_t count;                         /* of the table: */
    const double *table_y, *table_drop;   /* m; y rises strictly */
} abut_profile;

typedef enum abut_slice_law {
    ABUT_SLICE_EXACT, /* each slice carries its share of the strip of the whole length at its own approach */
    ABUT_SLICE_ISO16281 /* q = c_L d^(10/9)/l, c_L = 35948 (l/mm)^(8/9) N/mm^(10/9): steel, d the sum over both raceways */
} abut_slice_law;

typedef struct abut_slices_in {
    abut_slice_law law;
    double length, curvature, E_prime; /* m, 1/m, Pa */
    double approach;                   /* m, of the middle of the undropped profile; any sign */
    double tilt;                       /* rad, small; positive: closer at y > 0 */
    abut_profile profile;
    size_t count; /* of slices, 1 or more; 30 to 100 are usual */
} abut_slices_in;

typedef struct abut_slices_out {
    double force;     /* N */
    double moment;    /* N m: sum of force times y */
    double stiffness; /* N/m, dF/d(approach) */
    double dF_dtilt;  /* N/rad, also dM/d(approach) */
    double dM_dtilt;  /* N m/rad */
    double q_max;     /* N/m, greatest load per length */
    double p_max;     /* Pa, there: sqrt(q E' rho/(2 pi)) */
    size_t loaded;    /* slices that carry load */
    double *q;        /* N/m, `count` of them; set by the caller, NULL: not wanted */
} abut_slices_out;
ABUT_API abut_status abut_line_slices(const abut_slices_in *in, abut_slices_out *out, abut_message *message);

/* ---- film thickness ----------------------------------------------------------------------------------------------------
 * Formulas of the kind "film": 'moes_line' (line contact), 'nvm' and 'hamrock_dowson' (point contact), as functions of
 * Moes' numbers. R = 1/rho_x, U = eta0 u_sum/(E' R), L = alpha E' U^(1/4), h = H R U^(1/2);
 * line: M = F/(E' l R) U^(-1/2); point: M = F/(E' R^2) U^(-3/4), D = rho_y/rho_x. See docs/theory/lubrication_film.md. */
typedef struct abut_film_in {
    bool line;                 /* a line contact of this length, else an elliptic one with rho_y */
    double force;              /* N, > 0 */
    double rho_x;              /* 1/m, > 0: sum of the curvatures of both bodies in the direction of rolling */
    double rho_y;              /* 1/m, the same across it; 0 < rho_y <= rho_x; not used for a line */
    double length;             /* m, > 0; only for a line */
    double u_sum;              /* m/s, u1 + u2, twice the entrainment velocity; its sign does not matter */
    double eta0;               /* Pa s, >= 0, viscosity at the pressure of the surroundings */
    double alpha;              /* 1/Pa, >= 0, pressure-viscosity coefficient */
    double E_prime;            /* Pa, > 0: E' = 2 E* */
    double beta, conductivity; /* 1/K, W/(m K): of the lubricant, > 0; only for a law with heating */
} abut_film_in;

typedef struct abut_film_out {
    double M, L, D;        /* D = 0 for a line */
    double H;              /* of the formula, without corrections */
    double RI, EI, RP, EP; /* its asymptotes: rigid or elastic bodies, isoviscous or piezoviscous lubricant */
    int regime;            /* which of them counts: 1 RI, 2 EI, 3 RP, 4 EP; 0 without a film */
    double h_c;            /* m, central film with all corrections */
    double h_min;          /* m, least film, at most h_c */
    double p_max;          /* Pa, of the dry contact; only if the law is compressible */
    bool beyond;           /* of an extended law: the contact lies beyond the hull of its table */
    /* derivatives of h_c, each with all else held */
    double dh_dF;                /* m/N */
    double dh_du;                /* s */
    double dh_drho_x, dh_drho_y; /* m^2 */
    double dh_dE;                /* m/Pa, by E' */
} abut_film_out;

typedef enum abut_heating {
    ABUT_HEATING_NONE,
    ABUT_HEATING_INLET, /* needs beta and conductivity of the lubricant */
    ABUT_HEATING_KNOWN  /* the same, nothing where the lubricant does not say them */
} abut_heating;

struct abut_film_type;
typedef struct abut_film_law { /* a plain value: made once by abut_film_choose, copied at will, nothing to free */
    const struct abut_film_type *type;
    int blend;                  /* of 'nvm': 0 RI, 1 EP */
    bool compressible;          /* h_c is divided by the density ratio at p_max */
    double thermal, starvation; /* factors on h_c and h_min */
    abut_heating heating;       /* instead of thermal: 1/(1 + 0.1 (beta eta0 u_sum^2/conductivity)^0.64) */
    double u_starve;            /* m/s, instead of starvation: exp(-u_sum/u_starve); 0: none */
    double u_eps;               /* m/s: the speed is sqrt(u_sum^2 + u_eps^2), smooth where u_sum changes its sign */
    bool line;                  /* what it was chosen for */
    const void *table;          /* of 'ehl_table': the file, of the library or the caller's, which outlives the law */
    bool extended;              /* of 'ehl_table': beyond its hull it goes over to the formula, else it is refused */
    bool damped;                /* of 'ehl_table', in a contact: damping by squeeze is that of the table */
} abut_film_law;

/* choice NULL or without a type: 'moes_line' for a line, else 'nvm'. Refuses, with a sentence, names and parameters that are
 * not registered and a law of the other kind of contact. message may be NULL here and below. */
ABUT_API abut_status abut_film_choose(const abut_choice *choice, bool line, abut_film_law *out, abut_message *message);

/* Pure, without allocation. Without viscosity or speed there is no film: then everything but D is 0, also the slopes (h_c
 * rises from there with a vertical tangent unless u_eps > 0). ABUT_CONFORMING for rho_x or rho_y not above 0,
 * ABUT_BAD_VALUE for any other value out of range and for rho_y > rho_x, ABUT_NOT_FINITE where a result leaves the range of
 * numbers, ABUT_OUTSIDE_DOMAIN beyond the hull of a table; *out is zero then. */
ABUT_API abut_status abut_film_eval(const abut_film_law *law, const abut_film_in *in, abut_film_out *out,
                                    abut_message *message);

/* What the table of a law 'ehl_table' says of a contact, by Moes' numbers, D = 0 of a line: Barus' viscosity, incompressible, without
 * corrections. ABUT_OUTSIDE_DOMAIN beyond its hull, ABUT_BAD_VALUE for another law; *out is zero then. */
typedef struct abut_ehl_table_out {
    double H_c, H_min; /* Moes' units; H_c at X = Y = 0, of light ellipses where the pressure is greatest before that */
    double separation; /* the same: approach of the dry contact under this load less that of this one */
    double stiffness;  /* -M/(d separation/d M): of the film, over dF/dh in units of F/M over R U^(1/2) */
    double
        rolling; /* resistance of each surface: of a line over E' R l U^(3/4); of an ellipse over E' R^2 U with oil from `inlet` on */
    double rolling_by_ln; /* of an ellipse: with e times that distance it is so much more */
    double inlet;         /* distance before the contact over R U^(1/4); of a line all the way */
    double
        damping; /* factor k of c = k E' s l R/(2 b u_sum), s the separation: what the load gains by the speed of approach;
                           * l is the length of a line, pi a/2 of an ellipse, b the semi-axis along the entrainment */
    double error; /* relative, of H_c: estimated where the contact is */
    double
        bound; /* the greatest that the table states for its hull, NaN below the M from which it states one; of the others: */
    double bound_min, bound_separation, bound_rolling, bound_damping;
} abut_ehl_table_out;
ABUT_API abut_status abut_ehl_table_at(const abut_film_law *law, double M, double L, double D, abut_ehl_table_out *out,
                                       abut_message *message);

/* ---- lubricants --------------------------------------------------------------------------------------------------
 * Viscosity by pressure and temperature, shear stress of a thin film. See docs/theory/lubrication_mixed.md. */
typedef enum abut_pressure_law { /* eta(p), both with the slope alpha of ln eta at p = 0 */
                                 ABUT_ROELANDS,
                                 ABUT_BARUS /* eta0 exp(alpha p), the exponent limited to 50 */
} abut_pressure_law;

typedef enum abut_shear_law {              /* shear stress at the rate v/h */
                              ABUT_EYRING, /* tau0 asinh(eta v/(h tau0)); tau0 = 0 stands for Newton's law */
                              ABUT_NEWTON, /* eta v/h */
                              ABUT_CARREAU /* eta v/h (1 + (eta v/(h G))^2)^((n - 1)/2) */
} abut_shear_law;

/* Walther's equation (ASTM D341), lg lg(nu + 0.7) = A - B lg T with nu in mm^2/s and T in K. */
typedef struct abut_walther {
    double nu40, nu100; /* m^2/s, at 40 and 100 degC, nu40 > nu100 */
    double density;     /* kg/m^3, taken as constant */
} abut_walther;

typedef struct abut_lubricant {
    double eta0;                 /* Pa s, at p = 0 and the temperature of the contact, >= 0 */
    double alpha;                /* 1/Pa, >= 0 */
    abut_pressure_law viscosity; /* Roelands' law needs ln(eta0/(Pa s)) > -9.67 */
    abut_shear_law shear;
    double tau0;                 /* Pa, Eyring stress */
    double G, n;                 /* Pa, 1: Carreau; 0 < n <= 1 */
    double limit_slope, tau_min; /* 1, Pa: limiting stress limit_slope p + tau_min; both 0: none */
    double beta;                 /* 1/K, -d ln(eta0)/dT; 0: not known */
    double conductivity;         /* W/(m K); 0: not known */
    double density;              /* kg/m^3; 0: not known */
    double temperature;          /* K, that eta0 holds for; 0: not known */
    abut_walther by_temperature; /* all zero: not known; beta then holds near the temperature */
    double T_low, T_high;        /* K, where the law by temperature may be used; both 0: not said */
} abut_lubricant;

/* The same oil at T (K): eta0 and beta by Walther's equation, or where only beta is known eta0 exp(-beta (T - temperature)), up to 50 K away;
 * all else stays. ABUT_MISSING: how its viscosity depends on the temperature is not known. ABUT_BAD_VALUE: T lies beyond the law. */
ABUT_API abut_status abut_lubricant_at(const abut_lubricant *oil, double T, abut_lubricant *out);
/* K, between which abut_lubricant_at answers; false: nowhere. */
ABUT_API bool abut_lubricant_range(const abut_lubricant *oil, double *low, double *high);

/* Viscosity (Pa s) at a pressure p >= 0 (Pa). */
ABUT_API abut_status abut_viscosity(const abut_lubricant *oil, double p, double *eta);

typedef struct abut_shear {
    double tau;     /* Pa, has the sign of the sliding speed */
    double dtau_dv; /* Pa s/m */
} abut_shear;

/* Shear stress of a film h > 0 (m) at the pressure p >= 0 (Pa) and the sliding speed v (m/s). */
ABUT_API abut_status abut_film_shear(const abut_lubricant *oil, double p, double h, double v, abut_shear *out);

/* eta = a exp(b/(T - c)) with three measured viscosities (Pa s) at three temperatures (K). */
typedef struct abut_vogel {
    double a, b, c; /* Pa s, K, K */
} abut_vogel;
ABUT_API abut_status abut_vogel_fit(const double T[3], const double eta[3], abut_vogel *out);
ABUT_API abut_status abut_vogel_viscosity(const abut_vogel *oil, double T, double *eta); /* T > c */

/* eta (Pa s) and nu (m^2/s, may be NULL) at T (K). */
ABUT_API abut_status abut_walther_viscosity(const abut_walther *oil, double T, double *eta, double *nu);
/* -d ln(eta)/dT (1/K) at T (K). */
ABUT_API abut_status abut_walther_slope(const abut_walther *oil, double T, double *beta);

/* A grade: a type of kind "lubricant" without functions; its summary says where the values come from. The built-in ones are typical
 * values, not those of a product. */
typedef struct abut_oil_grade {
    abut_type type;
    abut_walther viscosity;
    double alpha;         /* 1/Pa, at 40 degC */
    double tau0;          /* Pa */
    double limit_slope;   /* 1 */
    double T_low, T_high; /* K, where it may be used */
    double conductivity;  /* W/(m K); 0: not known */
} abut_oil_grade;
ABUT_API const abut_oil_grade *abut_find_oil(const abut_registry *r, const char *name); /* NULL if unknown */
/* The lubricant of a grade at T (K): Roelands, Eyring, limiting stress. */
ABUT_API abut_status abut_oil_at_temperature(const abut_oil_grade *oil, double T, abut_lubricant *out);

/* ---- mixed friction ----------------------------------------------------------------------------------------------
 * Rough surfaces that share the load with a film. See docs/theory/lubrication_mixed.md. */
/* Two rough surfaces pressed together, from the contact of a height map on a grid (`abut rough MAP --table FILE`): mean pressure, real
 * area and their scatter over the mean gap. A plain value: made by abut_rough_table_make or _parse, copied at will, nothing to free. */
enum { ABUT_ROUGH_ROWS = 64 };
typedef struct abut_rough_row {
    double gap;      /* m, mean over the apparent area, with the elastic displacements, > 0 */
    double pressure; /* 1, mean pressure over E*, > 0; falls with the gap */
    double area;     /* 1, real over apparent area, within (0, 1]; does not rise with the gap */
    double scatter;  /* 1, standard deviation of ln(pressure) between parts of the map */
} abut_rough_row;

typedef struct abut_rough_table {
    double sigma;                             /* m, r.m.s. height */
    double asperity_radius, asperity_density; /* m, 1/m^2: of the map's summits; 0: not known */
    double first_touch;                       /* m, gap at which the highest point touches, beyond the last row */
    bool generated;                           /* of a map that was generated, not measured */
    char origin[160];
    size_t count; /* rows, 4 or more */
    abut_rough_row row[ABUT_ROUGH_ROWS];
    /* made of these: over t = ln(gap/sigma), values and slopes of ln(pressure) and ln(area) */
    double t[ABUT_ROUGH_ROWS], ln_p[ABUT_ROUGH_ROWS], by_p[ABUT_ROUGH_ROWS];
    double ln_a[ABUT_ROUGH_ROWS], by_a[ABUT_ROUGH_ROWS];
} abut_rough_table;

/* Checks the rows, which must be in the order of rising gaps, and makes the rest. spread: so many times the scatter is added to
 * ln(pressure). message may be NULL here and below. */
ABUT_API abut_status abut_rough_table_make(abut_rough_table *table, double spread, abut_message *message);
/* From the text of a file, whose checksum must be right. */
ABUT_API abut_status abut_rough_table_parse(const char *text, size_t length, double spread, abut_rough_table *out,
                                            abut_message *message);
/* The text of such a file, cut off at `size` bytes; returns how many it has in all. */
ABUT_API size_t abut_rough_table_text(const abut_rough_table *table, char *to, size_t size);
/* Mean pressure over E* at a mean gap > 0 (m), and its derivative (1/m, may be NULL). Monotone cubics between the rows; beyond the
 * last an exponential of the gap, before the first a power of it. */
ABUT_API abut_status abut_rough_pressure(const abut_rough_table *table, double gap, double *pressure, double *slope);

typedef struct abut_roughness {
    double sigma;           /* m, r.m.s. height of both surfaces together; 0: smooth */
    double asperity_radius; /* m, beta */
    double density;         /* 1/m^2, asperities per area, eta */
    const abut_rough_table
        *table; /* NULL: Greenwood and Tripp. Otherwise asperities carry what it says, over the mean film thickness as
                                      mean gap; sigma is that of the table, the caller's object, which outlives its use; worlds copy it */
} abut_roughness;

/* F_n(Phi) = (2 pi)^(-1/2) times the integral of (s - Phi)^n exp(-s^2/2) over s > Phi, 0 <= n <= 10, to rounding for every
 * finite Phi. *scaled (may be NULL) is F_n exp(Phi^2/2) for Phi >= 0, where F_n itself may underflow, F_n for Phi < 0.
 * dF_n/dPhi = -n F_{n-1}. */
ABUT_API abut_status abut_greenwood_tripp(double n, double Phi, double *F, double *scaled);

/* The separation Phi of the mean planes, in sigma, below which the valleys hold a film of the mean thickness h:
 * h/sigma = Phi cdf(Phi) + pdf(Phi). h, sigma > 0. */
ABUT_API abut_status abut_film_separation(double h, double sigma, double *Phi);

typedef struct abut_contact_pressure { /* model pressure_tanh, for given film and pressure */
    double E_prime;                    /* Pa */
    abut_roughness rough;
    double h, p, area;         /* m, Pa (mean), m^2 */
    double mu_boundary, tau_e; /* 1, Pa */
    double eta0, alpha, u_rel; /* Pa s, 1/Pa, m/s */
    double p_k;                /* Pa; 0: by equation (14) */
    bool total_pressure;       /* the boundary term has the total pressure, as printed, not that of the asperities */
} abut_contact_pressure;

typedef struct abut_pressure_tanh_result {
    double p_k;                   /* Pa */
    double alpha_c, one_minus;    /* tanh(p/p_k), 1 - alpha_c */
    double p_asp;                 /* Pa, Greenwood and Tripp */
    double alpha_asp, alpha_eq13; /* area share by Greenwood and Tripp, and by equation (13) */
    double F_boundary, F_hydro;   /* N; magnitudes of friction for sliding in the direction of u_rel */
} abut_pressure_tanh_result;

ABUT_API abut_status abut_pressure_tanh(const abut_contact_pressure *in, abut_pressure_tanh_result *out);

typedef struct abut_mixed { /* a lubricated contact of rough surfaces, line or ellipse */
    double E_prime;         /* Pa, 2 E* */
    double rho_x;           /* 1/m, relative curvature along the motion, > 0 */
    double rho_y;           /* 1/m, across it; 0: line contact */
    double length;          /* m, of a line contact */
    abut_line_law line_law; /* of a line contact, for the elastic approach of abut_film_series */
    abut_film_law film;     /* made by abut_film_choose; all zero: its default for the kind of contact */
    abut_lubricant oil;
    abut_roughness rough;
    double mu_boundary;  /* 1 */
    double tau_boundary; /* Pa, added shear strength on the real area of contact; usually 0 */
    double v_eps;        /* m/s, > 0: the boundary part has tanh(v/v_eps) */
    bool mean_pressure;  /* one shear stress at the mean pressure instead of eight over the Hertz profile */
} abut_mixed;

typedef struct abut_sharing {
    double phi, one_minus_phi; /* share of the film, of the asperities */
    double h, Phi;             /* m, 1: film (mean), separation of the mean planes in sigma */
    double area, p_max;        /* m^2, Pa: Hertz contact under the whole load */
    double alpha_c;            /* real over apparent area, at most 1 */
    double dphi_dF, dphi_du;   /* 1/N, s/m */
    double dh_dF, dh_du;       /* m/N, s */
} abut_sharing;

/* Load sharing at the load F > 0 (N) and the entrainment sum u_sum (m/s). */
ABUT_API abut_status abut_load_sharing(const abut_mixed *c, double F, double u_sum, abut_sharing *out,
                                       abut_message *message);

typedef struct abut_friction_force {
    abut_sharing share;
    double F_t, F_hydro, F_boundary; /* N, of the sign of v */
    double dFt_dv;                   /* N s/m */
    double mu, lambda_ratio;         /* |F_t|/F, h/sigma (infinite for a smooth contact) */
    double power;                    /* W, F_t v */
} abut_friction_force;

/* Friction under the load F at the sliding speed v (m/s). */
ABUT_API abut_status abut_mixed_friction(const abut_mixed *c, double F, double u_sum, double v,
                                         abut_friction_force *out, abut_message *message);

typedef struct abut_film_force {
    double F;            /* N */
    double dF_dd, dF_du; /* N/m, N s/m */
    double h, delta;     /* m: smooth film, elastic approach */
} abut_film_force;

/* The normal force of elastic bodies in series with their (smooth) film: delta(F) - h(F, u_sum) = d, for any d (m). Without
 * entrainment it is the dry contact, 0 for d <= 0. */
ABUT_API abut_status abut_film_series(const abut_mixed *c, double d, double u_sum, abut_film_force *out,
                                      abut_message *message);

/* ---- cam and roller ----------------------------------------------------------------------------------------------
 * A disc cam that moves a follower with a roller. The roller's centre runs along the pitch curve of the cam; the contour lies
 * inside it by the radius of the roller. See docs/theory/cam.md. */
typedef enum abut_lift_law { /* the lift s over the cam angle: rise, dwell, fall, and rest for what is left of the turn */
                             ABUT_LIFT_CYCLOIDAL, /* s'' continuous */
                             ABUT_LIFT_345,       /* polynomial 10 x^3 - 15 x^4 + 6 x^5, s'' continuous */
                             ABUT_LIFT_4567,      /* polynomial 35 x^4 - 84 x^5 + 70 x^6 - 20 x^7, s''' continuous */
                             ABUT_LIFT_SPLINE     /* periodic cubic spline of a table, s'' continuous */
} abut_lift_law;

typedef struct abut_lift {
    abut_lift_law law;
    double lift, rise, dwell, fall; /* m; rad of cam angle; not for a spline */
    int lobes;                      /* the lift repeats so often in a turn; 0: 1 */
    size_t count;                   /* points of the spline, at least 4 */
    const double *table;            /* pairs: angle (rad, rising, within 2 pi/lobes), lift (m) */
} abut_lift;

typedef enum abut_follower_kind { ABUT_TRANSLATING, ABUT_SWINGING } abut_follower_kind;

typedef struct abut_cam {
    abut_lift lift;
    double base_radius;   /* m, of the contour where the lift is 0 */
    double roller_radius; /* m, of the roller the contour is made for */
    /* Seen along -z with the cam's axis in the origin, at the cam angle 0:
     * translating: the roller's centre goes along +x, on the line y = offset;
     * swinging: the lever's pivot lies at x = pivot_distance, the roller at the end of its arm above the x axis. */
    abut_follower_kind follower;
    double offset;              /* m */
    double pivot_distance, arm; /* m */
    double lever;   /* m, from the pivot: the lift is an arc of this radius, as at the tip of a finger; 0: arm */
    double phase;   /* rad: the lift at the cam angle 0 is s(phase) */
    bool clockwise; /* the cam turns about -z */
} abut_cam;

/* What presses the follower down, as forces along the lift. */
typedef struct abut_cam_load {
    double mass;                /* kg, that moves with the lift (of a lever: moment of inertia/lever^2) */
    double stiffness, preload;  /* N/m, N: spring, its force where the lift is 0 */
    double plunger_diameter;    /* m; 0: no plunger */
    double p_low, p_high, ramp; /* Pa: p_low + (p_high - p_low) x^2 (3 - 2x), x = ramp s'/(greatest s') within 0 .. 1 */
    size_t count;               /* of a table instead: pairs cam angle (rad, rising) and pressure (Pa), straight */
    const double *table;        /* between, periodic with 2 pi */
} abut_cam_load;

typedef struct abut_cam_cycle_in {
    abut_cam cam;
    double speed; /* rad/s, of the cam, >= 0 */
    abut_cam_load load;
    abut_mixed contact; /* of cam and roller; rho_x, rho_y are not read, length is that of the contact */
    /* The slip of the roller: given, or (NaN) what its bearing and its inertia take. */
    double slide_ratio;            /* 1 - u_roller/u_cam */
    double bearing_mu, pin_radius; /* 1, m: friction moment bearing_mu N pin_radius */
    double roller_inertia;         /* kg m^2 */
} abut_cam_cycle_in;

typedef struct abut_cam_row {
    double angle;                  /* rad, of the cam */
    double s, ds, d2s, d3s;        /* m: lift and its derivatives by the angle */
    double kappa_pitch, kappa_cam; /* 1/m, convex positive */
    double pressure_angle;         /* rad, between the normal and the way of the roller's centre, > 0 while it rises */
    double u_cam, u_roller, u_sum; /* m/s, relative to the contact */
    double rho_x;                  /* 1/m, 1/R + kappa_cam */
    double plunger_pressure;       /* Pa */
    double force;                  /* N, normal; 0: the contact is lost */
    double b, p_max, approach;     /* m, Pa, m: of the dry contact */
    double M, L, H, h_c, h_min;    /* Moes' numbers; m: smooth film */
    int regime;                    /* as in abut_film_state */
    double lambda, fluid_share;    /* h_min/sigma, 0 for smooth surfaces; share of the film in the load */
    double T, T_fluid, T_boundary; /* N, traction on the roller in the direction of the cam's surface, and its parts */
    double loss;                   /* W: T times slip, and the roller's bearing */
    double torque;                 /* N m, of the drive */
} abut_cam_row;

/* One turn of the cam in quasi-statics: forces of inertia at constant speed, the roller's centre on the pitch curve. rows of
 * equal spacing from the angle 0. ABUT_OK; where the contact is lost a sentence with the angle stands in *message all the
 * same. */
ABUT_API abut_status abut_cam_cycle(const abut_cam_cycle_in *in, size_t rows, abut_cam_row *row, abut_message *message);
/* The lowest speed (rad/s) at which the contact is lost in quasi-statics, and the angle (rad); infinite if there is none. */
ABUT_API abut_status abut_cam_separation(const abut_cam *cam, const abut_cam_load *load, double *speed, double *angle,
                                         abut_message *message);

#ifdef __cplusplus
}
#endif
#endif
