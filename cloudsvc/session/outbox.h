// Messages for one client, on their way from whoever writes them to the socket.
//
// All memory is taken at creation: places for small messages, and one place for a frame, which is all that
// credit ever allows to wait here. Every message has SESSION_PREFIX_SIZE free bytes in front. A full outbox
// refuses small messages; the places that a frame and its format need are kept for them, so that an encoded
// frame is never dropped. An outbox belongs to one socket at a time; what is meant for an earlier one is
// refused. Any thread may put; the net thread alone takes out.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cloudsvc/session/session.h"

struct outbox; // layout private to outbox.c

enum {
    OUTBOX_MESSAGES_MAX = 64,
    OUTBOX_SMALL_MAX = 512, // bytes of a small message: a notice is the largest
    OUTBOX_FRAME_MAX = PROTOCOL_FRAME_HEADER_SIZE + PROTOCOL_FRAME_DATA_MAX,
};

/// A frame to be put, in the parts that it is made of.
struct outbox_frame {
    uint32_t id;           // of the frame, not 0
    const uint8_t *format; // message that goes before it; NULL: none
    size_t format_size;    // at most OUTBOX_SMALL_MAX
    const uint8_t *header;
    size_t header_size;
    const uint8_t *data;
    size_t data_size; // with the header at most OUTBOX_FRAME_MAX
};

struct outbox_message {
    uint8_t *data; // SESSION_PREFIX_SIZE free bytes in front
    size_t size;
    uint32_t frame; // its id; 0: no frame
};

/// @return NULL when memory runs out
struct outbox *outbox_create(void);

/// Accepts NULL and half-built ones.
void outbox_destroy(struct outbox *outbox);

/// Empties it: from now on it belongs to socket `id`. Net thread.
/// @param id  0: nobody's, and refuses everything
void outbox_open(struct outbox *outbox, session_id id);

/// Copies a small message to the end.
/// @return false when it is full or no longer `id`'s
bool outbox_put(struct outbox *outbox, session_id id, const uint8_t *data, size_t size);

/// Copies a frame to the end, behind its format if it has one. No other frame may be inside: credit sees to
/// it.
/// @return false when the outbox is no longer `id`'s
bool outbox_put_frame(struct outbox *outbox, session_id id, const struct outbox_frame *frame);

/// The oldest message; it stays in its place until outbox_drop(). Net thread.
/// @return false when there is none
bool outbox_peek(struct outbox *outbox, struct outbox_message *message);

/// Frees the place of the oldest message. Net thread.
void outbox_drop(struct outbox *outbox);
