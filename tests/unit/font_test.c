// Glyphs of both fonts.
#include "render/font.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "render/renderer.h"

enum { NO_SUCH_CHARACTER = 0xffffe, COPY_MAX = 1 << 16 };

struct copy {
    struct font_glyph glyph;
    uint8_t pixels[COPY_MAX];
};

static int set_up(void **state)
{
    char error[RENDERER_ERROR_MAX] = "";
    *state = font_set_create(error);
    if (!*state) {
        fail_msg("%s", error);
    }
    return 0;
}

static int tear_down(void **state)
{
    font_set_destroy(*state);
    return 0;
}

static size_t ink(const struct font_glyph *glyph)
{
    size_t sum = 0;
    for (size_t i = 0; glyph->pixels && i < (size_t)glyph->width * glyph->height; i++) {
        sum += glyph->pixels[i];
    }
    return sum;
}

static void draw(void *fonts, uint32_t codepoint, struct font_style style, struct copy *copy)
{
    copy->glyph = font_set_draw(fonts, codepoint, style);
    size_t bytes = (size_t)copy->glyph.width * copy->glyph.height;
    assert_in_range(bytes, 0, COPY_MAX);
    if (copy->glyph.pixels) {
        memcpy(copy->pixels, copy->glyph.pixels, bytes);
    }
}

static void latin_and_chinese_characters_have_pictures_of_their_own(void **state)
{
    static const uint32_t characters[] = {'A', 'g', 0xe9, 0x20ac, 0x5e02, 0x573a, 0x8001, 0xff0c, 0x3002};
    static struct copy box;
    static struct copy copy;
    for (int is_bold = 0; is_bold < 2; is_bold++) {
        struct font_style style = {.line_px = 24, .is_bold = is_bold};
        draw(*state, NO_SUCH_CHARACTER, style, &box);
        for (size_t i = 0; i < sizeof characters / sizeof characters[0]; i++) {
            draw(*state, characters[i], style, &copy);
            assert_true(ink(&copy.glyph) > 0);
            assert_true(copy.glyph.advance > 0);
            bool is_box = copy.glyph.width == box.glyph.width && copy.glyph.height == box.glyph.height &&
                          memcmp(copy.pixels, box.pixels, (size_t)box.glyph.width * box.glyph.height) == 0;
            assert_false(is_box);
        }
    }
}

static void glyphs_stay_within_their_line(void **state)
{
    static const uint32_t characters[] = {'A', 'g', 'j', 0xc5, 0x5e02, 0x573a, 0x8001};
    for (int line_px = FONT_PX_MIN; line_px <= FONT_PX_MAX; line_px += 7) {
        for (size_t i = 0; i < sizeof characters / sizeof characters[0]; i++) {
            struct font_glyph glyph =
                font_set_draw(*state, characters[i], (struct font_style){.line_px = (uint16_t)line_px});
            assert_in_range(glyph.top + line_px, line_px - 1 - line_px / 12, 2 * line_px);
            assert_in_range(glyph.top + glyph.height, 1, line_px + 1 + line_px / 12);
        }
    }
}

static void a_space_moves_the_pen_and_draws_nothing(void **state)
{
    struct font_glyph glyph = font_set_draw(*state, ' ', (struct font_style){.line_px = 24});
    assert_null(glyph.pixels);
    assert_true(glyph.advance > 3);
}

static void an_outline_surrounds_its_glyph(void **state)
{
    static struct copy plain;
    static struct copy outlined;
    draw(*state, 'o', (struct font_style){.line_px = 24}, &plain);
    draw(*state, 'o', (struct font_style){.line_px = 24, .outline_px = 2}, &outlined);
    assert_int_equal(outlined.glyph.width, plain.glyph.width + 4);
    assert_int_equal(outlined.glyph.height, plain.glyph.height + 4);
    assert_int_equal(outlined.glyph.left, plain.glyph.left - 2);
    assert_int_equal(outlined.glyph.top, plain.glyph.top - 2);
    for (int y = 0; y < plain.glyph.height; y++) {
        for (int x = 0; x < plain.glyph.width; x++) {
            assert_true(outlined.pixels[(y + 2) * outlined.glyph.width + x + 2] >=
                        plain.pixels[y * plain.glyph.width + x]);
        }
    }
}

static void bold_is_heavier(void **state)
{
    static const uint32_t characters[] = {'h', 0x5e02};
    for (size_t i = 0; i < 2; i++) {
        struct font_glyph plain = font_set_draw(*state, characters[i], (struct font_style){.line_px = 30});
        size_t plain_ink = ink(&plain);
        struct font_glyph bold =
            font_set_draw(*state, characters[i], (struct font_style){.line_px = 30, .is_bold = true});
        assert_true(ink(&bold) > plain_ink + plain_ink / 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(latin_and_chinese_characters_have_pictures_of_their_own, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(glyphs_stay_within_their_line, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_space_moves_the_pen_and_draws_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_outline_surrounds_its_glyph, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bold_is_heavier, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("font", tests, NULL, NULL);
}
