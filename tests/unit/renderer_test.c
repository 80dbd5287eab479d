// Whole pictures, drawn with the real driver and without.
#include "render/renderer.h"

#include <GLES3/gl3.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/data/fixture_scene.h"
#include "tests/data/picture.h"

struct size {
    uint32_t width_px, height_px;
};

static const struct size sizes[] = {{640, 360}, {390, 844}, {64, 64}, {65, 67}, {1281, 721}};
enum { SIZE_COUNT = sizeof sizes / sizeof sizes[0] };

struct fixture {
    struct view_world *world;
    struct renderer *renderers[2]; // by kind
    struct view *view;
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    char error[RENDERER_ERROR_MAX] = "";
    assert_non_null(fixture);
    fixture->world = fixture_world_create();
    fixture->view = calloc(1, sizeof *fixture->view);
    assert_non_null(fixture->world);
    assert_non_null(fixture->view);
    for (int kind = RENDERER_GL; kind <= RENDERER_NULL; kind++) {
        fixture->renderers[kind] = renderer_create((enum renderer_kind)kind, fixture->world, error);
        if (!fixture->renderers[kind]) {
            fail_msg("%s", error);
        }
    }
    *state = fixture;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    renderer_destroy(fixture->renderers[RENDERER_GL]);
    renderer_destroy(fixture->renderers[RENDERER_NULL]);
    fixture_world_destroy(fixture->world);
    free(fixture->view);
    free(fixture);
    return 0;
}

static struct picture *draw(struct renderer *renderer, const struct view *view)
{
    struct picture *picture = picture_create(view->width_px, view->height_px);
    struct renderer_times times;
    assert_non_null(picture);
    assert_true(renderer_draw(renderer, view, &picture->target, &times));
    return picture;
}

// ---- tap marks -----------------------------------------------------------------------------------

static void add_tap(struct view *view, float x_px, float y_px, float opacity)
{
    view->taps[view->tap_count++] = (struct view_tap){x_px, y_px, opacity};
}

static void check_disc(const struct picture *with, const struct picture *without, const struct view *view)
{
    float radius = VIEW_TAP_RADIUS * (float)view->height_px;
    for (uint32_t y = 0; y < view->height_px; y++) {
        for (uint32_t x = 0; x < view->width_px; x++) {
            float distance =
                hypotf((float)x + 0.5f - view->taps[0].x_px, (float)y + 0.5f - view->taps[0].y_px);
            // Two pixels for smooth edges and placing on whole pixels, two more for chroma, which is halved.
            if (distance < radius - 4) {
                assert_true(picture_is_white(with, x, y));
            } else if (distance > radius + 4) {
                assert_int_equal(with->target.planes[0][with->target.strides[0] * (int)y + (int)x],
                                 without->target.planes[0][without->target.strides[0] * (int)y + (int)x]);
            }
        }
    }
}

static void a_tap_mark_is_a_pure_white_disc_in_its_place(void **state)
{
    struct fixture *fixture = *state;
    for (int kind = RENDERER_GL; kind <= RENDERER_NULL; kind++) {
        for (size_t i = 0; i < SIZE_COUNT; i++) {
            fixture_view(fixture->view, sizes[i].width_px, sizes[i].height_px, FIXTURE_FIND);
            struct picture *without = draw(fixture->renderers[kind], fixture->view);
            add_tap(fixture->view, 0.61f * (float)sizes[i].width_px, 0.43f * (float)sizes[i].height_px, 1);
            struct picture *with = draw(fixture->renderers[kind], fixture->view);
            check_disc(with, without, fixture->view);
            picture_destroy(with);
            picture_destroy(without);
        }
    }
}

static void a_tap_mark_lies_over_the_interface(void **state)
{
    struct fixture *fixture = *state;
    fixture_view(fixture->view, 1280, 720, FIXTURE_DIALOGUE);
    add_tap(fixture->view, 640, 610, 1);
    struct picture *picture = draw(fixture->renderers[RENDERER_GL], fixture->view);
    assert_true(picture_is_white(picture, 640, 610));
    picture_destroy(picture);
}

static void a_fading_tap_mark_lets_the_picture_through(void **state)
{
    struct fixture *fixture = *state;
    for (int kind = RENDERER_GL; kind <= RENDERER_NULL; kind++) {
        fixture_view(fixture->view, 640, 360, FIXTURE_BARE);
        struct picture *without = draw(fixture->renderers[kind], fixture->view);
        add_tap(fixture->view, 400, 100, 0.5f);
        struct picture *with = draw(fixture->renderers[kind], fixture->view);
        int below = without->target.planes[0][without->target.strides[0] * 100 + 400];
        int above = with->target.planes[0][with->target.strides[0] * 100 + 400];
        assert_in_range(above, (235 + below) / 2 - 2, (235 + below) / 2 + 2);
        picture_destroy(with);
        picture_destroy(without);
    }
}

static void a_tap_mark_may_lie_partly_outside(void **state)
{
    struct fixture *fixture = *state;
    static const struct view_tap taps[] = {{0, 0, 1}, {639, 359, 1}, {-500, 20, 1}, {5000, 5000, 1}};
    for (int kind = RENDERER_GL; kind <= RENDERER_NULL; kind++) {
        fixture_view(fixture->view, 640, 360, FIXTURE_BARE);
        memcpy(fixture->view->taps, taps, sizeof taps);
        fixture->view->tap_count = sizeof taps / sizeof taps[0];
        struct picture *picture = draw(fixture->renderers[kind], fixture->view);
        assert_true(picture_is_white(picture, 2, 2));
        assert_true(picture_is_white(picture, 637, 357));
        assert_false(picture_is_white(picture, 2, 40));
        picture_destroy(picture);
    }
}

static void nothing_but_a_tap_mark_is_pure_white(void **state)
{
    struct fixture *fixture = *state;
    for (int interface = FIXTURE_BARE; interface < FIXTURE_INTERFACE_COUNT; interface++) {
        fixture_view(fixture->view, 1280, 720, (enum fixture_interface)interface);
        struct picture *picture = draw(fixture->renderers[RENDERER_GL], fixture->view);
        for (uint32_t y = 0; y < 720; y++) {
            for (uint32_t x = 0; x < 1280; x++) {
                assert_false(picture_is_white(picture, x, y));
            }
        }
        picture_destroy(picture);
    }
}

// ---- colours -------------------------------------------------------------------------------------

static int difference(struct view_color a, struct view_color b)
{
    int red = abs(a.r - b.r);
    int green = abs(a.g - b.g);
    int blue = abs(a.b - b.b);
    int larger = red > green ? red : green;
    return larger > blue ? larger : blue;
}

static void colour_patches_come_through_bt709(void **state)
{
    struct fixture *fixture = *state;
    static const struct view_color patches[] = {
        {0, 0, 0, 255},       {255, 255, 255, 255}, {255, 0, 0, 255},    {0, 255, 0, 255},
        {0, 0, 255, 255},     {255, 255, 0, 255},   {0, 255, 255, 255},  {255, 0, 255, 255},
        {128, 128, 128, 255}, {190, 84, 58, 255},   {134, 164, 74, 255}, {38, 122, 132, 255},
        {178, 204, 214, 255}};
    char error[RENDERER_ERROR_MAX];
    for (size_t i = 0; i < sizeof patches / sizeof patches[0]; i++) {
        for (int kind = RENDERER_GL; kind <= RENDERER_NULL; kind++) {
            struct view_scene scene = {.sky = patches[i], .sun = {255, 255, 255, 255}};
            struct view_world world = {&scene, 1};
            struct renderer *renderer = renderer_create((enum renderer_kind)kind, &world, error);
            assert_non_null(renderer);
            fixture_view(fixture->view, 64, 64, FIXTURE_BARE);
            fixture->view->actor_count = 0;
            fixture->view->route_count = 0;
            fixture->view->has_destination = false;
            struct picture *picture = draw(renderer, fixture->view);
            assert_in_range(difference(picture_color(picture, 20, 40), patches[i]), 0, 2);
            picture_destroy(picture);
            renderer_destroy(renderer);
        }
    }
}

// ---- sizes ---------------------------------------------------------------------------------------

static void odd_sizes_repeat_their_last_column_and_row(void **state)
{
    struct fixture *fixture = *state;
    fixture_view(fixture->view, 129, 97, FIXTURE_FIND);
    struct picture *picture = draw(fixture->renderers[RENDERER_GL], fixture->view);
    const uint8_t *luma = picture->target.planes[0];
    int stride = picture->target.strides[0];
    assert_int_equal(picture->width_px, 130);
    assert_int_equal(picture->height_px, 98);
    for (int y = 0; y < 98; y++) {
        assert_int_equal(luma[stride * y + 129], luma[stride * y + 128]);
    }
    assert_memory_equal(luma + stride * 97, luma + stride * 96, 130);
    picture_destroy(picture);
}

static void rows_are_written_no_further_than_the_picture(void **state)
{
    struct fixture *fixture = *state;
    for (int kind = RENDERER_GL; kind <= RENDERER_NULL; kind++) {
        fixture_view(fixture->view, 130, 98, FIXTURE_FIND);
        struct picture *picture = draw(fixture->renderers[kind], fixture->view);
        for (int plane = 0; plane < 3; plane++) {
            int width = plane == 0 ? 130 : 65;
            for (int y = 0; y < (plane == 0 ? 98 : 49); y++) {
                for (int x = width; x < picture->target.strides[plane]; x++) {
                    assert_int_equal(picture->target.planes[plane][picture->target.strides[plane] * y + x],
                                     0);
                }
            }
        }
        picture_destroy(picture);
    }
}

static size_t count_gl_objects(void)
{
    size_t count = 0;
    for (GLuint name = 1; name < 2000; name++) {
        count += glIsFramebuffer(name) + glIsRenderbuffer(name) + glIsBuffer(name) + glIsTexture(name) +
                 glIsProgram(name) + glIsVertexArray(name);
    }
    return count;
}

static void fifty_sizes_leave_no_gl_objects_behind(void **state)
{
    struct fixture *fixture = *state;
    size_t after_ten = 0;
    for (uint32_t i = 0; i < 50; i++) {
        fixture_view(fixture->view, 64 + 6 * i, 300 - 4 * i, FIXTURE_FIND);
        picture_destroy(draw(fixture->renderers[RENDERER_GL], fixture->view));
        if (i == 9) {
            after_ten = count_gl_objects();
        }
    }
    assert_int_equal(count_gl_objects(), after_ten);
}

static void a_size_that_comes_back_is_drawn_the_same(void **state)
{
    struct fixture *fixture = *state;
    fixture_view(fixture->view, 320, 180, FIXTURE_DIALOGUE);
    struct picture *first = draw(fixture->renderers[RENDERER_GL], fixture->view);
    for (size_t i = 0; i < SIZE_COUNT; i++) {
        fixture_view(fixture->view, sizes[i].width_px, sizes[i].height_px, FIXTURE_DIALOGUE);
        picture_destroy(draw(fixture->renderers[RENDERER_GL], fixture->view));
    }
    fixture_view(fixture->view, 320, 180, FIXTURE_DIALOGUE);
    struct picture *again = draw(fixture->renderers[RENDERER_GL], fixture->view);
    for (int plane = 0; plane < 3; plane++) {
        size_t bytes = (size_t)first->target.strides[plane] * (plane == 0 ? 180 : 90);
        assert_memory_equal(first->target.planes[plane], again->target.planes[plane], bytes);
    }
    picture_destroy(first);
    picture_destroy(again);
}

// ---- the rest ------------------------------------------------------------------------------------

static void stages_end_one_after_the_other(void **state)
{
    struct fixture *fixture = *state;
    struct renderer_times times = {0};
    fixture_view(fixture->view, 640, 360, FIXTURE_FIND);
    for (int kind = RENDERER_GL; kind <= RENDERER_NULL; kind++) {
        struct picture *picture = picture_create(640, 360);
        assert_non_null(picture);
        assert_true(renderer_draw(fixture->renderers[kind], fixture->view, &picture->target, &times));
        assert_true(times.drawn_us > 0);
        assert_true(times.read_back_us >= times.drawn_us);
        assert_true(times.converted_us >= times.read_back_us);
        picture_destroy(picture);
    }
}

static void an_avatar_behind_a_house_shows_through(void **state)
{
    struct fixture *fixture = *state;
    fixture_view(fixture->view, 640, 360, FIXTURE_BARE);
    fixture->view->actor_count = 1;
    fixture->view->actors[0].position = (struct view_vec3){-11.0f, 0, 13.6f};
    fixture->view->camera.eye.x = fixture->view->camera.target.x = -11;
    struct picture *with = draw(fixture->renderers[RENDERER_GL], fixture->view);
    fixture->view->actor_count = 0;
    struct picture *without = draw(fixture->renderers[RENDERER_GL], fixture->view);
    size_t changed = 0;
    for (uint32_t y = 0; y < 360; y++) {
        for (uint32_t x = 0; x < 640; x++) {
            changed += difference(picture_color(with, x, y), picture_color(without, x, y)) > 20;
        }
    }
    assert_in_range(changed, 100, 3000);
    picture_destroy(with);
    picture_destroy(without);
}

struct drawer {
    const struct view_world *world;
    struct view *view;
    struct picture *picture;
};

// ---- between scenes ------------------------------------------------------------------------------

static void in_the_dark_only_the_interface_is_seen(void **state)
{
    struct fixture *fixture = *state;
    fixture_view(fixture->view, 640, 360, FIXTURE_FIND);
    fixture->view->fade = 1;
    struct picture *dark = draw(fixture->renderers[RENDERER_GL], fixture->view);
    const struct view_element *panel = &fixture->view->elements[0];
    const struct view_element *button = NULL;
    for (size_t i = 0; !button && i < fixture->view->element_count; i++) {
        button = fixture->view->elements[i].kind == VIEW_BUTTON ? &fixture->view->elements[i] : NULL;
    }
    for (uint32_t x = 0; x < 640; x++) {
        if ((float)x < panel->x_px - 2 || (float)x > panel->x_px + panel->width_px + 2) {
            struct view_color color = picture_color(dark, x, 180);
            assert_true(color.r < 30 && color.g < 30 && color.b < 40);
        }
    }
    assert_non_null(button);
    struct view_color seen =
        picture_color(dark, (uint32_t)(button->x_px + 4), (uint32_t)(button->y_px + button->height_px / 2));
    assert_true(seen.b > 60);
    picture_destroy(dark);
}

static void *draw_in_thread(void *argument)
{
    struct drawer *drawer = argument;
    char error[RENDERER_ERROR_MAX];
    struct renderer_times times;
    struct renderer *renderer = renderer_create(RENDERER_GL, drawer->world, error);
    for (int i = 0; renderer && i < 5; i++) {
        if (!renderer_draw(renderer, drawer->view, &drawer->picture->target, &times)) {
            return NULL;
        }
    }
    renderer_destroy(renderer);
    return renderer ? drawer : NULL;
}

static void two_threads_draw_the_same_at_once(void **state)
{
    struct fixture *fixture = *state;
    pthread_t threads[2];
    struct drawer drawers[2];
    fixture_view(fixture->view, 320, 180, FIXTURE_DIALOGUE);
    for (int i = 0; i < 2; i++) {
        drawers[i] = (struct drawer){fixture->world, fixture->view, picture_create(320, 180)};
        assert_non_null(drawers[i].picture);
        assert_int_equal(pthread_create(&threads[i], NULL, draw_in_thread, &drawers[i]), 0);
    }
    for (int i = 0; i < 2; i++) {
        void *result = NULL;
        assert_int_equal(pthread_join(threads[i], &result), 0);
        assert_non_null(result);
    }
    size_t bytes = (size_t)drawers[0].picture->target.strides[0] * 180;
    assert_memory_equal(drawers[0].picture->target.planes[0], drawers[1].picture->target.planes[0], bytes);
    picture_destroy(drawers[0].picture);
    picture_destroy(drawers[1].picture);
}

static void renderers_come_and_go(void **state)
{
    struct fixture *fixture = *state;
    char error[RENDERER_ERROR_MAX];
    for (int i = 0; i < 5; i++) {
        struct renderer *renderer = renderer_create(RENDERER_GL, fixture->world, error);
        assert_non_null(renderer);
        renderer_destroy(renderer);
    }
    renderer_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_tap_mark_is_a_pure_white_disc_in_its_place, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_tap_mark_lies_over_the_interface, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_fading_tap_mark_lets_the_picture_through, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_tap_mark_may_lie_partly_outside, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_but_a_tap_mark_is_pure_white, set_up, tear_down),
        cmocka_unit_test_setup_teardown(colour_patches_come_through_bt709, set_up, tear_down),
        cmocka_unit_test_setup_teardown(odd_sizes_repeat_their_last_column_and_row, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rows_are_written_no_further_than_the_picture, set_up, tear_down),
        cmocka_unit_test_setup_teardown(fifty_sizes_leave_no_gl_objects_behind, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_size_that_comes_back_is_drawn_the_same, set_up, tear_down),
        cmocka_unit_test_setup_teardown(stages_end_one_after_the_other, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_avatar_behind_a_house_shows_through, set_up, tear_down),
        cmocka_unit_test_setup_teardown(in_the_dark_only_the_interface_is_seen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(two_threads_draw_the_same_at_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(renderers_come_and_go, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("renderer", tests, NULL, NULL);
}
