// What one client does wrong ends its own socket, with a code, and touches nobody else.

#include <poll.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/base/clock.h"
#include "cloudsvc/base/random.h"
#include "tests/data/player.h"
#include "tests/data/raw_socket.h"
#include "tests/data/service.h"

enum { TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10, PROTOCOL_ERROR = 1002 };

static struct service service;

/// An honest player, on a thread of its own.
static struct {
    struct player player;
    pthread_t thread;
    atomic_bool is_over;
    atomic_uint frames;
    atomic_uint troubles; // byes, and streams that began anew
} bystander;

static void *play(void *argument)
{
    (void)argument;
    struct player *player = &bystander.player;
    while (!atomic_load(&bystander.is_over)) {
        player_listen(player, 20);
        atomic_store(&bystander.frames, player->frames);
        atomic_store(&bystander.troubles,
                     player->bye + player->formats + player->keyframes + player->pauses - 2);
    }
    return NULL;
}

static int start(void **state)
{
    (void)state;
    bool works = service_start(&service) && player_enter(&bystander.player, service.port) &&
                 player_wait_frames(&bystander.player, 3) &&
                 pthread_create(&bystander.thread, NULL, play, NULL) == 0;
    return works ? 0 : -1;
}

static int stop(void **state)
{
    (void)state;
    atomic_store(&bystander.is_over, true);
    pthread_join(bystander.thread, NULL);
    player_drop(&bystander.player);
    service_stop(&service);
    return 0;
}

/// The bystander's picture goes on, on the socket and with the stream that it had.
static void assert_bystander_is_untouched(void)
{
    unsigned before = atomic_load(&bystander.frames);
    uint64_t end_us = clock_now_us() + PLAYER_WAIT_MS * (uint64_t)1000;
    while (atomic_load(&bystander.frames) < before + 3 && clock_now_us() < end_us)
        poll(NULL, 0, 5);
    assert_true(atomic_load(&bystander.frames) >= before + 3);
    assert_int_equal(atomic_load(&bystander.troubles), 0);
}

// ---- raw WebSockets ----------------------------------------------------------------------------

static void ask(struct raw_socket *raw, const char *lines)
{
    char request[1024];
    snprintf(request, sizeof request,
             "GET / HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
             "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n%s\r\n",
             service.port, lines);
    assert_true(raw_open(raw, service.port));
    assert_true(raw_send(raw, request, strlen(request)));
}

static void open_socket(struct raw_socket *raw)
{
    char head[RAW_HEAD_MAX];
    ask(raw, "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: waystream.1\r\n");
    assert_int_equal(raw_read_head(raw, head, PLAYER_WAIT_MS), 101);
    assert_non_null(strstr(head, "Sec-WebSocket-Protocol: waystream.1\r\n"));
    assert_null(strstr(head, "Sec-WebSocket-Extensions"));
}

static void say(struct raw_socket *raw, const void *data, size_t size)
{
    raw_send_frame(raw, &(struct raw_frame){.opcode = BINARY, .data = data, .size = size});
}

static size_t write_join(uint8_t message[PROTOCOL_CLIENT_MESSAGE_MAX])
{
    struct protocol_join join = {
        .version = PROTOCOL_VERSION,
        .decoders = PROTOCOL_WEBCODECS,
        .viewport = {.width_css_px = 320, .height_css_px = 180, .pixel_ratio_256 = 256},
    };
    return protocol_write_join(message, PROTOCOL_CLIENT_MESSAGE_MAX, &join);
}

static void join(struct raw_socket *raw)
{
    uint8_t message[PROTOCOL_CLIENT_MESSAGE_MAX];
    struct raw_message answer;
    say(raw, message, write_join(message));
    assert_true(raw_read_frame(raw, &answer, PLAYER_WAIT_MS));
    assert_int_equal(answer.data[0], PROTOCOL_HELLO);
}

/// Reads to the close frame.
/// @param[out] bye  code of the last bye before it; 0: none
/// @return its code; 0 when the connection ended without one
static unsigned read_to_close(struct raw_socket *raw, unsigned *bye)
{
    struct raw_message message;
    *bye = 0;
    while (raw_read_frame(raw, &message, PLAYER_WAIT_MS)) {
        if (message.opcode == BINARY && message.data[0] == PROTOCOL_BYE)
            *bye = message.data[1] | (unsigned)message.data[2] << 8;
        if (message.opcode == CLOSE && message.size >= 2)
            return (unsigned)message.data[0] << 8 | message.data[1];
    }
    return 0;
}

static void assert_ends_with(struct raw_socket *raw, enum protocol_bye_code code)
{
    unsigned bye;
    unsigned close_code = read_to_close(raw, &bye);
    if (bye != code || close_code != PROTOCOL_CLOSE_CODE_BASE + (unsigned)code)
        fail_msg("bye %u and close %u instead of %u", bye, close_code, (unsigned)code);
    raw_close(raw);
    assert_bystander_is_untouched();
}

// ---- messages ----------------------------------------------------------------------------------

/// After a good join, or instead of it.
struct bad_message {
    const char *what;
    enum protocol_bye_code code;
    bool is_joined;
    size_t size;
    uint8_t data[32];
};

static const struct bad_message bad_messages[] = {
    {"an empty message", PROTOCOL_BYE_MALFORMED, true, 0, {0}},
    {"an empty message first", PROTOCOL_BYE_MALFORMED, false, 0, {0}},
    {"half a pointer", PROTOCOL_BYE_MALFORMED, true, 4, {PROTOCOL_POINTER, 1, 0, 0}},
    {"a pointer with one byte too many", PROTOCOL_BYE_MALFORMED, true, 24, {PROTOCOL_POINTER, 1}},
    {"a pointer without sequence", PROTOCOL_BYE_MALFORMED, true, 23, {PROTOCOL_POINTER}},
    {"an eleventh finger", PROTOCOL_BYE_MALFORMED, true, 23, {PROTOCOL_POINTER, 1, 0, 0, 0, 10}},
    {"a seventh phase", PROTOCOL_BYE_MALFORMED, true, 23, {PROTOCOL_POINTER, 1, 0, 0, 0, 0, 6}},
    {"a viewport without size", PROTOCOL_BYE_MALFORMED, true, 15, {PROTOCOL_VIEWPORT}},
    {"half visible", PROTOCOL_BYE_MALFORMED, true, 2, {PROTOCOL_VISIBILITY, 2}},
    {"a ping without time", PROTOCOL_BYE_MALFORMED, true, 1, {PROTOCOL_PING}},
    {"a keyframe request with something", PROTOCOL_BYE_MALFORMED, true, 2, {PROTOCOL_KEYFRAME_REQUEST, 1}},
    {"half a join", PROTOCOL_BYE_MALFORMED, false, 3, {PROTOCOL_JOIN, PROTOCOL_VERSION, 1}},
    {"a pointer first", PROTOCOL_BYE_ORDER, false, 23, {PROTOCOL_POINTER, 1}},
    {"a ping first", PROTOCOL_BYE_ORDER, false, 9, {PROTOCOL_PING}},
    {"another version", PROTOCOL_BYE_VERSION, false, 30, {PROTOCOL_JOIN, 99}},
};

static void bad_messages_end_with_their_code(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_messages / sizeof *bad_messages; i++) {
        const struct bad_message *bad = &bad_messages[i];
        struct raw_socket raw;
        print_message("# %s\n", bad->what);
        open_socket(&raw);
        if (bad->is_joined)
            join(&raw);
        say(&raw, bad->data, bad->size);
        assert_ends_with(&raw, bad->code);
    }
}

static void joins_that_cannot_be_served_are_told_why(void **state)
{
    (void)state;
    static const struct {
        uint8_t decoders;
        enum protocol_credential kind;
        uint16_t size;
        enum protocol_bye_code code;
    } cases[] = {
        {PROTOCOL_JPEG, PROTOCOL_GUEST, 0, PROTOCOL_BYE_DECODER},
        {PROTOCOL_WEBCODECS, PROTOCOL_TICKET, 40, PROTOCOL_BYE_CREDENTIAL},
        {PROTOCOL_WEBCODECS, PROTOCOL_RESUME_TOKEN, PROTOCOL_TOKEN_SIZE, PROTOCOL_BYE_CREDENTIAL},
        {PROTOCOL_WEBCODECS, PROTOCOL_RESUME_TOKEN, PROTOCOL_TOKEN_SIZE - 1, PROTOCOL_BYE_MALFORMED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct raw_socket raw;
        uint8_t message[PROTOCOL_CLIENT_MESSAGE_MAX];
        struct protocol_join request = {
            .version = PROTOCOL_VERSION,
            .decoders = cases[i].decoders,
            .credential_kind = cases[i].kind,
            .credential_size = cases[i].size,
            .viewport = {.width_css_px = 320, .height_css_px = 180, .pixel_ratio_256 = 256},
        };
        open_socket(&raw);
        say(&raw, message, protocol_write_join(message, sizeof message, &request));
        assert_ends_with(&raw, cases[i].code);
    }
}

static void a_second_join_ends_the_session(void **state)
{
    (void)state;
    struct raw_socket raw;
    uint8_t message[PROTOCOL_CLIENT_MESSAGE_MAX];
    open_socket(&raw);
    join(&raw);
    say(&raw, message, write_join(message));
    assert_ends_with(&raw, PROTOCOL_BYE_ORDER);
}

static void unknown_kinds_are_skipped(void **state)
{
    (void)state;
    struct raw_socket raw;
    static const uint8_t unknown[] = {0x7f, 1, 2, 3};
    open_socket(&raw);
    say(&raw, unknown, sizeof unknown);
    join(&raw);
    say(&raw, unknown, 1);
    struct raw_message message;
    for (size_t i = 0; i < 5; i++)
        assert_true(raw_read_frame(&raw, &message, PLAYER_WAIT_MS));
    raw_close(&raw);
    assert_bystander_is_untouched();
}

static void text_is_refused(void **state)
{
    (void)state;
    struct raw_socket raw;
    open_socket(&raw);
    raw_send_frame(&raw, &(struct raw_frame){.opcode = TEXT, .data = "hello", .size = 5});
    assert_ends_with(&raw, PROTOCOL_BYE_TEXT);
    open_socket(&raw);
    join(&raw);
    raw_send_frame(&raw, &(struct raw_frame){.opcode = TEXT, .data = "\xff\xfe", .size = 2});
    assert_ends_with(&raw, PROTOCOL_BYE_TEXT);
}

// ---- sizes and fragments -----------------------------------------------------------------------

static void a_message_is_too_big_in_whatever_way_it_comes(void **state)
{
    (void)state;
    static const uint8_t zeros[5000];
    struct raw_socket raw;
    open_socket(&raw);
    say(&raw, zeros, PROTOCOL_CLIENT_MESSAGE_MAX + 1);
    assert_ends_with(&raw, PROTOCOL_BYE_TOO_BIG);

    open_socket(&raw); // in fragments that are small each
    for (size_t i = 0; i < 11; i++)
        raw_send_frame(&raw,
                       &(struct raw_frame){
                           .is_continued = true, .opcode = i == 0 ? BINARY : 0, .data = zeros, .size = 100});
    assert_ends_with(&raw, PROTOCOL_BYE_TOO_BIG);

    open_socket(&raw); // announced only: nothing is waited for
    raw_send_frame(&raw, &(struct raw_frame){
                             .opcode = BINARY, .data = zeros, .size = 1, .announced = UINT64_C(1) << 40});
    for (size_t i = 0; i < 100; i++)
        raw_send(&raw, zeros, sizeof zeros);
    assert_ends_with(&raw, PROTOCOL_BYE_TOO_BIG);
}

static void the_largest_message_is_read(void **state)
{
    (void)state;
    struct raw_socket raw;
    uint8_t largest[PROTOCOL_CLIENT_MESSAGE_MAX] = {0x7f}; // of an unknown kind
    open_socket(&raw);
    say(&raw, largest, sizeof largest);
    join(&raw);
    raw_close(&raw);
    assert_bystander_is_untouched();
}

static void fragments_with_pings_between_are_put_together(void **state)
{
    (void)state;
    struct raw_socket raw;
    struct raw_message answer;
    uint8_t message[PROTOCOL_CLIENT_MESSAGE_MAX];
    size_t size = write_join(message);
    bool has_pong = false;
    bool has_hello = false;
    open_socket(&raw);
    for (size_t i = 0; i < size; i++) { // a byte each, and an empty fragment at the end
        raw_send_frame(
            &raw, &(struct raw_frame){
                      .is_continued = true, .opcode = i == 0 ? BINARY : 0, .data = message + i, .size = 1});
        raw_send_frame(&raw, &(struct raw_frame){.opcode = PING, .data = "?", .size = 1});
    }
    raw_send_frame(&raw, &(struct raw_frame){.opcode = 0});
    while (!(has_pong && has_hello)) {
        assert_true(raw_read_frame(&raw, &answer, PLAYER_WAIT_MS));
        has_pong |= answer.opcode == PONG;
        has_hello |= answer.opcode == BINARY && answer.data[0] == PROTOCOL_HELLO;
    }
    raw_close(&raw);
    assert_bystander_is_untouched();
}

static void a_message_that_comes_byte_by_byte_is_read(void **state)
{
    (void)state;
    struct raw_socket raw;
    uint8_t frame[64] = {0x82, 0x80 | 28, 0, 0, 0, 0}; // its mask changes nothing
    uint8_t message[PROTOCOL_CLIENT_MESSAGE_MAX];
    struct raw_message answer;
    assert_int_equal(write_join(message), 28);
    memcpy(frame + 6, message, 28);
    open_socket(&raw);
    for (size_t i = 0; i < 6 + 28; i++)
        assert_true(raw_send(&raw, frame + i, 1));
    assert_true(raw_read_frame(&raw, &answer, PLAYER_WAIT_MS));
    assert_int_equal(answer.data[0], PROTOCOL_HELLO);
    raw_close(&raw);
    assert_bystander_is_untouched();
}

static void broken_frames_close_the_connection(void **state)
{
    (void)state;
    static const struct raw_frame frames[] = {
        {.opcode = BINARY, .reserved = 4, .data = "x", .size = 1}, // compressed, which nobody agreed on
        {.opcode = 3, .data = "x", .size = 1},
        {.opcode = 11, .data = "x", .size = 1},
        {.opcode = 0, .data = "x", .size = 1}, // continues nothing
        {.opcode = PING, .is_continued = true, .data = "x", .size = 1},
        {.opcode = PING, .data = "x", .size = 1, .announced = 200},
    };
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        struct raw_socket raw;
        unsigned bye;
        open_socket(&raw);
        join(&raw);
        raw_send_frame(&raw, &frames[i]);
        unsigned code = read_to_close(&raw, &bye);
        if (code != PROTOCOL_ERROR && code != 0)
            fail_msg("frame %zu: close code %u", i, code);
        assert_true(code == PROTOCOL_ERROR || raw_is_ended(&raw, PLAYER_WAIT_MS));
        raw_close(&raw);
        assert_bystander_is_untouched();
    }
}

// ---- floods and noise --------------------------------------------------------------------------

static void a_flood_is_ended(void **state)
{
    (void)state;
    struct raw_socket raw;
    uint8_t ping[9] = {PROTOCOL_PING};
    uint64_t sent = 0;
    open_socket(&raw);
    join(&raw);
    while (sent < 6000 &&
           raw_send_frame(&raw, &(struct raw_frame){.opcode = BINARY, .data = ping, .size = 9}))
        sent++;
    assert_ends_with(&raw, PROTOCOL_BYE_FLOOD);
}

static void a_flood_of_fragments_is_ended(void **state)
{
    (void)state;
    struct raw_socket raw;
    uint8_t opcode = BINARY;
    open_socket(&raw);
    join(&raw);
    for (size_t i = 0; i < 6000; i++) {
        if (!raw_send_frame(&raw, &(struct raw_frame){.is_continued = true, .opcode = opcode}))
            break;
        opcode = 0;
    }
    assert_ends_with(&raw, PROTOCOL_BYE_FLOOD);
}

/// libwebsockets tells nobody of pings, nor of empty pongs.
static void a_flood_of_pings_and_pongs_is_ended(void **state)
{
    (void)state;
    static const struct raw_frame frames[] = {
        {.opcode = PING}, {.opcode = PONG}, {.opcode = PING, .data = "hello", .size = 5}};
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        struct raw_socket raw;
        open_socket(&raw);
        join(&raw);
        uint64_t end_us = clock_now_us() + PLAYER_WAIT_MS * (uint64_t)1000;
        while (clock_now_us() < end_us && raw_send_frame(&raw, &frames[i]))
            ;
        assert_true(clock_now_us() < end_us);
        raw_close(&raw);
        assert_bystander_is_untouched();
    }
}

/// Law: whatever bytes come instead of frames or messages, others play on.
static void noise_touches_nobody_else(void **state)
{
    (void)state;
    enum { SEED = 3, ROUNDS = 30 };
    struct random_generator random;
    random_seed(&random, SEED);
    for (size_t round = 0; round < ROUNDS; round++) {
        struct raw_socket raw;
        uint8_t noise[200];
        for (size_t i = 0; i < sizeof noise; i++)
            noise[i] = (uint8_t)random_next(&random);
        if (round % 3 == 0) {
            assert_true(raw_open(&raw, service.port));
        } else {
            open_socket(&raw);
            join(&raw);
        }
        noise[0] = round % 3 == 1 ? (uint8_t)(1 + random_below(&random, 7)) : noise[0];
        if (round % 3 == 1)
            say(&raw, noise, random_below(&random, sizeof noise));
        else
            raw_send(&raw, noise, sizeof noise);
        raw_reset(&raw);
    }
    assert_bystander_is_untouched();
}

static void a_reader_that_stops_slows_nobody_down(void **state)
{
    (void)state;
    struct raw_socket raw;
    open_socket(&raw);
    join(&raw);
    unsigned before = atomic_load(&bystander.frames);
    poll(NULL, 0, 1000);
    assert_true(atomic_load(&bystander.frames) - before > SERVICE_FRAME_RATE / 3);
    raw_reset(&raw);
    assert_bystander_is_untouched();
}

// ---- the handshake -----------------------------------------------------------------------------

#define GOOD_VERSION  "Sec-WebSocket-Version: 13\r\n"
#define GOOD_PROTOCOL "Sec-WebSocket-Protocol: waystream.1\r\n"

static void wrong_handshakes_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *lines;
        unsigned status; // 0: the connection is closed without a word
    } cases[] = {
        {GOOD_VERSION GOOD_PROTOCOL "Origin: http://evil.example\r\n", 403},
        {GOOD_VERSION GOOD_PROTOCOL "Origin: null\r\n", 403},
        {GOOD_VERSION, 400},
        {GOOD_VERSION "Sec-WebSocket-Protocol: chat\r\n", 400},
        {GOOD_VERSION "Sec-WebSocket-Protocol: http\r\n", 400},
        {GOOD_VERSION "Sec-WebSocket-Protocol: http, waystream.1\r\n", 0},
        {"Sec-WebSocket-Version: 12\r\n" GOOD_PROTOCOL, 426},
        {GOOD_PROTOCOL, 426},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct raw_socket raw;
        char head[RAW_HEAD_MAX];
        ask(&raw, cases[i].lines);
        unsigned status = raw_read_head(&raw, head, PLAYER_WAIT_MS);
        if (status != cases[i].status)
            fail_msg("%s is answered with %u", cases[i].lines, status);
        assert_true(raw_is_ended(&raw, PLAYER_WAIT_MS));
        raw_close(&raw);
    }
    assert_bystander_is_untouched();
}

static void a_page_of_this_host_is_let_in(void **state)
{
    (void)state;
    struct raw_socket raw;
    char head[RAW_HEAD_MAX];
    char lines[256];
    snprintf(lines, sizeof lines, GOOD_VERSION GOOD_PROTOCOL "Origin: http://127.0.0.1:%u\r\n", service.port);
    ask(&raw, lines);
    assert_int_equal(raw_read_head(&raw, head, PLAYER_WAIT_MS), 101);
    join(&raw);
    raw_close(&raw);
}

static void http_2_over_clear_text_is_refused(void **state)
{
    (void)state;
    static const char *const requests[] = {
        "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
        "HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        struct raw_socket raw;
        char head[RAW_HEAD_MAX];
        assert_true(raw_open(&raw, service.port));
        raw_send(&raw, requests[i], strlen(requests[i]));
        unsigned status = raw_read_head(&raw, head, PLAYER_WAIT_MS);
        assert_true(status == 0 || status >= 400);
        assert_true(raw_is_ended(&raw, PLAYER_WAIT_MS));
        raw_close(&raw);
    }
    assert_bystander_is_untouched();
}

/// One wait for all of them: a socket that never joins, headers that never end, a connection that says
/// nothing.
static void who_says_nothing_is_sent_away(void **state)
{
    (void)state;
    struct raw_socket idle;
    struct raw_socket slow;
    struct raw_socket mute;
    unsigned bye;
    open_socket(&idle);
    assert_true(raw_open(&slow, service.port));
    assert_true(raw_open(&mute, service.port));
    raw_send(&slow, "GET / HTTP/1.1\r\nX-Slow: ", 24);
    uint64_t start_us = clock_now_us();
    poll(NULL, 0, 5000); // half of what they are given
    assert_int_equal(read_to_close(&idle, &bye), PROTOCOL_CLOSE_CODE_BASE + PROTOCOL_BYE_TIMEOUT);
    assert_int_equal(bye, PROTOCOL_BYE_TIMEOUT);
    assert_true(raw_is_ended(&slow, PLAYER_WAIT_MS));
    assert_true(raw_is_ended(&mute, PLAYER_WAIT_MS));
    assert_true(clock_now_us() - start_us < 20000000);
    raw_close(&idle);
    raw_close(&slow);
    raw_close(&mute);
    assert_bystander_is_untouched();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_messages_end_with_their_code),
        cmocka_unit_test(joins_that_cannot_be_served_are_told_why),
        cmocka_unit_test(a_second_join_ends_the_session),
        cmocka_unit_test(unknown_kinds_are_skipped),
        cmocka_unit_test(text_is_refused),
        cmocka_unit_test(a_message_is_too_big_in_whatever_way_it_comes),
        cmocka_unit_test(the_largest_message_is_read),
        cmocka_unit_test(fragments_with_pings_between_are_put_together),
        cmocka_unit_test(a_message_that_comes_byte_by_byte_is_read),
        cmocka_unit_test(broken_frames_close_the_connection),
        cmocka_unit_test(a_flood_is_ended),
        cmocka_unit_test(a_flood_of_fragments_is_ended),
        cmocka_unit_test(a_flood_of_pings_and_pongs_is_ended),
        cmocka_unit_test(noise_touches_nobody_else),
        cmocka_unit_test(a_reader_that_stops_slows_nobody_down),
        cmocka_unit_test(wrong_handshakes_are_refused),
        cmocka_unit_test(a_page_of_this_host_is_let_in),
        cmocka_unit_test(http_2_over_clear_text_is_refused),
        cmocka_unit_test(who_says_nothing_is_sent_away),
    };
    return cmocka_run_group_tests_name("attack", tests, start, stop);
}
