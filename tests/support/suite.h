/* Runs the tests of one program: suite_main("name", all, sizeof all / sizeof *all) with all = {&first_test, ...}. */
#ifndef ABUT_TESTS_SUITE_H
#define ABUT_TESTS_SUITE_H

#include <check.h>
#include <stdbool.h>

int suite_main(const char *name, const TTest *const *const tests[], size_t count); /* the exit status of main */
bool brief(void); /* of many cases of one kind, try only some: with sanitizers every case takes long */

#endif
