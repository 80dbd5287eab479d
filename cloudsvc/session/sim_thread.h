// The thread that owns the world: ticks at a fixed rate, handles input the moment it arrives, publishes
// views.
//
// What the net thread has to say comes in as commands through one bounded queue, in the order of arrival. A
// seat may fill only its share of it, so that one player's flood cannot crowd out another's input; the end of
// a share is kept for what must not be lost. After creation nothing is allocated.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cloudsvc/game/bots.h"
#include "cloudsvc/game/game.h"
#include "cloudsvc/game/gesture.h"
#include "cloudsvc/session/schedule.h"
#include "cloudsvc/session/session.h"
#include "cloudsvc/session/view_ring.h"

struct sim_thread; // layout private to sim_thread.c

enum {
    SIM_SHARE = 256,          // commands of one seat that may wait
    SIM_SHARE_POINTERS = 224, // of which so many pointers,
    SIM_SHARE_CHANGES = 248,  // and so many with changes of viewport and visibility; the rest is for sockets
};

enum sim_command_kind {
    SIM_OPEN,     // a socket has taken the seat; viewport, language, is_resumed
    SIM_CLOSE,    // it is gone
    SIM_WATCH,    // is_watching
    SIM_VIEWPORT, // viewport
    SIM_POINTER,  // event, frame
};

struct sim_command {
    enum sim_command_kind kind;
    size_t index;         // of the seat
    session_id id;        // of the socket
    uint64_t received_us; // when the net thread had it
    union {
        struct {
            struct game_viewport viewport;
            char language[GAME_LANGUAGE_SIZE]; // the client's tag
            bool is_resumed;                   // go on with the avatar that lingers on the seat
        };
        bool is_watching;
        struct {
            struct gesture_event event;
            uint32_t frame; // that was on the screen
        };
    };
};

struct sim_thread_options {
    struct game *game;              // the thread's own until it is destroyed
    struct view_ring *const *rings; // by seat
    struct schedule *schedule;
    size_t seats_max;
    uint32_t frame_rate; // at which frames are due
    uint64_t linger_us;  // how long an avatar waits for its player
    uint32_t speed;      // ticks in the time of one, at least 1: above, for tests, the world goes fast
    struct bots *bots;   // players of the thread's own; NULL: none
    FILE *record;        // whole up to the last input at any time; NULL: nothing is recorded
};

/// Starts ticking.
/// @return NULL when memory or threads run out
struct sim_thread *sim_thread_create(const struct sim_thread_options *options);

/// Stops ticking. Accepts NULL and half-built ones.
void sim_thread_destroy(struct sim_thread *sim);

/// Whether sim_thread_push() will take a command of this kind. Room does not get less but by pushing. Net
/// thread.
bool sim_thread_has_room(const struct sim_thread *sim, size_t index, enum sim_command_kind kind);

/// Hands a command over; never waits. Net thread.
/// @return false when the seat's share is full: the command is dropped and counted
bool sim_thread_push(struct sim_thread *sim, const struct sim_command *command);

/// Commands dropped since creation. Any thread.
uint64_t sim_thread_dropped_count(const struct sim_thread *sim);

/// Avatars of players in the world, bots left out. Any thread.
uint32_t sim_thread_player_count(const struct sim_thread *sim);
