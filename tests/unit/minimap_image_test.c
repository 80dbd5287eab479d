// A scene from above: what lies where, what lies over what, and how large the picture becomes.
#include "render/minimap_image.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "render/color.h"
#include "render/palette.h"

enum { TRIANGLES_MAX = 8, SOLIDS_MAX = 2 };

struct ground {
    struct view_triangle triangles[TRIANGLES_MAX];
    struct view_vec3 footprint[4];
    struct view_solid solids[SOLIDS_MAX];
    struct view_scene scene;
};

static void add_floor(struct ground *ground, float west, float south, float east, float north, float y,
                      enum view_surface surface)
{
    const struct view_vec3 corners[4] = {
        {west, y, south}, {east, y, south}, {east, y, north}, {west, y, north}};
    for (int half = 0; half < 2; half++)
        ground->triangles[ground->scene.triangle_count++] =
            (struct view_triangle){{corners[0], corners[1 + half], corners[2 + half]}, surface};
    ground->scene.triangles = ground->triangles;
}

static const uint8_t *pixel_at(const struct minimap_image *image, float x, float z)
{
    size_t column = (size_t)((x - image->west_m) / image->pixel_m);
    size_t row = (size_t)((image->north_m - z) / image->pixel_m);
    assert_in_range(column, 0, image->width_px - 1);
    assert_in_range(row, 0, image->height_px - 1);
    return image->pixels + (row * image->width_px + column) * MINIMAP_CHANNELS;
}

static bool are_alike(const uint8_t *a, const uint8_t *b)
{
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) + abs(a[2] - b[2]) < 12;
}

static void ground_is_where_it_is_and_north_is_up(void **state)
{
    (void)state;
    static struct ground ground;
    memset(&ground, 0, sizeof ground);
    add_floor(&ground, 0, 0, 20, 20, 0, VIEW_GRASS);
    add_floor(&ground, 0, 20, 20, 30, 0, VIEW_WATER);
    struct minimap_image image = minimap_image_create(&ground.scene);
    assert_non_null(image.pixels);
    assert_true(image.height_px > image.width_px);
    const uint8_t *grass = pixel_at(&image, 10, 5);
    assert_true(are_alike(grass, pixel_at(&image, 1, 19)));
    assert_false(are_alike(grass, pixel_at(&image, 10, 25))); // water in the north
    assert_false(are_alike(grass, pixel_at(&image, -2, 5)));  // nothing beside it
    assert_false(are_alike(grass, pixel_at(&image, 10, -2)));
    minimap_image_finish(&image);
    assert_null(image.pixels);
}

static void roads_are_the_palest(void **state)
{
    (void)state;
    static struct ground ground;
    memset(&ground, 0, sizeof ground);
    for (int surface = VIEW_GRASS; surface <= VIEW_WOOD; surface++)
        if (surface != VIEW_PATH)
            add_floor(&ground, (float)surface * 5, 0, (float)surface * 5 + 5, 10, 0,
                      (enum view_surface)surface);
    static struct ground road;
    memset(&road, 0, sizeof road);
    add_floor(&road, 0, 0, 10, 10, 0, VIEW_PATH);
    struct minimap_image others = minimap_image_create(&ground.scene);
    struct minimap_image pale = minimap_image_create(&road.scene);
    for (int surface = VIEW_GRASS; surface <= VIEW_WOOD; surface++)
        assert_true(pixel_at(&pale, 5, 5)[0] > pixel_at(&others, (float)surface * 5 + 2.5f, 5)[0] + 20);
    minimap_image_finish(&others);
    minimap_image_finish(&pale);
}

static void an_upper_floor_hides_the_lower_one(void **state)
{
    (void)state;
    for (int order = 0; order < 2; order++) {
        static struct ground ground;
        static struct ground alone;
        memset(&ground, 0, sizeof ground);
        memset(&alone, 0, sizeof alone);
        if (order == 0)
            add_floor(&ground, 0, 0, 10, 10, 4, VIEW_WOOD);
        add_floor(&ground, 0, 0, 10, 10, 0, VIEW_SAND);
        if (order == 1)
            add_floor(&ground, 0, 0, 10, 10, 4, VIEW_WOOD);
        add_floor(&alone, 0, 0, 10, 10, 4, VIEW_WOOD);
        struct minimap_image both = minimap_image_create(&ground.scene);
        struct minimap_image upper = minimap_image_create(&alone.scene);
        assert_true(are_alike(pixel_at(&both, 5, 5), pixel_at(&upper, 5, 5)));
        minimap_image_finish(&both);
        minimap_image_finish(&upper);
    }
}

static void houses_are_dark_and_gates_are_left_out(void **state)
{
    (void)state;
    static struct ground ground;
    memset(&ground, 0, sizeof ground);
    add_floor(&ground, 0, 0, 20, 20, 0, VIEW_STONE);
    const struct view_vec3 footprint[4] = {{5, 0, 5}, {10, 0, 5}, {10, 0, 10}, {5, 0, 10}};
    memcpy(ground.footprint, footprint, sizeof footprint);
    ground.solids[0] = (struct view_solid){VIEW_HOUSE, ground.footprint, 4, 3, {0}, 0};
    ground.scene.solids = ground.solids;
    ground.scene.solid_count = 1;
    struct minimap_image image = minimap_image_create(&ground.scene);
    assert_true(pixel_at(&image, 7, 7)[0] + 30 < pixel_at(&image, 2, 2)[0]);
    minimap_image_finish(&image);
    ground.solids[0].gate = 1;
    image = minimap_image_create(&ground.scene);
    assert_true(are_alike(pixel_at(&image, 7, 7), pixel_at(&image, 2, 2)));
    minimap_image_finish(&image);
}

static void a_large_scene_has_no_larger_picture(void **state)
{
    (void)state;
    static struct ground ground;
    memset(&ground, 0, sizeof ground);
    add_floor(&ground, -3000, -10, 3000, 10, 0, VIEW_GRASS);
    struct minimap_image image = minimap_image_create(&ground.scene);
    assert_in_range(image.width_px, MINIMAP_PX_MAX - 2, MINIMAP_PX_MAX);
    assert_in_range(image.height_px, 1, 8);
    assert_true(fabsf((float)image.width_px * image.pixel_m - 6008) < 30);
    minimap_image_finish(&image);
}

static void a_scene_of_nothing_has_a_picture_of_nothing(void **state)
{
    (void)state;
    struct view_scene scene = {.triangle_count = 0};
    struct minimap_image image = minimap_image_create(&scene);
    assert_non_null(image.pixels);
    assert_true(image.width_px > 0);
    minimap_image_finish(&image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ground_is_where_it_is_and_north_is_up),
        cmocka_unit_test(roads_are_the_palest),
        cmocka_unit_test(an_upper_floor_hides_the_lower_one),
        cmocka_unit_test(houses_are_dark_and_gates_are_left_out),
        cmocka_unit_test(a_large_scene_has_no_larger_picture),
        cmocka_unit_test(a_scene_of_nothing_has_a_picture_of_nothing),
    };
    return cmocka_run_group_tests_name("minimap_image", tests, NULL, NULL);
}
