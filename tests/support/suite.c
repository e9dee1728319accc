/* Running tests; see suite.h. */
#include "suite.h"

#include <stdlib.h>

#include "validation.h"

bool brief(void) { return getenv("ABUT_BRIEF") != NULL; }

int suite_main(const char *name, const TTest *const *const tests[], size_t count) {
    validation_begin(name);
    Suite *suite = suite_create(name);
    for (size_t i = 0; i < count; i++) { /* CK_RUN_CASE chooses one by its name */
        TCase *one = tcase_create((*tests[i])->name);
        tcase_add_test(one, *tests[i]);
        suite_add_tcase(suite, one);
    }
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
