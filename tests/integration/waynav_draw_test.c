// `waynav draw` writes a map in which everything of a scene is found, or says what is wrong.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/data/game_world.h"
#include "tests/data/waynav.h"

enum { PICTURE_BYTES_MAX = 1 << 20 };

/// Draws a scene of a world.
/// @return the picture
static const char *draw_scene(const char *world, const char *scene, const char *const *options)
{
    static char picture[PICTURE_BYTES_MAX];
    char path[] = "/tmp/waynav_draw_XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    const char *words[16] = {"draw", world, "--scene", scene, "-o", path};
    for (size_t i = 0; options[i]; i++)
        words[6 + i] = options[i];
    (void)waynav_run(words, 0);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t size = fread(picture, 1, sizeof picture - 1, file);
    picture[size] = '\0';
    fclose(file);
    remove(path);
    return picture;
}

/// Draws the plain world's village.
static const char *draw(const char *const *options)
{
    return draw_scene("cloudsvc/worlds/plain", "village", options);
}

static size_t count(const char *text, const char *part)
{
    size_t found = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
        found++;
    return found;
}

static void a_map_shows_ground_people_and_the_trip(void **state)
{
    (void)state;
    const char *const options[] = {"--from", "village,2,-22.5", "--to", "blacksmith", NULL};
    const char *picture = draw(options);
    assert_ptr_equal(strstr(picture, "<svg "), picture);
    assert_non_null(strstr(picture, "</svg>\n"));
    assert_non_null(strstr(picture, ">Plain village: village</text>"));
    assert_non_null(strstr(picture, ">Bram the Blacksmith (blacksmith)</text>"));
    assert_int_equal(count(picture, "<circle class=\"npc\""), 6 + 1); // and one in the legend
    assert_int_equal(count(picture, "<path class=\"route\""), 1 + 1);
    assert_true(count(picture, "<circle class=\"point\"") >= 4);
    assert_true(count(picture, "<path class=\"cell s") > 300);
    assert_non_null(strstr(picture, ">trip: "));
}

static void a_map_without_a_trip_shows_none(void **state)
{
    (void)state;
    const char *const options[] = {NULL};
    const char *picture = draw(options);
    assert_int_equal(count(picture, "<path class=\"route\""), 1);
    assert_null(strstr(picture, ">trip: "));
}

static void a_map_shows_gates_enemies_and_spots(void **state)
{
    (void)state;
    const char *const options[] = {NULL};
    char folder[GAME_WORLD_FOLDER_SIZE];
    game_world_write(folder, NULL, 0);
    const char *picture = draw_scene(folder, "old-town", options);
    game_world_remove(folder);
    // One of each more is in the legend, but for how far enemies go.
    assert_int_equal(count(picture, "<path class=\"door\""), 1 + 1);
    assert_int_equal(count(picture, "<path class=\"bridge\""), 1 + 1);
    assert_int_equal(count(picture, "<circle class=\"enemy\""), 2 + 1);
    assert_int_equal(count(picture, "<circle class=\"lair\""), 2);
    assert_int_equal(count(picture, "<circle class=\"spot\""), 2 + 1);
    assert_non_null(strstr(picture, ">portal</text>"));
    assert_non_null(strstr(picture, ">wolves: 3</text>"));
    assert_non_null(strstr(picture, ">sage</text>"));
}

static void a_trip_that_is_not_found_is_told_in_the_picture(void **state)
{
    (void)state;
    const char *const options[] = {"--from", "0,2,-22.5", "--to", "dragon", NULL};
    assert_non_null(strstr(draw(options), ">trip: no such npc, none</text>"));
}

static void what_cannot_be_drawn_is_explained(void **state)
{
    (void)state;
    static const struct {
        const char *words[10];
        const char *text;
        int status;
    } cases[] = {
        {{"draw"}, "are needed", 2},
        {{"draw", "cloudsvc/worlds/plain", "--scene", "0"}, "are needed", 2},
        {{"draw", "cloudsvc/worlds/plain", "--scene"}, "missing after", 2},
        {{"draw", "cloudsvc/worlds/plain", "--scene", "0", "-o", "x", "--to", "guard"}, "go together", 2},
        {{"draw", "cloudsvc/worlds/plain", "--color", "red"}, "no such option", 2},
        {{"draw", "cloudsvc/worlds/plain", "--scene", "7", "-o", "/tmp/x.svg"}, "there is no scene \"7\"", 1},
        {{"draw", "cloudsvc/worlds/plain", "--scene", "0", "-o", "/nowhere/x.svg"}, "/nowhere/x.svg: ", 1},
        {{"draw", "cloudsvc/worlds/plain", "--scene", "0", "-o", "/tmp/x.svg", "--agent", "giant"},
         "size",
         1},
        {{"draw", "no/such/world", "--scene", "0", "-o", "/tmp/x.svg"}, "world.json", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (!strstr(waynav_run(cases[i].words, cases[i].status), cases[i].text))
            fail_msg("case %zu", i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_shows_ground_people_and_the_trip),
        cmocka_unit_test(a_map_without_a_trip_shows_none),
        cmocka_unit_test(a_map_shows_gates_enemies_and_spots),
        cmocka_unit_test(a_trip_that_is_not_found_is_told_in_the_picture),
        cmocka_unit_test(what_cannot_be_drawn_is_explained),
    };
    return cmocka_run_group_tests_name("waynav_draw", tests, NULL, NULL);
}
