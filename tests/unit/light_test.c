// Baked light.
#include "render/light.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "render/vector.h"

static const struct view_vec3 up = {0, 1, 0};

static struct light light_under(struct view_color sun, struct view_color sky)
{
    const struct view_scene scene = {.sun = sun, .sky = sky};
    return light_of_scene(&scene);
}

static float brightness(struct view_color color)
{
    return 0.2126f * color.r + 0.7152f * color.g + 0.0722f * color.b;
}

static void level_ground_keeps_its_brightness_under_any_sky_by_day(void **state)
{
    (void)state;
    static const struct view_color skies[] = {
        {180, 200, 220, 255}, {242, 214, 179, 255}, {120, 170, 220, 255}, {255, 255, 255, 255}};
    static const struct view_color suns[] = {
        {255, 218, 160, 255}, {255, 255, 255, 255}, {120, 140, 200, 255}};
    const struct view_color ground = {130, 130, 130, 255};
    for (size_t sky = 0; sky < 4; sky++) {
        for (size_t sun = 0; sun < 3; sun++) {
            struct light light = light_under(suns[sun], skies[sky]);
            assert_float_equal(brightness(light_shade(&light, up, ground, 1)), 130, 6);
        }
    }
}

static void a_dark_sky_makes_dusk_and_a_green_one_moss(void **state)
{
    (void)state;
    const struct view_color sun = {240, 154, 104, 255};
    const struct view_color ground = {130, 130, 130, 255};
    struct light day = light_under(sun, (struct view_color){180, 200, 220, 255});
    struct light dusk = light_under(sun, (struct view_color){60, 50, 90, 255});
    struct light green = light_under(sun, (struct view_color){190, 224, 186, 255});
    assert_float_equal(day.dusk, 0, 0.001);
    assert_float_equal(dusk.dusk, 1, 0.001);
    assert_float_equal(day.moss, 0, 0.001);
    assert_true(green.moss > 0.8f);
    assert_true(brightness(light_shade(&dusk, up, ground, 1)) < 100);
    assert_true(brightness(light_shade(&dusk, up, ground, 1)) > 50);
}

static void sides_away_from_the_sun_are_darker_and_cooler(void **state)
{
    (void)state;
    const struct view_color wall = {200, 200, 200, 255};
    struct light light =
        light_under((struct view_color){255, 218, 160, 255}, (struct view_color){180, 200, 220, 255});
    struct view_vec3 towards = vector_normalize((struct view_vec3){light.to_sun.x, 0, light.to_sun.z});
    struct view_color lit = light_shade(&light, towards, wall, 1);
    struct view_color dark = light_shade(&light, vector_scale(towards, -1), wall, 1);
    assert_true(brightness(dark) < 0.7f * brightness(lit));
    assert_true((float)dark.b / dark.r > (float)lit.b / lit.r);
}

static void creases_are_darker_and_alpha_is_kept(void **state)
{
    (void)state;
    const struct view_color color = {100, 120, 90, 77};
    struct light light =
        light_under((struct view_color){255, 255, 255, 255}, (struct view_color){180, 200, 220, 255});
    struct view_color open = light_shade(&light, up, color, 1);
    struct view_color crease = light_shade(&light, up, color, 0.5f);
    assert_true(crease.g < open.g);
    assert_int_equal(crease.a, 77);
    assert_int_equal(light_tint(color, 9).r, 255);
    assert_int_equal(light_tint(color, -1).r, 0);
    assert_int_equal(light_mix(color, (struct view_color){200, 120, 90, 77}, 0.5f).r, 150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(level_ground_keeps_its_brightness_under_any_sky_by_day),
        cmocka_unit_test(a_dark_sky_makes_dusk_and_a_green_one_moss),
        cmocka_unit_test(sides_away_from_the_sun_are_darker_and_cooler),
        cmocka_unit_test(creases_are_darker_and_alpha_is_kept),
    };
    return cmocka_run_group_tests_name("light", tests, NULL, NULL);
}
