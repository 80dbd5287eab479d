// Pictures for viewports of every shape.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"
#include "cloudsvc/session/viewport.h"
#include "render/renderer.h"

enum { HD = 1280 * 720 };

static void a_picture_has_the_pixels_of_its_viewport_as_far_as_it_may(void **state)
{
    (void)state;
    static const struct {
        uint16_t width_css_px, height_css_px, pixel_ratio_256;
        uint32_t width_px, height_px, density_percent;
    } cases[] = {
        {1280, 720, 256, 1280, 720, 100}, // fits exactly
        {640, 360, 512, 1280, 720, 200},  // likewise, on a fine screen
        {641, 361, 256, 641, 361, 100},   // odd sides stay odd
        {1920, 1080, 256, 1280, 720, 67}, // too large: smaller by two thirds
        {720, 1280, 256, 720, 1280, 100}, // portrait may have as many
        {390, 844, 768, 652, 1412, 167},  // a phone with three pixels a CSS pixel
        {16, 16, 256, 64, 64, 100},       // the smallest
        {1280, 720, 64, 320, 180, 25},    // a page zoomed out
        {16384, 16, 256, 4096, 64, 25},   // a ribbon
        {16, 16384, 256, 64, 4096, 25},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct protocol_viewport viewport = {
            .width_css_px = cases[i].width_css_px,
            .height_css_px = cases[i].height_css_px,
            .pixel_ratio_256 = cases[i].pixel_ratio_256,
        };
        struct game_viewport picture = viewport_picture(&viewport, HD);
        assert_int_equal(picture.width_px, cases[i].width_px);
        assert_int_equal(picture.height_px, cases[i].height_px);
        assert_int_equal(picture.density_percent, cases[i].density_percent);
    }
}

static void insets_are_scaled_like_the_picture_and_leave_half_of_it(void **state)
{
    (void)state;
    struct protocol_viewport viewport = {
        .width_css_px = 1280,
        .height_css_px = 720,
        .pixel_ratio_256 = 512,
        .inset_css_px = {10, 20, 30, 16000},
    };
    struct game_viewport picture = viewport_picture(&viewport, HD);
    static const uint32_t expected[4] = {10, 20, 30, 320};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(picture.inset_px[i], expected[i]);
}

/// Law: within all limits; and where no side is at a limit, of the viewport's shape.
static void pictures_keep_limits_and_shape(void **state)
{
    (void)state;
    enum { SEED = 5, ROUNDS = 100000 };
    struct random_generator random;
    random_seed(&random, SEED);
    for (size_t i = 0; i < ROUNDS; i++) {
        struct protocol_viewport viewport = {
            .width_css_px = (uint16_t)(PROTOCOL_CSS_SIZE_MIN + random_below(&random, 16369)),
            .height_css_px = (uint16_t)(PROTOCOL_CSS_SIZE_MIN + random_below(&random, 16369)),
            .pixel_ratio_256 = (uint16_t)(64 + random_below(&random, 4033)),
        };
        uint32_t pixels_max = 64 * 64 + random_below(&random, 4096 * 4096);
        struct game_viewport picture = viewport_picture(&viewport, pixels_max);
        double width = picture.width_px;
        double height = picture.height_px;
        double wanted = (double)viewport.width_css_px / viewport.height_css_px;
        bool is_within = width >= RENDERER_SIZE_MIN && height >= RENDERER_SIZE_MIN &&
                         width <= RENDERER_SIZE_MAX && height <= RENDERER_SIZE_MAX &&
                         width * height <= pixels_max &&
                         picture.density_percent >= GAME_DENSITY_MIN_PERCENT &&
                         picture.density_percent <= GAME_DENSITY_MAX_PERCENT;
        bool is_at_limit = width == RENDERER_SIZE_MIN || height == RENDERER_SIZE_MIN;
        // Each side is rounded down by less than one pixel.
        bool has_shape = width / (height + 1) <= wanted && (width + 1) / height >= wanted;
        if (!is_within || !(is_at_limit || has_shape))
            fail_msg("seed %d, round %zu: %ux%u for %ux%u at most %u", SEED, i, picture.width_px,
                     picture.height_px, viewport.width_css_px, viewport.height_css_px, pixels_max);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_has_the_pixels_of_its_viewport_as_far_as_it_may),
        cmocka_unit_test(insets_are_scaled_like_the_picture_and_leave_half_of_it),
        cmocka_unit_test(pictures_keep_limits_and_shape),
    };
    return cmocka_run_group_tests_name("viewport", tests, NULL, NULL);
}
