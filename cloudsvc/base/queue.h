// A bounded first-in, first-out queue of values between threads.
//
// Values are copied in and out; all memory is taken at creation. Any number of threads may push and pop.
// The lock is held for one copy, so pushing never waits for a consumer.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct queue; // layout private to queue.c

enum queue_status {
    QUEUE_POPPED,
    QUEUE_TIMED_OUT, // nothing came before the deadline
    QUEUE_CLOSED,    // closed, and everything pushed before has been popped
};

/// A deadline that never comes.
#define QUEUE_FOREVER UINT64_MAX

/// @param value_size  bytes of one value
/// @param values_max  values it holds, at least 1
/// @return NULL when memory runs out
struct queue *queue_create(size_t value_size, size_t values_max);

/// Accepts NULL and half-built queues. No thread may be inside any more: close it and join them first.
void queue_destroy(struct queue *queue);

/// Copies `value` to the end; never waits.
/// @return false when the queue is full or closed
bool queue_push(struct queue *queue, const void *value);

/// Copies the oldest value out, waiting for one until the deadline.
/// @param[out] value   room for one value; untouched unless QUEUE_POPPED
/// @param deadline_us  on clock_now_us()'s clock; 0: does not wait; QUEUE_FOREVER: no deadline
enum queue_status queue_pop(struct queue *queue, void *value, uint64_t deadline_us);

/// Ends pushing and wakes every waiting thread. What is inside can still be popped. May be called twice.
void queue_close(struct queue *queue);
