/* Running tests; see suite.h. */
#include "suite.h"

#include <stdlib.h>

#include "validation.h"

bool brief(void) { return getenv("ABUT_BRIEF") != NULL; }

int suite_main(const char *name, const TTest *const *const tests[], size_t count) {
    validation_begin(name);
    Suite *suite = suite_create(name);
    TCase *all = tcase_create(name);
    for (size_t i = 0; i < count; i++) tcase_add_test(all, *tests[i]);
    suite_add_tcase(suite, all);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
