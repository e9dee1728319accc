/* Units of a model file: those that are read without the database give what the database gives, to the last bit. */
#include <stdio.h>
#include <string.h>

#include "model/units.h"
#include "support/suite.h"

static double read(unit_reader *reader, const char *number, const char *from, const char *to, bool bracket) {
    char text[80];
    double value = -1;
    abut_message why = {0};
    (void)snprintf(text, sizeof text, bracket ? "%s (%s)" : "%s %s", number, from);
    ck_assert_msg(units_read(reader, text, to, false, &value, &why), "%s: %s", text, why.text);
    return value;
}

/* In brackets a unit is none of the usual ones: UDUNITS reads it. */
START_TEST(usual_units_are_those_of_the_database) {
    static const char *const numbers[] = {"1", "3", "0.1", "-7.25e-3", "1e300", "1234567.891", "5e-310"};
    unit_reader quick = {0}, slow = {0};
    const char *from, *to;
    size_t count = 0;
    for (; units_usual(count, &from, &to); count++)
        for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
            if (strstr(numbers[k], "300") && strchr("GMk", from[0])) continue; /* beyond what a number holds */
            if (strstr(numbers[k], "310") && strcmp(from, to) != 0) continue;
            double a = read(&quick, numbers[k], from, to, false), b = read(&slow, numbers[k], from, to, true);
            ck_assert_msg(a == b, "%s %s: %.17g, UDUNITS has %.17g %s", numbers[k], from, a, b, to);
        }
    ck_assert_int_gt(count, 25);
    ck_assert_ptr_null(quick.system);
    ck_assert_ptr_nonnull(slow.system);
    units_close(&quick);
    units_close(&slow);
}
END_TEST

START_TEST(too_large_is_said) {
    unit_reader reader = {0};
    double value;
    abut_message why = {0};
    ck_assert(!units_read(&reader, "1e305 GPa", "Pa", false, &value, &why));
    ck_assert_str_eq(why.text, "'1e305 GPa' is too large");
    why = (abut_message){0};
    ck_assert(!units_read(&reader, "5 mm", "s", false, &value, &why));
    ck_assert_str_eq(why.text, "expected a time, got '5 mm'");
    units_close(&reader);
}
END_TEST

int main(void) {
    static const TTest *const *const all[] = {&usual_units_are_those_of_the_database, &too_large_is_said};
    return suite_main("units", all, sizeof all / sizeof *all);
}
