// Is the tap mark found where it is, and nowhere else?

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"
#include "render/view.h"
#include "tests/latency/mark.h"

enum { WIDTH_MAX = 1280, HEIGHT_MAX = 1280, STRIDE_EXTRA = 32 };

struct canvas {
    struct mark_picture picture;
    uint8_t planes[3][(WIDTH_MAX + STRIDE_EXTRA) * HEIGHT_MAX];
};

struct color {
    uint8_t luma, u, v;
};

static const struct color grass = {90, 100, 110};
static const struct color white = {235, 128, 128};
static const struct color yellow = {235, 60, 140};

static int setup(void **state)
{
    *state = calloc(1, sizeof(struct canvas));
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    free(*state);
    return 0;
}

static void fill(struct canvas *canvas, uint32_t width_px, uint32_t height_px, struct color color)
{
    canvas->picture = (struct mark_picture){.width_px = width_px, .height_px = height_px};
    const uint8_t values[3] = {color.luma, color.u, color.v};
    for (int plane = 0; plane < 3; plane++) {
        canvas->picture.planes[plane] = canvas->planes[plane];
        canvas->picture.strides[plane] = (int)(plane == 0 ? width_px : (width_px + 1) / 2) + STRIDE_EXTRA;
        memset(canvas->planes[plane], values[plane], sizeof canvas->planes[plane]);
    }
}

static void blend(uint8_t *sample, uint8_t to, float opacity)
{
    *sample = (uint8_t)lroundf((float)*sample + opacity * (float)(to - *sample));
}

/// Paints a disc into luma and, at half the size, into chroma.
static void paint(struct canvas *canvas, float x_px, float y_px, float radius_px, struct color color,
                  float opacity)
{
    const uint8_t values[3] = {color.luma, color.u, color.v};
    for (int plane = 0; plane < 3; plane++) {
        const float scale = plane == 0 ? 1 : 2;
        const uint32_t width = plane == 0 ? canvas->picture.width_px : (canvas->picture.width_px + 1) / 2;
        const uint32_t height = plane == 0 ? canvas->picture.height_px : (canvas->picture.height_px + 1) / 2;
        for (uint32_t y = 0; y < height; y++) {
            for (uint32_t x = 0; x < width; x++) {
                const float away_px =
                    hypotf(((float)x + 0.5f) * scale - x_px, ((float)y + 0.5f) * scale - y_px);
                if (away_px <= radius_px) {
                    uint8_t *row = canvas->planes[plane] + (size_t)y * (size_t)canvas->picture.strides[plane];
                    blend(&row[x], values[plane], opacity);
                }
            }
        }
    }
}

static float radius_px(const struct canvas *canvas)
{
    return VIEW_TAP_RADIUS * (float)canvas->picture.height_px;
}

static void an_opaque_disc_is_found_at_every_size(void **state)
{
    static const uint32_t sizes[][2] = {{1280, 720}, {720, 1280}, {853, 479},
                                        {640, 360},  {390, 844},  {320, 180}};
    struct canvas *canvas = *state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        fill(canvas, sizes[i][0], sizes[i][1], grass);
        const float x_px = (float)sizes[i][0] * 0.4f;
        const float y_px = (float)sizes[i][1] * 0.6f;
        assert_false(mark_is_at(&canvas->picture, x_px, y_px));
        paint(canvas, x_px, y_px, radius_px(canvas), white, 1);
        assert_true(mark_is_at(&canvas->picture, x_px, y_px));
    }
}

static void a_disc_that_is_not_the_mark_is_not_found(void **state)
{
    const struct {
        const char *what;
        float dx_radii, radius_factor, opacity;
        struct color color;
    } cases[] = {
        {"half faded", 0, 1, 0.5f, white},       {"nearly opaque", 0, 1, 0.75f, white},
        {"beside the place", 0.6f, 1, 1, white}, {"too small", 0, 0.6f, 1, white},
        {"too large", 0, 2, 1, white},           {"yellow", 0, 1, 1, yellow},
    };
    struct canvas *canvas = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fill(canvas, 1280, 720, grass);
        const float radius = radius_px(canvas);
        paint(canvas, 500 + cases[i].dx_radii * radius, 300, radius * cases[i].radius_factor, cases[i].color,
              cases[i].opacity);
        if (mark_is_at(&canvas->picture, 500, 300)) {
            fail_msg("found a disc that is %s", cases[i].what);
        }
    }
}

static void a_white_picture_is_no_mark(void **state)
{
    struct canvas *canvas = *state;
    fill(canvas, 1280, 720, white);
    assert_false(mark_is_at(&canvas->picture, 640, 360));
}

static void a_disc_cut_by_the_edge_is_found(void **state)
{
    static const float places[][2] = {{0, 0}, {1280, 720}, {5, 300}, {1279, 10}};
    struct canvas *canvas = *state;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        fill(canvas, 1280, 720, grass);
        paint(canvas, places[i][0], places[i][1], radius_px(canvas), white, 1);
        assert_true(mark_is_at(&canvas->picture, places[i][0], places[i][1]));
    }
}

/// What a codec at a low rate does to a picture.
static void add_noise(struct canvas *canvas, struct random_generator *generator, uint32_t amplitude)
{
    for (int plane = 0; plane < 3; plane++) {
        const size_t rows = plane == 0 ? canvas->picture.height_px : (canvas->picture.height_px + 1) / 2;
        for (size_t i = 0; i < rows * (size_t)canvas->picture.strides[plane]; i++) {
            const int value =
                canvas->planes[plane][i] + (int)random_below(generator, 2 * amplitude + 1) - (int)amplitude;
            canvas->planes[plane][i] = (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
        }
    }
}

static void a_noisy_disc_is_found_and_only_at_its_place(void **state)
{
    struct canvas *canvas = *state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct random_generator generator;
        random_seed(&generator, seed);
        fill(canvas, 640, 360, (struct color){(uint8_t)(16 + random_below(&generator, 170)), 100, 140});
        const float x_px = (float)random_below(&generator, 640);
        const float y_px = (float)random_below(&generator, 360);
        paint(canvas, x_px, y_px, radius_px(canvas), white, 1);
        add_noise(canvas, &generator, 12);
        if (!mark_is_at(&canvas->picture, x_px, y_px)) {
            fail_msg("seed %u: not found", (unsigned)seed);
        }
        const float other_x_px = x_px < 320 ? x_px + 2 * radius_px(canvas) : x_px - 2 * radius_px(canvas);
        if (mark_is_at(&canvas->picture, other_x_px, y_px)) {
            fail_msg("seed %u: found beside its place", (unsigned)seed);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_opaque_disc_is_found_at_every_size, setup, teardown),
        cmocka_unit_test_setup_teardown(a_disc_that_is_not_the_mark_is_not_found, setup, teardown),
        cmocka_unit_test_setup_teardown(a_white_picture_is_no_mark, setup, teardown),
        cmocka_unit_test_setup_teardown(a_disc_cut_by_the_edge_is_found, setup, teardown),
        cmocka_unit_test_setup_teardown(a_noisy_disc_is_found_and_only_at_its_place, setup, teardown),
    };
    return cmocka_run_group_tests_name("mark", tests, NULL, NULL);
}
