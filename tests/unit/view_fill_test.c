// Views of crowds and of open dialogues.
#include "cloudsvc/game/view_fill.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/game/view_interface.h"
#include "tests/data/plain_world.h"

static struct view view;

static void of_a_large_crowd_the_nearest_are_seen(void **state)
{
    (void)state;
    struct plain_world world = plain_world_create(1);
    for (uint32_t i = 0; i < GAME_PLAYERS_MAX; i++) {
        plain_world_join(&world);
        world.game->players[i].body.position.x = i * 0.1; // in a row, the last one farthest
        world.game->players[i].body.position.z = -100.0;
    }
    view_fill(world.game, 5, &view);
    assert_int_equal(view.actor_count, VIEW_ACTORS_MAX);
    assert_int_equal(view.actors[0].kind, VIEW_PLAYER);
    assert_int_equal(view.actors[0].id, world_player_id(world.game, 5));
    for (size_t i = 1; i < view.actor_count; i++)
        assert_true(view.actors[i].position.x < VIEW_ACTORS_MAX * 0.1f);
    plain_world_destroy(&world);
}

static void whoever_is_in_another_scene_is_not_seen(void **state)
{
    (void)state;
    struct plain_world world = plain_world_create(1);
    plain_world_join(&world);
    plain_world_join(&world);
    view_fill(world.game, 0, &view);
    size_t before = view.actor_count;
    world.game->players[1].body.position.scene = 7;
    view_fill(world.game, 0, &view);
    assert_int_equal(view.actor_count, before - 1);
    plain_world_destroy(&world);
}

static void an_open_dialogue_covers_a_part_of_the_picture(void **state)
{
    (void)state;
    struct plain_world world = plain_world_create(1);
    plain_world_join(&world);
    struct player *player = &world.game->players[0];
    assert_true(view_interface_cover(world.game, player) == 0.0);
    player->dialogue.npc = 0;
    assert_true(view_interface_cover(world.game, player) > 0.1);
    view_fill(world.game, 0, &view);
    assert_string_equal(view.actors[0].name, ""); // room for the other's name
    plain_world_destroy(&world);
}

static void the_same_world_gives_the_same_view(void **state)
{
    (void)state;
    static struct view first, second;
    struct plain_world world = plain_world_create(1);
    plain_world_join(&world);
    memset(&first, 0x11, sizeof first);
    memset(&second, 0x77, sizeof second);
    first.number = second.number = 1;
    view_fill(world.game, 0, &first);
    view_fill(world.game, 0, &second);
    assert_int_equal(first.actor_count, second.actor_count);
    assert_int_equal(first.element_count, second.element_count);
    assert_memory_equal(&first.camera, &second.camera, sizeof first.camera);
    assert_memory_equal(&first.route, &second.route, sizeof first.route);
    plain_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_a_large_crowd_the_nearest_are_seen),
        cmocka_unit_test(whoever_is_in_another_scene_is_not_seen),
        cmocka_unit_test(an_open_dialogue_covers_a_part_of_the_picture),
        cmocka_unit_test(the_same_world_gives_the_same_view),
    };
    return cmocka_run_group_tests_name("view_fill", tests, NULL, NULL);
}
