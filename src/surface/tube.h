/* Where points lie in a tube about a circle of radius R about the axis: at rho from the axis and z along it, u = rho - R and
 * w = sqrt(u^2 + z^2), the tube angle has the cosine c = u/w and the sine d = z/w. For one point (double) or four (row4): the
 * same text, made into two functions; `root` and `inverse` are those of the numbers. */
#ifndef ABUT_SURFACE_TUBE_H
#define ABUT_SURFACE_TUBE_H

#define TUBE_PLACE(number, name, root, inverse)                                                                        \
    typedef struct name {                                                                                              \
        number w, i_w, c, d;                                                                                           \
    } name;                                                                                                            \
    static inline __attribute__((always_inline)) name name##_of(number rho, number z, double R) {                      \
        number u = rho - R, w = root(u * u + z * z), i_w = inverse(w);                                                 \
        return (name){w, i_w, u * i_w, z * i_w};                                                                       \
    }

#endif
