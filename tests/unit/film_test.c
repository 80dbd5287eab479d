#include "cloudsvc/session/film.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/data/picture.h"
#include "tests/data/plain_world.h"

static char folder[] = "/tmp/film_test_XXXXXX";
static char film_folder[64];
static struct plain_world world;

static int start(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/film_test_XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    snprintf(film_folder, sizeof film_folder, "%s/film", folder);
    world = plain_world_create(1);
    return 0;
}

static const char *name_of(uint64_t tick)
{
    static char name[128];
    snprintf(name, sizeof name, "%s/%09llu.png", film_folder, (unsigned long long)tick);
    return name;
}

static int stop(void **state)
{
    (void)state;
    plain_world_destroy(&world);
    for (uint64_t tick = 0; tick < 1000; tick++)
        unlink(name_of(tick));
    rmdir(film_folder);
    return rmdir(folder);
}

static struct film *film_every(uint32_t ticks)
{
    char error[FILM_ERROR_MAX];
    struct film_options options = {film_folder, ticks, RENDERER_NULL, game_stage(world.game)};
    struct film *film = film_create(&options, error);
    if (!film)
        fail_msg("%s", error);
    return film;
}

static void run(struct film *film, int ticks)
{
    for (int i = 0; i < ticks; i++) {
        game_tick(world.game);
        film_tick(film, world.game);
    }
}

static game_player_id join(uint32_t width_px, uint32_t height_px, uint32_t sequence)
{
    struct game_input input = {.kind = GAME_JOIN,
                               .player = game_next_player(world.game),
                               .sequence = sequence,
                               .viewport = {width_px, height_px, 100, {0}}};
    return game_apply(world.game, &input) ? input.player : 0;
}

static void assert_picture(uint64_t tick, uint32_t width_px, uint32_t height_px)
{
    struct image image = image_load(name_of(tick));
    assert_int_equal(image.width_px, width_px);
    assert_int_equal(image.height_px, height_px);
    image_finish(&image);
}

static void pictures_come_every_so_many_ticks_while_somebody_is_there(void **state)
{
    (void)state;
    struct film *film = film_every(20);
    run(film, 45);
    assert_int_equal(film_count(film), 0);
    game_player_id player = join(320, 180, 0);
    run(film, 40);
    assert_true(game_apply(world.game, &(struct game_input){.kind = GAME_LEAVE, .player = player}));
    run(film, 40);
    assert_int_equal(film_count(film), 2);
    assert_picture(60, 320, 180);
    assert_picture(80, 320, 180);
    assert_null(film_error(film));
    film_destroy(film);
}

static void they_show_the_first_who_has_a_client_else_the_first(void **state)
{
    (void)state;
    struct film *film = film_every(10);
    join(64, 64, 0);
    join(66, 66, 0);
    run(film, 10);
    assert_picture(10, 64, 64);
    join(70, 70, 4);
    join(72, 72, 5);
    run(film, 10);
    assert_picture(20, 70, 70);
    film_destroy(film);
}

static void odd_sizes_are_kept(void **state)
{
    (void)state;
    struct film *film = film_every(10);
    join(65, 67, 0);
    run(film, 10);
    assert_picture(10, 65, 67);
    film_destroy(film);
}

static void a_picture_that_cannot_be_drawn_or_written_ends_the_film_with_a_reason(void **state)
{
    (void)state;
    struct film *film = film_every(10);
    game_player_id player = join(16, 16, 0);
    run(film, 10);
    assert_non_null(strstr(film_error(film), "000000010.png"));
    assert_non_null(strstr(film_error(film), "too small"));
    struct game_input larger = {.kind = GAME_VIEWPORT, .player = player, .viewport = {320, 180, 100, {0}}};
    assert_true(game_apply(world.game, &larger));
    run(film, 10);
    assert_int_equal(film_count(film), 0);
    film_destroy(film);
    film = film_every(10);
    assert_int_equal(rmdir(film_folder), 0);
    run(film, 10);
    assert_non_null(strstr(film_error(film), "No such file"));
    film_destroy(film);
}

static void a_folder_that_cannot_be_made_is_named(void **state)
{
    (void)state;
    static const char *const PATHS[] = {"/nonexistent/film", "/dev/null"};
    for (size_t i = 0; i < 2; i++) {
        char error[FILM_ERROR_MAX];
        struct film_options options = {PATHS[i], 1, RENDERER_NULL, game_stage(world.game)};
        assert_null(film_create(&options, error));
        assert_ptr_equal(strstr(error, PATHS[i]), error);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(pictures_come_every_so_many_ticks_while_somebody_is_there),
        TEST(they_show_the_first_who_has_a_client_else_the_first),
        TEST(odd_sizes_are_kept),
        TEST(a_picture_that_cannot_be_drawn_or_written_ends_the_film_with_a_reason),
        TEST(a_folder_that_cannot_be_made_is_named),
    };
    return cmocka_run_group_tests_name("film", tests, NULL, NULL);
}
