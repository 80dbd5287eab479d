// Who may open a WebSocket.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cloudsvc/server/upgrade.h"

#define HOST "play.example:8080"

static struct upgrade good(void)
{
    return (struct upgrade){
        .method = "GET",
        .upgrade = "websocket",
        .host = HOST,
        .origin = "http://" HOST,
        .protocols = "waystream.1",
        .version = "13",
    };
}

static void a_browser_on_our_own_page_is_let_in(void **state)
{
    (void)state;
    struct upgrade request = good();
    assert_int_equal(upgrade_judge(&request), UPGRADE_OK);
    request.upgrade = "WebSocket";
    assert_int_equal(upgrade_judge(&request), UPGRADE_OK);
}

static void origins_are_compared_exactly(void **state)
{
    (void)state;
    static const struct {
        const char *origin, *host;
        enum upgrade_verdict verdict;
    } cases[] = {
        {NULL, HOST, UPGRADE_OK},            // a program
        {"https://" HOST, HOST, UPGRADE_OK}, // through a proxy that speaks TLS
        {"HTTP://Play.Example:8080", HOST, UPGRADE_OK},
        {"http://[::1]:8080", "[::1]:8080", UPGRADE_OK},
        {"null", HOST, UPGRADE_FOREIGN_ORIGIN}, // a sandboxed frame, a local file
        {"", HOST, UPGRADE_FOREIGN_ORIGIN},
        {"http://evil.example:8080", HOST, UPGRADE_FOREIGN_ORIGIN},
        {"http://play.example", HOST, UPGRADE_FOREIGN_ORIGIN},
        {"http://play.example:8081", HOST, UPGRADE_FOREIGN_ORIGIN},
        {"http://play.example:80800", HOST, UPGRADE_FOREIGN_ORIGIN},
        {"http://play.example:8080.evil.example", HOST, UPGRADE_FOREIGN_ORIGIN},
        {"http://evil.example/http://play.example:8080", HOST, UPGRADE_FOREIGN_ORIGIN},
        {"http://play.example:8080/", HOST, UPGRADE_FOREIGN_ORIGIN},
        {"http://play.example:8080@evil.example", HOST, UPGRADE_FOREIGN_ORIGIN},
        {"ftp://play.example:8080", HOST, UPGRADE_FOREIGN_ORIGIN},
        {"play.example:8080", HOST, UPGRADE_FOREIGN_ORIGIN},
        {"http://" HOST, NULL, UPGRADE_NO_HOST},
        {"http://", "", UPGRADE_NO_HOST},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct upgrade request = good();
        request.origin = cases[i].origin;
        request.host = cases[i].host;
        if (upgrade_judge(&request) != cases[i].verdict)
            fail_msg("case %zu: origin %s", i, cases[i].origin ? cases[i].origin : "none");
    }
}

static void the_subprotocol_must_be_among_those_offered(void **state)
{
    (void)state;
    static const struct {
        const char *protocols;
        enum upgrade_verdict verdict;
    } cases[] = {
        {"waystream.1", UPGRADE_OK},
        {"chat, waystream.1", UPGRADE_OK},
        {"waystream.1 ,chat", UPGRADE_OK},
        {",,\twaystream.1\t,", UPGRADE_OK},
        {NULL, UPGRADE_NO_PROTOCOL},
        {"", UPGRADE_NO_PROTOCOL},
        {",", UPGRADE_NO_PROTOCOL},
        {"waystream.2", UPGRADE_NO_PROTOCOL},
        {"waystream.11", UPGRADE_NO_PROTOCOL},
        {"waystream", UPGRADE_NO_PROTOCOL},
        {"Waystream.1", UPGRADE_NO_PROTOCOL},
        {"waystream.1 chat", UPGRADE_NO_PROTOCOL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct upgrade request = good();
        request.protocols = cases[i].protocols;
        if (upgrade_judge(&request) != cases[i].verdict)
            fail_msg("protocols \"%s\"", cases[i].protocols ? cases[i].protocols : "none");
    }
}

static void other_upgrades_and_versions_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *method, *upgrade, *version;
        enum upgrade_verdict verdict;
    } cases[] = {
        {"GET", "h2c", "13", UPGRADE_NOT_WEBSOCKET},
        {"GET", "websocket, h2c", "13", UPGRADE_NOT_WEBSOCKET},
        {"GET", NULL, "13", UPGRADE_NOT_WEBSOCKET},
        {NULL, "websocket", "13", UPGRADE_NOT_WEBSOCKET},
        {"GET", "websocket", "12", UPGRADE_WRONG_VERSION},
        {"GET", "websocket", "13, 8", UPGRADE_WRONG_VERSION},
        {"GET", "websocket", "", UPGRADE_WRONG_VERSION},
        {"GET", "websocket", NULL, UPGRADE_WRONG_VERSION},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct upgrade request = good();
        request.method = cases[i].method;
        request.upgrade = cases[i].upgrade;
        request.version = cases[i].version;
        assert_int_equal(upgrade_judge(&request), cases[i].verdict);
    }
}

static void every_refusal_has_a_status(void **state)
{
    (void)state;
    assert_int_equal(upgrade_status(UPGRADE_FOREIGN_ORIGIN), 403);
    assert_int_equal(upgrade_status(UPGRADE_WRONG_VERSION), 426);
    assert_int_equal(upgrade_status(UPGRADE_NO_PROTOCOL), 400);
    assert_int_equal(upgrade_status(UPGRADE_NOT_WEBSOCKET), 400);
    assert_int_equal(upgrade_status(UPGRADE_NO_HOST), 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_browser_on_our_own_page_is_let_in),
        cmocka_unit_test(origins_are_compared_exactly),
        cmocka_unit_test(the_subprotocol_must_be_among_those_offered),
        cmocka_unit_test(other_upgrades_and_versions_are_refused),
        cmocka_unit_test(every_refusal_has_a_status),
    };
    return cmocka_run_group_tests_name("upgrade", tests, NULL, NULL);
}
