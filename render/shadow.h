// Shadows of solids, thrown by a parallel light onto level floors: which parts of a piece of ground lie in
// them.
//
// Load time only.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "render/outline.h"
#include "render/view.h"

struct shadows; // layout private to shadow.c

// A large piece of ground in a dense wood has fewer; what is beyond is taken as lit.
enum { SHADOW_PIECES_MAX = 96 };

/// Parts of a convex outline that do not overlap.
struct shadow_pieces {
    struct outline items[SHADOW_PIECES_MAX];
    size_t count;
};

/// @param scene   must outlive the shadows
/// @param to_sun  unit vector, upwards
/// @return NULL when memory runs out
struct shadows *shadows_create(const struct view_scene *scene, struct view_vec3 to_sun);

/// Accepts NULL.
void shadows_destroy(struct shadows *shadows);

/// Shadows there are, for shadows_fall().
size_t shadows_count(const struct shadows *shadows);

/// One shadow on a convex piece of ground, as a whole: it may overlap others. Heights are those of the
/// ground.
/// @param index        below shadows_count()
/// @param[out] fallen  where it falls
/// @return false when it falls elsewhere
bool shadows_fall(const struct shadows *shadows, size_t index, const struct outline *ground,
                  struct outline *fallen);

/// Divides a convex piece of ground. Heights are kept; shadows are thrown onto its mean height.
/// @param[out] dark  parts in shadow
/// @param[out] lit   the rest
void shadows_split(const struct shadows *shadows, const struct outline *ground, struct shadow_pieces *dark,
                   struct shadow_pieces *lit);
