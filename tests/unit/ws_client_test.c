// The WebSocket client against a scripted server: the script is the bytes that follow the handshake.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/latency/ws_client.h"

enum { REQUEST_MAX = 2048, HEARD_MAX = 200 * 1024, MESSAGE_MAX = 128 * 1024, PATIENCE_MS = 5000 };

struct server {
    const char *status;      // NULL: 101
    const char *subprotocol; // that it chooses
    bool has_wrong_accept;
    const uint8_t *script;
    size_t script_size;
    size_t step;       // bytes a write; 0: all at once
    bool closes_early; // right behind the script
    uint16_t port;
    int listener;
    pthread_t thread;
    char request[REQUEST_MAX];
    uint8_t *heard; // after the handshake
    size_t heard_size;
};

static void write_all(int connection, const void *data, size_t size)
{
    for (size_t done = 0; done < size;) {
        const ssize_t count = send(connection, (const uint8_t *)data + done, size - done, MSG_NOSIGNAL);
        if (count <= 0) {
            return;
        }
        done += (size_t)count;
    }
}

static void read_request(struct server *server, int connection)
{
    size_t size = 0;
    while (size < REQUEST_MAX - 1 && !strstr(server->request, "\r\n\r\n") &&
           recv(connection, server->request + size, 1, 0) == 1) {
        size++;
    }
}

static void answer(struct server *server, int connection)
{
    char key[64] = "";
    char text[128];
    char accept[64];
    uint8_t digest[SHA_DIGEST_LENGTH];
    const char *line = strstr(server->request, "Sec-WebSocket-Key: ");
    if (line) {
        sscanf(line, "Sec-WebSocket-Key: %63[^\r]", key);
    }
    snprintf(text, sizeof text, "%s258EAFA5-E914-47DA-95CA-C5AB0DC85B11%s", key,
             server->has_wrong_accept ? "?" : "");
    SHA1((const uint8_t *)text, strlen(text), digest);
    EVP_EncodeBlock((uint8_t *)accept, digest, sizeof digest);
    char out[512];
    const int size = snprintf(out, sizeof out,
                              "HTTP/1.1 %s\r\nupgrade: WebSocket\r\nConnection: Upgrade\r\n"
                              "sec-websocket-accept:  %s\r\nSec-WebSocket-Protocol: %s\r\n\r\n",
                              server->status ? server->status : "101 Switching Protocols", accept,
                              server->subprotocol ? server->subprotocol : "test.1");
    write_all(connection, out, (size_t)size);
}

static void *serve(void *context)
{
    struct server *server = context;
    const int connection = accept(server->listener, NULL, NULL);
    read_request(server, connection);
    answer(server, connection);
    const size_t step = server->step ? server->step : server->script_size;
    for (size_t done = 0; done < server->script_size; done += step) {
        const size_t left = server->script_size - done;
        write_all(connection, server->script + done, left < step ? left : step);
        usleep(server->step ? 200 : 0);
    }
    while (!server->closes_early && server->heard_size < HEARD_MAX) {
        const ssize_t count =
            recv(connection, server->heard + server->heard_size, HEARD_MAX - server->heard_size, 0);
        if (count <= 0) {
            break;
        }
        server->heard_size += (size_t)count;
    }
    close(connection);
    return NULL;
}

static void start(struct server *server)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    server->heard = malloc(HEARD_MAX);
    server->listener = socket(AF_INET, SOCK_STREAM, 0);
    assert_non_null(server->heard);
    assert_int_equal(bind(server->listener, (struct sockaddr *)&address, sizeof address), 0);
    assert_int_equal(listen(server->listener, 1), 0);
    assert_int_equal(getsockname(server->listener, (struct sockaddr *)&address, &size), 0);
    server->port = ntohs(address.sin_port);
    assert_int_equal(pthread_create(&server->thread, NULL, serve, server), 0);
}

static struct ws_client *join(struct server *server, const char *origin, char *error)
{
    char url[64];
    start(server);
    snprintf(url, sizeof url, "ws://127.0.0.1:%u/play?x=1", server->port);
    const struct ws_client_options options = {.url = url,
                                              .subprotocol = "test.1",
                                              .origin = origin,
                                              .timeout_ms = PATIENCE_MS,
                                              .message_bytes_max = MESSAGE_MAX};
    return ws_client_create(&options, error);
}

/// Ends client and server; then what the server heard may be read.
static void leave(struct server *server, struct ws_client *client)
{
    ws_client_destroy(client);
    pthread_join(server->thread, NULL);
    close(server->listener);
}

static void expect_message(struct ws_client *client, enum ws_opcode opcode, const char *text)
{
    struct ws_message message;
    assert_int_equal(ws_client_receive(client, PATIENCE_MS, &message), WS_MESSAGE);
    assert_int_equal(message.opcode, opcode);
    assert_int_equal(message.size, strlen(text));
    assert_memory_equal(message.data, text, message.size);
}

// ---- handshake -------------------------------------------------------------------------------------

static void the_request_says_path_host_subprotocol_and_origin(void **state)
{
    (void)state;
    char error[WS_CLIENT_ERROR_MAX];
    char host[64];
    struct server server = {0};
    struct ws_client *client = join(&server, "http://example.org", error);
    assert_non_null(client);
    leave(&server, client);
    snprintf(host, sizeof host, "\r\nHost: 127.0.0.1:%u\r\n", server.port);
    assert_ptr_equal(strstr(server.request, "GET /play?x=1 HTTP/1.1\r\n"), server.request);
    assert_non_null(strstr(server.request, host));
    assert_non_null(strstr(server.request, "\r\nSec-WebSocket-Protocol: test.1\r\n"));
    assert_non_null(strstr(server.request, "\r\nOrigin: http://example.org\r\n"));
    free(server.heard);
}

static void a_refusal_quotes_the_status_line(void **state)
{
    (void)state;
    char error[WS_CLIENT_ERROR_MAX];
    struct server server = {.status = "403 Forbidden", .closes_early = true};
    assert_null(join(&server, NULL, error));
    assert_non_null(strstr(error, "403 Forbidden"));
    assert_null(strstr(server.request, "Origin"));
    leave(&server, NULL);
    free(server.heard);
}

static void a_wrong_accept_key_or_subprotocol_is_no_connection(void **state)
{
    (void)state;
    char error[WS_CLIENT_ERROR_MAX];
    struct server servers[] = {{.has_wrong_accept = true}, {.subprotocol = "test.2"}};
    for (size_t i = 0; i < 2; i++) {
        assert_null(join(&servers[i], NULL, error));
        assert_non_null(strstr(error, "handshake"));
        leave(&servers[i], NULL);
        free(servers[i].heard);
    }
}

static void an_address_that_cannot_be_is_refused(void **state)
{
    (void)state;
    static const char *const urls[] = {"",           "http://127.0.0.1/", "ws://",
                                       "ws:///path", "wss://127.0.0.1/",  "ws://127.0.0.1:1x/"};
    for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++) {
        char error[WS_CLIENT_ERROR_MAX] = "";
        const struct ws_client_options options = {
            .url = urls[i], .timeout_ms = 100, .message_bytes_max = 100};
        assert_null(ws_client_create(&options, error));
        if (!strstr(error, "not an address")) {
            fail_msg("\"%s\": %s", urls[i], error);
        }
    }
}

// ---- receiving -------------------------------------------------------------------------------------

static const uint8_t fragments[] = {
    0x02, 3, 'o',  'n',  'e',                                                 // binary, not final
    0x89, 2, 'h',  'i',                                                       // a ping in between
    0x00, 1, '+',                                                             // goes on
    0x80, 3, 't',  'w',  'o',                                                 // final
    0x81, 4, 't',  'e',  'x', 't', 0x82, 0x7E, 0, 5, 'l', 'a', 'r', 'g', 'e', // 16-bit length
    0x88, 2, 0x0F, 0xA1,                                                      // close with 4001
};

static void fragments_are_put_together_however_they_arrive(void **state)
{
    (void)state;
    static const size_t steps[] = {0, 1, 2, 7};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        char error[WS_CLIENT_ERROR_MAX];
        struct ws_message message;
        struct server server = {.script = fragments, .script_size = sizeof fragments, .step = steps[i]};
        struct ws_client *client = join(&server, NULL, error);
        assert_non_null(client);
        expect_message(client, WS_BINARY, "one+two");
        expect_message(client, WS_TEXT, "text");
        assert_int_equal(ws_client_close_code(client), 0);
        expect_message(client, WS_BINARY, "large");
        assert_int_equal(ws_client_receive(client, PATIENCE_MS, &message), WS_CLOSED);
        assert_int_equal(ws_client_close_code(client), 4001);
        leave(&server, client);
        free(server.heard);
    }
}

static void a_ping_is_answered_with_its_own_words(void **state)
{
    (void)state;
    char error[WS_CLIENT_ERROR_MAX];
    struct ws_message message;
    struct server server = {.script = fragments, .script_size = sizeof fragments};
    struct ws_client *client = join(&server, NULL, error);
    assert_non_null(client);
    while (ws_client_receive(client, PATIENCE_MS, &message) == WS_MESSAGE) {
    }
    leave(&server, client);
    const uint8_t *pong = server.heard;
    assert_true(server.heard_size >= 8);
    assert_int_equal(pong[0], 0x80 | WS_PONG);
    assert_int_equal(pong[1], 0x80 | 2);
    assert_int_equal(pong[6] ^ pong[2], 'h');
    assert_int_equal(pong[7] ^ pong[3], 'i');
    free(server.heard);
}

static void a_breach_or_a_lost_connection_closes_without_a_code(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        uint8_t bytes[12];
        size_t size;
    } cases[] = {
        {"masked by the server", {0x82, 0x81, 1, 2, 3, 4, 5}, 7},
        {"reserved bit", {0xC2, 1, 'x'}, 3},
        {"continuation of nothing", {0x80, 1, 'x'}, 3},
        {"new message inside another", {0x02, 1, 'x', 0x82, 1, 'y'}, 6},
        {"fragmented ping", {0x09, 0}, 2},
        {"long ping", {0x89, 0x7E, 0, 126}, 4},
        {"longer than allowed", {0x82, 0x7F, 0, 0, 0, 0, 0, 2, 0, 1}, 10},
        {"longer than 63 bits", {0x82, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}, 10},
        {"connection lost in a message", {0x82, 5, 'x'}, 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char error[WS_CLIENT_ERROR_MAX];
        struct ws_message message;
        struct server server = {.script = cases[i].bytes, .script_size = cases[i].size, .closes_early = true};
        struct ws_client *client = join(&server, NULL, error);
        assert_non_null(client);
        if (ws_client_receive(client, PATIENCE_MS, &message) != WS_CLOSED ||
            ws_client_close_code(client) != 1006) {
            fail_msg("%s: not closed with 1006", cases[i].what);
        }
        leave(&server, client);
        free(server.heard);
    }
}

static void waiting_for_nothing_ends_in_time(void **state)
{
    (void)state;
    char error[WS_CLIENT_ERROR_MAX];
    struct ws_message message;
    struct server server = {0};
    struct ws_client *client = join(&server, NULL, error);
    assert_non_null(client);
    assert_int_equal(ws_client_receive(client, 0, &message), WS_NOTHING);
    assert_int_equal(ws_client_receive(client, 5, &message), WS_NOTHING);
    leave(&server, client);
    free(server.heard);
}

// ---- sending ---------------------------------------------------------------------------------------

static void what_is_sent_is_masked_and_whole_at_every_length(void **state)
{
    (void)state;
    static const size_t sizes[] = {0, 1, 125, 126, 65535, 65536, MESSAGE_MAX};
    static uint8_t data[MESSAGE_MAX];
    for (size_t i = 0; i < MESSAGE_MAX; i++) {
        data[i] = (uint8_t)(i * 7 + i / 256);
    }
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char error[WS_CLIENT_ERROR_MAX];
        struct server server = {0};
        struct ws_client *client = join(&server, NULL, error);
        assert_non_null(client);
        assert_true(ws_client_send(client, WS_BINARY, data, sizes[i]));
        leave(&server, client);
        const size_t length_bytes = sizes[i] < 126 ? 0 : sizes[i] <= 65535 ? 2 : 8;
        const uint8_t *mask = server.heard + 2 + length_bytes;
        assert_int_equal(server.heard_size, 6 + length_bytes + sizes[i]);
        assert_int_equal(server.heard[0], 0x82);
        assert_int_equal(server.heard[1], 0x80 | (length_bytes == 0   ? sizes[i]
                                                  : length_bytes == 2 ? 126
                                                                      : 127));
        for (size_t k = 0; k < sizes[i]; k++) {
            assert_int_equal(mask[4 + k] ^ mask[k % 4], data[k]);
        }
        free(server.heard);
    }
}

static void a_message_above_the_limit_is_not_sent(void **state)
{
    (void)state;
    char error[WS_CLIENT_ERROR_MAX];
    struct server server = {0};
    struct ws_client *client = join(&server, NULL, error);
    assert_non_null(client);
    assert_false(ws_client_send(client, WS_BINARY, "", MESSAGE_MAX + 1));
    leave(&server, client);
    assert_int_equal(server.heard_size, 0);
    free(server.heard);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_request_says_path_host_subprotocol_and_origin),
        cmocka_unit_test(a_refusal_quotes_the_status_line),
        cmocka_unit_test(a_wrong_accept_key_or_subprotocol_is_no_connection),
        cmocka_unit_test(an_address_that_cannot_be_is_refused),
        cmocka_unit_test(fragments_are_put_together_however_they_arrive),
        cmocka_unit_test(a_ping_is_answered_with_its_own_words),
        cmocka_unit_test(a_breach_or_a_lost_connection_closes_without_a_code),
        cmocka_unit_test(waiting_for_nothing_ends_in_time),
        cmocka_unit_test(what_is_sent_is_masked_and_whole_at_every_length),
        cmocka_unit_test(a_message_above_the_limit_is_not_sent),
    };
    return cmocka_run_group_tests_name("ws_client", tests, NULL, NULL);
}
