// Things that stand on the ground, made by code from an outline: one function a kind.
#pragma once

#include <stdbool.h>

#include "render/brush.h"
#include "render/view.h"

/// Where a solid is painted: bodies, the small parts that are left out at a distance, and translucent light.
struct solid_brushes {
    struct brush body, detail, glow;
};

/// Plastered walls, a tiled roof with eaves, doors, windows and a chimney (solid_house.c). The outline is the
/// walls'; eaves reach over it.
/// @return false when memory runs out
bool solid_house(const struct solid_brushes *brushes, const struct view_solid *solid);

/// Masonry with a cap of lighter stone (solid_wall.c).
/// @return false when memory runs out
bool solid_wall(const struct solid_brushes *brushes, const struct view_solid *solid);

/// Posts with two rails along the outline (solid_wall.c).
void solid_fence(const struct solid_brushes *brushes, const struct view_solid *solid);

/// A boulder that stands on its outline (solid_nature.c).
void solid_rock(const struct solid_brushes *brushes, const struct view_solid *solid);

/// A trunk within its outline, and a crown that sways above heads (solid_nature.c).
void solid_tree(const struct solid_brushes *brushes, const struct view_solid *solid);

/// Two leaves of boards with iron bands along the middle of a quadrilateral (solid_gate.c). Other outlines
/// become walls.
/// @return false when memory runs out
bool solid_door(const struct solid_brushes *brushes, const struct view_solid *solid);

/// The posts that a door hangs on, at the ends of its line; none for other outlines (solid_gate.c).
void solid_door_posts(const struct solid_brushes *brushes, const struct view_solid *solid);

/// Boards across the longer way of a quadrilateral, on two beams (solid_gate.c). Other outlines become a
/// deck.
/// @return false when memory runs out
bool solid_plank(const struct solid_brushes *brushes, const struct view_solid *solid);

/// Covers an outline at its corners' heights plus `raise_m`, facing up; any simple outline.
/// @return false when memory runs out
bool solid_cover(const struct brush *brush, const struct view_vec3 *outline, size_t count, float raise_m,
                 struct view_color color);

// ---- shapes that shadows need too ----------------------------------------------------------------

/// The crown of a tree: an upright body around the outline's centre.
struct solid_crown {
    struct view_vec3 center; // of the outline, at the ground
    float bottom_m, top_m;   // above it
    float radius_m;
    bool is_conifer;
};

struct solid_crown solid_crown_of(const struct view_solid *tree);

/// A roof over four corners: where its ridge runs.
struct solid_ridge {
    struct view_vec3 from, to; // over the middles of the short sides
    size_t short_side;         // corner at which the side under `from` starts
};

/// @return false when the outline is no convex quadrilateral: its roof is a pyramid or flat
bool solid_ridge_of(const struct view_solid *house, struct solid_ridge *ridge);

/// The line in the middle of a quadrilateral, along its longer sides.
/// @param[out] from  its ends
/// @param[out] to    likewise
/// @return its width; 0 when the outline has more or fewer corners
float solid_midline_of(const struct view_solid *solid, struct view_vec3 *from, struct view_vec3 *to);

/// Height of the walls' upper edge, the same all round.
float solid_eaves_m(const struct view_solid *house);
