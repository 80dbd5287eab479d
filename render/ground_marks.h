// What moves on the ground: soft shadows under people, the route's ribbon with its chevrons, the destination.
//
// Made anew for every picture in memory taken at creation; drawn with the scene's overlay program.
#pragma once

#include <stdbool.h>

#include "render/frustum.h"
#include "render/light.h"
#include "render/mesh.h"
#include "render/view.h"

struct ground_marks; // layout private to ground_marks.c

/// @return NULL when memory runs out
struct ground_marks *ground_marks_create(void);

/// Accepts NULL and half-built marks.
void ground_marks_destroy(struct ground_marks *marks);

/// Makes the marks of a view and draws them with the program in use. Draw the scene's overlay before.
void ground_marks_draw(struct ground_marks *marks, const struct view *view, const struct frustum *frustum,
                       const struct light *light);

/// The same without drawing, for tests.
/// @return the geometry, valid until the next call
const struct mesh *ground_marks_build(struct ground_marks *marks, const struct view *view,
                                      const struct frustum *frustum, const struct light *light);
