// Pictures of a small town against those kept in tests/golden. `--update` keeps today's instead.
//
// Drawn by the software renderer. Its rounding differs between processors, so a picture may differ by a shade
// all over and by more in a few pixels along edges; a failure leaves picture and difference in build/golden.
#include <GLES3/gl3.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "tests/data/fixture_scene.h"
#include "tests/data/picture.h"

// A channel that is off by more is wrong; of so many pixels in a thousand, it may be.
enum { SHADE_MAX = 12, WRONG_PER_MILLE_MAX = 4, PATH_MAX_BYTES = 256 };

struct golden {
    const char *name;
    uint32_t width_px, height_px;
    enum fixture_interface interface;
};

static const struct golden goldens[] = {
    {"town_find", 640, 360, FIXTURE_FIND},
    {"town_dialogue", 640, 360, FIXTURE_DIALOGUE},
    {"town_portrait", 270, 480, FIXTURE_FIND},
};

static struct image draw(const struct golden *golden)
{
    char error[RENDERER_ERROR_MAX] = "";
    struct view_world *world = fixture_world_create();
    struct view *view = calloc(1, sizeof *view);
    struct picture *picture = picture_create(golden->width_px, golden->height_px);
    struct renderer *renderer = world ? renderer_create(RENDERER_GL, world, error) : NULL;
    struct renderer_times times;
    if (!renderer) {
        fail_msg("%s", error);
    }
    assert_non_null(view);
    assert_non_null(picture);
    fixture_view(view, golden->width_px, golden->height_px, golden->interface);
    view->taps[view->tap_count++] =
        (struct view_tap){0.4f * (float)golden->width_px, 0.3f * (float)golden->height_px, 1};
    assert_true(renderer_draw(renderer, view, &picture->target, &times));
    struct image image = image_of_picture(picture);
    renderer_destroy(renderer);
    picture_destroy(picture);
    free(view);
    fixture_world_destroy(world);
    return image;
}

// Other renderers draw as well, but not the same edges.
static bool is_software_renderer(void)
{
    char error[RENDERER_ERROR_MAX] = "";
    struct view_scene scene = {0};
    struct view_world world = {&scene, 1};
    struct renderer *renderer = renderer_create(RENDERER_GL, &world, error);
    const char *name = renderer ? (const char *)glGetString(GL_RENDERER) : NULL;
    bool is_software = name && strstr(name, "llvmpipe");
    renderer_destroy(renderer);
    return is_software;
}

// Fills `difference`, four times as strong as it is, and counts pixels that are wrong.
static size_t compare(const struct image *drawn, const struct image *kept, struct image *difference)
{
    size_t wrong = 0;
    for (size_t pixel = 0; pixel < (size_t)drawn->width_px * drawn->height_px; pixel++) {
        int most = 0;
        for (size_t i = 3 * pixel; i < 3 * pixel + 3; i++) {
            int off = abs(drawn->pixels[i] - kept->pixels[i]);
            most = off > most ? off : most;
            difference->pixels[i] = (uint8_t)(4 * off < 255 ? 4 * off : 255);
        }
        wrong += most > SHADE_MAX;
    }
    return wrong;
}

static void keep_failure(const char *name, const struct image *drawn, const struct image *difference)
{
    char path[PATH_MAX_BYTES];
    mkdir("build", 0777);
    mkdir("build/golden", 0777);
    snprintf(path, sizeof path, "build/golden/%s.png", name);
    image_save(drawn, path);
    snprintf(path, sizeof path, "build/golden/%s_difference.png", name);
    image_save(difference, path);
}

static void check(const struct golden *golden)
{
    char path[PATH_MAX_BYTES];
    snprintf(path, sizeof path, "tests/golden/%s.png", golden->name);
    struct image drawn = draw(golden);
    struct image kept = image_load(path);
    if (!kept.pixels) {
        fail_msg("cannot read %s", path);
    }
    assert_int_equal(drawn.width_px, kept.width_px);
    assert_int_equal(drawn.height_px, kept.height_px);
    size_t pixels = (size_t)drawn.width_px * drawn.height_px;
    struct image difference = {drawn.width_px, drawn.height_px, malloc(3 * pixels)};
    assert_non_null(difference.pixels);
    size_t wrong = compare(&drawn, &kept, &difference);
    if (1000 * wrong > WRONG_PER_MILLE_MAX * pixels) {
        keep_failure(golden->name, &drawn, &difference);
        fail_msg("%zu of %zu pixels differ from %s: see build/golden/%s_difference.png", wrong, pixels, path,
                 golden->name);
    }
    image_finish(&drawn);
    image_finish(&kept);
    image_finish(&difference);
}

static void pictures_look_as_they_did(void **state)
{
    (void)state;
    if (!is_software_renderer()) {
        skip();
    }
    for (size_t i = 0; i < sizeof goldens / sizeof goldens[0]; i++) {
        check(&goldens[i]);
    }
}

// So that a failure means something: a changed picture must not pass.
static void a_changed_picture_is_noticed(void **state)
{
    (void)state;
    struct image drawn = draw(&goldens[0]);
    struct image changed = draw(&goldens[1]);
    struct image difference = draw(&goldens[0]);
    size_t wrong = compare(&drawn, &changed, &difference);
    assert_true(1000 * wrong > (size_t)WRONG_PER_MILLE_MAX * drawn.width_px * drawn.height_px);
    assert_int_equal(compare(&drawn, &drawn, &difference), 0);
    image_finish(&drawn);
    image_finish(&changed);
    image_finish(&difference);
}

static int update(void)
{
    for (size_t i = 0; i < sizeof goldens / sizeof goldens[0]; i++) {
        char path[PATH_MAX_BYTES];
        snprintf(path, sizeof path, "tests/golden/%s.png", goldens[i].name);
        struct image drawn = draw(&goldens[i]);
        if (!image_save(&drawn, path)) {
            fprintf(stderr, "cannot write %s\n", path);
            return 1;
        }
        printf("kept %s\n", path);
        image_finish(&drawn);
    }
    return 0;
}

int main(int argument_count, char **arguments)
{
    if (argument_count == 2 && strcmp(arguments[1], "--update") == 0) {
        return update();
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_look_as_they_did),
        cmocka_unit_test(a_changed_picture_is_noticed),
    };
    return cmocka_run_group_tests_name("golden", tests, NULL, NULL);
}
