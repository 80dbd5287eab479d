// What gates look like.
#include "cloudsvc/game/gate_view.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "tests/data/quest_world.h"

static struct quest_world world;

static int set_up(void **state)
{
    (void)state;
    world = quest_world_create();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    quest_world_destroy(&world);
    return 0;
}

static void gates_are_seen(void **state)
{
    (void)state;
    const struct view_scene *scene = &game_stage(world.game)->scenes[0];
    int doors = 0;
    int planks = 0;
    for (size_t i = 0; i < scene->solid_count; i++) {
        const struct view_solid *solid = &scene->solids[i];
        doors += solid->kind == VIEW_DOOR;
        planks += solid->kind == VIEW_PLANK;
        if (solid->kind == VIEW_DOOR || solid->kind == VIEW_PLANK)
            assert_in_range(solid->gate, 1, 4);
        else
            assert_int_equal(solid->gate, 0);
        if (solid->kind != VIEW_PLANK)
            continue;
        assert_int_equal(solid->gate, 1 + QUEST_WORLD_BRIDGE);
        assert_true(fabsf(solid->footprint[0].x - 23) < 0.01f && fabsf(solid->footprint[1].x - 28) < 0.01f);
        assert_true(fabsf(solid->footprint[0].z - 2.25f) < 0.01f);
        assert_true(fabsf(solid->footprint[2].z - 3.75f) < 0.01f);
    }
    assert_int_equal(doors, 3);
    assert_int_equal(planks, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(gates_are_seen, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("gate view", tests, NULL, NULL);
}
