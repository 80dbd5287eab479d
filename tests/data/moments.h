// Moments of a game in the world "harbor", each of them a picture: its scenes, and all that the interface
// shows.
//
// Reached by what a player may do, in few ticks: who is needed elsewhere is put there, and what takes long to
// earn is given. The same bit for bit every time.
#pragma once

#include <stddef.h>

#include "cloudsvc/game/game.h"
#include "cloudsvc/game/world.h"
#include "tests/data/plain_world.h"

struct moment_world {
    struct plain_world world;
    struct player *player; // who is in the moment
};

struct moment {
    const char *name;
    void (*arrange)(struct moment_world *at); // lets it come, for a player who has just joined
};

extern const struct moment moment_scenes[]; // one for each scene
extern const size_t moment_scene_count;

extern const struct moment moment_interfaces[]; // one for each state of the interface
extern const size_t moment_interface_count;

/// A world before any moment. Ends the program when it cannot be made.
struct moment_world moment_world_create(void);

/// Accepts a zeroed one.
void moment_world_destroy(struct moment_world *at);

/// Lets somebody join and come into the moment, be seen, and leave. Ends the test when it does not come.
/// @param viewport  of the player
/// @param language  the client's tag
/// @param[out] view  what the player sees then
void moment_view(struct moment_world *at, const struct moment *moment, const struct game_viewport *viewport,
                 const char *language, struct view *view);
