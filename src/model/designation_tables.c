/* Boundary dimensions of the common series, by the code of the bore: 00 10 mm, 01 12, 02 15, 03 17, from 04 on 5 mm times the
 * code. The entries name their sources; radial bearings of one dimension series have the same dimensions, whatever rolls inside
 * (ISO 15), so that 60 and 70, 62, 72 and NU2, 63, 73 and NU3 share a table. */
#include "designation_tables.h"

/* ISO 15, dimension series 10 */
static const designation_size series_10[DESIGNATION_CODES] = {
    [0] = {26, 8},    [1] = {28, 8},    [2] = {32, 9},    [3] = {35, 10},   [4] = {42, 12},   [5] = {47, 12},
    [6] = {55, 13},   [7] = {62, 14},   [8] = {68, 15},   [9] = {75, 16},   [10] = {80, 16},  [11] = {90, 18},
    [12] = {95, 18},  [13] = {100, 18}, [14] = {110, 20}, [15] = {115, 20}, [16] = {125, 22}, [17] = {130, 22},
    [18] = {140, 24}, [19] = {145, 24}, [20] = {150, 24}, [21] = {160, 26}, [22] = {170, 28}, [24] = {180, 28},
};
/* ISO 15, dimension series 02 */
static const designation_size series_02[DESIGNATION_CODES] = {
    [0] = {30, 9},    [1] = {32, 10},   [2] = {35, 11},   [3] = {40, 12},   [4] = {47, 14},   [5] = {52, 15},
    [6] = {62, 16},   [7] = {72, 17},   [8] = {80, 18},   [9] = {85, 19},   [10] = {90, 20},  [11] = {100, 21},
    [12] = {110, 22}, [13] = {120, 23}, [14] = {125, 24}, [15] = {130, 25}, [16] = {140, 26}, [17] = {150, 28},
    [18] = {160, 30}, [19] = {170, 32}, [20] = {180, 34}, [21] = {190, 36}, [22] = {200, 38}, [24] = {215, 40},
};
/* ISO 15, dimension series 03 */
static const designation_size series_03[DESIGNATION_CODES] = {
    [0] = {35, 11},   [1] = {37, 12},   [2] = {42, 13},   [3] = {47, 14},   [4] = {52, 15},   [5] = {62, 17},
    [6] = {72, 19},   [7] = {80, 21},   [8] = {90, 23},   [9] = {100, 25},  [10] = {110, 27}, [11] = {120, 29},
    [12] = {130, 31}, [13] = {140, 33}, [14] = {150, 35}, [15] = {160, 37}, [16] = {170, 39}, [17] = {180, 41},
    [18] = {190, 43}, [19] = {200, 45}, [20] = {215, 47}, [21] = {225, 49}, [22] = {240, 50}, [24] = {260, 55},
};
/* ISO 15, dimension series 18 */
static const designation_size series_18[DESIGNATION_CODES] = {
    [0] = {19, 5},    [1] = {21, 5},    [2] = {24, 5},    [3] = {26, 5},    [4] = {32, 7},    [5] = {37, 7},
    [6] = {42, 7},    [7] = {47, 7},    [8] = {52, 7},    [9] = {58, 7},    [10] = {65, 7},   [11] = {72, 9},
    [12] = {78, 10},  [13] = {85, 10},  [14] = {90, 10},  [15] = {95, 10},  [16] = {100, 10}, [17] = {110, 13},
    [18] = {115, 13}, [19] = {120, 13}, [20] = {125, 13}, [21] = {130, 13}, [22] = {140, 16}, [24] = {150, 16},
};
/* ISO 15, dimension series 19 */
static const designation_size series_19[DESIGNATION_CODES] = {
    [0] = {22, 6},    [1] = {24, 6},    [2] = {28, 7},    [3] = {30, 7},    [4] = {37, 9},    [5] = {42, 9},
    [6] = {47, 9},    [7] = {55, 10},   [8] = {62, 12},   [9] = {68, 12},   [10] = {72, 12},  [11] = {80, 13},
    [12] = {85, 13},  [13] = {90, 13},  [14] = {100, 16}, [15] = {105, 16}, [16] = {110, 16}, [17] = {120, 18},
    [18] = {125, 18}, [19] = {130, 18}, [20] = {140, 20}, [21] = {145, 20}, [22] = {150, 20}, [24] = {165, 22},
};
/* ISO 104, dimension series 11; height */
static const designation_size thrust_11[DESIGNATION_CODES] = {
    [0] = {24, 9},    [1] = {26, 9},    [2] = {28, 9},    [3] = {30, 9},    [4] = {35, 10},   [5] = {42, 11},
    [6] = {47, 11},   [7] = {52, 12},   [8] = {60, 13},   [9] = {65, 14},   [10] = {70, 14},  [11] = {78, 16},
    [12] = {85, 17},  [13] = {90, 18},  [14] = {95, 18},  [15] = {100, 19}, [16] = {105, 19}, [17] = {110, 19},
    [18] = {120, 22}, [20] = {135, 25}, [22] = {145, 25}, [24] = {155, 25},
};
/* ISO 355: outside diameter, B, T, C, angle */
static const designation_size tapered_02[DESIGNATION_CODES] = {
    [3] = {40, 12, 13.25, 11, 12.9528},   [4] = {47, 14, 15.25, 12, 12.9528},   [5] = {52, 15, 16.25, 13, 14.0361},
    [6] = {62, 16, 17.25, 14, 14.0361},   [7] = {72, 17, 18.25, 15, 14.0361},   [8] = {80, 18, 19.75, 16, 14.0361},
    [9] = {85, 19, 20.75, 16, 15.1094},   [10] = {90, 20, 21.75, 17, 15.6422},  [11] = {100, 21, 22.75, 18, 15.1094},
    [12] = {110, 22, 23.75, 19, 15.1094}, [13] = {120, 23, 24.75, 20, 15.1094}, [14] = {125, 24, 26.25, 21, 15.6422},
    [15] = {130, 25, 27.25, 22, 16.1722}, [16] = {140, 26, 28.25, 22, 15.6422}, [17] = {150, 28, 30.5, 24, 15.6422},
    [18] = {160, 30, 32.5, 26, 15.6422},  [19] = {170, 32, 34.5, 27, 15.6422},  [20] = {180, 34, 37, 29, 15.6422},
    [21] = {190, 36, 39, 30, 15.6422},    [22] = {200, 38, 41, 32, 15.6422},    [24] = {215, 40, 43.5, 34, 16.1722},
};
/* the same */
static const designation_size tapered_22[DESIGNATION_CODES] = {
    [3] = {40, 16, 17.25, 14, 12.9528},   [4] = {47, 18, 19.25, 15, 12.9528},   [5] = {52, 18, 19.25, 15, 13.5},
    [6] = {62, 20, 21.25, 17, 14.0361},   [7] = {72, 23, 24.25, 19, 14.0361},   [8] = {80, 23, 24.75, 19, 14.0361},
    [9] = {85, 23, 24.75, 19, 15.1094},   [10] = {90, 23, 24.75, 19, 15.6422},  [11] = {100, 25, 26.75, 21, 15.1094},
    [12] = {110, 28, 29.75, 24, 15.1094}, [13] = {120, 31, 32.75, 27, 15.1094}, [14] = {125, 31, 33.25, 27, 15.6422},
    [15] = {130, 31, 33.25, 27, 16.1722}, [16] = {140, 33, 35.25, 28, 15.6422}, [17] = {150, 36, 38.5, 30, 15.6422},
    [18] = {160, 40, 42.5, 34, 15.6422},  [19] = {170, 43, 45.5, 37, 15.6422},  [20] = {180, 46, 49, 39, 15.6422},
    [21] = {190, 50, 53, 43, 15.6422},    [22] = {200, 53, 56, 46, 15.6422},    [24] = {215, 58, 61.5, 50, 16.1722},
};

#define CHART "read in a bearing size chart (scribd 248707361) and BOLTS (bearings.blt)"
#define TO_100                                                                                                         \
    "read in a table after GB/T 276 up to a bore of 100 mm and BOLTS (bearings.blt) up to 25 mm; beyond recalled"
#define TAPERED                                                                                                        \
    "read in tables of NACHI up to a bore of 35 mm, T up to 95 mm also in a catalogue of URB; the rest and angles "    \
    "recalled"

const designation_series designation_all[] = {
    {"60", "6000", "6024", "Deep groove ball bearing", "ISO 15, dimension series 10", CHART, series_10, NULL,
     &form_deep_groove},
    {"62", "6200", "6224", "Deep groove ball bearing", "ISO 15, dimension series 02", CHART, series_02, NULL,
     &form_deep_groove},
    {"63", "6300", "6324", "Deep groove ball bearing", "ISO 15, dimension series 03", TO_100, series_03, NULL,
     &form_deep_groove},
    {"618", "61800", "61824", "Deep groove ball bearing", "ISO 15, dimension series 18", "recalled", series_18, NULL,
     &form_deep_groove},
    {"619", "61900", "61924", "Deep groove ball bearing", "ISO 15, dimension series 19", "recalled", series_19, NULL,
     &form_deep_groove},
    {"70", "7000", "7024", "Angular contact ball bearing", "ISO 15, dimension series 10", CHART, series_10, "C|AC|B",
     &form_angular},
    {"72", "7200", "7224", "Angular contact ball bearing", "ISO 15, dimension series 02", CHART, series_02, "B|AC|C",
     &form_angular},
    {"73", "7300", "7324", "Angular contact ball bearing", "ISO 15, dimension series 03", TO_100, series_03, "B|AC|C",
     &form_angular},
    {"NU2", "NU202", "NU224", "Cylindrical roller bearing", "ISO 15, dimension series 02", CHART, series_02, NULL,
     &form_cylindrical},
    {"NU3", "NU302", "NU324", "Cylindrical roller bearing", "ISO 15, dimension series 03", TO_100, series_03, NULL,
     &form_cylindrical},
    {"302", "30203", "30224", "Tapered roller bearing", "ISO 355, the series 302 of old", TAPERED, tapered_02, NULL,
     &form_tapered},
    {"322", "32203", "32224", "Tapered roller bearing", "ISO 355, the series 322 of old", TAPERED, tapered_22, NULL,
     &form_tapered},
    {"511", "51100", "51124", "Thrust ball bearing", "ISO 104, dimension series 11", "read in BOLTS (bearings.blt)",
     thrust_11, NULL, &form_thrust},
    {0},
};
