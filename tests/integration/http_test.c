// The page and its files over HTTP, and nothing else.

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/data/raw_socket.h"
#include "tests/data/service.h"

enum { WAIT_MS = 10000 };

static struct service service;

/// Sends a request on an open connection and reads the head of the answer.
static unsigned request(struct raw_socket *raw, const char *method, const char *path, const char *lines,
                        char *head)
{
    char text[8192];
    snprintf(text, sizeof text, "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n%s\r\n", method, path, service.port,
             lines);
    assert_true(raw_send(raw, text, strlen(text)));
    return raw_read_head(raw, head, WAIT_MS);
}

static unsigned ask(const char *method, const char *path, const char *lines, char *head)
{
    struct raw_socket raw;
    assert_true(raw_open(&raw, service.port));
    unsigned status = request(&raw, method, path, lines, head);
    raw_close(&raw);
    return status;
}

/// Copies the value of a header.
static void header(const char *head, const char *name, char value[256])
{
    char start[64];
    value[0] = '\0';
    snprintf(start, sizeof start, "\r\n%s: ", name);
    const char *at = strcasestr(head, start);
    if (!at)
        fail_msg("no %s in\n%s", name, head);
    else
        sscanf(at + strlen(start), "%255[^\r]", value);
}

static void the_page_is_served_whole(void **state)
{
    (void)state;
    static const struct {
        const char *path, *file, *type;
    } cases[] = {
        {"/", "web/index.html", "text/html; charset=utf-8"},
        {"/?hud=1", "web/index.html", "text/html; charset=utf-8"},
        {"/protocol.js", "web/protocol.js", "text/javascript; charset=utf-8"},
        {"/style.css", "web/style.css", "text/css; charset=utf-8"},
        {"/icon.svg", "web/icon.svg", "image/svg+xml"},
    };
    static char content[1024 * 1024];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct raw_socket raw;
        char head[RAW_HEAD_MAX];
        char value[256];
        FILE *file = fopen(cases[i].file, "rb");
        assert_non_null(file);
        size_t size = fread(content, 1, sizeof content, file);
        fclose(file);
        assert_true(raw_open(&raw, service.port));
        assert_int_equal(request(&raw, "GET", cases[i].path, "", head), 200);
        header(head, "Content-Type", value);
        assert_string_equal(value, cases[i].type);
        header(head, "Content-Length", value);
        assert_int_equal(strtoul(value, NULL, 10), size);
        const uint8_t *body = raw_read_body(&raw, size, WAIT_MS);
        assert_non_null(body);
        assert_memory_equal(body, content, size);
        raw_close(&raw);
    }
}

static void every_answer_says_what_the_page_may_do(void **state)
{
    (void)state;
    static const char *const paths[] = {"/", "/protocol.js", "/nothing"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char head[RAW_HEAD_MAX];
        char value[256];
        ask("GET", paths[i], "", head);
        header(head, "Content-Security-Policy", value);
        assert_non_null(strstr(value, "default-src 'none'"));
        assert_non_null(strstr(head, "frame-ancestors 'none'"));
        assert_null(strstr(head, "unsafe-"));
        header(head, "X-Content-Type-Options", value);
        assert_string_equal(value, "nosniff");
        header(head, "Referrer-Policy", value);
        assert_string_equal(value, "no-referrer");
        header(head, "Cross-Origin-Opener-Policy", value);
        assert_string_equal(value, "same-origin");
        header(head, "Cross-Origin-Embedder-Policy", value);
        assert_string_equal(value, "require-corp");
    }
}

static void no_file_of_the_page_is_forgotten(void **state)
{
    (void)state;
    static const char *const endings[] = {".html", ".js", ".css", ".svg", ".png", ".woff2"};
    struct dirent *entry;
    DIR *folder = opendir("web");
    assert_non_null(folder);
    while ((entry = readdir(folder))) {
        const char *ending = strrchr(entry->d_name, '.');
        for (size_t i = 0; ending && i < sizeof endings / sizeof *endings; i++) {
            char path[300];
            char head[RAW_HEAD_MAX];
            snprintf(path, sizeof path, "/%s", entry->d_name);
            if (strcmp(ending, endings[i]) == 0 && ask("GET", path, "", head) != 200)
                fail_msg("%s is not served: cloudsvc/server/files.c lists what is", path);
        }
    }
    closedir(folder);
}

static void head_gives_the_headers_alone_and_the_connection_goes_on(void **state)
{
    (void)state;
    struct raw_socket raw;
    char head[RAW_HEAD_MAX];
    char value[256];
    assert_true(raw_open(&raw, service.port));
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(request(&raw, "HEAD", "/", "", head), 200);
        header(head, "Content-Length", value);
        assert_true(strtoul(value, NULL, 10) > 0);
    }
    raw_close(&raw);
}

static void a_file_that_is_known_is_not_sent_again(void **state)
{
    (void)state;
    char head[RAW_HEAD_MAX];
    char etag[256];
    char other[256];
    char lines[512];
    ask("GET", "/", "", head);
    header(head, "ETag", other);
    ask("GET", "/protocol.js", "", head);
    header(head, "ETag", etag);
    assert_string_not_equal(etag, other);
    const struct {
        const char *before, *etag;
        unsigned status;
    } cases[] = {
        {"", etag, 304}, {"\"x\", ", etag, 304}, {"W/", etag, 304}, {"*", "", 304}, {"", other, 200}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(lines, sizeof lines, "If-None-Match: %s%s\r\n", cases[i].before, cases[i].etag);
        assert_int_equal(ask("GET", "/protocol.js", lines, head), cases[i].status);
    }
}

static void there_is_nothing_else(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "/nothing",
        "/web/index.html",
        "/index.html/",
        "/protocol.js/x",
        "/PROTOCOL.JS",
        "/README.md",
        "/../Makefile",
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e%5cMakefile",
        "/.%00/protocol.js",
        "/protocol.js%00.html",
        "/protocol%2ejs%2f",
        "/./../web/protocol.js",
        "/etc/passwd",
        "/proc/self/environ",
    };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char head[RAW_HEAD_MAX];
        unsigned status = ask("GET", paths[i], "", head);
        if (status != 404 && status != 403 && status != 0)
            fail_msg("%s is answered with %u", paths[i], status);
    }
}

static void only_get_and_head_are_answered(void **state)
{
    (void)state;
    static const char *const methods[] = {"POST",  "PUT",     "DELETE", "OPTIONS",
                                          "PATCH", "CONNECT", "TRACE",  "BREW"};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        char head[RAW_HEAD_MAX];
        unsigned status = ask(methods[i], "/", "Content-Length: 0\r\n", head);
        if (status != 405 && status != 403 && status != 0)
            fail_msg("%s is answered with %u", methods[i], status);
    }
}

static void headers_without_end_are_cut_off(void **state)
{
    (void)state;
    struct raw_socket raw;
    static char lines[4000];
    char head[RAW_HEAD_MAX];
    memset(lines, 'a', sizeof lines - 1);
    assert_true(raw_open(&raw, service.port));
    raw_send(&raw, "GET / HTTP/1.1\r\nX-Long: ", 24);
    bool is_open = true;
    for (size_t i = 0; i < 2000 && is_open; i++)
        is_open = raw_send(&raw, lines, sizeof lines - 1);
    if (is_open)
        assert_true(raw_is_ended(&raw, 2 * WAIT_MS));
    raw_close(&raw);
    assert_int_equal(ask("GET", "/", "", head), 200);
}

static void many_connections_are_served_side_by_side(void **state)
{
    (void)state;
    enum { CONNECTIONS = 64 };
    static struct raw_socket raws[CONNECTIONS];
    char head[RAW_HEAD_MAX];
    for (size_t i = 0; i < CONNECTIONS; i++)
        assert_true(raw_open(&raws[i], service.port));
    for (size_t i = 0; i < CONNECTIONS; i++)
        assert_int_equal(request(&raws[i], "GET", "/protocol.js", "", head), 200);
    for (size_t i = 0; i < CONNECTIONS; i++)
        raw_close(&raws[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_is_served_whole),
        cmocka_unit_test(every_answer_says_what_the_page_may_do),
        cmocka_unit_test(no_file_of_the_page_is_forgotten),
        cmocka_unit_test(head_gives_the_headers_alone_and_the_connection_goes_on),
        cmocka_unit_test(a_file_that_is_known_is_not_sent_again),
        cmocka_unit_test(there_is_nothing_else),
        cmocka_unit_test(only_get_and_head_are_answered),
        cmocka_unit_test(headers_without_end_are_cut_off),
        cmocka_unit_test(many_connections_are_served_side_by_side),
    };
    if (!service_start(&service))
        return 1;
    int failed = cmocka_run_group_tests_name("http", tests, NULL, NULL);
    service_stop(&service);
    return failed;
}
