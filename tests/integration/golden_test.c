// Pictures of a small town, and of moments in the world "harbor" on a laptop and a phone, against those kept
// in tests/golden. `--update` keeps today's instead; with the beginning of a name
// behind it, those whose names begin so.
//
// Drawn by the software renderer. Its rounding differs between processors, so a picture may differ by a shade
// all over and by more in a few pixels along edges; a failure leaves picture and difference in build/golden.
// Moments are kept in half the size, so that many of them weigh little.
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
#include "tests/data/moments.h"
#include "tests/data/picture.h"

// A channel that is off by more is wrong; of so many pixels in a thousand, it may be.
enum { SHADE_MAX = 12, WRONG_PER_MILLE_MAX = 1, PATH_MAX_BYTES = 256, NAME_MAX_BYTES = 64 };

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

struct screen {
    const char *name;
    struct game_viewport viewport;
};

static const struct screen screens[] = {
    {"laptop", {.width_px = 1280, .height_px = 720, .density_percent = 100}},
    {"upright", {.width_px = 390, .height_px = 844, .density_percent = 100}},
    {"across", {.width_px = 844, .height_px = 390, .density_percent = 100}},
};

static const char *const languages[] = {"en", "zh"};

enum { SCREEN_COUNT = sizeof screens / sizeof screens[0], LANGUAGE_COUNT = 2 };

/// What becomes of pictures that have been drawn.
/// @param drawn  to be freed
typedef void on_picture(void *context, const char *name, struct image *drawn);

struct drawing {
    const char *prefix; // of the names of those that are drawn
    on_picture *then;
    void *context;
};

// ---- drawing ---------------------------------------------------------------------------------------

static struct renderer *make_renderer(const struct view_world *world)
{
    char error[RENDERER_ERROR_MAX] = "";
    struct renderer *renderer = world ? renderer_create(RENDERER_GL, world, error) : NULL;
    if (!renderer)
        fail_msg("%s", error);
    return renderer;
}

static struct image draw_view(struct renderer *renderer, const struct view *view)
{
    struct renderer_times times;
    struct picture *picture = picture_create(view->width_px, view->height_px);
    assert_non_null(picture);
    assert_true(renderer_draw(renderer, view, &picture->target, &times));
    struct image image = image_of_picture(picture);
    assert_non_null(image.pixels);
    picture_destroy(picture);
    return image;
}

static struct image draw(const struct golden *golden)
{
    struct view_world *world = fixture_world_create();
    struct view *view = calloc(1, sizeof *view);
    struct renderer *renderer = make_renderer(world);
    assert_non_null(view);
    fixture_view(view, golden->width_px, golden->height_px, golden->interface);
    view->taps[view->tap_count++] =
        (struct view_tap){0.4f * (float)golden->width_px, 0.3f * (float)golden->height_px, 1};
    struct image image = draw_view(renderer, view);
    renderer_destroy(renderer);
    free(view);
    fixture_world_destroy(world);
    return image;
}

static void draw_moment(struct renderer *renderer, struct moment_world *world, const struct moment *moment,
                        const struct screen *screen, const char *language, const struct drawing *drawing)
{
    char name[NAME_MAX_BYTES];
    snprintf(name, sizeof name, "%s_%s_%s", moment->name, screen->name, language);
    struct view *view = calloc(1, sizeof *view);
    assert_non_null(view);
    moment_view(world, moment, &screen->viewport, language, view);
    struct image whole = draw_view(renderer, view);
    struct image half = image_halve(&whole);
    assert_non_null(half.pixels);
    drawing->then(drawing->context, name, &half);
    image_finish(&whole);
    free(view);
}

static bool is_asked_for(const struct drawing *drawing, const char *name)
{
    return strncmp(name, drawing->prefix, strlen(drawing->prefix)) == 0;
}

/// @param are_all  on every screen in every language; otherwise in turns
static void draw_moments(const struct moment *moments, size_t count, bool are_all,
                         const struct drawing *drawing)
{
    struct moment_world stage = moment_world_create();
    struct renderer *renderer = make_renderer(game_stage(stage.world.game));
    for (size_t i = 0; i < count; i++) {
        if (!is_asked_for(drawing, moments[i].name))
            continue;
        struct moment_world world = moment_world_create();
        for (size_t k = 0; k < (size_t)SCREEN_COUNT * LANGUAGE_COUNT; k++) {
            size_t screen = k / LANGUAGE_COUNT;
            size_t language = k % LANGUAGE_COUNT;
            if (are_all || (i + screen) % LANGUAGE_COUNT == language)
                draw_moment(renderer, &world, &moments[i], &screens[screen], languages[language], drawing);
        }
        moment_world_destroy(&world);
    }
    renderer_destroy(renderer);
    moment_world_destroy(&stage);
}

static void draw_all(const struct drawing *drawing)
{
    for (size_t i = 0; i < sizeof goldens / sizeof goldens[0]; i++) {
        if (!is_asked_for(drawing, goldens[i].name))
            continue;
        struct image drawn = draw(&goldens[i]);
        drawing->then(drawing->context, goldens[i].name, &drawn);
    }
    draw_moments(moment_scenes, moment_scene_count, false, drawing);
    draw_moments(moment_interfaces, moment_interface_count, true, drawing);
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

// ---- comparing -------------------------------------------------------------------------------------

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

/// Whether a picture is the one kept; says so and keeps it otherwise.
static bool is_as_kept(const char *name, const struct image *drawn, const struct image *kept)
{
    if (!kept->pixels || kept->width_px != drawn->width_px || kept->height_px != drawn->height_px) {
        print_error("tests/golden/%s.png cannot be read or has another size\n", name);
        return false;
    }
    size_t pixels = (size_t)drawn->width_px * drawn->height_px;
    struct image difference = {drawn->width_px, drawn->height_px, malloc(3 * pixels)};
    assert_non_null(difference.pixels);
    size_t wrong = compare(drawn, kept, &difference);
    bool is_kept = 1000 * wrong <= WRONG_PER_MILLE_MAX * pixels;
    if (!is_kept) {
        keep_failure(name, drawn, &difference);
        print_error("%zu of %zu pixels differ from tests/golden/%s.png: see build/golden/%s_difference.png\n",
                    wrong, pixels, name, name);
    }
    image_finish(&difference);
    return is_kept;
}

static void check(void *context, const char *name, struct image *drawn)
{
    size_t *changed_count = context;
    char path[PATH_MAX_BYTES];
    snprintf(path, sizeof path, "tests/golden/%s.png", name);
    struct image kept = image_load(path);
    *changed_count += !is_as_kept(name, drawn, &kept);
    image_finish(&kept);
    image_finish(drawn);
}

static void pictures_look_as_they_did(void **state)
{
    (void)state;
    if (!is_software_renderer()) {
        skip();
    }
    size_t changed_count = 0;
    draw_all(&(struct drawing){"", check, &changed_count});
    assert_int_equal(changed_count, 0);
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

// ---- renewing --------------------------------------------------------------------------------------

static void keep(void *context, const char *name, struct image *drawn)
{
    (void)context;
    char path[PATH_MAX_BYTES];
    snprintf(path, sizeof path, "tests/golden/%s.png", name);
    if (!image_save(drawn, path)) {
        fprintf(stderr, "cannot write %s\n", path);
        exit(1);
    }
    printf("kept %s\n", path);
    image_finish(drawn);
}

int main(int argument_count, char **arguments)
{
    if (argument_count >= 2 && strcmp(arguments[1], "--update") == 0) {
        draw_all(&(struct drawing){argument_count > 2 ? arguments[2] : "", keep, NULL});
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_look_as_they_did),
        cmocka_unit_test(a_changed_picture_is_noticed),
    };
    return cmocka_run_group_tests_name("golden", tests, NULL, NULL);
}
