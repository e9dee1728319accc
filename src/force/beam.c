/* Timoshenko's beam along z: displacements u and rotations theta of the sections,
 *     V = 1/2 integral of  k G A [(u_x' - theta_y)^2 + (u_y' + theta_x)^2] + E I (theta_x'^2 + theta_y'^2) + E A u_z'^2 + G J theta_z'^2.   (1)
 * Polynomials of degree p through the nodes of Gauss, Legendre and Lobatto stand for u and theta; (1) is integrated with p points of Gauss,
 * which is exact but for the product of two polynomials of degree p, and keeps slender elements of low order from locking. Masses and rotary
 * inertia are integrated at the nodes themselves, and so belong to them alone: the error falls with a high power of the length of an element (spectral elements).
 * The shear coefficient k of rings and circles is that of Cowper (1966), recalled; for the full circle 6 (1 + nu)/(7 + 6 nu). */
#include "beam.h"

#include <math.h>
#include <string.h>

#include "base/constants.h"

/* Legendre's polynomial of degree n and its slope. */
static double legendre(int n, double x, double *slope) {
    double before = 1, now = x;
    if (n == 0) {
        *slope = 0;
        return 1;
    }
    for (int k = 2; k <= n; k++) {
        double next = ((2 * k - 1) * x * now - (k - 1) * before) / k;
        before = now;
        now = next;
    }
    *slope = fabs(x) < 1 ? n * (before - x * now) / (1 - x * x) : (n % 2 || x > 0 ? 1 : -1) * 0.5 * n * (n + 1);
    return now;
}

void beam_nodes(int order, double *x, double *weight) {
    for (int i = 0; i <= order; i++) {
        double at = -cos(PI * i / order), slope;
        for (int k = 0; k < 50 && i > 0 && i < order; k++) { /* zeros of the slope: P'' from Legendre's equation */
            double value = legendre(order, at, &slope);
            double step = slope / ((2 * at * slope - order * (order + 1) * value) / (1 - at * at));
            at -= step;
            if (fabs(step) < 1e-15) break;
        }
        double value = legendre(order, at, &slope);
        x[i] = at;
        weight[i] = 2 / (order * (order + 1) * value * value);
    }
}

static void gauss(int count, double *x, double *weight) {
    for (int i = 0; i < count; i++) {
        double at = -cos(PI * (i + 0.75) / (count + 0.5)), slope;
        for (int k = 0; k < 50; k++) {
            double step = legendre(count, at, &slope) / slope;
            at -= step;
            if (fabs(step) < 1e-15) break;
        }
        (void)legendre(count, at, &slope);
        x[i] = at;
        weight[i] = 2 / ((1 - at * at) * slope * slope);
    }
}

/* Polynomials through the nodes that are 1 at one of them: values and slopes at a point. */
static void shapes(int order, const double *node, double at, double *value, double *slope) {
    for (int i = 0; i <= order; i++) {
        value[i] = 1;
        slope[i] = 0;
        for (int k = 0; k <= order; k++) {
            if (k == i) continue;
            double factor = (at - node[k]) / (node[i] - node[k]);
            slope[i] = slope[i] * factor + value[i] / (node[i] - node[k]);
            value[i] *= factor;
        }
    }
}

typedef struct section {
    double A, I, shear; /* m^2, m^4 about a diameter, Cowper's coefficient */
} section;

static section section_at(const beam_piece *p, double z) {
    double share = z / p->length, outer = p->outer[0] + share * (p->outer[1] - p->outer[0]),
           inner = p->inner[0] + share * (p->inner[1] - p->inner[0]);
    double oo = outer * outer, ii = inner * inner, m = ii / oo, ring = (1 + m) * (1 + m);
    return (section){PI / 4 * (oo - ii), PI / 64 * (oo * oo - ii * ii),
                     6 * (1 + p->nu) * ring / ((7 + 6 * p->nu) * ring + (20 + 12 * p->nu) * m)};
}

void beam_masses(const beam_piece *p, double from, double to, int order, double *mass, double *diametral,
                 double *polar) {
    double x[MEMBER_NODES], weight[MEMBER_NODES], half = 0.5 * (to - from);
    beam_nodes(order, x, weight);
    for (int i = 0; i <= order; i++) {
        section s = section_at(p, from + half * (1 + x[i]));
        mass[i] = p->density * s.A * half * weight[i];
        diametral[i] = p->density * s.I * half * weight[i];
        polar[i] = 2 * diametral[i];
    }
}

/* A strain by displacement `u` of a direction and rotation `turn`: slope of one, and of the other its value (factor) or nothing. */
typedef struct strain {
    int slope, value; /* of the six motions of a node; -1: none */
    double factor;
    double stiffness;
} strain;

void beam_stiffness(const beam_piece *p, double from, double to, int order, double *K) {
    double node[MEMBER_NODES], weight[MEMBER_NODES], x[BEAM_ORDER], w[BEAM_ORDER], value[MEMBER_NODES],
        slope[MEMBER_NODES], half = 0.5 * (to - from);
    double G = p->E / (2 * (1 + p->nu));
    size_t free = 6 * (size_t)order;
    beam_nodes(order, node, weight);
    gauss(order, x, w);
    memset(K, 0, free * free * sizeof(double));
    for (int g = 0; g < order; g++) {
        section s = section_at(p, from + half * (1 + x[g]));
        const strain strains[6] = {{0, 4, -1, s.shear * G * s.A}, {1, 3, 1, s.shear * G * s.A},
                                   {3, -1, 0, p->E * s.I},        {4, -1, 0, p->E * s.I},
                                   {2, -1, 0, p->E * s.A},        {5, -1, 0, 2 * G * s.I}};
        shapes(order, node, x[g], value, slope);
        for (int e = 0; e < 6; e++) {
            double row[MEMBER_FREE] = {0}; /* the first node rests */
            for (int i = 1; i <= order; i++) {
                row[6 * (i - 1) + strains[e].slope] = slope[i] / half;
                if (strains[e].value >= 0) row[6 * (i - 1) + strains[e].value] = strains[e].factor * value[i];
            }
            double k = strains[e].stiffness * half * w[g];
            for (size_t i = 0; i < free; i++)
                for (size_t j = 0; row[i] != 0 && j < free; j++) K[i * free + j] += k * row[i] * row[j];
        }
    }
}
