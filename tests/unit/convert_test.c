// Splitting pixels into planes.
#include "render/convert.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"

enum { SIZE_MAX_PX = 96, STRIDE = 128, UNTOUCHED = 0xa5 };

struct canvas {
    uint8_t pixels[4 * SIZE_MAX_PX * SIZE_MAX_PX];
    uint8_t scratch[64 * SIZE_MAX_PX];
    uint8_t planes[3][STRIDE * SIZE_MAX_PX];
};

static void check_luma(const struct canvas *canvas, uint32_t width, uint32_t height)
{
    for (uint32_t y = 0; y < height; y++) {
        for (uint32_t x = 0; x < STRIDE; x++) {
            int expected = x < width ? canvas->pixels[4 * (y * width + x)] : UNTOUCHED;
            assert_int_equal(canvas->planes[0][y * STRIDE + x], expected);
        }
    }
}

static void check_chroma(const struct canvas *canvas, int plane, uint32_t width, uint32_t height)
{
    for (uint32_t y = 0; y < height / 2; y++) {
        for (uint32_t x = 0; x < STRIDE; x++) {
            if (x >= width / 2) {
                assert_int_equal(canvas->planes[plane][y * STRIDE + x], UNTOUCHED);
                continue;
            }
            const uint8_t *upper = &canvas->pixels[4 * (2 * y * width + 2 * x) + (size_t)plane];
            const uint8_t *lower = upper + (size_t)4 * width;
            int mean = (upper[0] + upper[4] + lower[0] + lower[4] + 2) / 4;
            assert_in_range(canvas->planes[plane][y * STRIDE + x], mean > 0 ? mean - 1 : 0, mean + 1);
        }
    }
}

static void any_even_size_is_split_and_its_chroma_averaged(void **state)
{
    (void)state;
    struct canvas *canvas = calloc(1, sizeof *canvas);
    assert_non_null(canvas);
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct random_generator random;
        random_seed(&random, seed);
        uint32_t width = 2 + 2 * random_below(&random, SIZE_MAX_PX / 2 - 1);
        uint32_t height = 2 + 2 * random_below(&random, SIZE_MAX_PX / 2 - 1);
        for (size_t i = 0; i < (size_t)4 * width * height; i++) {
            canvas->pixels[i] = (uint8_t)random_below(&random, 256);
        }
        memset(canvas->planes, UNTOUCHED, sizeof canvas->planes);
        assert_in_range(convert_scratch_bytes(width), 0, sizeof canvas->scratch);
        convert_to_i420(canvas->pixels, width, height, canvas->scratch,
                        (uint8_t *const[3]){canvas->planes[0], canvas->planes[1], canvas->planes[2]},
                        (const int[3]){STRIDE, STRIDE, STRIDE});
        check_luma(canvas, width, height);
        check_chroma(canvas, 1, width, height);
        check_chroma(canvas, 2, width, height);
    }
    free(canvas);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_even_size_is_split_and_its_chroma_averaged),
    };
    return cmocka_run_group_tests_name("convert", tests, NULL, NULL);
}
