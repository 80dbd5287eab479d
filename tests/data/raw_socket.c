#include "tests/data/raw_socket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cloudsvc/base/clock.h"

bool raw_open(struct raw_socket *raw, uint16_t port)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int on = 1;
    *raw = (struct raw_socket){.descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    raw->input = malloc(RAW_INPUT_MAX);
    if (raw->input && raw->descriptor >= 0 &&
        connect(raw->descriptor, (struct sockaddr *)&address, sizeof address) == 0 &&
        setsockopt(raw->descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) == 0)
        return true;
    raw_close(raw);
    return false;
}

void raw_close(struct raw_socket *raw)
{
    if (raw->descriptor >= 0 && raw->input)
        close(raw->descriptor);
    free(raw->input);
    *raw = (struct raw_socket){.descriptor = -1};
}

void raw_reset(struct raw_socket *raw)
{
    struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    setsockopt(raw->descriptor, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    raw_close(raw);
}

bool raw_send(struct raw_socket *raw, const void *data, size_t size)
{
    const uint8_t *rest = data;
    while (size > 0) {
        ssize_t sent = send(raw->descriptor, rest, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        rest += sent;
        size -= (size_t)sent;
    }
    return true;
}

// ---- reading -----------------------------------------------------------------------------------

/// Drops what the last read has used.
static void drop_taken(struct raw_socket *raw)
{
    memmove(raw->input, raw->input + raw->taken, raw->input_size - raw->taken);
    raw->input_size -= raw->taken;
    raw->taken = 0;
}

/// Waits for more.
/// @return false when the connection ended, the time is up or the room is full
static bool read_more(struct raw_socket *raw, uint64_t deadline_us)
{
    struct pollfd entry = {.fd = raw->descriptor, .events = POLLIN};
    uint64_t now_us = clock_now_us();
    int left_ms = now_us < deadline_us ? (int)((deadline_us - now_us + 999) / 1000) : 0;
    if (raw->input_size == RAW_INPUT_MAX || poll(&entry, 1, left_ms) <= 0)
        return false;
    ssize_t size = recv(raw->descriptor, raw->input + raw->input_size, RAW_INPUT_MAX - raw->input_size, 0);
    if (size <= 0)
        return false;
    raw->input_size += (size_t)size;
    return true;
}

/// Makes sure that `size` bytes are there.
static bool need(struct raw_socket *raw, size_t size, uint64_t deadline_us)
{
    while (raw->input_size < size) {
        if (!read_more(raw, deadline_us))
            return false;
    }
    return true;
}

static uint64_t deadline(uint32_t timeout_ms)
{
    return clock_now_us() + timeout_ms * (uint64_t)1000;
}

unsigned raw_read_head(struct raw_socket *raw, char *head, uint32_t timeout_ms)
{
    uint64_t deadline_us = deadline(timeout_ms);
    unsigned status = 0;
    drop_taken(raw);
    const uint8_t *end = NULL;
    while (!end) {
        end = memmem(raw->input, raw->input_size, "\r\n\r\n", 4);
        if (!end && !read_more(raw, deadline_us))
            return 0;
    }
    raw->taken = (size_t)(end - raw->input) + 4;
    size_t size = raw->taken < RAW_HEAD_MAX ? raw->taken : RAW_HEAD_MAX - 1;
    memcpy(head, raw->input, size);
    head[size] = '\0';
    return sscanf(head, "HTTP/1.%*1[01] %u ", &status) == 1 ? status : 0;
}

const uint8_t *raw_read_body(struct raw_socket *raw, size_t size, uint32_t timeout_ms)
{
    drop_taken(raw);
    if (!need(raw, size, deadline(timeout_ms)))
        return NULL;
    raw->taken = size;
    return raw->input;
}

bool raw_is_ended(struct raw_socket *raw, uint32_t timeout_ms)
{
    uint64_t deadline_us = deadline(timeout_ms);
    drop_taken(raw);
    while (read_more(raw, deadline_us))
        raw->input_size = 0;
    char byte;
    return recv(raw->descriptor, &byte, 1, MSG_DONTWAIT | MSG_PEEK) == 0;
}

// ---- frames ------------------------------------------------------------------------------------

static size_t write_header(uint8_t *out, const struct raw_frame *frame)
{
    uint64_t length = frame->announced ? frame->announced : frame->size;
    size_t bytes = length > 65535 ? 8 : 2; // of the extended length
    size_t size = 2;
    out[0] = (uint8_t)((frame->is_continued ? 0 : 0x80) | frame->reserved << 4 | frame->opcode);
    out[1] = frame->is_unmasked ? 0 : 0x80;
    if (length < 126) {
        out[1] |= (uint8_t)length;
        return size;
    }
    out[1] |= bytes == 8 ? 127 : 126;
    for (size_t i = bytes; i > 0; i--)
        out[size++] = (uint8_t)(length >> 8 * (i - 1));
    return size;
}

bool raw_send_frame(struct raw_socket *raw, const struct raw_frame *frame)
{
    static const uint8_t mask[4] = {0x12, 0x34, 0x56, 0x78};
    const uint8_t *data = frame->data;
    uint8_t *out = malloc(14 + frame->size);
    if (!out)
        return false;
    size_t size = write_header(out, frame);
    if (!frame->is_unmasked) {
        memcpy(out + size, mask, sizeof mask);
        size += sizeof mask;
    }
    for (size_t i = 0; i < frame->size; i++)
        out[size++] = frame->is_unmasked ? data[i] : data[i] ^ mask[i % 4];
    bool is_sent = raw_send(raw, out, size);
    free(out);
    return is_sent;
}

bool raw_read_frame(struct raw_socket *raw, struct raw_message *message, uint32_t timeout_ms)
{
    uint64_t deadline_us = deadline(timeout_ms);
    drop_taken(raw);
    if (!need(raw, 2, deadline_us))
        return false;
    size_t length = raw->input[1] & 0x7f;
    size_t bytes = length < 126 ? 0 : length == 126 ? 2 : 8;
    if (!need(raw, 2 + bytes, deadline_us))
        return false;
    if (bytes > 0)
        length = 0;
    for (size_t i = 0; i < bytes; i++)
        length = length << 8 | raw->input[2 + i];
    if (length > RAW_INPUT_MAX - 2 - bytes || !need(raw, 2 + bytes + length, deadline_us))
        return false;
    *message =
        (struct raw_message){.opcode = raw->input[0] & 0x0f, .data = raw->input + 2 + bytes, .size = length};
    raw->taken = 2 + bytes + length;
    return true;
}
