// Players on real sockets: joining, watching, tapping, leaving, coming back.

#include <dirent.h>
#include <malloc.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/base/clock.h"
#include "tests/data/player.h"
#include "tests/data/service.h"
#include "tests/latency/mark.h"
#include "tests/latency/probe_decoder.h"

static struct service service;

static struct session_host_counters counters(void)
{
    return session_host_counters(service.host);
}

/// Waits until the server has seen sockets go.
static void wait_for_sessions(uint32_t count)
{
    uint64_t end_us = clock_now_us() + PLAYER_WAIT_MS * (uint64_t)1000;
    while (counters().sessions != count && clock_now_us() < end_us)
        poll(NULL, 0, 1);
    assert_int_equal(counters().sessions, count);
}

static void leave(struct player *player)
{
    player_drop(player);
    wait_for_sessions(0);
}

// ---- watching ----------------------------------------------------------------------------------

static void a_player_gets_hello_format_and_a_picture_that_decodes(void **state)
{
    (void)state;
    struct player player;
    struct protocol_server_message message;
    struct mark_picture picture;
    assert_true(player_connect(&player, service.port));
    assert_true(player_join(&player, 641, 361, NULL));
    assert_int_equal(player.hello.version, PROTOCOL_VERSION);
    assert_int_equal(player.hello.frame_rate, SERVICE_FRAME_RATE);
    assert_true(player_receive(&player, PLAYER_WAIT_MS, &message));
    assert_int_equal(message.kind, PROTOCOL_FORMAT);
    assert_int_equal(message.format.coded_width_px, 642);
    assert_int_equal(message.format.coded_height_px, 362);
    assert_int_equal(message.format.visible_width_px, 641);
    assert_int_equal(message.format.visible_height_px, 361);
    assert_memory_equal(message.format.codec_string, "avc1.", 5);
    assert_true(player_receive(&player, PLAYER_WAIT_MS, &message));
    assert_int_equal(message.kind, PROTOCOL_FRAME);
    assert_true(message.frame.header.is_keyframe);
    struct probe_decoder *decoder = probe_decoder_create();
    for (size_t i = 0; i < 10; i++) {
        assert_true(
            probe_decoder_decode(decoder, message.frame.data, message.frame.header.data_size, &picture));
        assert_int_equal(picture.width_px, 642);
        assert_int_equal(picture.height_px, 362);
        assert_true(player_wait(&player, PROTOCOL_FRAME, &message));
        assert_false(message.frame.header.is_keyframe);
    }
    probe_decoder_destroy(decoder);
    leave(&player);
}

static void frame_ids_and_stages_rise(void **state)
{
    (void)state;
    struct player player;
    struct protocol_server_message message;
    assert_true(player_enter(&player, service.port));
    uint32_t last = 0;
    for (size_t i = 0; i < 20; i++) {
        assert_true(player_wait(&player, PROTOCOL_FRAME, &message));
        const struct protocol_frame *header = &message.frame.header;
        assert_true(header->id > last);
        last = header->id;
        for (size_t stage = 1; stage < PROTOCOL_STAGE_COUNT; stage++)
            assert_true(header->stage_us[stage] >= header->stage_us[stage - 1]);
        assert_true(header->stage_us[PROTOCOL_STAGE_SENT] > 0);
    }
    leave(&player);
}

static void a_tap_is_shown_by_the_frame_that_says_so(void **state)
{
    (void)state;
    struct player player;
    struct protocol_server_message message;
    assert_true(player_enter(&player, service.port));
    assert_true(player_wait_frames(&player, 5));
    uint64_t tapped_us = clock_now_us();
    assert_true(player_point(&player, PROTOCOL_DOWN, 32768, 32768));
    do
        assert_true(player_wait(&player, PROTOCOL_FRAME, &message));
    while (!message.frame.header.shows_input);
    assert_int_equal(message.frame.header.input_sequence, 1);
    assert_true(message.frame.header.base_us >= tapped_us);
    assert_true(player_wait(&player, PROTOCOL_FRAME, &message));
    assert_false(message.frame.header.shows_input); // it is the first one only
    assert_int_equal(message.frame.header.input_sequence, 1);
    leave(&player);
}

static void players_see_pictures_of_their_own_size(void **state)
{
    (void)state;
    static const uint16_t sizes[3][2] = {{320, 180}, {180, 320}, {16, 16}};
    static const uint16_t pictures[3][2] = {{320, 180}, {180, 320}, {64, 64}};
    struct player players[3];
    for (size_t i = 0; i < 3; i++) {
        assert_true(player_connect(&players[i], service.port));
        assert_true(player_join(&players[i], sizes[i][0], sizes[i][1], NULL));
    }
    for (size_t i = 0; i < 3; i++) {
        assert_true(player_wait_frames(&players[i], 5));
        assert_int_equal(players[i].format.visible_width_px, pictures[i][0]);
        assert_int_equal(players[i].format.visible_height_px, pictures[i][1]);
        assert_int_equal(players[i].keyframes, 1);
    }
    assert_int_equal(counters().players >= 3, 1);
    for (size_t i = 0; i < 3; i++)
        player_drop(&players[i]);
    wait_for_sessions(0);
}

static void a_new_viewport_brings_a_format_and_a_keyframe(void **state)
{
    (void)state;
    struct player player;
    uint8_t message[32];
    struct protocol_viewport viewport = {.width_css_px = 200, .height_css_px = 400, .pixel_ratio_256 = 256};
    assert_true(player_enter(&player, service.port));
    assert_true(player_wait_frames(&player, 5));
    player_send(&player, message, protocol_write_viewport(message, sizeof message, &viewport));
    struct protocol_server_message next;
    assert_true(player_wait(&player, PROTOCOL_FORMAT, &next));
    assert_int_equal(next.format.visible_width_px, 200);
    assert_int_equal(next.format.visible_height_px, 400);
    assert_true(player_receive(&player, PLAYER_WAIT_MS, &next));
    assert_int_equal(next.kind, PROTOCOL_FRAME);
    assert_true(next.frame.header.is_keyframe);
    leave(&player);
}

static void sizes_that_change_all_the_time_are_followed_four_times_a_second(void **state)
{
    (void)state;
    struct player player;
    uint8_t message[32];
    assert_true(player_enter(&player, service.port));
    for (uint16_t i = 1; i <= 100; i++) {
        struct protocol_viewport viewport = {
            .width_css_px = 200 + i, .height_css_px = 200, .pixel_ratio_256 = 256};
        player_send(&player, message, protocol_write_viewport(message, sizeof message, &viewport));
        player_listen(&player, 10);
    }
    player_listen(&player, 600);
    assert_in_range(player.formats, 3, 9); // about two seconds, longer where the machine is slow
    assert_int_equal(player.format.visible_width_px, 300); // the last one is not forgotten
    leave(&player);
}

static void a_ping_is_answered_with_both_times(void **state)
{
    (void)state;
    struct player player;
    struct protocol_server_message next;
    uint8_t message[16];
    assert_true(player_enter(&player, service.port));
    uint64_t before_us = clock_now_us();
    player_send(&player, message, protocol_write_ping(message, sizeof message, 0x123456789abcdef0));
    assert_true(player_wait(&player, PROTOCOL_PONG, &next));
    assert_true(next.pong.client_us == 0x123456789abcdef0);
    assert_true(next.pong.server_us >= before_us && next.pong.server_us <= clock_now_us());
    leave(&player);
}

static void statistics_come_about_once_a_second(void **state)
{
    (void)state;
    struct player player;
    struct protocol_server_message message;
    assert_true(player_enter(&player, service.port));
    assert_true(player_wait(&player, PROTOCOL_STATISTICS, &message));
    uint64_t first_us = clock_now_us();
    assert_true(player_wait(&player, PROTOCOL_STATISTICS, &message));
    assert_true(clock_now_us() - first_us > 700000);
    assert_true(message.statistics.sent_bits_per_s > 0);
    assert_true(message.statistics.round_trip_us > 0);
    assert_true(message.statistics.frames_sent >= 2 && message.statistics.frames_sent <= player.frames);
    assert_int_equal(message.statistics.target_bits_per_s, 3000000);
    assert_true(message.statistics.players >= 1);
    leave(&player);
}

static void two_keyframe_requests_a_second_are_obeyed(void **state)
{
    (void)state;
    struct player player;
    uint8_t message[4];
    assert_true(player_enter(&player, service.port));
    assert_true(player_wait_frames(&player, 3));
    size_t size = protocol_write_keyframe_request(message, sizeof message);
    uint64_t start_us = clock_now_us();
    for (size_t i = 0; i < 20; i++) {
        player_send(&player, message, size);
        player_listen(&player, 50);
    }
    uint64_t half_seconds = (clock_now_us() - start_us) / 500000;
    player_listen(&player, 200);
    assert_in_range(player.keyframes, 2, 2 + half_seconds); // the one of the start among them
    assert_in_range(player.notices, 1, 1 + half_seconds / 2);
    assert_int_equal(player.formats, 1);
    leave(&player);
}

// ---- not watching ------------------------------------------------------------------------------

/// Frames made for everybody while a player listens for `time_ms`.
static uint64_t frames_made_within(struct player *player, uint32_t time_ms)
{
    uint64_t before = counters().frames_made;
    player_listen(player, time_ms);
    return counters().frames_made - before;
}

static void a_hidden_page_costs_no_frame_and_is_back_within_300_ms(void **state)
{
    (void)state;
    struct player player;
    struct protocol_server_message next;
    uint8_t message[4];
    assert_true(player_enter(&player, service.port));
    assert_true(player_wait_frames(&player, 5));
    player_send(&player, message, protocol_write_visibility(message, sizeof message, false));
    assert_true(player_wait(&player, PROTOCOL_PAUSE, &next));
    assert_int_equal(next.pause_reason, PROTOCOL_PAUSE_HIDDEN);
    player_listen(&player, 200); // what was under way
    assert_int_equal(frames_made_within(&player, 700), 0);
    uint64_t shown_us = clock_now_us();
    player_send(&player, message, protocol_write_visibility(message, sizeof message, true));
    assert_true(player_wait(&player, PROTOCOL_FRAME, &next));
    assert_true(clock_now_us() - shown_us < 300000);
    assert_true(next.frame.header.is_keyframe);
    assert_int_equal(player.resumes, 1);
    assert_true(player_wait_frames(&player, 5));
    leave(&player);
}

static void a_client_that_acknowledges_nothing_is_paused_until_it_does(void **state)
{
    (void)state;
    struct player player;
    struct protocol_server_message next;
    assert_true(player_enter(&player, service.port));
    assert_true(player_wait_frames(&player, 5));
    player.is_silent = true;
    assert_true(player_wait(&player, PROTOCOL_PAUSE, &next));
    assert_int_equal(next.pause_reason, PROTOCOL_PAUSE_SILENT);
    assert_true(player.statistics.frames_skipped > 0);
    assert_int_equal(frames_made_within(&player, 500), 0);
    player.is_silent = false;
    struct protocol_acknowledge acknowledge = {.frame = player.last_frame};
    uint8_t message[32];
    player_send(&player, message, protocol_write_acknowledge(message, sizeof message, &acknowledge));
    assert_true(player_wait(&player, PROTOCOL_RESUME, &next));
    assert_true(player_wait(&player, PROTOCOL_FRAME, &next));
    assert_true(next.frame.header.is_keyframe);
    assert_true(player_wait_frames(&player, 5));
    leave(&player);
}

static void nothing_is_made_for_a_socket_that_is_gone(void **state)
{
    (void)state;
    struct player player;
    struct player other;
    assert_true(player_enter(&player, service.port));
    assert_true(player_wait_frames(&player, 5));
    player_drop(&player);
    wait_for_sessions(0);
    assert_true(player_connect(&other, service.port)); // has not joined
    player_listen(&other, 100);
    assert_int_equal(frames_made_within(&other, 500), 0);
    player_drop(&other);
}

// ---- coming back -------------------------------------------------------------------------------

static void a_token_brings_the_same_avatar_back(void **state)
{
    (void)state;
    struct player first;
    struct player second;
    struct protocol_server_message message;
    assert_true(player_enter(&first, service.port));
    assert_true(player_wait_frames(&first, 3));
    uint32_t players = counters().players;
    struct protocol_hello hello = first.hello;
    leave(&first);
    uint64_t back_us = clock_now_us();
    assert_true(player_connect(&second, service.port));
    assert_true(player_join(&second, 320, 180, hello.token));
    assert_true(player_wait(&second, PROTOCOL_FRAME, &message));
    assert_true(clock_now_us() - back_us < 500000);
    assert_true(message.frame.header.is_keyframe);
    assert_int_equal(second.formats, 1);
    assert_int_equal(message.frame.header.input_sequence, 0);
    assert_int_equal(counters().players, players);
    assert_memory_not_equal(second.hello.token, hello.token, PROTOCOL_TOKEN_SIZE);
    leave(&second);
}

static void a_seat_resumed_elsewhere_says_goodbye_to_the_old_socket(void **state)
{
    (void)state;
    struct player first;
    struct player second;
    assert_true(player_enter(&first, service.port));
    assert_true(player_wait_frames(&first, 3));
    assert_true(player_connect(&second, service.port));
    assert_true(player_join(&second, 320, 180, first.hello.token));
    assert_int_equal(player_wait_for_end(&first), PROTOCOL_CLOSE_CODE_BASE + PROTOCOL_BYE_REPLACED);
    assert_int_equal(first.bye, PROTOCOL_BYE_REPLACED);
    assert_true(player_wait_frames(&second, 5));
    player_drop(&first);
    leave(&second);
}

static void an_avatar_left_alone_goes_after_a_while(void **state)
{
    (void)state;
    struct player player;
    assert_true(player_enter(&player, service.port));
    assert_true(player_wait_frames(&player, 3));
    leave(&player);
    assert_true(counters().players >= 1);
    uint64_t end_us = clock_now_us() + SERVICE_LINGER_US + PLAYER_WAIT_MS * (uint64_t)1000;
    while (counters().players > 0 && clock_now_us() < end_us)
        poll(NULL, 0, 10);
    assert_int_equal(counters().players, 0);
}

static void one_player_too_many_is_told_that_it_is_full(void **state)
{
    (void)state;
    struct player players[SERVICE_SESSIONS_MAX];
    struct player late;
    for (size_t i = 0; i < SERVICE_SESSIONS_MAX; i++)
        assert_true(player_enter(&players[i], service.port));
    assert_true(player_connect(&late, service.port));
    assert_false(player_join(&late, 320, 180, NULL));
    assert_int_equal(player_wait_for_end(&late), PROTOCOL_CLOSE_CODE_BASE + PROTOCOL_BYE_FULL);
    assert_int_equal(late.bye, PROTOCOL_BYE_FULL);
    player_drop(&late);
    player_drop(&players[0]);
    wait_for_sessions(SERVICE_SESSIONS_MAX - 1);
    assert_true(player_enter(&late, service.port)); // takes the seat that lingers
    assert_true(player_wait_frames(&late, 3));
    for (size_t i = 1; i < SERVICE_SESSIONS_MAX; i++)
        player_drop(&players[i]);
    leave(&late);
}

// ---- coming and going --------------------------------------------------------------------------

static size_t descriptors(void)
{
    size_t count = 0;
    DIR *folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

static void come_and_go(size_t times)
{
    for (size_t i = 0; i < times; i++) {
        struct player player;
        assert_true(player_enter(&player, service.port));
        if (i % 2 == 0)
            assert_true(player_wait_frames(&player, 2));
        leave(&player);
    }
}

/// What the last ones held is given back a little later.
static bool is_down_to(size_t descriptors_before, size_t bytes_before)
{
    size_t bytes = mallinfo2().uordblks; // 0 under sanitizers, whose own leak check sees to it
    return descriptors() == descriptors_before && bytes <= bytes_before + 256 * 1024;
}

static void a_hundred_joins_and_leaves_take_nothing(void **state)
{
    (void)state;
    come_and_go(20); // what is kept once is kept now
    poll(NULL, 0, 200);
    size_t descriptors_before = descriptors();
    size_t bytes_before = mallinfo2().uordblks;
    come_and_go(100);
    uint64_t end_us = clock_now_us() + PLAYER_WAIT_MS * (uint64_t)1000;
    while (!is_down_to(descriptors_before, bytes_before) && clock_now_us() < end_us)
        poll(NULL, 0, 10);
    assert_true(is_down_to(descriptors_before, bytes_before));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_gets_hello_format_and_a_picture_that_decodes),
        cmocka_unit_test(frame_ids_and_stages_rise),
        cmocka_unit_test(a_tap_is_shown_by_the_frame_that_says_so),
        cmocka_unit_test(players_see_pictures_of_their_own_size),
        cmocka_unit_test(a_new_viewport_brings_a_format_and_a_keyframe),
        cmocka_unit_test(sizes_that_change_all_the_time_are_followed_four_times_a_second),
        cmocka_unit_test(a_ping_is_answered_with_both_times),
        cmocka_unit_test(statistics_come_about_once_a_second),
        cmocka_unit_test(two_keyframe_requests_a_second_are_obeyed),
        cmocka_unit_test(a_hidden_page_costs_no_frame_and_is_back_within_300_ms),
        cmocka_unit_test(a_client_that_acknowledges_nothing_is_paused_until_it_does),
        cmocka_unit_test(nothing_is_made_for_a_socket_that_is_gone),
        cmocka_unit_test(a_token_brings_the_same_avatar_back),
        cmocka_unit_test(a_seat_resumed_elsewhere_says_goodbye_to_the_old_socket),
        cmocka_unit_test(an_avatar_left_alone_goes_after_a_while),
        cmocka_unit_test(one_player_too_many_is_told_that_it_is_full),
        cmocka_unit_test(a_hundred_joins_and_leaves_take_nothing),
    };
    if (!service_start(&service))
        return 1;
    int failed = cmocka_run_group_tests_name("server", tests, NULL, NULL);
    service_stop(&service);
    return failed;
}
