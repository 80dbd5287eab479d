// Credit: how many frames may be under way, so that lateness is never written into a socket.
//
// Over TCP what is written arrives, late if need be. A frame is therefore drawn only while few enough are
// on their way and the socket holds almost nothing unsent. Pure bookkeeping on given times.
//
// How many are enough is told by the round trip, and a queue on the way that our own frames make must not
// count: it would allow more frames, which make it longer still. So the limit goes by the round trip of an
// empty line: the shortest one seen, raised only by a frame that was sent with nothing in flight. When round
// trips have been longer than that for a while, the line is drained once, to learn whether it is the way
// that got longer or a queue (the thought behind ProbeRTT of BBR [Cardwell et al. 2016]).
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CREDIT_IN_FLIGHT_MAX = 64,
    CREDIT_UNSENT_MAX = 4096,         // bytes; a frame that lies there whole would already be late
    CREDIT_QUEUE_MAX_US = 20000,      // a longer round trip by this is taken for a queue or another way,
    CREDIT_DRAIN_EVERY_US = 10000000, // and looked into so often, for it costs a round trip without frames
};

struct credit_entry {
    uint32_t frame;
    bool is_alone; // sent with nothing in flight: its round trip knows no queue of ours
    uint64_t sent_us;
};

/// Zeroed: nothing in flight, round trip unknown. Owned by the session; others only read it.
struct credit {
    struct credit_entry in_flight[CREDIT_IN_FLIGHT_MAX]; // ring, oldest first
    size_t first, count;
    uint64_t round_trip_us;       // smoothed [RFC 6298]; 0 unknown; decoding and presenting are part of it
    uint64_t empty_round_trip_us; // of an empty line; 0 unknown
    uint64_t empty_measured_us;   // when that was measured
    bool is_draining;             // nothing more goes out until all is acknowledged
    uint64_t acknowledged_us;     // when the last acknowledgement came
};

/// A frame goes out. Only after credit_allows().
void credit_sent(struct credit *credit, uint32_t frame, uint64_t now_us);

/// A frame was presented; all earlier ones are covered too. Unknown ids are ignored.
/// @return false when the id is not in flight
bool credit_acknowledge(struct credit *credit, uint32_t frame, uint64_t now_us);

/// Whether another frame may be drawn: fewer in flight than ceil(round trip of an empty line × rate) + 2, the
/// socket's unsent bytes near zero, and the line not being drained.
/// @param frame_rate    frames a second
/// @param unsent_bytes  what kernel and network library hold of earlier frames
bool credit_allows(const struct credit *credit, uint32_t frame_rate, size_t unsent_bytes);

/// Whether frames wait for acknowledgement and none has come for `limit_us`.
bool credit_is_silent(const struct credit *credit, uint64_t now_us, uint64_t limit_us);

/// Forgets everything: the socket is new, or the stream was paused.
void credit_reset(struct credit *credit);
