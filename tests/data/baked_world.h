// The world of tests/data/small_world, which has one of everything that is baked, and what may be asked of
// it, for tests. They run in the repository's root.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/baked.h"
#include "nav/pack.h"

/// Two scenes: a slope, a doorway, a step and a ledge, floors above one another, a house, roads, chunks,
/// sizes of people, jumps, and NPCs that can be reached and that cannot.
/// @return for pack_destroy(); prints what is wrong and ends the program otherwise
struct pack *baked_world_pack(void);

/// The bytes of the world's file.
/// @return for free(); ends the program when memory runs out
unsigned char *baked_world_bytes(size_t *size_bytes);

/// Makes the checksum right again after bytes have been changed; does nothing to what is no file.
void baked_world_reseal(unsigned char *bytes, size_t size_bytes);

/// Makes a world and asks for trips from many places to all kinds of NPCs, as everyone it knows.
/// @param baked  its meshes are gone afterwards
/// @param[out] found_count  trips that were found; NULL: nobody asks
/// @return the hash of all answers; 0 when there was no room for the world
uint64_t baked_world_ask(struct baked *baked, size_t *found_count);
