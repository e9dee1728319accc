/* Runs the tests of one program: suite_main("name", all, sizeof all / sizeof *all) with all = {&first_test, ...}. */
#ifndef ABUT_TESTS_SUITE_H
#define ABUT_TESTS_SUITE_H

#include <check.h>
#include <stdbool.h>

/* Check writes the place of every assertion that holds into a file, in case that the next line crashes: with millions of them that takes
 * longer than what is tested. Here only those that fail are heard of. */
#undef ck_assert_msg
#define ck_assert_msg(expr, ...)                                                                                       \
    ((expr) ? (void)0 : _ck_assert_failed(__FILE__, __LINE__, "Assertion '" #expr "' failed", ##__VA_ARGS__))

int suite_main(const char *name, const TTest *const *const tests[], size_t count); /* the exit status of main */
/* What ABUT_KERNEL=baseline chooses: a library made for one processor has no other kernel. */
#ifdef KERNEL_NAME
#define BASELINE_KERNEL KERNEL_NAME
#else
#define BASELINE_KERNEL "baseline"
#endif

bool brief(void); /* of many cases of one kind, try only some: with sanitizers every case takes long */

#endif
