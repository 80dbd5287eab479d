// Messages on their way to a client.

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/session/outbox.h"

enum { ID = 7, OTHER_ID = 8 };

static int create(void **state)
{
    struct outbox *outbox = outbox_create();
    if (!outbox)
        return -1;
    outbox_open(outbox, ID);
    *state = outbox;
    return 0;
}

static int destroy(void **state)
{
    outbox_destroy(*state);
    return 0;
}

static bool put_byte(struct outbox *outbox, session_id id, uint8_t byte)
{
    return outbox_put(outbox, id, &byte, 1);
}

static bool put_frame(struct outbox *outbox, session_id id, uint32_t frame)
{
    return outbox_put_frame(outbox, id,
                            &(struct outbox_frame){.id = frame,
                                                   .header = (const uint8_t *)"head",
                                                   .header_size = 4,
                                                   .data = (const uint8_t *)"picture",
                                                   .data_size = 7});
}

static void messages_come_out_in_order(void **state)
{
    struct outbox_message message;
    for (uint8_t round = 0; round < 200; round++) { // more than there are places
        assert_true(put_byte(*state, ID, round));
        assert_true(put_byte(*state, ID, round + 1));
        for (uint8_t i = 0; i < 2; i++) {
            assert_true(outbox_peek(*state, &message));
            assert_int_equal(message.size, 1);
            assert_int_equal(message.data[0], (uint8_t)(round + i));
            assert_int_equal(message.frame, 0);
            outbox_drop(*state);
        }
    }
    assert_false(outbox_peek(*state, &message));
}

static void a_frame_follows_its_format_and_is_put_together(void **state)
{
    struct outbox_message message;
    struct outbox_frame frame = {
        .id = 3,
        .format = (const uint8_t *)"format",
        .format_size = 6,
        .header = (const uint8_t *)"head",
        .header_size = 4,
        .data = (const uint8_t *)"picture",
        .data_size = 7,
    };
    assert_true(outbox_put_frame(*state, ID, &frame));
    assert_true(outbox_peek(*state, &message));
    assert_int_equal(message.size, 6);
    assert_memory_equal(message.data, "format", 6);
    assert_int_equal(message.frame, 0);
    outbox_drop(*state);
    assert_true(outbox_peek(*state, &message));
    assert_int_equal(message.size, 11);
    assert_memory_equal(message.data, "headpicture", 11);
    assert_int_equal(message.frame, 3);
    outbox_drop(*state);
    assert_true(put_frame(*state, ID, 4)); // its place is free again
}

static void the_prefix_of_every_message_can_be_written(void **state)
{
    struct outbox_message message;
    put_byte(*state, ID, 'a');
    put_frame(*state, ID, 1);
    put_byte(*state, ID, 'b');
    for (size_t i = 0; i < 3; i++) {
        assert_true(outbox_peek(*state, &message));
        memset(message.data - SESSION_PREFIX_SIZE, 0xff, SESSION_PREFIX_SIZE);
        assert_int_equal(message.data[0], "ahb"[i]);
        outbox_drop(*state);
    }
}

static void a_full_outbox_refuses_small_messages_and_takes_a_frame(void **state)
{
    size_t count = 0;
    while (put_byte(*state, ID, (uint8_t)count))
        count++;
    assert_in_range(count, 10, OUTBOX_MESSAGES_MAX - 1);
    struct outbox_frame frame = {
        .id = 1,
        .format = (const uint8_t *)"f",
        .format_size = 1,
        .header = (const uint8_t *)"h",
        .header_size = 1,
        .data = (const uint8_t *)"d",
        .data_size = 1,
    };
    assert_true(outbox_put_frame(*state, ID, &frame));
    struct outbox_message message;
    for (size_t i = 0; i < count + 2; i++) {
        assert_true(outbox_peek(*state, &message));
        assert_int_equal(message.data[0], i < count ? (uint8_t)i : "fh"[i - count]);
        outbox_drop(*state);
    }
}

static void the_largest_frame_fits(void **state)
{
    static uint8_t data[PROTOCOL_FRAME_DATA_MAX];
    static uint8_t header[PROTOCOL_FRAME_HEADER_SIZE];
    struct outbox_message message;
    data[sizeof data - 1] = 42;
    assert_true(outbox_put_frame(*state, ID,
                                 &(struct outbox_frame){.id = 1,
                                                        .header = header,
                                                        .header_size = sizeof header,
                                                        .data = data,
                                                        .data_size = sizeof data}));
    assert_true(outbox_peek(*state, &message));
    assert_int_equal(message.data[message.size - 1], 42);
}

static void what_is_meant_for_an_earlier_socket_is_refused(void **state)
{
    struct outbox_message message;
    put_byte(*state, ID, 'a');
    put_frame(*state, ID, 1);
    outbox_open(*state, OTHER_ID);
    assert_false(outbox_peek(*state, &message));
    assert_false(put_byte(*state, ID, 'b'));
    assert_false(put_frame(*state, ID, 2));
    assert_true(put_frame(*state, OTHER_ID, 3));
    outbox_open(*state, 0);
    assert_false(put_byte(*state, OTHER_ID, 'c'));
}

// ---- three threads -----------------------------------------------------------------------------

enum { ROUNDS = 20000 };

/// Small messages, as the net thread's own, from a thread beside it.
static void *put_small(void *outbox)
{
    for (uint32_t i = 0; i < ROUNDS; i++)
        put_byte(outbox, ID, 's'); // some are refused
    return NULL;
}

struct frames {
    struct outbox *outbox;
    pthread_mutex_t mutex;
    pthread_cond_t sent;
    uint32_t sent_frame;
};

/// A worker: a frame is put when the one before has gone out.
static void *put_frames(void *argument)
{
    struct frames *frames = argument;
    for (uint32_t frame = 1; frame <= ROUNDS / 10; frame++) {
        put_frame(frames->outbox, ID, frame);
        pthread_mutex_lock(&frames->mutex);
        while (frames->sent_frame < frame)
            pthread_cond_wait(&frames->sent, &frames->mutex);
        pthread_mutex_unlock(&frames->mutex);
    }
    return NULL;
}

static void frames_and_messages_of_several_threads_come_out_whole(void **state)
{
    struct frames frames = {
        .outbox = *state, .mutex = PTHREAD_MUTEX_INITIALIZER, .sent = PTHREAD_COND_INITIALIZER};
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, put_small, *state);
    pthread_create(&threads[1], NULL, put_frames, &frames);
    uint32_t broken_count = 0;
    uint32_t frame = 0;
    while (frame < ROUNDS / 10) {
        struct outbox_message message;
        if (!outbox_peek(*state, &message))
            continue;
        bool is_whole = message.frame ? message.size == 11 && memcmp(message.data, "headpicture", 11) == 0
                                      : message.size == 1 && message.data[0] == 's';
        broken_count += !is_whole || (message.frame && message.frame != frame + 1);
        outbox_drop(*state);
        if (!message.frame)
            continue;
        frame = message.frame;
        pthread_mutex_lock(&frames.mutex);
        frames.sent_frame = frame;
        pthread_cond_signal(&frames.sent);
        pthread_mutex_unlock(&frames.mutex);
    }
    for (size_t i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(broken_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(messages_come_out_in_order, create, destroy),
        cmocka_unit_test_setup_teardown(a_frame_follows_its_format_and_is_put_together, create, destroy),
        cmocka_unit_test_setup_teardown(the_prefix_of_every_message_can_be_written, create, destroy),
        cmocka_unit_test_setup_teardown(a_full_outbox_refuses_small_messages_and_takes_a_frame, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(the_largest_frame_fits, create, destroy),
        cmocka_unit_test_setup_teardown(what_is_meant_for_an_earlier_socket_is_refused, create, destroy),
        cmocka_unit_test_setup_teardown(frames_and_messages_of_several_threads_come_out_whole, create,
                                        destroy),
    };
    return cmocka_run_group_tests_name("outbox", tests, NULL, NULL);
}
