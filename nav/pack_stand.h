// Checks that whoever stands, comes in or arrives somewhere in a world has room there.
#pragma once

#include "nav/pack.h"
#include "nav/report.h"

/// Adds a problem for every NPC, both ends of every jump, and the spawn, inside an obstacle of its floor or
/// nearer to one than the agent's radius.
void pack_stand_check(const struct pack *pack, struct report *report);
