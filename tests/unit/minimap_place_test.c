// Places on the minimap: the middle, north, the edge and what is beyond it.
#include "render/minimap_place.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct view_element element = {
    .kind = VIEW_MINIMAP, .x_px = 200, .y_px = 20, .width_px = 106, .height_px = 106};

// 100 pixels of map are 50 m.
static void lay(struct view *view)
{
    view->density = 1;
    view->map = (struct view_map){30, -10, 50};
}

static void the_middle_is_the_middle_and_north_is_up(void **state)
{
    (void)state;
    static struct view view;
    lay(&view);
    struct minimap_place place = minimap_place_of(&view, &element);
    float x;
    float y;
    assert_true(minimap_place_find(&place, &view, (struct view_vec3){30, 9, -10}, 1, &x, &y));
    assert_float_equal(x, 253, 0.01);
    assert_float_equal(y, 73, 0.01);
    assert_true(minimap_place_find(&place, &view, (struct view_vec3){40, 0, 0}, 1, &x, &y));
    assert_float_equal(x, 273, 0.01);
    assert_float_equal(y, 53, 0.01);
}

static void corners_are_round(void **state)
{
    (void)state;
    static struct view view;
    lay(&view);
    struct minimap_place place = minimap_place_of(&view, &element);
    assert_true(minimap_place_has(&place, 204, 73, 0));
    assert_true(minimap_place_has(&place, 253, 122, 0));
    assert_false(minimap_place_has(&place, 204, 24, 0));
    assert_false(minimap_place_has(&place, 202, 73, 0));
    assert_false(minimap_place_has(&place, 206, 73, 5));
}

static void what_is_beyond_is_at_the_edge_in_its_direction(void **state)
{
    (void)state;
    static struct view view;
    lay(&view);
    struct minimap_place place = minimap_place_of(&view, &element);
    for (int i = 0; i < 100; i++) {
        float angle_r = (float)i * 0.0628f;
        struct view_vec3 far = {30 + 900 * sinf(angle_r), 0, -10 + 900 * cosf(angle_r)};
        float x;
        float y;
        minimap_place_clamp(&place, &view, far, 4, &x, &y);
        assert_true(minimap_place_has(&place, x, y, 3.9f));
        assert_false(minimap_place_has(&place, x, y, 4.1f));
        float way = hypotf(x - 253, y - 73);
        assert_float_equal((x - 253) / way, sinf(angle_r), 0.001);
        assert_float_equal((73 - y) / way, cosf(angle_r), 0.001);
    }
}

static void without_room_or_scale_there_is_no_map(void **state)
{
    (void)state;
    static struct view view;
    lay(&view);
    struct view_element narrow = element;
    narrow.width_px = 5;
    assert_true(minimap_place_of(&view, &narrow).pixels_per_m == 0);
    view.map.span_m = 0;
    assert_true(minimap_place_of(&view, &element).pixels_per_m == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_middle_is_the_middle_and_north_is_up),
        cmocka_unit_test(corners_are_round),
        cmocka_unit_test(what_is_beyond_is_at_the_edge_in_its_direction),
        cmocka_unit_test(without_room_or_scale_there_is_no_map),
    };
    return cmocka_run_group_tests_name("minimap_place", tests, NULL, NULL);
}
