/* Four vectors that are worked on together. */
#ifndef ABUT_BASE_ROW4V_H
#define ABUT_BASE_ROW4V_H

#include "row4.h"
#include "vec.h"

typedef struct row4v {
    row4 x, y, z;
} row4v;

ROW4_INLINE row4v row4v_all(vec3 a) { return (row4v){row4_all(a.x), row4_all(a.y), row4_all(a.z)}; }
ROW4_INLINE row4v row4v_add(row4v a, row4v b) { return (row4v){a.x + b.x, a.y + b.y, a.z + b.z}; }
ROW4_INLINE row4v row4v_sub(row4v a, row4v b) { return (row4v){a.x - b.x, a.y - b.y, a.z - b.z}; }
ROW4_INLINE row4v row4v_scale(row4 s, row4v a) { return (row4v){s * a.x, s * a.y, s * a.z}; }
ROW4_INLINE row4 row4v_dot(row4v a, row4v b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
ROW4_INLINE row4v row4v_cross(row4v a, row4v b) {
    return (row4v){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
ROW4_INLINE vec3 row4v_lane(const row4v *a, int lane) { return v3(a->x[lane], a->y[lane], a->z[lane]); }

#endif
