// `waynav bake` writes a file that `waynav route` answers from as from the world, or says what is wrong.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/data/waynav.h"

static void make_path(char *path)
{
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
}

static void routes_of_a_baked_world_are_those_of_the_world(void **state)
{
    (void)state;
    char path[] = "/tmp/waynav_bake_XXXXXX";
    make_path(path);
    const char *const bake[] = {"bake", "cloudsvc/worlds/plain", "-o", path, NULL};
    assert_non_null(strstr(waynav_run(bake, 0), "baked: Plain village: scenes 1, cells "));
    static const char *const goals[] = {"blacksmith", "merchant/fish", "healer"};
    for (size_t i = 0; i < 3; i++) {
        const char *const plain[] = {
            "route", "cloudsvc/worlds/plain", "--from", "village,2,-22.5", "--to", goals[i], "--json", NULL};
        const char *const baked[] = {"route", "--baked", path,     "--from", "village,2,-22.5",
                                     "--to",  goals[i],  "--json", NULL};
        char *expected = strdup(waynav_run(plain, 0));
        assert_string_equal(waynav_run(baked, 0), expected);
        free(expected);
    }
    remove(path);
}

static void a_file_that_was_changed_is_refused(void **state)
{
    (void)state;
    char path[] = "/tmp/waynav_bake_XXXXXX";
    make_path(path);
    const char *const bake[] = {"bake", "cloudsvc/worlds/plain", "-o", path, NULL};
    const char *const route[] = {"route", "--baked", path, "--from", "0,2,-22.5", "--to", "guard", NULL};
    (void)waynav_run(bake, 0);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, 5000, SEEK_SET);
    int byte = fgetc(file);
    fseek(file, 5000, SEEK_SET);
    fputc(byte ^ 1, file);
    fclose(file);
    assert_non_null(strstr(waynav_run(route, 1), "the checksum is wrong"));
    assert_int_equal(truncate(path, 1), 0);
    assert_non_null(strstr(waynav_run(route, 1), "this is no baked world"));
    remove(path);
}

static void what_cannot_be_baked_is_explained(void **state)
{
    (void)state;
    static const struct {
        const char *words[6];
        const char *text;
        int status;
    } cases[] = {
        {{"bake"}, "are needed", 2},
        {{"bake", "cloudsvc/worlds/plain"}, "are needed", 2},
        {{"bake", "cloudsvc/worlds/plain", "-o"}, "missing after -o", 2},
        {{"bake", "a", "b"}, "one world", 2},
        {{"bake", "no/such/world", "-o", "/tmp/none.baked"}, "world.json", 1},
        {{"bake", "cloudsvc/worlds/plain", "-o", "/nowhere/none.baked"}, "write it elsewhere", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (!strstr(waynav_run(cases[i].words, cases[i].status), cases[i].text))
            fail_msg("case %zu", i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(routes_of_a_baked_world_are_those_of_the_world),
        cmocka_unit_test(a_file_that_was_changed_is_refused),
        cmocka_unit_test(what_cannot_be_baked_is_explained),
    };
    return cmocka_run_group_tests_name("waynav_bake", tests, NULL, NULL);
}
