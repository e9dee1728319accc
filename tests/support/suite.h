/* Runs the tests of one program: suite_main("name", all, sizeof all / sizeof *all) with all = {&first_test, ...}. */
#ifndef ABUT_TESTS_SUITE_H
#define ABUT_TESTS_SUITE_H

#include <check.h>

int suite_main(const char *name, const TTest *const *const tests[], size_t count); /* the exit status of main */

#endif
