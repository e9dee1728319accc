/* Choice of the kernel, and the public functions that go through it: outside all kernels. */
#include "kernels.h"

#include "base/cpu.h"

const element_kernel *kernel_choose(void) {
#if defined(ABUT_KERNEL_AVX2)
    if (cpu_avx512()) return &kernel_avx512;
    if (cpu_avx2()) return &kernel_avx2;
#endif
    return &kernel_baseline;
}

const char *abut_kernel_name(void) { return kernel_choose()->name; }

abut_status abut_element_create(const abut_element_def *def, abut_element **out, abut_message *message) {
    const element_kernel *kernel = kernel_choose();
    abut_status status = kernel->create(def, out, message);
    if (!status) (*out)->kernel = kernel; /* two of them are one code but for a part */
    return status;
}

abut_status abut_element_eval(const abut_element *e, const abut_element_in *in, abut_element_out *out) {
    return e->kernel->eval(e, in, out);
}

abut_status abut_element_start(const abut_element *e, const abut_element_in *in, double *state) {
    return e->kernel->start(e, in, state);
}

abut_status abut_element_accept(abut_element *e, const abut_element_in *in) {
    return e->kernel->accept(e, in, ELEMENT_NO_EVENT);
}

abut_status element_switch(abut_element *e, const abut_element_in *in, int which) {
    return e->kernel->accept(e, in, which);
}

abut_status element_lasts(const abut_element *e, const abut_element_in *in, double value[ELEMENT_EVENTS]) {
    return e->kernel->lasts(e, in, value);
}

abut_status pack_eval(const pack *p, int four, const pack_holder *holder, const pack_balls *balls, pack_want want,
                      pack_out *out) {
    return p->kernel->pack_eval(p, four, holder, balls, want, out);
}

abut_status pairs_eval(const pair_law *law, const near_list *l, const pair_ball *ball, const int *touching, int count,
                       double (*wrench)[8], double plane[8], pair_sums *sums, pair_out *out) {
    if (count == 0) return ABUT_OK; /* a single ball has no partner, and its group no law */
    return law->kernel->pairs_eval(law, l, ball, touching, count, wrench, plane, sums, out);
}

bool push_eval(const push_pairs *p, int from, int to, const double (*c)[4], double (*a)[4]) {
    return p->kernel->push_eval(p, from, to, c, a);
}
