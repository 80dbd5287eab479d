// Tap marks on a finished picture.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "render/tap_mark.h"

enum { WIDTH = 160, HEIGHT = 90, STRIDE = 192, GROUND = 60, VIEW_HEIGHT = 90 };

#define RADIUS_PX (VIEW_TAP_RADIUS * VIEW_HEIGHT)

/// The planes lie inside more memory than they need, which must stay as it is.
struct picture {
    uint8_t planes[3][STRIDE * HEIGHT];
    struct renderer_target target;
};

static void clear(struct picture *picture)
{
    memset(picture->planes, GROUND, sizeof picture->planes);
    picture->target = (struct renderer_target){.width_px = WIDTH, .height_px = HEIGHT};
    for (int i = 0; i < 3; i++) {
        picture->target.planes[i] = picture->planes[i];
        picture->target.strides[i] = STRIDE;
    }
}

static uint8_t sample(const struct picture *picture, int plane, int x, int y)
{
    return picture->planes[plane][y * STRIDE + x];
}

static void an_opaque_mark_is_white_within_its_radius_and_changes_nothing_beyond(void **state)
{
    (void)state;
    struct picture picture;
    struct view_tap tap = {81.3f, 40.8f, 1};
    clear(&picture);
    tap_marks_paint(&tap, 1, VIEW_HEIGHT, &picture.target);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            float distance = hypotf((float)x + 0.5f - tap.x_px, (float)y + 0.5f - tap.y_px);
            if (distance < RADIUS_PX - 0.5f)
                assert_int_equal(sample(&picture, 0, x, y), 235);
            if (distance > RADIUS_PX + 0.5f)
                assert_int_equal(sample(&picture, 0, x, y), GROUND);
        }
    }
    assert_int_equal(sample(&picture, 1, 40, 20), 128);
    assert_int_equal(sample(&picture, 2, 40, 20), 128);
    assert_int_equal(sample(&picture, 1, 20, 20), GROUND);
}

static void half_a_mark_lets_half_of_the_picture_through(void **state)
{
    (void)state;
    struct picture picture;
    struct view_tap tap = {80, 45, 0.5f};
    clear(&picture);
    tap_marks_paint(&tap, 1, VIEW_HEIGHT, &picture.target);
    assert_in_range(sample(&picture, 0, 80, 45), (235 + GROUND) / 2, (235 + GROUND) / 2 + 1);
}

static void nothing_is_written_beside_the_picture(void **state)
{
    (void)state;
    static const struct view_tap taps[] = {{0, 0, 1},    {WIDTH, HEIGHT, 1}, {-900, 20, 1},
                                           {900, 20, 1}, {20, -900, 1},      {20, 900, 1},
                                           {1e9f, 1, 1}, {-1e9f, -1e9f, 9}};
    struct picture picture;
    clear(&picture);
    tap_marks_paint(taps, sizeof taps / sizeof taps[0], VIEW_HEIGHT, &picture.target);
    assert_int_equal(sample(&picture, 0, 0, 0), 235);
    assert_int_equal(sample(&picture, 0, WIDTH - 1, HEIGHT - 1), 235);
    for (int plane = 0; plane < 3; plane++) {
        int width = plane == 0 ? WIDTH : WIDTH / 2;
        int height = plane == 0 ? HEIGHT : HEIGHT / 2;
        for (int i = 0; i < STRIDE * HEIGHT; i++) {
            if (i % STRIDE >= width || i / STRIDE >= height)
                assert_int_equal(picture.planes[plane][i], GROUND);
        }
    }
}

static void a_picture_without_marks_stays_as_it_is(void **state)
{
    (void)state;
    struct picture picture, before;
    clear(&picture);
    clear(&before);
    tap_marks_paint(NULL, 0, VIEW_HEIGHT, &picture.target);
    assert_memory_equal(picture.planes, before.planes, sizeof before.planes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_opaque_mark_is_white_within_its_radius_and_changes_nothing_beyond),
        cmocka_unit_test(half_a_mark_lets_half_of_the_picture_through),
        cmocka_unit_test(nothing_is_written_beside_the_picture),
        cmocka_unit_test(a_picture_without_marks_stays_as_it_is),
    };
    return cmocka_run_group_tests_name("tap_mark", tests, NULL, NULL);
}
