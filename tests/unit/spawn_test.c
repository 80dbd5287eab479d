// Where players appear.
#include "cloudsvc/game/spawn.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "cloudsvc/game/world.h"
#include "tests/data/plain_world.h"

static void many_players_appear_apart_and_near_the_spawn(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct plain_world world = plain_world_create(seed);
        for (uint32_t i = 0; i < 20; i++)
            assert_int_not_equal(plain_world_join(&world), 0);
        for (uint32_t i = 0; i < 20; i++) {
            const struct nav_position *a = &world.game->players[i].body.position;
            if (hypot(a->x - world.pack->spawn.x / 1000.0, a->z - world.pack->spawn.z / 1000.0) > 8.0)
                fail_msg("seed %u: player %u appears far away", (unsigned)seed, i);
            for (uint32_t j = 0; j < i; j++) {
                const struct nav_position *b = &world.game->players[j].body.position;
                if (hypot(a->x - b->x, a->z - b->z) < 1.0)
                    fail_msg("seed %u: players %u and %u stand in one another", (unsigned)seed, i, j);
            }
        }
        plain_world_destroy(&world);
    }
}

static void a_crowd_is_let_in_all_the_same(void **state)
{
    (void)state;
    struct plain_world world = plain_world_create(1);
    for (uint32_t i = 0; i < GAME_PLAYERS_MAX; i++) {
        assert_int_not_equal(plain_world_join(&world), 0);
        struct nav_position ground;
        assert_true(nav_nearest(world.nav, world.game->players[i].body.position, 0.01, &ground));
    }
    plain_world_destroy(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_players_appear_apart_and_near_the_spawn),
        cmocka_unit_test(a_crowd_is_let_in_all_the_same),
    };
    return cmocka_run_group_tests_name("spawn", tests, NULL, NULL);
}
