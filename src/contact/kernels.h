/* The code of elements and packs is compiled for every processor (`baseline`) and, for x86-64, once more for AVX2 and FMA: the
 * kernels. An element is made by the kernel that suits the machine, and keeps it; its types are those of the same kernel.
 *
 * A kernel is one table. Its sources are compiled with KERNEL set to its name, and everything else in it is local (see
 * CMakeLists.txt); only kernel_choose and the public functions that call it stand outside. */
#ifndef ABUT_CONTACT_KERNELS_H
#define ABUT_CONTACT_KERNELS_H

#include "element.h"
#include "pack.h"
#include "pack_pair.h"
#include "pack_push.h"
#include "pack_shear.h"

typedef struct element_kernel {
    const char *name;
    abut_status (*create)(const abut_element_def *def, abut_element **out, abut_message *message);
    abut_status (*eval)(const abut_element *e, const abut_element_in *in, abut_element_out *out);
    abut_status (*start)(const abut_element *e, const abut_element_in *in, double *state);
    abut_status (*accept)(abut_element *e, const abut_element_in *in, int which);
    abut_status (*lasts)(const abut_element *e, const abut_element_in *in, double value[ELEMENT_EVENTS]);
    abut_status (*pack_eval)(const pack *p, int four, const pack_holder *holder, const pack_balls *balls,
                             pack_want want, pack_out *out);
    abut_status (*pairs_eval)(const pair_law *law, const near_list *l, const pair_ball *ball, const int *touching,
                              int count, double (*wrench)[8], double plane[8], pair_sums *sums, pair_out *out);
    bool (*push_eval)(const push_pairs *p, int from, int to, const double (*c)[4], double (*a)[4]);
    pack_shear *shear; /* inside of pack_eval */
} element_kernel;

extern const element_kernel kernel_baseline;
#if defined(ABUT_KERNEL_AVX2)
extern const element_kernel kernel_avx2,
    kernel_avx512; /* the second: that of AVX2, sums over oiled ellipses in rows of eight */
#endif

/* The one for this machine, or the one that ABUT_KERNEL in the environment names, if the machine can run it. */
const element_kernel *kernel_choose(void);

/* ---- what a kernel is made of ---- */
abut_status kernel_create(const abut_element_def *def, abut_element **out, abut_message *message);
abut_status kernel_eval(const abut_element *e, const abut_element_in *in, abut_element_out *out);
abut_status kernel_start(const abut_element *e, const abut_element_in *in, double *state);
enum { ELEMENT_NO_EVENT = -1, ELEMENT_OPENS_OR_CLOSES, ELEMENT_MODE_ENDS };
abut_status kernel_accept(abut_element *e, const abut_element_in *in, int which);
abut_status kernel_lasts(const abut_element *e, const abut_element_in *in, double value[ELEMENT_EVENTS]);
abut_status kernel_pack_eval(const pack *k, int four, const pack_holder *hub, const pack_balls *balls, pack_want want,
                             pack_out *out);
abut_status kernel_pairs_eval(const pair_law *law, const near_list *l, const pair_ball *ball, const int *touching,
                              int count, double (*wrench)[8], double plane[8], pair_sums *sums, pair_out *out);
pack_shear pack_shear_baseline, pack_shear_avx2, pack_shear_avx512;
bool kernel_push_eval(const push_pairs *p, int from, int to, const double (*c)[4], double (*a)[4]);

#endif
