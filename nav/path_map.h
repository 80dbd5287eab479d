// The shortest path map of one target: for every place of its component, the shortest way there.
//
// Made of the windows that a flood from the target leaves (exact.h), sorted by the cells that they lead into.
// Does not change once it is made; counted by its users, so that threads may share it.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nav/exact.h"

struct path_map; // layout private to path_map.c

/// Floods the mesh from the first goal of the request.
/// @param bytes_max  a map that takes more, or a flood with more windows than meshes need, leaves an empty
///                   map, which has no way
/// @return for path_map_release(), with one user; NULL when memory runs out
struct path_map *path_map_create(const struct path_request *request, size_t bytes_max);

/// Adds a user.
/// @return the map
struct path_map *path_map_share(struct path_map *map);

/// Takes a user away; the last one frees the map. Accepts NULL.
void path_map_release(struct path_map *map);

/// Follows the map from the request's start to its goal, the map's target. Both are of one component, of the
/// mesh that the map was made of.
/// @param query  gets the line and the sides
/// @return false when the map has no way, as start and target are not connected after all, or the query no
/// room
bool path_map_follow(const struct path_map *map, struct exact_query *query,
                     const struct path_request *request, struct path *path);

size_t path_map_size_bytes(const struct path_map *map);
