// Signs of life: who answers pings stays, who does not is disconnected and finds the seat kept.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cloudsvc/base/clock.h"
#include "tests/data/player.h"
#include "tests/data/service.h"

enum {
    PING_AFTER_US = 400000,
    TIMEOUT_AFTER_US = 1200000,
    PROXY_IDLE_US = 25000000, // a ping must pass proxies more often than they hang up
};

static struct service service = {.ping_after_us = PING_AFTER_US, .timeout_after_us = TIMEOUT_AFTER_US};

/// Enters, and hides its page: no frame comes, so that there is nothing to acknowledge.
static void enter_hidden(struct player *player)
{
    struct protocol_server_message message;
    uint8_t hidden[4];
    assert_true(player_enter(player, service.port));
    assert_true(player_wait_frames(player, 3));
    player_send(player, hidden, protocol_write_visibility(hidden, sizeof hidden, false));
    assert_true(player_wait(player, PROTOCOL_PAUSE, &message));
}

static void a_player_who_answers_pings_stays(void **state)
{
    (void)state;
    struct player player;
    enter_hidden(&player);
    player_listen(&player, 3 * TIMEOUT_AFTER_US / 1000);
    assert_int_equal(player.bye, 0);
    assert_int_equal(session_host_counters(service.host).sessions, 1);
    player_drop(&player);
}

static void a_silent_peer_is_disconnected_and_its_seat_is_kept(void **state)
{
    (void)state;
    struct player silent;
    struct player again;
    enter_hidden(&silent);
    uint64_t hidden_us = clock_now_us();
    uint64_t end_us = hidden_us + PLAYER_WAIT_MS * (uint64_t)1000;
    struct session_host_counters counters = session_host_counters(service.host);
    uint32_t sessions = counters.sessions;
    while (counters.sessions == sessions && clock_now_us() < end_us) // reads nothing, and so answers no ping
        counters = session_host_counters(service.host);
    assert_in_range(clock_now_us() - hidden_us, TIMEOUT_AFTER_US - 100000, PLAYER_WAIT_MS * 1000 - 1);
    assert_int_equal(player_wait_for_end(&silent), PROTOCOL_CLOSE_CODE_BASE + PROTOCOL_BYE_TIMEOUT);
    assert_int_equal(silent.bye, PROTOCOL_BYE_TIMEOUT);
    assert_true(player_connect(&again, service.port));
    assert_true(player_join(&again, 320, 180, silent.hello.token));
    assert_true(player_wait_frames(&again, 3));
    assert_int_equal(session_host_counters(service.host).players, counters.players);
    player_drop(&silent);
    player_drop(&again);
}

static void the_servers_own_interval_is_below_a_proxys(void **state)
{
    (void)state;
    assert_true(SERVER_PING_AFTER_US + SESSION_CHECK_INTERVAL_US < PROXY_IDLE_US);
    assert_true(SERVER_TIMEOUT_AFTER_US > 2 * SERVER_PING_AFTER_US);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_player_who_answers_pings_stays),
        cmocka_unit_test(a_silent_peer_is_disconnected_and_its_seat_is_kept),
        cmocka_unit_test(the_servers_own_interval_is_below_a_proxys),
    };
    if (!service_start(&service))
        return 1;
    int failed = cmocka_run_group_tests_name("keepalive", tests, NULL, NULL);
    service_stop(&service);
    return failed;
}
