// The shapes of people, four heads tall, and of animals, made by code: faceted, one unit high, looking along
// +z.
//
// A corner says what it is painted with and which limb it belongs to; the shader that draws it knows the
// colours of clothes and hair and how far the limbs have swung (render/actor_mesh.h).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum actor_look {
    ACTOR_SHORT_HAIR, // people first
    ACTOR_LONG_HAIR,
    ACTOR_HAT,
    ACTOR_HOOD,
    ACTOR_WOLF,
    ACTOR_BOAR,
    ACTOR_CRAB,
    ACTOR_SKELETON,
    ACTOR_LOOK_COUNT,
    ACTOR_PEOPLE_COUNT = ACTOR_WOLF
};

/// How much of each colour a corner is painted with, 255 for all of it; black where it is none. Animals have
/// a coat for clothes, what is light on them for skin, what is darker than the coat for hair; skeletons bones
/// for skin and iron for hair.
struct actor_paint {
    uint8_t clothes, skin, hair, trousers;
};

struct actor_vertex {
    float x, y, z;
    float pivot_y, pivot_z; // the joint that the limb turns about
    float strike;           // share of a blow's turn that the limb takes part in
    int8_t normal[3];       // −127 to 127
    int8_t swing; // how far it swings: 127 forwards with the left leg, −127 with the right one, 0 not at all
    struct actor_paint paint;
};

enum { ACTOR_MODEL_VERTICES_MAX = 1200 };

/// Writes the triangles of a person or an animal.
/// @param is_coarse      with fewer facets, for a distance
/// @param[out] vertices  room for ACTOR_MODEL_VERTICES_MAX, three a triangle
/// @return vertices written
size_t actor_model_build(enum actor_look look, bool is_coarse, struct actor_vertex *vertices);

/// Writes the mark over a head: a lozenge around the origin, half a unit high.
size_t actor_model_build_mark(struct actor_vertex *vertices);

/// Writes the mark over the head of someone who has a quest: an exclamation mark, a little higher.
size_t actor_model_build_quest_mark(struct actor_vertex *vertices);
