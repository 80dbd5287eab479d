#include "tests/latency/ws_client.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cloudsvc/base/clock.h"
#include "cloudsvc/base/random.h"

enum {
    INPUT_SIZE = 64 * 1024, // one read of a busy stream; larger messages take several
    FRAME_HEADER_MAX = 14,  // 2, an extended length of 8, a mask of 4
    CONTROL_MAX = 125,      // bytes of a control frame's payload [RFC 6455 5.5]
    KEY_TEXT_SIZE = 25,     // 16 bytes as base64 with NUL
    ACCEPT_TEXT_SIZE = 29,  // 20 bytes as base64 with NUL
    REQUEST_MAX = 1024,
    CLOSE_NO_CODE = 1005,
    CLOSE_NO_FRAME = 1006,
};

struct url {
    char host[128];
    char port[8];
    char path[512];
};

struct frame {
    bool is_open; // its header has been read, its payload not all
    bool is_final;
    enum ws_opcode opcode;
    uint64_t left; // bytes of payload to come
};

struct ws_client {
    int socket;
    uint32_t timeout_ms;
    size_t message_bytes_max;
    uint8_t *output;  // one frame going out
    uint8_t *message; // fragments put together
    size_t message_size;
    enum ws_opcode message_opcode; // WS_CONTINUATION: no message is open
    struct frame frame;
    uint8_t control[CONTROL_MAX];
    size_t control_size;
    uint64_t read_us; // when the last bytes came in
    size_t input_first, input_end;
    uint8_t input[INPUT_SIZE];
    uint16_t close_code;
};

// ---- connecting ----------------------------------------------------------------------------------

static bool parse_url(const char *text, struct url *url)
{
    strcpy(url->port, "80");
    strcpy(url->path, "/");
    if (sscanf(text, "ws://[%127[0-9a-fA-F:.]]:%7[0-9]%511s", url->host, url->port, url->path) >= 2)
        return true;
    const int fields = sscanf(text, "ws://%127[^:/]:%7[0-9]%511s", url->host, url->port, url->path);
    if (fields == 1)
        sscanf(text, "ws://%*[^:/]%511s", url->path);
    return fields >= 1 && url->path[0] == '/';
}

static int connect_to(const struct url *url, char *error)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *addresses = NULL;
    const int lookup = getaddrinfo(url->host, url->port, &hints, &addresses);
    if (lookup != 0) {
        snprintf(error, WS_CLIENT_ERROR_MAX, "no address for %s: %s", url->host, gai_strerror(lookup));
        return -1;
    }
    int result = -1;
    for (const struct addrinfo *address = addresses; address && result < 0; address = address->ai_next) {
        result = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (result >= 0 && connect(result, address->ai_addr, address->ai_addrlen) != 0) {
            snprintf(error, WS_CLIENT_ERROR_MAX, "no connection to %s port %s: %s", url->host, url->port,
                     strerror(errno));
            close(result);
            result = -1;
        }
    }
    freeaddrinfo(addresses);
    return result;
}

static bool make_quick(int connection)
{
    const int on = 1;
    const int flags = fcntl(connection, F_GETFL);
    return setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) == 0 &&
           fcntl(connection, F_SETFL, flags | O_NONBLOCK) == 0;
}

static bool wait_for(const struct ws_client *client, short events, uint32_t timeout_ms)
{
    struct pollfd entry = {.fd = client->socket, .events = events};
    return poll(&entry, 1, (int)timeout_ms) > 0;
}

static bool send_all(struct ws_client *client, const uint8_t *data, size_t size)
{
    while (size > 0) {
        const ssize_t sent = send(client->socket, data, size, MSG_NOSIGNAL);
        if (sent > 0) {
            data += sent;
            size -= (size_t)sent;
        } else if (errno != EAGAIN || !wait_for(client, POLLOUT, client->timeout_ms)) {
            return false;
        }
    }
    return true;
}

/// Reads what there is behind what is still unread.
/// @return false when the connection is gone
static bool read_some(struct ws_client *client)
{
    if (client->input_first > 0) {
        client->input_end -= client->input_first;
        memmove(client->input, client->input + client->input_first, client->input_end);
        client->input_first = 0;
    }
    const ssize_t count =
        recv(client->socket, client->input + client->input_end, INPUT_SIZE - client->input_end, 0);
    client->read_us = clock_now_us();
    if (count > 0)
        client->input_end += (size_t)count;
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
}

// ---- handshake [RFC 6455 4.1] ----------------------------------------------------------------------

static void accept_for_key(const char *key, char *accept)
{
    char text[KEY_TEXT_SIZE + 40];
    uint8_t digest[SHA_DIGEST_LENGTH];
    const int size = snprintf(text, sizeof text, "%s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    SHA1((const uint8_t *)text, (size_t)size, digest);
    EVP_EncodeBlock((uint8_t *)accept, digest, sizeof digest);
}

static bool send_request(struct ws_client *client, const struct ws_client_options *options,
                         const struct url *url, const char *key)
{
    char request[REQUEST_MAX];
    const bool has_origin = options->origin != NULL;
    const bool has_subprotocol = options->subprotocol != NULL;
    const int size = snprintf(
        request, sizeof request,
        "GET %s HTTP/1.1\r\nHost: %s:%s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n%s%s%s%s%s%s\r\n",
        url->path, url->host, url->port, key, has_origin ? "Origin: " : "", has_origin ? options->origin : "",
        has_origin ? "\r\n" : "", has_subprotocol ? "Sec-WebSocket-Protocol: " : "",
        has_subprotocol ? options->subprotocol : "", has_subprotocol ? "\r\n" : "");
    return size > 0 && size < REQUEST_MAX && send_all(client, (const uint8_t *)request, (size_t)size);
}

/// Reads up to the empty line; what follows it stays unread.
/// @return the answer's size, 0 when none came in time
static size_t read_answer(struct ws_client *client)
{
    const uint64_t deadline_us = clock_now_us() + (uint64_t)client->timeout_ms * 1000;
    while (client->input_end < INPUT_SIZE) {
        const uint8_t *end = memmem(client->input, client->input_end, "\r\n\r\n", 4);
        if (end) {
            client->input_first = (size_t)(end - client->input) + 4;
            return client->input_first;
        }
        const uint64_t now_us = clock_now_us();
        if (now_us >= deadline_us ||
            !wait_for(client, POLLIN, (uint32_t)((deadline_us - now_us) / 1000 + 1)) || !read_some(client)) {
            return 0;
        }
    }
    return 0;
}

/// Whether the answer has a line `name: value`; names ignore case [RFC 9110 5.1].
static bool has_header(const char *answer, const char *name, const char *value)
{
    const size_t name_size = strlen(name);
    for (const char *line = strstr(answer, "\r\n"); line; line = strstr(line, "\r\n")) {
        line += 2;
        if (strncasecmp(line, name, name_size) != 0 || line[name_size] != ':')
            continue;
        const char *start = line + name_size + 1;
        start += strspn(start, " \t");
        return strncmp(start, value, strlen(value)) == 0 && start[strlen(value)] == '\r';
    }
    return false;
}

static bool shake_hands(struct ws_client *client, const struct ws_client_options *options,
                        const struct url *url, char *error)
{
    uint8_t random[16];
    char key[KEY_TEXT_SIZE];
    char accept[ACCEPT_TEXT_SIZE];
    if (!random_bytes(random, sizeof random)) {
        snprintf(error, WS_CLIENT_ERROR_MAX, "the system has no random numbers");
        return false;
    }
    EVP_EncodeBlock((uint8_t *)key, random, sizeof random);
    accept_for_key(key, accept);
    const size_t size = send_request(client, options, url, key) ? read_answer(client) : 0;
    if (size == 0) {
        snprintf(error, WS_CLIENT_ERROR_MAX, "no answer to the WebSocket handshake from %s port %s",
                 url->host, url->port);
        return false;
    }
    client->input[size - 1] = '\0'; // its last line feed; the answer becomes a string
    const char *answer = (const char *)client->input;
    if (strncmp(answer, "HTTP/1.1 101", 12) != 0) {
        snprintf(error, WS_CLIENT_ERROR_MAX, "the server refused: %.*s", (int)strcspn(answer, "\r\n"),
                 answer);
        return false;
    }
    if (!has_header(answer, "Sec-WebSocket-Accept", accept) ||
        (options->subprotocol && !has_header(answer, "Sec-WebSocket-Protocol", options->subprotocol))) {
        snprintf(error, WS_CLIENT_ERROR_MAX, "the server's handshake is wrong or chooses no subprotocol");
        return false;
    }
    return true;
}

struct ws_client *ws_client_create(const struct ws_client_options *options, char *error)
{
    struct url url = {0};
    if (!parse_url(options->url, &url)) {
        snprintf(error, WS_CLIENT_ERROR_MAX, "not an address like ws://host:port/: %s", options->url);
        return NULL;
    }
    struct ws_client *client = calloc(1, sizeof *client);
    if (!client) {
        snprintf(error, WS_CLIENT_ERROR_MAX, "out of memory");
        return NULL;
    }
    client->timeout_ms = options->timeout_ms;
    client->message_bytes_max = options->message_bytes_max;
    client->output = malloc(options->message_bytes_max + FRAME_HEADER_MAX);
    client->message = malloc(options->message_bytes_max);
    client->socket = connect_to(&url, error);
    if (client->socket < 0 || !client->output || !client->message || !make_quick(client->socket) ||
        !shake_hands(client, options, &url, error)) {
        ws_client_destroy(client);
        return NULL;
    }
    return client;
}

void ws_client_destroy(struct ws_client *client)
{
    if (!client)
        return;
    if (client->socket >= 0)
        close(client->socket);
    free(client->output);
    free(client->message);
    free(client);
}

uint16_t ws_client_close_code(const struct ws_client *client)
{
    return client->close_code;
}

// ---- sending [RFC 6455 5.2, 5.3] -------------------------------------------------------------------

static size_t write_header(uint8_t *out, enum ws_opcode opcode, size_t size)
{
    out[0] = (uint8_t)(0x80 | opcode);
    const size_t length_bytes = size < 126 ? 0 : size <= UINT16_MAX ? 2 : 8;
    out[1] = (uint8_t)(0x80 | (length_bytes == 0 ? size : length_bytes == 2 ? 126 : 127));
    for (size_t i = 0; i < length_bytes; i++)
        out[2 + i] = (uint8_t)((uint64_t)size >> 8 * (length_bytes - 1 - i));
    return 2 + length_bytes;
}

bool ws_client_send(struct ws_client *client, enum ws_opcode opcode, const void *data, size_t size)
{
    if (size > client->message_bytes_max || client->close_code != 0)
        return false;
    const size_t header_size = write_header(client->output, opcode, size);
    uint8_t *mask = client->output + header_size;
    uint8_t *payload = mask + 4;
    if (!random_bytes(mask, 4))
        return false;
    for (size_t i = 0; i < size; i++)
        payload[i] = (uint8_t)(((const uint8_t *)data)[i] ^ mask[i % 4]);
    return send_all(client, client->output, header_size + 4 + size);
}

// ---- receiving -------------------------------------------------------------------------------------

static void close_with(struct ws_client *client, uint16_t code)
{
    if (client->close_code == 0)
        client->close_code = code;
}

/// Reads the next frame's header when all of it is there.
/// @return false when more bytes are needed, or on a breach, which closes
static bool read_header(struct ws_client *client)
{
    const uint8_t *bytes = client->input + client->input_first;
    const size_t count = client->input_end - client->input_first;
    if (count < 2)
        return false;
    const uint8_t length = bytes[1] & 0x7F;
    const size_t length_bytes = length < 126 ? 0 : length == 126 ? 2 : 8;
    if (count < 2 + length_bytes)
        return false;
    struct frame frame = {.is_open = true, .is_final = bytes[0] & 0x80, .opcode = bytes[0] & 0x0F};
    frame.left = length_bytes == 0 ? length : 0;
    for (size_t i = 0; i < length_bytes; i++)
        frame.left = frame.left << 8 | bytes[2 + i];
    const bool is_control = frame.opcode >= WS_CLOSE;
    const bool continues = frame.opcode == WS_CONTINUATION;
    const size_t room =
        is_control ? CONTROL_MAX : client->message_bytes_max - (continues ? client->message_size : 0);
    const bool is_masked_or_extended = (bytes[1] & 0x80) || (bytes[0] & 0x70);
    const bool is_out_of_order = !is_control && continues != (client->message_opcode != WS_CONTINUATION);
    if (frame.left > room || is_masked_or_extended || is_out_of_order || (is_control && !frame.is_final)) {
        close_with(client, CLOSE_NO_FRAME);
        return false;
    }
    client->input_first += 2 + length_bytes;
    client->frame = frame;
    if (is_control) {
        client->control_size = 0;
    } else if (!continues) {
        client->message_opcode = frame.opcode;
        client->message_size = 0;
    }
    return true;
}

static void take_payload(struct ws_client *client)
{
    const bool is_control = client->frame.opcode >= WS_CLOSE;
    const size_t there = client->input_end - client->input_first;
    const size_t count = client->frame.left < there ? (size_t)client->frame.left : there;
    uint8_t *target = is_control ? client->control : client->message;
    size_t *size = is_control ? &client->control_size : &client->message_size;
    memcpy(target + *size, client->input + client->input_first, count);
    *size += count;
    client->input_first += count;
    client->frame.left -= count;
}

static void answer_control(struct ws_client *client)
{
    if (client->frame.opcode == WS_PING) {
        ws_client_send(client, WS_PONG, client->control, client->control_size);
    } else if (client->frame.opcode == WS_CLOSE) {
        ws_client_send(client, WS_CLOSE, client->control, client->control_size);
        close_with(client, client->control_size >= 2
                               ? (uint16_t)(client->control[0] << 8 | client->control[1])
                               : CLOSE_NO_CODE);
    }
}

/// Works through the bytes that are there.
/// @return true when a message is complete
static bool advance(struct ws_client *client)
{
    while (client->close_code == 0) {
        if (!client->frame.is_open && !read_header(client))
            return false;
        take_payload(client);
        if (client->frame.left > 0)
            return false;
        client->frame.is_open = false;
        if (client->frame.opcode >= WS_CLOSE) {
            answer_control(client);
        } else if (client->frame.is_final) {
            return true;
        }
    }
    return false;
}

enum ws_result ws_client_receive(struct ws_client *client, uint32_t timeout_ms, struct ws_message *message)
{
    const uint64_t deadline_us = clock_now_us() + (uint64_t)timeout_ms * 1000;
    while (!advance(client)) {
        if (client->close_code != 0)
            return WS_CLOSED;
        const uint64_t now_us = clock_now_us();
        const uint64_t left_us = now_us < deadline_us ? deadline_us - now_us : 0;
        if (!wait_for(client, POLLIN, (uint32_t)((left_us + 999) / 1000)))
            return WS_NOTHING;
        if (!read_some(client))
            close_with(client, CLOSE_NO_FRAME);
    }
    *message = (struct ws_message){.opcode = client->message_opcode,
                                   .data = client->message,
                                   .size = client->message_size,
                                   .received_us = client->read_us};
    client->message_opcode = WS_CONTINUATION;
    return WS_MESSAGE;
}
