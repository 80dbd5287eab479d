#include "cloudsvc/base/queue.h"

#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "cloudsvc/base/clock.h"

struct value {
    uint32_t producer;
    uint32_t number;
    char padding[5]; // no power of two
};

static void values_come_out_in_the_order_they_went_in(void **state)
{
    (void)state;
    struct queue *queue = queue_create(sizeof(struct value), 3);
    uint32_t pushed = 0;
    for (uint32_t popped = 0; popped < 20; popped++) { // round the ring several times
        while (queue_push(queue, &(struct value){.number = pushed}))
            pushed++;
        assert_int_equal(pushed, popped + 3); // as many as it holds
        struct value value;
        assert_int_equal(queue_pop(queue, &value, 0), QUEUE_POPPED);
        assert_int_equal(value.number, popped);
    }
    queue_destroy(queue);
}

static void a_full_queue_refuses_until_there_is_room(void **state)
{
    (void)state;
    struct queue *queue = queue_create(sizeof(int), 2);
    assert_true(queue_push(queue, &(int){1}));
    assert_true(queue_push(queue, &(int){2}));
    assert_false(queue_push(queue, &(int){3}));
    int value = 0;
    queue_pop(queue, &value, 0);
    assert_int_equal(value, 1);
    assert_true(queue_push(queue, &(int){4}));
    assert_false(queue_push(queue, &(int){5}));
    queue_destroy(queue);
}

static void popping_nothing_ends_at_the_deadline(void **state)
{
    (void)state;
    struct queue *queue = queue_create(sizeof(int), 1);
    int value = 77;
    assert_int_equal(queue_pop(queue, &value, 0), QUEUE_TIMED_OUT);
    assert_int_equal(queue_pop(queue, &value, clock_now_us() - 1000), QUEUE_TIMED_OUT);
    uint64_t begun_us = clock_now_us();
    assert_int_equal(queue_pop(queue, &value, begun_us + 20000), QUEUE_TIMED_OUT);
    assert_true(clock_now_us() >= begun_us + 20000);
    assert_int_equal(value, 77);
    queue_destroy(queue);
}

static void a_closed_queue_takes_nothing_and_gives_what_it_has(void **state)
{
    (void)state;
    struct queue *queue = queue_create(sizeof(int), 4);
    int value = 0;
    queue_push(queue, &(int){1});
    queue_close(queue);
    queue_close(queue);
    assert_false(queue_push(queue, &(int){2}));
    assert_int_equal(queue_pop(queue, &value, QUEUE_FOREVER), QUEUE_POPPED);
    assert_int_equal(value, 1);
    assert_int_equal(queue_pop(queue, &value, QUEUE_FOREVER), QUEUE_CLOSED);
    queue_destroy(queue);
}

static void *pop_forever(void *queue)
{
    int value;
    while (queue_pop(queue, &value, QUEUE_FOREVER) != QUEUE_CLOSED)
        continue;
    return NULL;
}

static void closing_wakes_every_waiting_thread(void **state)
{
    (void)state;
    struct queue *queue = queue_create(sizeof(int), 1);
    pthread_t threads[4];
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, pop_forever, queue), 0);
    queue_close(queue);
    for (size_t i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    queue_destroy(queue);
}

static void destroying_nothing_is_fine(void **state)
{
    (void)state;
    queue_destroy(NULL);
}

// ---- several threads ---------------------------------------------------------------------------

enum { PRODUCERS = 3, CONSUMERS = 2, VALUES_EACH = 20000, ROOM = 8 };

struct producer {
    struct queue *queue;
    uint32_t number;
};

struct consumer {
    struct queue *queue;
    uint64_t sums[PRODUCERS];
    uint32_t counts[PRODUCERS];
    uint32_t next[PRODUCERS]; // smallest number that may still come
    bool is_ordered;
};

/// Pushes every value, again where it was refused.
static void *produce(void *context)
{
    struct producer *producer = context;
    for (uint32_t i = 0; i < VALUES_EACH; i++)
        while (!queue_push(producer->queue, &(struct value){.producer = producer->number, .number = i}))
            sched_yield();
    return NULL;
}

static void *consume(void *context)
{
    struct consumer *consumer = context;
    struct value value;
    consumer->is_ordered = true;
    while (queue_pop(consumer->queue, &value, QUEUE_FOREVER) == QUEUE_POPPED) {
        consumer->is_ordered &= value.number >= consumer->next[value.producer];
        consumer->next[value.producer] = value.number + 1;
        consumer->sums[value.producer] += value.number;
        consumer->counts[value.producer]++;
    }
    return NULL;
}

static void many_threads_lose_and_repeat_nothing(void **state)
{
    (void)state;
    struct queue *queue = queue_create(sizeof(struct value), ROOM);
    struct producer producers[PRODUCERS];
    struct consumer consumers[CONSUMERS];
    pthread_t threads[PRODUCERS + CONSUMERS];
    for (uint32_t i = 0; i < CONSUMERS; i++) {
        consumers[i] = (struct consumer){.queue = queue};
        assert_int_equal(pthread_create(&threads[PRODUCERS + i], NULL, consume, &consumers[i]), 0);
    }
    for (uint32_t i = 0; i < PRODUCERS; i++) {
        producers[i] = (struct producer){.queue = queue, .number = i};
        assert_int_equal(pthread_create(&threads[i], NULL, produce, &producers[i]), 0);
    }
    for (uint32_t i = 0; i < PRODUCERS; i++)
        pthread_join(threads[i], NULL);
    queue_close(queue);
    for (uint32_t i = 0; i < CONSUMERS; i++) {
        pthread_join(threads[PRODUCERS + i], NULL);
        assert_true(consumers[i].is_ordered);
    }
    for (uint32_t i = 0; i < PRODUCERS; i++) {
        assert_int_equal(consumers[0].counts[i] + consumers[1].counts[i], VALUES_EACH);
        assert_int_equal(consumers[0].sums[i] + consumers[1].sums[i],
                         (uint64_t)VALUES_EACH * (VALUES_EACH - 1) / 2);
    }
    queue_destroy(queue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_come_out_in_the_order_they_went_in),
        cmocka_unit_test(a_full_queue_refuses_until_there_is_room),
        cmocka_unit_test(popping_nothing_ends_at_the_deadline),
        cmocka_unit_test(a_closed_queue_takes_nothing_and_gives_what_it_has),
        cmocka_unit_test(closing_wakes_every_waiting_thread),
        cmocka_unit_test(destroying_nothing_is_fine),
        cmocka_unit_test(many_threads_lose_and_repeat_nothing),
    };
    return cmocka_run_group_tests_name("queue", tests, NULL, NULL);
}
