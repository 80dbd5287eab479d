// Gates: doors and bridges that open and shut while the world runs, and with them the mesh and the roads.
//
// A door's ground is a chunk of the mesh, a bridge is a road. When one changes a new version of the world is
// published, whoever stands on ground that is gone is moved to the nearest, and those under way look for
// their ways anew. That may allocate; it is rare.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/nav.h"

struct game;

/// A gate of the pack and how it stands.
struct barrier {
    const struct pack_gate *about;
    uint32_t scene;
    uint32_t number; // in the scene
    bool is_open;
    bool is_open_for_good;        // a quest has opened it
    bool has_just_shut;           // people do not know yet
    uint32_t chunk;               // of a door: in the scene's mesh
    struct navmesh *part;         // of a door: its ground
    nav_road road;                // of a bridge: while it is open
    struct nav_position sides[2]; // ground before and behind it
};

struct barriers {
    struct barrier *all; // in the order of scenes
    size_t count;
    bool is_unpublished; // what turned is not in effect yet
};

/// Takes memory for the pack's gates and opens all doors, however the world was left.
/// @return false when memory runs out
bool barrier_begin(struct game *game);

/// Leaves all doors open and no bridge laid, as the world came. Accepts half-built games.
void barrier_finish(struct game *game);

/// Opens and shuts what the hour and quests say.
void barrier_step(struct game *game);

/// Opens a gate, whatever its hours say, from the next tick on.
/// @param gate  number in the scene
void barrier_open_for_good(struct game *game, uint32_t scene, uint32_t gate);

/// @return bit n: gate n of the scene is open, as in views
uint64_t barrier_open_gates(const struct game *game, uint32_t scene);

/// Whether a place in plan is ground of a door.
/// @param gate  a door
bool barrier_is_ground_of(const struct game *game, const struct barrier *gate, struct geo_point at);

/// Whether somebody at the place stands on the bridge, if it is laid.
/// @param gate        a bridge
/// @param[out] share  of its length from its first end
bool barrier_is_on_bridge(const struct barrier *gate, const struct nav_position *place, double *share);

/// Moves a place on an open bridge to its nearer end.
/// @return false when it is on none: nothing has changed
bool barrier_leave(const struct game *game, struct nav_position *place);
