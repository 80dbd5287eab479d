// The pictures on buttons: each is there, is its own, and fits its square; arrows point where they should.
#include "render/icon.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { SIZE = 48 };

struct drawing {
    uint8_t pixels[SIZE * SIZE];
};

static struct drawing draw(int icon)
{
    struct drawing drawing;
    icon_draw((enum view_icon)icon, SIZE, drawing.pixels);
    return drawing;
}

static double covered_share(const struct drawing *drawing)
{
    double sum = 0;
    for (size_t i = 0; i < SIZE * SIZE; i++)
        sum += drawing->pixels[i] / 255.0;
    return sum / (SIZE * SIZE);
}

static void every_icon_is_seen_and_leaves_room(void **state)
{
    (void)state;
    for (int icon = VIEW_ICON_NONE + 1; icon < VIEW_ICON_COUNT; icon++) {
        struct drawing drawing = draw(icon);
        double share = covered_share(&drawing);
        if (share < 0.12 || share > 0.75)
            fail_msg("icon %d covers %.2f of its square", icon, share);
    }
}

static void icons_differ(void **state)
{
    (void)state;
    for (int a = VIEW_ICON_NONE + 1; a < VIEW_ICON_COUNT; a++)
        for (int b = a + 1; b < VIEW_ICON_COUNT; b++) {
            struct drawing first = draw(a);
            struct drawing second = draw(b);
            size_t others = 0;
            for (size_t i = 0; i < SIZE * SIZE; i++)
                others += (first.pixels[i] > 127) != (second.pixels[i] > 127);
            assert_true(others > SIZE * SIZE / 8);
        }
}

static void edges_are_smooth(void **state)
{
    (void)state;
    struct drawing drawing = draw(VIEW_ICON_FIND);
    size_t between = 0;
    for (size_t i = 0; i < SIZE * SIZE; i++)
        between += drawing.pixels[i] > 40 && drawing.pixels[i] < 215;
    assert_true(between > SIZE);
}

// Coverage at a place given by the distance from the middle, towards the facing and to the right of it.
static uint8_t at(const struct drawing *drawing, float facing_x, float facing_z, float ahead, float aside)
{
    float x = ahead * facing_x + aside * facing_z;
    float y = -ahead * facing_z + aside * facing_x;
    size_t column = (size_t)((0.5f + x) * SIZE);
    size_t row = (size_t)((0.5f + y) * SIZE);
    return drawing->pixels[row * SIZE + column];
}

static void an_arrow_points_where_somebody_faces(void **state)
{
    (void)state;
    for (int turn = 0; turn < 32; turn++) {
        float angle_r = 2 * (float)M_PI * (float)turn / 32;
        float x = sinf(angle_r);
        float z = cosf(angle_r);
        struct drawing drawing;
        icon_draw_arrow(x, z, SIZE, drawing.pixels);
        assert_true(at(&drawing, x, z, 0.3f, 0) > 200);      // the head
        assert_true(at(&drawing, x, z, -0.4f, 0) < 50);      // the notch
        assert_true(at(&drawing, x, z, -0.3f, 0.25f) > 200); // both wings
        assert_true(at(&drawing, x, z, -0.3f, -0.25f) > 200);
        assert_true(at(&drawing, x, z, 0.3f, 0.25f) < 50); // and nothing beside the head
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_icon_is_seen_and_leaves_room),
        cmocka_unit_test(icons_differ),
        cmocka_unit_test(edges_are_smooth),
        cmocka_unit_test(an_arrow_points_where_somebody_faces),
    };
    return cmocka_run_group_tests_name("icon", tests, NULL, NULL);
}
