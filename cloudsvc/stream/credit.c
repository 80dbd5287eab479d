#include "cloudsvc/stream/credit.h"

#include <assert.h>

static struct credit_entry *entry_at(struct credit *credit, size_t position)
{
    return &credit->in_flight[(credit->first + position) % CREDIT_IN_FLIGHT_MAX];
}

void credit_sent(struct credit *credit, uint32_t frame, uint64_t now_us)
{
    assert(credit->count < CREDIT_IN_FLIGHT_MAX);
    *entry_at(credit, credit->count) =
        (struct credit_entry){.frame = frame, .is_alone = credit->count == 0, .sent_us = now_us};
    credit->count++;
}

/// How far from the oldest `frame` is; `count` when it is not in flight.
static size_t position_of(struct credit *credit, uint32_t frame)
{
    size_t position = 0;
    while (position < credit->count && entry_at(credit, position)->frame != frame)
        position++;
    return position;
}

static void smooth(struct credit *credit, uint64_t round_trip_us)
{
    if (credit->round_trip_us == 0)
        credit->round_trip_us = round_trip_us;
    else
        credit->round_trip_us = (credit->round_trip_us * 7 + round_trip_us) / 8; // alpha [RFC 6298, 2.3]
}

/// The empty line's round trip falls with any sample and rises only with a frame that was alone.
static void measure_empty(struct credit *credit, uint64_t round_trip_us, bool is_alone, uint64_t now_us)
{
    bool is_unknown = credit->empty_round_trip_us == 0;
    if (is_unknown || is_alone || round_trip_us <= credit->empty_round_trip_us) {
        credit->empty_round_trip_us = round_trip_us;
        credit->empty_measured_us = now_us;
    } else if (credit->round_trip_us > credit->empty_round_trip_us + CREDIT_QUEUE_MAX_US &&
               now_us - credit->empty_measured_us >= CREDIT_DRAIN_EVERY_US) {
        credit->is_draining = true;
    }
}

bool credit_acknowledge(struct credit *credit, uint32_t frame, uint64_t now_us)
{
    size_t position = position_of(credit, frame);
    if (position == credit->count)
        return false;
    struct credit_entry entry = *entry_at(credit, position);
    uint64_t round_trip_us = now_us > entry.sent_us ? now_us - entry.sent_us : 1;
    smooth(credit, round_trip_us);
    measure_empty(credit, round_trip_us, entry.is_alone, now_us);
    credit->first = (credit->first + position + 1) % CREDIT_IN_FLIGHT_MAX;
    credit->count -= position + 1;
    credit->is_draining &= credit->count > 0;
    credit->acknowledged_us = now_us;
    return true;
}

bool credit_allows(const struct credit *credit, uint32_t frame_rate, size_t unsent_bytes)
{
    uint64_t frames_on_the_way = (credit->empty_round_trip_us * frame_rate + 999999) / 1000000;
    return credit->count < frames_on_the_way + 2 && credit->count < CREDIT_IN_FLIGHT_MAX &&
           unsent_bytes <= CREDIT_UNSENT_MAX && !credit->is_draining;
}

bool credit_is_silent(const struct credit *credit, uint64_t now_us, uint64_t limit_us)
{
    uint64_t since_us = credit->in_flight[credit->first].sent_us;
    if (credit->acknowledged_us > since_us)
        since_us = credit->acknowledged_us;
    return credit->count > 0 && now_us >= since_us + limit_us;
}

void credit_reset(struct credit *credit)
{
    *credit = (struct credit){0};
}
