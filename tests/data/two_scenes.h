// A small world with ways between scenes, for tests: a meadow that a ravine divides, with a plank over it and
// a boat to an isle, and a cell that nothing leads to.
#pragma once

#include "nav/pack.h"

enum { TWO_SCENES_FRIEND, TWO_SCENES_HERMIT }; // entries of the Find list: on the isle, in the cell

/// Players come in at (2, 5) of scene 0. A plank at z = 5 leads over its slanting ravine, 3 m wide, from x =
/// 8 to
/// 11. At (18, 5) the boat leads to (2, 5) of scene 1, which lies 2 m up; the friend is at (15, 5) there.
/// @return the pack, for pack_destroy(); ends the test where it is not right
struct pack *two_scenes_load(void);
