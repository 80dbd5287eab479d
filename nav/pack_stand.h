// Checks that whoever stands, comes in or arrives somewhere in a world has room there, and ground that stays.
#pragma once

#include "nav/pack.h"
#include "nav/report.h"

/// Adds a problem for every NPC, ground of enemies, spot, end of a jump or a bridge, and the spawn, inside an
/// obstacle of its floor or nearer to one than the agent's radius, or on the ground of a door.
void pack_stand_check(const struct pack *pack, struct report *report);
