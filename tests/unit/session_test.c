// Sessions behind their façade, without sockets: the test is the net thread.

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/base/clock.h"
#include "cloudsvc/session/session.h"
#include "tests/data/allocations.h"
#include "tests/data/plain_world.h"
#include "tests/latency/protocol_client.h"

enum { SESSIONS = 2, LINGER_US = 300000, WAIT_US = 10000000 };

// ---- a host ------------------------------------------------------------------------------------

static struct plain_world world;
static struct session_host *host;
static atomic_uint wakes;

static void wake(void *context)
{
    atomic_fetch_add((atomic_uint *)context, 1);
}

static struct session_host_options options(void)
{
    return (struct session_host_options){
        .pack = world.pack,
        .nav = world.nav,
        .seed = 1,
        .frame_rate = 60,
        .pixels_max = 640 * 360,
        .bits_per_s = 1000000,
        .sessions_max = SESSIONS,
        .speed = 1,
        .workers = 1,
        .slices = 1,
        .encoder = "libx264",
        .renderer = RENDERER_NULL,
        .linger_us = LINGER_US,
        .wake = wake,
        .wake_context = &wakes,
    };
}

static int load(void **state)
{
    (void)state;
    world = plain_world_load();
    return 0;
}

static int unload(void **state)
{
    (void)state;
    plain_world_destroy(&world);
    return 0;
}

static int start_at(uint32_t frame_rate)
{
    char error[SESSION_ERROR_MAX];
    struct session_host_options all = options();
    all.frame_rate = frame_rate;
    host = session_host_create(&all, error);
    return host ? 0 : -1;
}

static int start(void **state)
{
    (void)state;
    return start_at(60);
}

/// A frame a second by the clock: one that comes sooner answers an input.
static int start_slow(void **state)
{
    (void)state;
    return start_at(1);
}

static int start_at_20(void **state)
{
    (void)state;
    return start_at(20);
}

static int stop(void **state)
{
    (void)state;
    session_host_destroy(host);
    return 0;
}

static struct protocol_join guest(void)
{
    return (struct protocol_join){
        .version = PROTOCOL_VERSION,
        .decoders = PROTOCOL_WEBCODECS,
        .viewport = {.width_css_px = 320, .height_css_px = 180, .pixel_ratio_256 = 256},
    };
}

static session_id open_guest(void)
{
    enum protocol_bye_code refusal;
    struct protocol_join join = guest();
    return session_open(host, &join, clock_now_us(), &refusal);
}

/// Takes the next message and acknowledges it if it is a frame.
/// @param[out] message  points into the session: good until it is sent
static bool take(session_id id, struct protocol_server_message *message)
{
    struct session_message next;
    uint64_t end_us = clock_now_us() + WAIT_US;
    while (!session_next_message(host, id, &next)) {
        if (clock_now_us() > end_us)
            return false;
        poll(NULL, 0, 1);
    }
    assert_int_equal(protocol_read_server(next.data, next.size, message), PROTOCOL_OK);
    session_sent(host, id, clock_now_us());
    if (message->kind == PROTOCOL_FRAME) {
        struct protocol_client_message acknowledge = {.kind = PROTOCOL_ACKNOWLEDGE,
                                                      .acknowledge = {.frame = message->frame.header.id}};
        assert_int_equal(session_receive(host, id, &acknowledge, clock_now_us()), 0);
    }
    return true;
}

static void take_frame(session_id id, struct protocol_frame *header)
{
    struct protocol_server_message message = {0};
    do
        assert_true(take(id, &message));
    while (message.kind != PROTOCOL_FRAME);
    *header = message.frame.header;
}

static void point(session_id id, uint32_t sequence, enum protocol_phase phase, uint16_t x, uint16_t y,
                  uint32_t frame)
{
    struct protocol_client_message message = {
        .kind = PROTOCOL_POINTER,
        .pointer = {.sequence = sequence, .phase = phase, .x = x, .y = y, .frame = frame},
    };
    assert_int_equal(session_receive(host, id, &message, clock_now_us()), 0);
}

// ---- tests -------------------------------------------------------------------------------------

static void hello_comes_first_then_format_then_a_keyframe(void **state)
{
    (void)state;
    struct protocol_server_message message;
    session_id id = open_guest();
    assert_int_not_equal(id, 0);
    assert_true(take(id, &message));
    assert_int_equal(message.kind, PROTOCOL_HELLO);
    assert_int_equal(message.hello.session, id);
    assert_true(take(id, &message));
    assert_int_equal(message.kind, PROTOCOL_FORMAT);
    assert_true(take(id, &message));
    assert_int_equal(message.kind, PROTOCOL_FRAME);
    assert_true(message.frame.header.is_keyframe);
    assert_true(atomic_load(&wakes) > 0);
}

static void a_tap_is_answered_between_the_frames_of_the_clock(void **state)
{
    (void)state;
    struct protocol_frame header;
    session_id id = open_guest();
    take_frame(id, &header);
    uint64_t tapped_us = clock_now_us();
    point(id, 1, PROTOCOL_DOWN, 30000, 30000, header.id);
    do
        take_frame(id, &header);
    while (!header.shows_input);
    assert_true(clock_now_us() - tapped_us < 500000);
    assert_int_equal(header.input_sequence, 1);
    assert_true(header.base_us >= tapped_us);
    assert_true(header.stage_us[PROTOCOL_STAGE_HANDLED] > 0);
    assert_true(header.stage_us[PROTOCOL_STAGE_STARTED] >= header.stage_us[PROTOCOL_STAGE_HANDLED]);
}

static void frames_come_at_the_frame_rate_and_not_at_every_tick(void **state)
{
    (void)state;
    struct protocol_frame header;
    session_id id = open_guest();
    take_frame(id, &header);
    uint64_t start_us = clock_now_us();
    for (size_t i = 0; i < 20; i++)
        take_frame(id, &header);
    assert_in_range(clock_now_us() - start_us, 900000, WAIT_US); // longer where the machine is slow
}

static void stale_ids_find_nothing(void **state)
{
    (void)state;
    struct session_message message;
    struct protocol_client_message ping = {.kind = PROTOCOL_PING};
    session_id id = open_guest();
    session_close(host, id, clock_now_us());
    assert_false(session_next_message(host, id, &message));
    session_sent(host, id, clock_now_us());
    session_socket_unsent(host, id, 1);
    session_close(host, id, clock_now_us());
    assert_int_equal(session_receive(host, id, &ping, clock_now_us()), PROTOCOL_BYE_REPLACED);
    assert_int_equal(session_check(host, id, clock_now_us()), PROTOCOL_BYE_REPLACED);
    assert_int_equal(session_host_counters(host).sessions, 0);
}

static void an_outbox_that_is_not_emptied_gets_one_frame(void **state)
{
    (void)state;
    session_id id = open_guest();
    struct protocol_frame header;
    take_frame(id, &header);
    uint64_t before = session_host_counters(host).frames_made;
    poll(NULL, 0, 300);
    assert_in_range(session_host_counters(host).frames_made, before, before + 1);
}

static void the_world_takes_as_many_players_as_there_are_seats(void **state)
{
    (void)state;
    enum protocol_bye_code refusal = 0;
    struct protocol_join join = guest();
    session_id ids[SESSIONS];
    for (size_t i = 0; i < SESSIONS; i++)
        ids[i] = open_guest();
    assert_int_equal(session_open(host, &join, clock_now_us(), &refusal), 0);
    assert_int_equal(refusal, PROTOCOL_BYE_FULL);
    struct protocol_frame header;
    session_close(host, ids[0], clock_now_us());
    session_id late = open_guest(); // the avatar that lingers goes, the newcomer's takes its place
    assert_int_not_equal(late, 0);
    take_frame(late, &header);
    assert_int_equal(session_host_counters(host).players, SESSIONS);
}

static void inputs_beyond_the_share_of_a_session_are_counted(void **state)
{
    (void)state;
    struct protocol_frame header;
    session_id id = open_guest();
    take_frame(id, &header);
    for (uint32_t i = 1; i <= 100000 && session_host_counters(host).inputs_dropped == 0; i++)
        point(id, i, PROTOCOL_MOVE, (uint16_t)i, 0, header.id);
    assert_true(session_host_counters(host).inputs_dropped > 0);
    take_frame(id, &header); // and the session goes on
}

static void show(session_id id, bool is_visible)
{
    struct protocol_client_message message = {.kind = PROTOCOL_VISIBILITY, .is_visible = is_visible};
    struct session_message next;
    assert_int_equal(session_receive(host, id, &message, clock_now_us()), 0);
    while (session_next_message(host, id, &next))
        session_sent(host, id, clock_now_us());
}

/// A picture that stood still for good would be the worst answer to a page that flickers.
static void who_is_back_is_shown_even_when_that_message_found_no_room(void **state)
{
    (void)state;
    struct protocol_frame header;
    session_id id = open_guest();
    take_frame(id, &header);
    bool is_lost = false;
    for (size_t i = 0; i < 100000 && !is_lost; i++) {
        show(id, false);
        uint64_t dropped = session_host_counters(host).inputs_dropped;
        show(id, true);
        is_lost = session_host_counters(host).inputs_dropped > dropped;
    }
    assert_true(is_lost);
    poll(NULL, 0, 100);
    assert_int_equal(session_check(host, id, clock_now_us()), 0);
    take_frame(id, &header);
}

/// Taps that send the avatar about, until the session's share of the queue is full of them.
static void keep_busy(session_id id)
{
    uint64_t before = session_host_counters(host).inputs_dropped;
    for (uint32_t i = 1; i <= 100000 && session_host_counters(host).inputs_dropped == before; i++)
        point(id, i, i % 2 ? PROTOCOL_DOWN : PROTOCOL_UP, (uint16_t)(i / 2 * 7919), 40000, UINT32_MAX);
}

/// Sockets that take one another's seat faster than the world can follow: who is refused has changed nothing.
static void a_resume_that_finds_no_room_leaves_the_seat_as_it_was(void **state)
{
    (void)state;
    struct protocol_server_message message;
    struct protocol_frame header;
    enum protocol_bye_code refusal = 0;
    struct protocol_join join = guest();
    join.credential_kind = PROTOCOL_RESUME_TOKEN;
    join.credential_size = PROTOCOL_TOKEN_SIZE;
    session_id id = open_guest();
    session_id next = id;
    for (size_t i = 0; i < 100000 && next; i++) {
        id = next;
        if (i % 64 == 0)
            keep_busy(id);
        assert_true(take(id, &message));
        memcpy(join.credential, message.hello.token, PROTOCOL_TOKEN_SIZE);
        next = session_open(host, &join, clock_now_us(), &refusal);
    }
    assert_int_equal(next, 0);
    assert_int_equal(refusal, PROTOCOL_BYE_FULL);
    take_frame(id, &header); // the socket that holds the seat goes on
    assert_int_equal(session_host_counters(host).players, 1);
    assert_int_not_equal(session_open(host, &join, clock_now_us(), &refusal), 0); // and its token opens it
}

static void a_missing_encoder_is_named(void **state)
{
    (void)state;
    char error[SESSION_ERROR_MAX];
    struct session_host_options wrong = options();
    wrong.encoder = "no_such_encoder";
    assert_null(session_host_create(&wrong, error));
    assert_non_null(strstr(error, "no_such_encoder"));
}

/// Ticks, taps, walks and views take no memory.
static void the_simulation_allocates_nothing_while_people_play(void **state)
{
    (void)state;
    if (!allocations_are_counted())
        skip();
    struct protocol_frame header;
    session_id id = open_guest();
    for (size_t i = 0; i < 10; i++)
        take_frame(id, &header);
    allocations_watch("sim");
    for (uint32_t i = 0; i < 30; i++) {
        uint16_t x = (uint16_t)(i * 2111);
        uint16_t y = (uint16_t)(i * 1499 + 9000);
        point(id, 2 * i + 1, PROTOCOL_DOWN, x, y, header.id);
        point(id, 2 * i + 2, PROTOCOL_UP, x, y, header.id);
        for (size_t frame = 0; frame < 4; frame++)
            take_frame(id, &header);
    }
    allocations_watch(NULL);
    assert_int_equal(allocations_watched_count(), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(hello_comes_first_then_format_then_a_keyframe),
        cmocka_unit_test_setup_teardown(a_tap_is_answered_between_the_frames_of_the_clock, start_slow, stop),
        cmocka_unit_test_setup_teardown(frames_come_at_the_frame_rate_and_not_at_every_tick, start_at_20,
                                        stop),
        TEST(stale_ids_find_nothing),
        TEST(an_outbox_that_is_not_emptied_gets_one_frame),
        TEST(the_world_takes_as_many_players_as_there_are_seats),
        TEST(inputs_beyond_the_share_of_a_session_are_counted),
        TEST(who_is_back_is_shown_even_when_that_message_found_no_room),
        TEST(a_resume_that_finds_no_room_leaves_the_seat_as_it_was),
        cmocka_unit_test(a_missing_encoder_is_named),
        TEST(the_simulation_allocates_nothing_while_people_play),
    };
    return cmocka_run_group_tests_name("session", tests, load, unload);
}
