// Big made-up worlds load and play: what `make bench-game` relies on.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/data/many_towns.h"
#include "tests/data/plain_world.h"

enum { TOWNS = 20, PEOPLE = 600, SEEDS = 4, WALK_TICKS = 20 * 60 * GAME_TICK_HZ };

static char folder[] = "/tmp/many_towns_test_XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/many_towns_test_XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static const char *file(uint32_t town)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/scenes/town%u.json", folder, town);
    return path;
}

static int drop_folder(void **state)
{
    (void)state;
    char path[128];
    for (uint32_t i = 0; i < TOWNS; i++)
        unlink(file(i));
    snprintf(path, sizeof path, "%s/world.json", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/scenes", folder);
    rmdir(path);
    return rmdir(folder);
}

static void every_seed_gives_a_right_world_with_all_its_people(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        assert_true(many_towns_write(folder, TOWNS, PEOPLE + (uint32_t)seed, seed));
        struct plain_world world = plain_world_of(folder, 1); // ends the test where something is wrong
        assert_int_equal(world.pack->scene_count, TOWNS);
        assert_int_equal(world.pack->npc_count, PEOPLE + seed);
        plain_world_destroy(&world);
    }
}

static bool is_spoken_to(const struct view *view)
{
    for (size_t i = 0; i < view->element_count; i++)
        if (view->elements[i].kind == VIEW_PORTRAIT)
            return true;
    return false;
}

static void one_tap_leads_through_several_towns_to_the_sage(void **state)
{
    (void)state;
    static struct view view;
    assert_true(many_towns_write(folder, TOWNS, PEOPLE, 7));
    struct plain_world world = plain_world_of(folder, 1);
    game_player_id player = plain_world_join(&world);
    struct game_input find = {.kind = GAME_FIND, .player = player, .find = 0};
    assert_true(game_apply(world.game, &find));
    uint32_t scene = 0;
    size_t crossed = 0;
    for (int i = 0; i < WALK_TICKS && !is_spoken_to(&view); i++) {
        game_tick(world.game);
        assert_true(game_view(world.game, player, &view));
        crossed += view.scene != scene;
        scene = view.scene;
    }
    assert_true(is_spoken_to(&view));
    assert_int_equal(view.scene, TOWNS - 1);
    assert_in_range(crossed, 2, TOWNS);
    assert_int_equal(game_counters(world.game).wayfinding_requests, 1);
    plain_world_destroy(&world);
}

static uint64_t sum_of(const char *path)
{
    uint64_t sum = 14695981039346656037u; // FNV-1a
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    for (int byte; (byte = getc(in)) != EOF;)
        sum = (sum ^ (uint64_t)byte) * 1099511628211u;
    fclose(in);
    return sum;
}

static void the_same_arguments_give_the_same_files(void **state)
{
    (void)state;
    uint64_t sums[3];
    for (uint64_t i = 0; i < 3; i++) {
        assert_true(many_towns_write(folder, TOWNS, PEOPLE, i / 2));
        sums[i] = sum_of(file(3));
    }
    assert_true(sums[0] == sums[1]);
    assert_true(sums[0] != sums[2]);
}

static void a_folder_that_cannot_be_made_is_refused(void **state)
{
    (void)state;
    assert_false(many_towns_write("/nonexistent/towns", 1, 1, 1));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, drop_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_seed_gives_a_right_world_with_all_its_people),
        TEST(one_tap_leads_through_several_towns_to_the_sage),
        TEST(the_same_arguments_give_the_same_files),
        TEST(a_folder_that_cannot_be_made_is_refused),
    };
    return cmocka_run_group_tests_name("many_towns", tests, NULL, NULL);
}
