// Pictures of a world that is replayed: what its first player sees, every so many ticks, as PNG files.
//
// One thread uses it: the one that creates it. Pictures are drawn as those of a stream are, before encoding.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "cloudsvc/game/game.h"
#include "render/renderer.h"

struct film; // layout private to film.c

enum { FILM_ERROR_MAX = 512 };

struct film_options {
    const char *directory; // made where it is missing; files of the same names are replaced
    uint32_t every_ticks;  // at least 1
    enum renderer_kind renderer;
    const struct view_world *stage; // of the game
};

/// @param[out] error  what is wrong, FILM_ERROR_MAX bytes, when NULL is returned
struct film *film_create(const struct film_options *options, char *error);

/// Accepts NULL and half-built ones.
void film_destroy(struct film *film);

/// After a tick: takes a picture if one is due and somebody is in the world, "000000120.png" after tick 120.
/// What goes wrong is kept for film_error(), and no more pictures are taken.
/// @param film  a struct film: fits recording_replay()
void film_tick(void *film, struct game *game);

/// Pictures taken so far.
uint64_t film_count(const struct film *film);

/// What went wrong.
/// @return NULL when nothing has
const char *film_error(const struct film *film);
