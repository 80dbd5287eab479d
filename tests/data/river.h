// Two banks and a bridge, small enough to be understood: a mesh in which a chunk comes and goes, for tests.
#pragma once

#include "nav/mesh.h"

/// The banks are chunk 0, the bridge between x 5 and 9 m is chunk 1; all is 3 m wide and level. Layers:
/// people of no width, and some of 200 mm radius, all 1.8 m tall. Steps are 300 mm.
struct navmesh *river_make(void);

/// The bridge alone.
/// @param ceiling_mm  over it; 0: open sky
struct navmesh *river_make_bridge(int32_t ceiling_mm);
