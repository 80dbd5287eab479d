// The texture of small pictures, when it is used and when it overflows.
#include "render/atlas.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "render/gl_context.h"
#include "render/renderer.h"

struct fixture {
    struct gl_context *context;
    struct atlas *atlas;
    uint8_t *pixels;
};

static int set_up(void **state)
{
    char error[RENDERER_ERROR_MAX] = "";
    struct fixture *fixture = calloc(1, sizeof *fixture);
    assert_non_null(fixture);
    fixture->context = gl_context_create(error);
    if (!fixture->context) {
        fail_msg("%s", error);
    }
    fixture->atlas = atlas_create();
    fixture->pixels = calloc(ATLAS_SIZE_PX, ATLAS_SIZE_PX);
    assert_non_null(fixture->atlas);
    assert_non_null(fixture->pixels);
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    atlas_destroy(fixture->atlas);
    gl_context_destroy(fixture->context);
    free(fixture->pixels);
    free(fixture);
    return 0;
}

static const struct atlas_entry *add(struct fixture *fixture, uint64_t key, uint16_t width, uint16_t height)
{
    const struct atlas_entry entry = {.key = key, .width = width, .height = height, .advance = (float)key};
    return atlas_add(fixture->atlas, &entry, fixture->pixels);
}

static void what_was_added_is_found(void **state)
{
    struct fixture *fixture = *state;
    for (uint64_t key = 1; key <= 500; key++) {
        assert_null(atlas_find(fixture->atlas, key));
        assert_non_null(add(fixture, key, (uint16_t)(1 + key % 23), (uint16_t)(1 + key % 31)));
    }
    for (uint64_t key = 1; key <= 500; key++) {
        const struct atlas_entry *entry = atlas_find(fixture->atlas, key);
        assert_non_null(entry);
        assert_float_equal(entry->advance, (float)key, 0);
    }
}

static void pictures_do_not_overlap(void **state)
{
    struct fixture *fixture = *state;
    uint8_t *owner = fixture->pixels;
    for (uint64_t key = 1; key <= 200; key++) {
        const struct atlas_entry entry = {.key = key, .width = 7 + key % 40, .height = 5 + key % 33};
        uint8_t *blank = calloc(entry.width, entry.height);
        const struct atlas_entry *added = atlas_add(fixture->atlas, &entry, blank);
        free(blank);
        assert_non_null(added);
        for (uint32_t y = added->y; y < (uint32_t)added->y + added->height; y++) {
            for (uint32_t x = added->x; x < (uint32_t)added->x + added->width; x++) {
                assert_in_range(x, 0, ATLAS_SIZE_PX - 1);
                assert_in_range(y, 0, ATLAS_SIZE_PX - 1);
                assert_int_equal(owner[y * ATLAS_SIZE_PX + x], 0);
                owner[y * ATLAS_SIZE_PX + x] = 1;
            }
        }
    }
}

static void a_full_atlas_is_emptied_when_the_next_picture_begins(void **state)
{
    struct fixture *fixture = *state;
    uint64_t key = 1;
    while (add(fixture, key, 100, 100)) {
        key++;
    }
    assert_in_range(key, 80, 101);
    assert_non_null(atlas_find(fixture->atlas, 1));
    atlas_begin(fixture->atlas);
    assert_null(atlas_find(fixture->atlas, 1));
    assert_non_null(add(fixture, key, 100, 100));
}

static void what_fits_no_atlas_is_refused(void **state)
{
    struct fixture *fixture = *state;
    assert_null(add(fixture, 1, ATLAS_SIZE_PX + 1, 4));
    assert_null(add(fixture, 2, 4, ATLAS_SIZE_PX + 1));
    atlas_begin(fixture->atlas);
    assert_non_null(add(fixture, 3, 40, 40));
}

static void as_many_entries_as_there_may_be_and_no_more(void **state)
{
    struct fixture *fixture = *state;
    for (uint64_t key = 1; key <= ATLAS_ENTRIES_MAX; key++) {
        assert_non_null(add(fixture, key, 0, 0));
    }
    assert_null(add(fixture, ATLAS_ENTRIES_MAX + 1, 0, 0));
    assert_null(atlas_find(fixture->atlas, ATLAS_ENTRIES_MAX + 1));
}

static void a_corner_of_each_radius_is_made_once(void **state)
{
    struct fixture *fixture = *state;
    const struct atlas_entry *corner = atlas_corner(fixture->atlas, 12);
    assert_non_null(corner);
    assert_int_equal(corner->width, 12);
    assert_ptr_equal(atlas_corner(fixture->atlas, 12), corner);
    assert_ptr_not_equal(atlas_corner(fixture->atlas, 13), corner);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_was_added_is_found, set_up, tear_down),
        cmocka_unit_test_setup_teardown(pictures_do_not_overlap, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_full_atlas_is_emptied_when_the_next_picture_begins, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_fits_no_atlas_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(as_many_entries_as_there_may_be_and_no_more, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_corner_of_each_radius_is_made_once, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("atlas", tests, NULL, NULL);
}
