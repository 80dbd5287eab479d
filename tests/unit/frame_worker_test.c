// Frame workers when the encoder or the renderer breaks. Both are played by this test, so that they break on
// demand; what they make is their own numbers.

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/base/clock.h"
#include "cloudsvc/session/frame_worker.h"
#include "tests/latency/protocol_client.h"

enum { ID = 5, OTHER_ID = 6, WAIT_US = 10000000, TAP_X_PX = 30, PACKET_SIZE = 5 };

// ---- an encoder and a renderer that break --------------------------------------------------------

/// Set by a test before its workers start; counted by the worker.
static struct {
    bool breaks_by_name[2];   // the wanted encoder, the fallback: at the first picture
    bool refuses_by_name[2];  // likewise: does not open
    uint32_t renderer_breaks; // draws that fail before one works
    atomic_uint opened[2], encoders, renderers, renderers_created;
    atomic_bool swaps_socket; // while a picture is encoded
    atomic_bool taps;         // somebody taps while a picture is drawn
    atomic_uint draws;
} fake;

struct encoder {
    bool is_fallback;
    uint32_t pictures;
    uint8_t plane[64 * 64 * 2];
    uint8_t packet[PACKET_SIZE];
    bool keeps_mark_clear;
};

static struct outbox *outbox;

static void publish_tap(uint32_t sequence, bool is_told_by_marks);

struct encoder *encoder_create(const struct encoder_settings *settings, char *error)
{
    bool is_fallback = strcmp(settings->name, "libx264") == 0;
    snprintf(error, ENCODER_ERROR_MAX, "%s", settings->name);
    if (fake.refuses_by_name[is_fallback])
        return NULL;
    struct encoder *encoder = calloc(1, sizeof *encoder);
    encoder->is_fallback = is_fallback;
    atomic_fetch_add(&fake.opened[is_fallback], 1);
    atomic_fetch_add(&fake.encoders, 1);
    return encoder;
}

void encoder_destroy(struct encoder *encoder)
{
    if (encoder)
        atomic_fetch_sub(&fake.encoders, 1);
    free(encoder);
}

const char *encoder_name(const struct encoder *encoder)
{
    return encoder->is_fallback ? "libx264" : "wanted";
}

const char *encoder_codec_string(const struct encoder *encoder)
{
    (void)encoder;
    return "avc1.42C01F";
}

bool encoder_begin(struct encoder *encoder, struct encoder_picture *picture)
{
    *picture = (struct encoder_picture){
        .planes = {encoder->plane, encoder->plane, encoder->plane}, .width_px = 64, .height_px = 64};
    return true;
}

void encoder_keep_clear(struct encoder *encoder, const struct encoder_region *regions, size_t count)
{
    encoder->keeps_mark_clear = false;
    for (size_t i = 0; i < count; i++)
        encoder->keeps_mark_clear |= regions[i].left_px < TAP_X_PX && regions[i].right_px > TAP_X_PX;
}

bool encoder_encode(struct encoder *encoder, bool wants_keyframe, uint64_t now_us,
                    struct encoder_packet *packet)
{
    (void)now_us;
    if (fake.breaks_by_name[encoder->is_fallback])
        return false;
    if (atomic_load(&fake.swaps_socket))
        outbox_open(outbox, OTHER_ID);
    encoder->packet[0] = (uint8_t)encoder->pictures;
    encoder->packet[1] = encoder->is_fallback;
    encoder->packet[2] = (uint8_t)atomic_load(&fake.draws);
    encoder->packet[3] = encoder->plane[TAP_X_PX] != 0;
    encoder->packet[4] = encoder->keeps_mark_clear;
    *packet = (struct encoder_packet){.data = encoder->packet,
                                      .size = PACKET_SIZE,
                                      .is_keyframe = wants_keyframe || encoder->pictures == 0};
    encoder->pictures++;
    return true;
}

void encoder_set_rate(struct encoder *encoder, uint32_t bits_per_s)
{
    (void)encoder;
    (void)bits_per_s;
}

struct renderer {
    uint32_t draws;
};

struct renderer *renderer_create(enum renderer_kind kind, const struct view_world *world, char *error)
{
    (void)world;
    if (kind == RENDERER_GL) {
        snprintf(error, RENDERER_ERROR_MAX, "no driver in this test");
        return NULL;
    }
    atomic_fetch_add(&fake.renderers_created, 1);
    atomic_fetch_add(&fake.renderers, 1);
    return calloc(1, sizeof(struct renderer));
}

void renderer_destroy(struct renderer *renderer)
{
    if (renderer)
        atomic_fetch_sub(&fake.renderers, 1);
    free(renderer);
}

bool renderer_draw(struct renderer *renderer, const struct view *view, const struct renderer_target *target,
                   struct renderer_times *times)
{
    (void)view;
    renderer->draws++;
    atomic_fetch_add(&fake.draws, 1);
    target->planes[0][TAP_X_PX] = 0;
    if (atomic_exchange(&fake.taps, false))
        publish_tap(8, true);
    if (fake.renderer_breaks > 0) {
        fake.renderer_breaks--;
        return false;
    }
    *times = (struct renderer_times){clock_now_us(), clock_now_us(), clock_now_us(), 0};
    return true;
}

// ---- one worker and one session ------------------------------------------------------------------

static struct schedule *schedule;
static struct view_ring *ring;
static struct frame_workers *workers;
static atomic_uint wakes;
static uint32_t sent_frame;

static void wake(void *context)
{
    atomic_fetch_add((atomic_uint *)context, 1);
}

static struct frame_workers *create_workers(enum renderer_kind renderer, char *error)
{
    return frame_workers_create(&(struct frame_worker_options){.workers = 1,
                                                               .seats_max = 1,
                                                               .schedule = schedule,
                                                               .rings = &ring,
                                                               .outboxes = &outbox,
                                                               .renderer = renderer,
                                                               .encoder = {.name = "wanted"},
                                                               .wake = wake,
                                                               .wake_context = &wakes},
                                error);
}

static int start(void **state)
{
    (void)state;
    memset(&fake, 0, sizeof fake);
    atomic_store(&wakes, 0);
    schedule = schedule_create(1, 60);
    ring = view_ring_create();
    outbox = outbox_create();
    schedule_open(schedule, 0, ID);
    outbox_open(outbox, ID);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    frame_workers_destroy(workers);
    workers = NULL;
    outbox_destroy(outbox);
    view_ring_destroy(ring);
    schedule_destroy(schedule);
    return atomic_load(&fake.encoders) + atomic_load(&fake.renderers); // all are given back
}

static void start_workers(void)
{
    char error[SESSION_ERROR_MAX];
    workers = create_workers(RENDERER_NULL, error);
    assert_non_null(workers);
}

static void publish(uint32_t width_px)
{
    struct view *view = view_ring_begin(ring);
    view->width_px = width_px;
    view->height_px = 64;
    view->tap_count = 0;
    view_ring_publish(ring, 0, true, clock_now_us());
    schedule_due(schedule, 0, ID, clock_now_us(), false);
}

/// A view that is the first to show a tap, and may show more that the tap has changed.
static void publish_tap(uint32_t sequence, bool is_told_by_marks)
{
    struct view *view = view_ring_begin(ring);
    view->width_px = view->height_px = 64;
    view->input_sequence = sequence;
    view->taps[0] = (struct view_tap){TAP_X_PX, 0, 1};
    view->tap_count = 1;
    view_ring_publish(ring, clock_now_us(), is_told_by_marks, clock_now_us());
    schedule_due(schedule, 0, ID, clock_now_us(), true);
}

/// Takes the next message out of the outbox, as the net thread does.
static bool receive(struct outbox_message *message)
{
    uint64_t end_us = clock_now_us() + WAIT_US;
    while (!outbox_peek(outbox, message)) {
        if (clock_now_us() > end_us)
            return false;
    }
    outbox_drop(outbox);
    if (message->frame) {
        sent_frame = message->frame;
        schedule_sent(schedule, 0, message->frame, clock_now_us());
        schedule_acknowledge(schedule, 0, message->frame, clock_now_us());
    }
    return true;
}

/// A frame as the client reads it.
struct received {
    struct protocol_frame header;
    uint8_t picture;  // its number, from 0 for every encoder
    bool is_fallback; // that encoded it
    uint8_t draws;    // of all pictures until then
    bool has_mark;    // it shows a tap mark,
    bool is_clear;    // which was to be kept clear
    uint32_t formats; // that came before it
};

/// Waits for a frame.
static struct received receive_frame(void)
{
    struct outbox_message message;
    struct protocol_server_message read;
    uint32_t formats = 0;
    for (assert_true(receive(&message)); !message.frame; assert_true(receive(&message)))
        formats++;
    assert_int_equal(protocol_read_server(message.data, message.size, &read), PROTOCOL_OK);
    assert_int_equal(read.kind, PROTOCOL_FRAME);
    assert_int_equal(read.frame.header.data_size, PACKET_SIZE);
    const uint8_t *data = read.frame.data;
    return (struct received){read.frame.header, data[0], data[1], data[2], data[3], data[4], formats};
}

static void assert_stages_in_order(const struct protocol_frame *header)
{
    for (size_t i = 1; i < PROTOCOL_STAGE_SENT; i++)
        assert_true(header->stage_us[i - 1] <= header->stage_us[i]);
}

static void assert_session_fails(void)
{
    uint64_t end_us = clock_now_us() + WAIT_US;
    while (!schedule_status(schedule, 0, 1, WAIT_US).has_failed)
        assert_true(clock_now_us() < end_us);
    while (atomic_load(&wakes) == 0)
        assert_true(clock_now_us() < end_us);
}

// ---- tests -------------------------------------------------------------------------------------

static void a_format_comes_before_the_first_frame_only(void **state)
{
    (void)state;
    start_workers();
    for (uint8_t i = 0; i < 5; i++) {
        publish(64);
        struct received frame = receive_frame();
        assert_int_equal(frame.picture, i);
        assert_int_equal(frame.formats, i == 0);
        assert_int_equal(frame.header.is_keyframe, i == 0);
    }
    assert_int_equal(atomic_load(&fake.opened[0]), 1);
}

static void a_view_of_another_size_opens_another_encoder(void **state)
{
    (void)state;
    start_workers();
    for (uint32_t i = 0; i < 4; i++) {
        publish(64 + i / 2);
        struct received frame = receive_frame();
        assert_int_equal(frame.formats, i % 2 == 0);
        assert_int_equal(frame.header.is_keyframe, i % 2 == 0);
    }
    assert_int_equal(atomic_load(&fake.opened[0]), 2);
    assert_int_equal(atomic_load(&fake.encoders), 1);
}

static void an_encoder_that_breaks_is_replaced_once(void **state)
{
    (void)state;
    fake.breaks_by_name[0] = true;
    start_workers();
    for (uint32_t i = 0; i < 3; i++) {
        publish(64);
        struct received frame = receive_frame();
        assert_true(frame.is_fallback);
        assert_int_equal(frame.formats, i == 0);
        assert_int_equal(frame.header.is_keyframe, i == 0);
    }
    publish(66); // at another size the fallback stays
    assert_true(receive_frame().is_fallback);
    assert_int_equal(atomic_load(&fake.opened[0]), 1);
    assert_int_equal(atomic_load(&fake.opened[1]), 2);
}

static void an_encoder_that_does_not_open_is_replaced(void **state)
{
    (void)state;
    fake.refuses_by_name[0] = true;
    start_workers();
    publish(64);
    assert_true(receive_frame().is_fallback);
}

static void a_fallback_that_breaks_too_ends_the_session(void **state)
{
    (void)state;
    fake.breaks_by_name[0] = true;
    fake.breaks_by_name[1] = true;
    start_workers();
    publish(64);
    assert_session_fails();
}

static void without_any_encoder_the_session_ends(void **state)
{
    (void)state;
    fake.refuses_by_name[0] = true;
    fake.refuses_by_name[1] = true;
    start_workers();
    publish(64);
    assert_session_fails();
}

static void a_renderer_that_breaks_is_built_anew_and_nobody_notices(void **state)
{
    (void)state;
    fake.renderer_breaks = 1;
    start_workers();
    publish(64);
    assert_int_equal(receive_frame().picture, 0);
    assert_int_equal(atomic_load(&fake.renderers_created), 2);
    assert_int_equal(atomic_load(&fake.opened[0]), 1);
}

static void a_renderer_that_breaks_twice_ends_the_session_and_works_for_the_next(void **state)
{
    (void)state;
    fake.renderer_breaks = 2;
    start_workers();
    publish(64);
    assert_session_fails();
    schedule_open(schedule, 0, ID);
    publish(64);
    receive_frame();
}

static void a_frame_of_a_socket_that_has_changed_is_not_sent(void **state)
{
    (void)state;
    struct outbox_message message;
    atomic_store(&fake.swaps_socket, true);
    start_workers();
    publish(64);
    uint64_t end_us = clock_now_us() + WAIT_US;
    while (atomic_load(&fake.opened[0]) == 0 || schedule_counters(schedule).sockets == 0)
        assert_true(clock_now_us() < end_us);
    schedule_close(schedule, 0); // the encoder is given back when the frame is done
    while (atomic_load(&fake.encoders) > 0)
        assert_true(clock_now_us() < end_us);
    assert_false(outbox_peek(outbox, &message));

    atomic_store(&fake.swaps_socket, false);
    schedule_open(schedule, 0, ID);
    outbox_open(outbox, ID);
    publish(64);
    struct received frame = receive_frame();
    assert_int_equal(frame.formats, 1);
    assert_true(frame.header.is_keyframe);
}

static void a_tap_is_answered_on_the_last_picture_and_its_view_follows(void **state)
{
    (void)state;
    start_workers();
    publish(64);
    struct received first = receive_frame();
    publish_tap(7, true);
    struct received answer = receive_frame();
    assert_int_equal(answer.draws, 1);
    assert_true(answer.has_mark);
    assert_true(answer.is_clear);
    assert_true(answer.header.shows_input);
    assert_int_equal(answer.header.input_sequence, 7);
    assert_ptr_equal(view_ring_find(ring, answer.header.id),
                     view_ring_find(ring, first.header.id)); // what was to be seen
    assert_stages_in_order(&answer.header);
    struct received view = receive_frame();
    assert_int_equal(view.draws, 2);
    assert_false(view.header.shows_input);
    assert_int_equal(view.header.id, answer.header.id + 1);
}

static void a_tap_while_a_picture_is_drawn_is_answered_by_it(void **state)
{
    (void)state;
    start_workers();
    atomic_store(&fake.taps, true);
    publish(64);
    struct received answer = receive_frame();
    assert_int_equal(answer.draws, 1);
    assert_true(answer.has_mark);
    assert_true(answer.is_clear);
    assert_true(answer.header.shows_input);
    assert_int_equal(answer.header.input_sequence, 8);
    assert_stages_in_order(&answer.header);
    struct received view = receive_frame();
    assert_int_equal(view.draws, 2);
    assert_false(view.header.shows_input);
}

static void what_marks_do_not_tell_is_drawn_at_once(void **state)
{
    (void)state;
    start_workers();
    publish(64);
    receive_frame();
    publish_tap(7, false);
    struct received answer = receive_frame();
    assert_int_equal(answer.draws, 2);
    assert_true(answer.header.shows_input);
    assert_int_equal(answer.header.input_sequence, 7);
    assert_stages_in_order(&answer.header);
}

static void a_tap_before_the_first_picture_is_drawn(void **state)
{
    (void)state;
    start_workers();
    publish_tap(7, true);
    struct received answer = receive_frame();
    assert_true(answer.header.shows_input);
    assert_int_equal(answer.draws, 1);
    assert_true(answer.is_clear);
}

static void a_missing_driver_is_told(void **state)
{
    (void)state;
    char error[SESSION_ERROR_MAX];
    assert_null(create_workers(RENDERER_GL, error));
    assert_string_equal(error, "no driver in this test");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_format_comes_before_the_first_frame_only),
        TEST(a_view_of_another_size_opens_another_encoder),
        TEST(an_encoder_that_breaks_is_replaced_once),
        TEST(an_encoder_that_does_not_open_is_replaced),
        TEST(a_fallback_that_breaks_too_ends_the_session),
        TEST(without_any_encoder_the_session_ends),
        TEST(a_renderer_that_breaks_is_built_anew_and_nobody_notices),
        TEST(a_renderer_that_breaks_twice_ends_the_session_and_works_for_the_next),
        TEST(a_frame_of_a_socket_that_has_changed_is_not_sent),
        TEST(a_tap_is_answered_on_the_last_picture_and_its_view_follows),
        TEST(a_tap_while_a_picture_is_drawn_is_answered_by_it),
        TEST(what_marks_do_not_tell_is_drawn_at_once),
        TEST(a_tap_before_the_first_picture_is_drawn),
        TEST(a_missing_driver_is_told),
    };
    return cmocka_run_group_tests_name("frame_worker", tests, NULL, NULL);
}
