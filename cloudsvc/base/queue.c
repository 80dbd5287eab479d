#include "cloudsvc/base/queue.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cloudsvc/base/clock.h"

struct queue {
    pthread_mutex_t mutex;
    pthread_cond_t filled_or_closed;
    bool has_mutex, has_condition;
    unsigned char *values; // ring of values_max values
    size_t value_size, values_max;
    size_t first, count;
    bool is_closed;
};

struct queue *queue_create(size_t value_size, size_t values_max)
{
    assert(value_size >= 1);
    assert(values_max >= 1);
    struct queue *queue = calloc(1, sizeof *queue);
    if (!queue)
        return NULL;
    queue->value_size = value_size;
    queue->values_max = values_max;
    queue->values = calloc(values_max, value_size);
    queue->has_mutex = pthread_mutex_init(&queue->mutex, NULL) == 0;
    queue->has_condition = clock_condition_init(&queue->filled_or_closed);
    if (!queue->values || !queue->has_mutex || !queue->has_condition) {
        queue_destroy(queue);
        return NULL;
    }
    return queue;
}

void queue_destroy(struct queue *queue)
{
    if (!queue)
        return;
    if (queue->has_condition)
        pthread_cond_destroy(&queue->filled_or_closed);
    if (queue->has_mutex)
        pthread_mutex_destroy(&queue->mutex);
    free(queue->values);
    free(queue);
}

static void copy_in(struct queue *queue, const void *value)
{
    size_t end = (queue->first + queue->count) % queue->values_max;
    memcpy(queue->values + end * queue->value_size, value, queue->value_size);
    queue->count++;
}

static void copy_out(struct queue *queue, void *value)
{
    memcpy(value, queue->values + queue->first * queue->value_size, queue->value_size);
    queue->first = (queue->first + 1) % queue->values_max;
    queue->count--;
}

bool queue_push(struct queue *queue, const void *value)
{
    pthread_mutex_lock(&queue->mutex);
    bool is_taken = queue->count < queue->values_max && !queue->is_closed;
    if (is_taken)
        copy_in(queue, value);
    pthread_mutex_unlock(&queue->mutex);
    if (is_taken)
        pthread_cond_signal(&queue->filled_or_closed);
    return is_taken;
}

/// Waits, with the mutex held, until there is a value, the queue is closed or the deadline has passed.
static void wait_for_value(struct queue *queue, uint64_t deadline_us)
{
    struct timespec deadline = clock_timespec(deadline_us);
    int error = 0;
    while (queue->count == 0 && !queue->is_closed && error == 0 && deadline_us != 0)
        error = deadline_us == QUEUE_FOREVER
                    ? pthread_cond_wait(&queue->filled_or_closed, &queue->mutex)
                    : pthread_cond_timedwait(&queue->filled_or_closed, &queue->mutex, &deadline);
}

enum queue_status queue_pop(struct queue *queue, void *value, uint64_t deadline_us)
{
    enum queue_status status = QUEUE_POPPED;
    pthread_mutex_lock(&queue->mutex);
    wait_for_value(queue, deadline_us);
    if (queue->count > 0)
        copy_out(queue, value);
    else
        status = queue->is_closed ? QUEUE_CLOSED : QUEUE_TIMED_OUT;
    pthread_mutex_unlock(&queue->mutex);
    return status;
}

void queue_close(struct queue *queue)
{
    pthread_mutex_lock(&queue->mutex);
    queue->is_closed = true;
    pthread_mutex_unlock(&queue->mutex);
    pthread_cond_broadcast(&queue->filled_or_closed);
}
