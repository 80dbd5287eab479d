#include "cloudsvc/session/outbox.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES_KEPT = 2 }; // for a frame and its format

struct place {
    size_t size;
    uint32_t frame; // 0: a small message
    uint8_t bytes[SESSION_PREFIX_SIZE + OUTBOX_SMALL_MAX];
};

struct outbox {
    pthread_mutex_t mutex;
    bool has_mutex;
    session_id id;
    struct place places[OUTBOX_MESSAGES_MAX]; // ring, oldest first
    size_t first, count;
    uint8_t *frame; // prefix and message of the one frame inside
    bool has_frame;
};

struct outbox *outbox_create(void)
{
    struct outbox *outbox = calloc(1, sizeof *outbox);
    if (!outbox)
        return NULL;
    outbox->frame = calloc(1, SESSION_PREFIX_SIZE + OUTBOX_FRAME_MAX);
    outbox->has_mutex = pthread_mutex_init(&outbox->mutex, NULL) == 0;
    if (!outbox->frame || !outbox->has_mutex) {
        outbox_destroy(outbox);
        return NULL;
    }
    return outbox;
}

void outbox_destroy(struct outbox *outbox)
{
    if (!outbox)
        return;
    if (outbox->has_mutex)
        pthread_mutex_destroy(&outbox->mutex);
    free(outbox->frame);
    free(outbox);
}

void outbox_open(struct outbox *outbox, session_id id)
{
    pthread_mutex_lock(&outbox->mutex);
    outbox->id = id;
    outbox->first = 0;
    outbox->count = 0;
    outbox->has_frame = false;
    pthread_mutex_unlock(&outbox->mutex);
}

static struct place *next_place(struct outbox *outbox)
{
    struct place *place = &outbox->places[(outbox->first + outbox->count) % OUTBOX_MESSAGES_MAX];
    outbox->count++;
    return place;
}

static void add_small(struct outbox *outbox, const uint8_t *data, size_t size)
{
    assert(size <= OUTBOX_SMALL_MAX);
    struct place *place = next_place(outbox);
    place->size = size;
    place->frame = 0;
    memcpy(place->bytes + SESSION_PREFIX_SIZE, data, size);
}

bool outbox_put(struct outbox *outbox, session_id id, const uint8_t *data, size_t size)
{
    pthread_mutex_lock(&outbox->mutex);
    bool fits = outbox->id == id && outbox->count + PLACES_KEPT < OUTBOX_MESSAGES_MAX;
    if (fits)
        add_small(outbox, data, size);
    pthread_mutex_unlock(&outbox->mutex);
    return fits;
}

static void add_frame(struct outbox *outbox, const struct outbox_frame *frame)
{
    assert(!outbox->has_frame);
    assert(frame->id != 0);
    assert(frame->header_size + frame->data_size <= OUTBOX_FRAME_MAX);
    if (frame->format)
        add_small(outbox, frame->format, frame->format_size);
    uint8_t *bytes = outbox->frame + SESSION_PREFIX_SIZE;
    memcpy(bytes, frame->header, frame->header_size);
    memcpy(bytes + frame->header_size, frame->data, frame->data_size);
    outbox->has_frame = true;
    struct place *place = next_place(outbox);
    place->size = frame->header_size + frame->data_size;
    place->frame = frame->id;
}

bool outbox_put_frame(struct outbox *outbox, session_id id, const struct outbox_frame *frame)
{
    pthread_mutex_lock(&outbox->mutex);
    bool is_wanted = outbox->id == id;
    if (is_wanted)
        add_frame(outbox, frame);
    pthread_mutex_unlock(&outbox->mutex);
    return is_wanted;
}

bool outbox_peek(struct outbox *outbox, struct outbox_message *message)
{
    pthread_mutex_lock(&outbox->mutex);
    bool has_message = outbox->count > 0;
    if (has_message) {
        struct place *place = &outbox->places[outbox->first];
        uint8_t *bytes = place->frame ? outbox->frame : place->bytes;
        *message = (struct outbox_message){
            .data = bytes + SESSION_PREFIX_SIZE, .size = place->size, .frame = place->frame};
    }
    pthread_mutex_unlock(&outbox->mutex);
    return has_message;
}

void outbox_drop(struct outbox *outbox)
{
    pthread_mutex_lock(&outbox->mutex);
    assert(outbox->count > 0);
    if (outbox->places[outbox->first].frame)
        outbox->has_frame = false;
    outbox->first = (outbox->first + 1) % OUTBOX_MESSAGES_MAX;
    outbox->count--;
    pthread_mutex_unlock(&outbox->mutex);
}
