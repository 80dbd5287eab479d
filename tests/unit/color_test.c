// BT.709 numbers against those that the standard gives.
#include "render/color.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void known_colours_have_known_numbers(void **state)
{
    (void)state;
    // 75 % and 100 % bars of Rec. ITU-R BT.709, 8 bits.
    static const struct {
        struct view_color color;
        float y, u, v;
    } cases[] = {
        {{0, 0, 0, 255}, 16, 128, 128},        {{255, 255, 255, 0}, 235, 128, 128},
        {{255, 0, 0, 255}, 63, 102, 240},      {{0, 255, 0, 255}, 173, 42, 26},
        {{0, 0, 255, 255}, 32, 240, 118},      {{255, 255, 0, 255}, 219, 16, 138},
        {{0, 255, 255, 255}, 188, 154, 16},    {{255, 0, 255, 255}, 78, 214, 230},
        {{191, 191, 191, 255}, 180, 128, 128},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct color_yuv yuv = color_yuv_from_rgb(cases[i].color);
        assert_float_equal(yuv.y, cases[i].y, 0.51);
        assert_float_equal(yuv.u, cases[i].u, 0.51);
        assert_float_equal(yuv.v, cases[i].v, 0.51);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_colours_have_known_numbers),
    };
    return cmocka_run_group_tests_name("color", tests, NULL, NULL);
}
