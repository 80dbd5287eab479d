// The shape of a person, four heads tall, made by code: faceted, one unit high, looking along +z.
//
// A corner says what it is painted with and which limb it belongs to; the shader that draws it knows the
// colours of clothes and hair and how far the limbs have swung (render/actor_mesh.h).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum actor_look { ACTOR_SHORT_HAIR, ACTOR_LONG_HAIR, ACTOR_HAT, ACTOR_LOOK_COUNT };

/// How much of each colour a corner is painted with, 255 for all of it; black where it is none.
struct actor_paint {
    uint8_t clothes, skin, hair, trousers;
};

struct actor_vertex {
    float x, y, z;
    float pivot_y;    // height of the joint that the limb swings about
    int8_t normal[3]; // −127 to 127
    int8_t swing; // how far it swings: 127 forwards with the left leg, −127 with the right one, 0 not at all
    struct actor_paint paint;
};

enum { ACTOR_MODEL_VERTICES_MAX = 1200 };

/// Writes the triangles of a person.
/// @param is_coarse      with fewer facets, for a distance
/// @param[out] vertices  room for ACTOR_MODEL_VERTICES_MAX, three a triangle
/// @return vertices written
size_t actor_model_build(enum actor_look look, bool is_coarse, struct actor_vertex *vertices);

/// Writes the mark over a head: a lozenge around the origin, half a unit high.
size_t actor_model_build_mark(struct actor_vertex *vertices);
