// Any bytes as a record: the replay ends with success or an error that names a line, and the world that was
// left behind can still be looked at.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloudsvc/game/recording.h"
#include "tests/data/plain_world.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SIZE_MAX_BYTES = 2048 }; // a longer record only takes longer

static void require(bool is_kept)
{
    if (!is_kept)
        abort();
}

static void look_around(const struct game *game)
{
    static struct view view;
    for (game_player_id id = 0; id < 2048; id++)
        if (game_view(game, id, &view)) {
            require(view.actor_count > 0);
            require(view.route_count <= VIEW_ROUTE_MAX);
            require(view.element_count <= VIEW_ELEMENTS_MAX);
        }
}

static void replay(FILE *file, const struct plain_world *world)
{
    char name[PACK_NAME_MAX];
    char error[RECORDING_ERROR_MAX] = "";
    uint64_t seed;
    if (!recording_header(file, name, &seed, error)) {
        require(strncmp(error, "line ", 5) == 0);
        return;
    }
    struct game *game = game_create(world->pack, world->nav, seed);
    require(game != NULL);
    if (!recording_replay(file, game, NULL, NULL, error))
        require(strncmp(error, "line ", 5) == 0);
    look_around(game);
    game_destroy(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct plain_world world; // made once: the slow part
    if (!world.game)
        world = plain_world_create(1);
    if (size == 0 || size > SIZE_MAX_BYTES)
        return 0;
    char bytes[SIZE_MAX_BYTES];
    memcpy(bytes, data, size);
    FILE *file = fmemopen(bytes, size, "r");
    require(file != NULL);
    replay(file, &world);
    fclose(file);
    return 0;
}
