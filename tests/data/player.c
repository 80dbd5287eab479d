#include "tests/data/player.h"

#include <stdio.h>
#include <string.h>

#include "cloudsvc/base/clock.h"

enum { MESSAGE_MAX = PROTOCOL_FRAME_HEADER_SIZE + PROTOCOL_FRAME_DATA_MAX };

bool player_connect(struct player *player, uint16_t port)
{
    char url[64];
    char error[WS_CLIENT_ERROR_MAX];
    snprintf(url, sizeof url, "ws://127.0.0.1:%u/", port);
    *player = (struct player){0};
    player->socket = ws_client_create(&(struct ws_client_options){.url = url,
                                                                  .subprotocol = PROTOCOL_NAME,
                                                                  .timeout_ms = PLAYER_WAIT_MS,
                                                                  .message_bytes_max = MESSAGE_MAX},
                                      error);
    if (!player->socket)
        fprintf(stderr, "# %s\n", error);
    return player->socket;
}

bool player_send(struct player *player, const void *message, size_t size)
{
    return ws_client_send(player->socket, WS_BINARY, message, size);
}

bool player_join(struct player *player, uint16_t width_css_px, uint16_t height_css_px, const uint8_t *token)
{
    struct protocol_join join = {
        .version = PROTOCOL_VERSION,
        .decoders = PROTOCOL_WEBCODECS,
        .credential_kind = token ? PROTOCOL_RESUME_TOKEN : PROTOCOL_GUEST,
        .viewport = {.width_css_px = width_css_px, .height_css_px = height_css_px, .pixel_ratio_256 = 256},
        .language = "en",
        .credential_size = token ? PROTOCOL_TOKEN_SIZE : 0,
    };
    if (token)
        memcpy(join.credential, token, PROTOCOL_TOKEN_SIZE);
    uint8_t message[PROTOCOL_CLIENT_MESSAGE_MAX];
    struct protocol_server_message answer;
    return player_send(player, message, protocol_write_join(message, sizeof message, &join)) &&
           player_wait(player, PROTOCOL_HELLO, &answer);
}

bool player_enter(struct player *player, uint16_t port)
{
    return player_connect(player, port) && player_join(player, 320, 180, NULL);
}

static void note_frame(struct player *player, const struct protocol_frame *header)
{
    player->frames++;
    player->keyframes += header->is_keyframe;
    player->last_frame = header->id;
    struct protocol_acknowledge acknowledge = {.frame = header->id, .presented_us = clock_now_us()};
    uint8_t message[32];
    if (!player->is_silent)
        player_send(player, message, protocol_write_acknowledge(message, sizeof message, &acknowledge));
}

static void note(struct player *player, const struct protocol_server_message *message)
{
    switch (message->kind) {
    case PROTOCOL_HELLO:
        player->hello = message->hello;
        break;
    case PROTOCOL_FORMAT:
        player->format = message->format;
        player->formats++;
        break;
    case PROTOCOL_FRAME:
        note_frame(player, &message->frame.header);
        break;
    case PROTOCOL_PAUSE:
        player->pauses++;
        break;
    case PROTOCOL_RESUME:
        player->resumes++;
        break;
    case PROTOCOL_NOTICE:
        player->notices++;
        break;
    case PROTOCOL_PONG:
        break;
    case PROTOCOL_STATISTICS:
        player->statistics = message->statistics;
        break;
    case PROTOCOL_BYE:
        player->bye = message->bye.code;
        break;
    }
}

bool player_receive(struct player *player, uint32_t timeout_ms, struct protocol_server_message *message)
{
    struct ws_message received;
    if (ws_client_receive(player->socket, timeout_ms, &received) != WS_MESSAGE ||
        received.opcode != WS_BINARY ||
        protocol_read_server(received.data, received.size, message) != PROTOCOL_OK)
        return false;
    note(player, message);
    return true;
}

bool player_wait(struct player *player, enum protocol_server_kind kind,
                 struct protocol_server_message *message)
{
    do {
        if (!player_receive(player, PLAYER_WAIT_MS, message))
            return false;
    } while (message->kind != kind);
    return true;
}

bool player_wait_frames(struct player *player, uint32_t count)
{
    struct protocol_server_message message;
    while (count > 0 && player_wait(player, PROTOCOL_FRAME, &message))
        count--;
    return count == 0;
}

void player_listen(struct player *player, uint32_t time_ms)
{
    struct protocol_server_message message;
    uint64_t end_us = clock_now_us() + time_ms * (uint64_t)1000;
    for (uint64_t now_us = clock_now_us(); now_us < end_us; now_us = clock_now_us())
        player_receive(player, (uint32_t)((end_us - now_us + 999) / 1000), &message);
}

bool player_point(struct player *player, enum protocol_phase phase, uint16_t x, uint16_t y)
{
    struct protocol_pointer pointer = {
        .sequence = ++player->sequence,
        .phase = phase,
        .x = x,
        .y = y,
        .frame = player->last_frame,
        .client_us = clock_now_us(),
    };
    uint8_t message[64];
    return player_send(player, message, protocol_write_pointer(message, sizeof message, &pointer));
}

uint16_t player_wait_for_end(struct player *player)
{
    struct protocol_server_message message;
    uint64_t end_us = clock_now_us() + PLAYER_WAIT_MS * (uint64_t)1000;
    while (ws_client_close_code(player->socket) == 0 && clock_now_us() < end_us)
        player_receive(player, 100, &message);
    return ws_client_close_code(player->socket);
}

void player_drop(struct player *player)
{
    ws_client_destroy(player->socket);
    player->socket = NULL;
}
