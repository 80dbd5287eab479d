// A way as the sides it crosses, and the tight line through them.
//
// A line keeps the agent's radius from walls where there is room. The search may pass an open corner, which
// nothing stands on, at the wrong hand; the tight line then bends around it for no reason. There the way is
// led around the corner's other hand, as long as that makes it shorter [Sharp, Crane 2020, flip geodesics].
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "nav/funnel.h"
#include "nav/mesh.h"
#include "nav/path.h"

struct corridor; // layout private to corridor.c

/// @param cells_max  of any mesh; all memory is taken here
/// @return NULL when memory runs out
struct corridor *corridor_create(size_t cells_max);

/// Accepts NULL and half-built corridors.
void corridor_destroy(struct corridor *corridor);

/// Pulls a way tight. Allocates nothing.
/// @param layer        of `mesh`, that the path was searched for
/// @param path         in `mesh`; only read
/// @param[out] points  the line: start first, end last; owned by the corridor until its next use
/// @return how many
size_t corridor_pull(struct corridor *corridor, const struct navmesh *mesh, const struct mesh_layer *layer,
                     struct path_place start, const struct path *path, const struct funnel_point **points);

/// The sides that the line pulled last crosses, in order; `portal` of its points counts them. Owned by
/// the corridor.
const uint32_t *corridor_sides(const struct corridor *corridor, size_t *count);
