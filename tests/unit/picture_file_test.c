#include "cloudsvc/session/picture_file.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/data/picture.h"

enum { WIDTH = 66, HEIGHT = 34, SHADE_MAX = 3 };

/// A ramp over the picture with some colour.
static struct picture *ramp(void)
{
    struct picture *picture = picture_create(WIDTH, HEIGHT);
    assert_non_null(picture);
    for (uint32_t y = 0; y < HEIGHT; y++) {
        for (uint32_t x = 0; x < WIDTH; x++) {
            picture->target.planes[0][(ptrdiff_t)y * picture->target.strides[0] + x] = (uint8_t)(60 + 2 * x);
            picture->target.planes[1][(ptrdiff_t)(y / 2) * picture->target.strides[1] + x / 2] = 120;
            picture->target.planes[2][(ptrdiff_t)(y / 2) * picture->target.strides[2] + x / 2] =
                (uint8_t)(120 + y / 2);
        }
    }
    return picture;
}

static void assert_near(uint8_t found, uint8_t expected)
{
    assert_in_range(found + SHADE_MAX, expected, expected + 2 * SHADE_MAX);
}

static void a_file_holds_the_colours_of_the_picture_and_what_is_to_be_kept_of_it(void **state)
{
    (void)state;
    char path[] = "/tmp/picture_file_test_XXXXXX";
    close(mkstemp(path));
    struct picture *picture = ramp();
    assert_true(picture_file_write(path, &picture->target, WIDTH - 1, HEIGHT - 1));
    struct image image = image_load(path);
    assert_int_equal(image.width_px, WIDTH - 1);
    assert_int_equal(image.height_px, HEIGHT - 1);
    for (uint32_t y = 0; y < image.height_px; y++) {
        for (uint32_t x = 0; x < image.width_px; x++) {
            const uint8_t *pixel = image.pixels + 3 * ((size_t)y * image.width_px + x);
            struct view_color color = picture_color(picture, x, y);
            assert_near(pixel[0], color.r);
            assert_near(pixel[1], color.g);
            assert_near(pixel[2], color.b);
        }
    }
    image_finish(&image);
    picture_destroy(picture);
    unlink(path);
}

static void a_file_that_cannot_be_written_is_refused_with_the_reason(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        int reason;
    } CASES[] = {{"/nonexistent/picture.png", ENOENT}, {"/dev/full", ENOSPC}};
    struct picture *picture = ramp();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        assert_false(picture_file_write(CASES[i].path, &picture->target, WIDTH, HEIGHT));
        assert_int_equal(errno, CASES[i].reason);
    }
    picture_destroy(picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_holds_the_colours_of_the_picture_and_what_is_to_be_kept_of_it),
        cmocka_unit_test(a_file_that_cannot_be_written_is_refused_with_the_reason),
    };
    return cmocka_run_group_tests_name("picture_file", tests, NULL, NULL);
}
