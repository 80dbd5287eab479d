// A small town to draw in tests: houses, a pond, a terrace, walls, trees, people, every part of the
// interface.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "render/view.h"

/// @return one scene for fixture_world_destroy(); NULL when memory runs out
struct view_world *fixture_world_create(void);

/// Accepts NULL and half-built worlds.
void fixture_world_destroy(struct view_world *world);

/// What of the interface a picture shows.
enum fixture_interface { FIXTURE_BARE, FIXTURE_FIND, FIXTURE_DIALOGUE, FIXTURE_INTERFACE_COUNT };

/// Fills a view of the town as it is in the tenth second: the avatar under way, people around, a route.
void fixture_view(struct view *view, uint32_t width_px, uint32_t height_px, enum fixture_interface interface);
