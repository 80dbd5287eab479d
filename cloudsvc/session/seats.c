#include "cloudsvc/session/seats.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "cloudsvc/base/random.h"

enum seat_state { SEAT_FREE, SEAT_HELD, SEAT_LINGERING };

struct seat {
    enum seat_state state;
    uint16_t generation;
    uint64_t since_us; // of the state
    uint8_t token[PROTOCOL_TOKEN_SIZE];
};

struct seats {
    struct seat *seats;
    size_t seats_max;
    uint64_t linger_us;
    struct seat before; // what the seat held last was until then
};

struct seats *seats_create(size_t seats_max, uint64_t linger_us)
{
    assert(seats_max >= 1);
    assert(seats_max <= UINT16_MAX);
    struct seats *seats = calloc(1, sizeof *seats);
    if (!seats)
        return NULL;
    seats->seats_max = seats_max;
    seats->linger_us = linger_us;
    seats->seats = calloc(seats_max, sizeof *seats->seats);
    if (!seats->seats) {
        seats_destroy(seats);
        return NULL;
    }
    return seats;
}

void seats_destroy(struct seats *seats)
{
    if (!seats)
        return;
    free(seats->seats);
    free(seats);
}

/// Makes a socket the holder of seat `index`, under a new id and with a new token.
static bool hold(struct seats *seats, size_t index, uint64_t now_us, struct seats_ticket *ticket)
{
    struct seat *seat = &seats->seats[index];
    if (!random_bytes(ticket->token, sizeof ticket->token))
        return false;
    seats->before = *seat;
    memcpy(seat->token, ticket->token, sizeof seat->token);
    seat->state = SEAT_HELD;
    seat->since_us = now_us;
    seat->generation++;
    if (seat->generation == 0)
        seat->generation = 1; // 0 would make the id of seat 0 "none"
    ticket->index = index;
    ticket->id = (session_id)seat->generation << 16 | (session_id)index;
    return true;
}

bool seats_take(struct seats *seats, uint64_t now_us, struct seats_ticket *ticket)
{
    const struct seat *best = NULL;
    for (size_t i = 0; i < seats->seats_max; i++) {
        const struct seat *seat = &seats->seats[i];
        if (seat->state == SEAT_HELD)
            continue;
        bool is_better = !best || seat->state < best->state ||
                         (seat->state == best->state && seat->since_us < best->since_us);
        if (is_better)
            best = seat;
    }
    return best && hold(seats, (size_t)(best - seats->seats), now_us, ticket);
}

/// Compares without a branch on the content.
static bool is_same(const uint8_t *a, const uint8_t *b, size_t size)
{
    volatile uint8_t difference = 0;
    for (size_t i = 0; i < size; i++)
        difference |= a[i] ^ b[i];
    return difference == 0;
}

bool seats_resume(struct seats *seats, const uint8_t *token, uint64_t now_us, struct seats_ticket *ticket)
{
    size_t found = seats->seats_max;
    for (size_t i = 0; i < seats->seats_max; i++) {
        const struct seat *seat = &seats->seats[i];
        bool is_open = seat->state == SEAT_HELD ||
                       (seat->state == SEAT_LINGERING && now_us - seat->since_us <= seats->linger_us);
        if (is_same(seat->token, token, PROTOCOL_TOKEN_SIZE) && is_open)
            found = i;
    }
    return found < seats->seats_max && hold(seats, found, now_us, ticket);
}

void seats_undo(struct seats *seats, const struct seats_ticket *ticket)
{
    struct seat *seat = &seats->seats[ticket->index];
    assert(memcmp(seat->token, ticket->token, sizeof seat->token) == 0);
    *seat = seats->before;
}

void seats_leave(struct seats *seats, session_id id, uint64_t now_us)
{
    size_t index;
    if (!seats_find(seats, id, &index))
        return;
    seats->seats[index].state = SEAT_LINGERING;
    seats->seats[index].since_us = now_us;
}

bool seats_find(const struct seats *seats, session_id id, size_t *index)
{
    *index = id & 0xffff;
    if (*index >= seats->seats_max)
        return false;
    const struct seat *seat = &seats->seats[*index];
    return seat->state == SEAT_HELD && seat->generation == id >> 16;
}
