/* What a page is written with: escapes of texts, JSON that is checked, base64, rows that are left out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/encode.h"
#include "report/json_check.h"
#include "report/run_source.h"
#include "support/suite.h"

/* ---- texts ---- */
static char *encoded(const char *text, bool is_json) {
    char *out = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&out, &size);
    if (is_json)
        encode_json(to, text, strlen(text));
    else
        encode_text(to, text);
    (void)fclose(to);
    return out;
}

static const struct {
    const char *text, *page;
} texts[] = {
    {"", "\"\""},
    {"</script><script>", "\"\\u003c/script>\\u003cscript>\""},
    {"a\"b\\c\n\t\177", "\"a\\\"b\\\\c\\u000a\\u0009\\u007f\""},
    {"Gr\303\274n \342\202\254 \360\237\230\200", "\"Gr\303\274n \342\202\254 \360\237\230\200\""},
    {"x\342\200\250y\342\200\251", "\"x\\u2028y\\u2029\""},
    /* not UTF-8: a lone byte, an overlong form, a surrogate, a cut sequence, beyond U+10FFFF */
    {"\377", "\"\357\277\275\""},
    {"\300\257", "\"\357\277\275\357\277\275\""},
    {"\355\240\200", "\"\357\277\275\357\277\275\357\277\275\""},
    {"\342\202", "\"\357\277\275\357\277\275\""},
    {"\364\220\200\200", "\"\357\277\275\357\277\275\357\277\275\357\277\275\""},
};

START_TEST(test_texts) {
    char *out = encoded(texts[_i].text, false);
    ck_assert_str_eq(out, texts[_i].page);
    free(out);
}
END_TEST

START_TEST(test_json_text) {
    char *out = encoded("{\"a\": \"</script>\\\"\\u0041\"}", true);
    ck_assert_str_eq(out, "{\"a\": \"\\u003c/script>\\\"\\u0041\"}");
    free(out);
}
END_TEST

/* ---- JSON ---- */
START_TEST(test_json_good) {
    static const char *const good[] = {"{}", " { } \n",
                                       "{\"a\": [1, -0.5e+3, 0, true, false, null, {}, []], \"b\": \"\\u00e9\\\\\"}",
                                       "{\"deep\": [[[[[[[[1]]]]]]]]}"};
    json_part message;
    ck_assert_msg(json_check(good[_i], strlen(good[_i]), "message", &message), "%s", good[_i]);
    ck_assert(message.from == NULL);
}
END_TEST

START_TEST(test_json_bad) {
    static const char *const bad[] = {"",
                                      "[]",
                                      "{",
                                      "{\"a\"}",
                                      "{\"a\": }",
                                      "{\"a\": 1,}",
                                      "{a: 1}",
                                      "{\"a\": 01}",
                                      "{\"a\": 1.}",
                                      "{\"a\": nul}",
                                      "{} {}",
                                      "{\"a\": \"\\x\"}",
                                      "{\"a\": \"\n\"}",
                                      "{\"a\": NaN}",
                                      "{\"a\": \"",
                                      "{\"a\": \"\\u12g4\"}",
                                      "{\"a\": -}",
                                      "{\"a\": 1e}"};
    json_part message;
    ck_assert_msg(!json_check(bad[_i], strlen(bad[_i]), "message", &message), "%s", bad[_i]);
}
END_TEST

START_TEST(test_json_part) {
    static const char text[] = "{\"x\": {\"message\": \"inner\"}, \"message\": \"at \\\"t\\\"\", \"y\": 1}";
    char deep[400] = "{\"a\": ";
    json_part message;
    ck_assert(json_check(text, strlen(text), "message", &message));
    ck_assert_msg(message.length == 10 && !memcmp(message.from, "\"at \\\"t\\\"\"", 10), "%.*s", (int)message.length,
                  message.from);
    memset(deep + 6, '[', 300); /* nesting has a bound */
    ck_assert(!json_check(deep, strlen(deep), "message", &message));
}
END_TEST

/* ---- base64: RFC 4648, section 10, in all cuts ---- */
START_TEST(test_base64) {
    static const char text[] = "foobar";
    static const char *const want[] = {"", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
    for (size_t cut = 0; cut <= (size_t)_i; cut++) {
        char *out = NULL, full[100];
        size_t size = 0, shape[1] = {(size_t)_i};
        FILE *to = open_memstream(&out, &size);
        encode_array a = encode_array_begin(to, "f4", 1, shape);
        encode_array_add(&a, text, cut);
        encode_array_add(&a, text + cut, (size_t)_i - cut);
        encode_array_end(&a);
        (void)fclose(to);
        (void)snprintf(full, sizeof full, "{\"dtype\": \"f4\", \"shape\": [%d], \"data\": \"%s\"}", _i, want[_i]);
        ck_assert_str_eq(out, full);
        free(out);
    }
}
END_TEST

/* ---- thinning ---- */
START_TEST(test_thin) {
    static const double width[] = {1, 50, 550, 7000, 1e5, 1e7};
    for (long rows = 1; rows < 3000000; rows = rows < 300 ? rows + 1 : rows * 5 / 4) {
        thin t = thin_choose(rows, width[_i], 7e5);
        ck_assert_int_ge(t.stride, 1);
        ck_assert_msg(t.shown <= 2001 && (double)t.shown * width[_i] <= fmax(3e6, 3 * width[_i]), "%ld rows: %ld", rows,
                      t.shown);
        ck_assert_int_eq(thin_row(&t, 0), 0);
        ck_assert_int_eq(thin_row(&t, t.shown - 1), rows - 1);
        long bad = 0;
        for (long i = 1; i < t.shown; i++) {
            long step = thin_row(&t, i) - thin_row(&t, i - 1);
            bad += step < 1 || step > t.stride;
        }
        ck_assert_msg(bad == 0, "%ld rows: %ld of %ld steps", rows, bad, t.shown);
        if (rows <= 100 && width[_i] <= 7000) ck_assert_int_eq(t.shown, rows);
    }
}
END_TEST
int main(void) {
    Suite *suite = suite_create("page_text");
    TCase *c = tcase_create("all");
    tcase_add_loop_test(c, test_texts, 0, sizeof texts / sizeof texts[0]);
    tcase_add_test(c, test_json_text);
    tcase_add_loop_test(c, test_json_good, 0, 4);
    tcase_add_loop_test(c, test_json_bad, 0, 18);
    tcase_add_test(c, test_json_part);
    tcase_add_loop_test(c, test_base64, 0, 7);
    tcase_add_loop_test(c, test_thin, 0, 6);
    suite_add_tcase(suite, c);
    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
