#include "tests/latency/probe_session.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cloudsvc/base/clock.h"
#include "tests/latency/mark.h"
#include "tests/latency/probe_decoder.h"
#include "tests/latency/protocol_client.h"
#include "tests/latency/ws_client.h"

enum {
    CONNECT_MS_MAX = 5000,
    SILENCE_US_MAX = 5000000, // without a frame: the stream has stopped
    SETTLE_US = 500000,       // from the first picture to the first tap
    PRESS_US_MIN = 80000,     // a finger stays down about that long
    DRAG_US = 160000,         // with --turn, from the press on
    MOVE_INTERVAL_US = 16667, // pointers report at 60 Hz
    MOVE_STEP = UINT16_MAX / 200,
    LOST_US = 2000000,         // a mark that comes later is no answer
    PING_INTERVAL_US = 250000, // a round trip beside nearly every tap
    MINUTE_US = 60000000,
    TAPS_APART = 7919, // prime: sessions tap at other places than their fellows
};

/// The one finger.
struct contact {
    bool is_down;
    bool is_settled; // the mark was found, or the tap is lost
    struct probe_tap place;
    uint32_t sequence;
    uint64_t pressed_us, move_due_us;
    int32_t turned; // how far it has been dragged
};

struct probe_session {
    const struct probe_plan *plan;
    struct probe_result *result;
    struct ws_client *client;
    struct probe_decoder *decoder;
    bool is_failed;
    bool has_picture;
    struct mark_picture picture;
    uint32_t visible_width_px, visible_height_px;
    uint32_t frame_on_screen;
    uint64_t first_frame_us, last_frame_us;
    uint32_t sequence;       // of the last pointer message
    uint32_t sequence_shown; // of the last one that a frame shows
    struct contact contact;
    uint32_t tap_first;  // number of this session's first tap in the endless plan
    uint32_t place_next; // likewise of the next place; runs ahead where places were taken
    uint64_t ping_due_us;
    uint32_t pings, pings_on_our_clock;
};

__attribute__((format(printf, 2, 3))) static void fail(struct probe_session *session, const char *format, ...)
{
    if (session->is_failed)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(session->result->error, PROBE_ERROR_MAX, format, arguments);
    va_end(arguments);
    session->is_failed = true;
}

static void keep(struct probe_session *session, bool is_kept)
{
    if (!is_kept)
        fail(session, "out of memory");
}

// ---- saying ----------------------------------------------------------------------------------------

static void send_message(struct probe_session *session, const uint8_t *message, size_t size)
{
    assert(size > 0);
    if (!ws_client_send(session->client, WS_BINARY, message, size))
        fail(session, "the connection broke while sending");
}

static void send_join(struct probe_session *session)
{
    const struct protocol_join join = {
        .version = PROTOCOL_VERSION,
        .decoders = PROTOCOL_WEBCODECS, // any that takes Annex B
        .credential_kind = PROTOCOL_GUEST,
        .viewport = {.width_css_px = (uint16_t)session->plan->width_px,
                     .height_css_px = (uint16_t)session->plan->height_px,
                     .pixel_ratio_256 = 256},
        .language = "en",
    };
    uint8_t message[64];
    send_message(session, message, protocol_write_join(message, sizeof message, &join));
}

static void send_pointer(struct probe_session *session, enum protocol_phase phase)
{
    const struct contact *contact = &session->contact;
    const struct protocol_pointer pointer = {
        .sequence = ++session->sequence,
        .phase = phase,
        .x = (uint16_t)(contact->place.x + contact->turned),
        .y = contact->place.y,
        .frame = session->frame_on_screen,
        .client_us = clock_now_us(),
    };
    uint8_t message[32];
    send_message(session, message, protocol_write_pointer(message, sizeof message, &pointer));
}

static void send_acknowledge(struct probe_session *session, uint32_t frame, uint64_t received_us,
                             uint64_t shown_us)
{
    const struct protocol_acknowledge acknowledge = {
        .frame = frame, .decode_us = (uint32_t)(shown_us - received_us), .presented_us = shown_us};
    uint8_t message[32];
    send_message(session, message, protocol_write_acknowledge(message, sizeof message, &acknowledge));
}

// ---- tapping ---------------------------------------------------------------------------------------

static bool shows_mark(const struct probe_session *session, struct probe_tap place)
{
    return mark_is_at(&session->picture, (float)place.x / UINT16_MAX * (float)session->visible_width_px,
                      (float)place.y / UINT16_MAX * (float)session->visible_height_px);
}

static struct probe_tap next_tap(const struct probe_session *session)
{
    return probe_plan_tap(session->tap_first + session->result->taps, session->result->frame_rate);
}

/// When the next tap is due: the plan counts from the endless plan's first tap, a session from its own.
static uint64_t tap_due_us(const struct probe_session *session)
{
    return session->first_frame_us + SETTLE_US + next_tap(session).due_us -
           (uint64_t)session->tap_first * PROBE_TAP_INTERVAL_US;
}

static bool has_taps_left(const struct probe_session *session, uint64_t now_us)
{
    const struct probe_plan *plan = session->plan;
    return plan->minutes > 0 ? now_us < session->first_frame_us + (uint64_t)plan->minutes * MINUTE_US
                             : session->result->taps < plan->taps;
}

static void press(struct probe_session *session)
{
    struct contact contact = {.is_down = true};
    contact.place = probe_plan_tap(session->place_next++, session->result->frame_rate);
    if (shows_mark(session, contact.place)) {
        return; // an older mark is still there: the next place, at once
    }
    contact.pressed_us = clock_now_us();
    contact.move_due_us = contact.pressed_us + MOVE_INTERVAL_US;
    session->contact = contact;
    send_pointer(session, PROTOCOL_DOWN);
    session->contact.sequence = session->sequence;
    session->result->taps++;
}

/// Drags towards the farther side.
static void move(struct probe_session *session)
{
    struct contact *contact = &session->contact;
    contact->turned += contact->place.x < UINT16_MAX / 2 ? MOVE_STEP : -MOVE_STEP;
    contact->move_due_us += MOVE_INTERVAL_US;
    send_pointer(session, PROTOCOL_MOVE);
}

static void hold(struct probe_session *session, uint64_t now_us)
{
    struct contact *contact = &session->contact;
    const uint64_t held_us = now_us - contact->pressed_us;
    if (!contact->is_settled && held_us >= LOST_US) {
        contact->is_settled = true;
        session->result->lost++;
    }
    if (session->plan->turns && now_us >= contact->move_due_us && held_us < DRAG_US)
        move(session);
    if (contact->is_settled && held_us >= (session->plan->turns ? DRAG_US : PRESS_US_MIN)) {
        send_pointer(session, PROTOCOL_UP);
        contact->is_down = false;
    }
}

static void ping(struct probe_session *session, uint64_t now_us)
{
    uint8_t message[16];
    session->ping_due_us = now_us + PING_INTERVAL_US;
    send_message(session, message, protocol_write_ping(message, sizeof message, clock_now_us()));
}

/// Nothing but time is wanting for the next press. It comes alone: a frame that were the first to show the
/// release before it, too, would count its stages from that.
static bool is_ready(const struct probe_session *session, uint64_t now_us)
{
    return session->has_picture && !session->contact.is_down &&
           session->sequence_shown == session->sequence && has_taps_left(session, now_us);
}

static void act(struct probe_session *session, uint64_t now_us)
{
    if (session->has_picture && now_us >= session->ping_due_us)
        ping(session, now_us);
    if (session->contact.is_down) {
        hold(session, now_us);
    } else if (is_ready(session, now_us) && now_us >= tap_due_us(session)) {
        press(session);
    }
    if (now_us - session->last_frame_us > SILENCE_US_MAX)
        fail(session, "no frame for %d s", SILENCE_US_MAX / 1000000);
}

// ---- hearing ---------------------------------------------------------------------------------------

/// On one machine the server answers a ping between our sending and hearing; another machine's clock, which
/// began at its own start, would do so by chance only.
static bool is_clock_shared(const struct probe_session *session)
{
    return session->pings > 0 && session->pings_on_our_clock == session->pings;
}

static void find_mark(struct probe_session *session, const struct protocol_frame *frame, uint64_t received_us,
                      uint64_t shown_us)
{
    struct contact *contact = &session->contact;
    if (!contact->is_down || contact->is_settled || !shows_mark(session, contact->place))
        return;
    contact->is_settled = true;
    const struct probe_tap_times times = {
        .pressed_us = contact->pressed_us,
        .received_us = received_us,
        .shown_us = shown_us,
        .is_clock_shared = is_clock_shared(session),
    };
    keep(session, probe_result_add_tap(session->result, frame, contact->sequence, &times));
}

/// Ages of frames that show an input count from the input: they tell of taps, not of the stream.
static void count_age(struct probe_session *session, const struct protocol_frame *frame, uint64_t shown_us)
{
    const uint64_t played_us = shown_us - session->first_frame_us;
    const uint64_t minutes = session->plan->minutes;
    if (frame->shows_input || minutes == 0 || !is_clock_shared(session))
        return;
    const double age_ms = (double)(int64_t)(shown_us - frame->base_us) / 1000;
    if (played_us < MINUTE_US)
        keep(session, samples_add(&session->result->age_first_ms, age_ms));
    if (played_us >= (minutes - 1) * MINUTE_US)
        keep(session, samples_add(&session->result->age_last_ms, age_ms));
}

/// The picture becomes the visible part of what was decoded.
static bool decode(struct probe_session *session, const struct protocol_frame_message *frame)
{
    struct mark_picture *picture = &session->picture;
    if (!probe_decoder_decode(session->decoder, frame->data, frame->header.data_size, picture) ||
        picture->width_px < session->visible_width_px || picture->height_px < session->visible_height_px) {
        return false;
    }
    picture->width_px = session->visible_width_px;
    picture->height_px = session->visible_height_px;
    return true;
}

static void take_frame(struct probe_session *session, const struct protocol_frame_message *frame,
                       const struct ws_message *message)
{
    if (session->visible_width_px == 0 || session->result->frame_rate == 0) {
        fail(session, "a frame came before hello and format");
        return;
    }
    if (!decode(session, frame)) {
        fail(session, "frame %u cannot be decoded, or is smaller than announced", frame->header.id);
        return;
    }
    const uint64_t shown_us = clock_now_us();
    send_acknowledge(session, frame->header.id, message->received_us, shown_us);
    struct probe_result *result = session->result;
    if (session->has_picture)
        keep(session, samples_add(&result->interval_ms,
                                  (double)(message->received_us - session->last_frame_us) / 1000));
    else
        session->first_frame_us = message->received_us;
    session->has_picture = true;
    session->last_frame_us = message->received_us;
    session->frame_on_screen = frame->header.id;
    session->sequence_shown = frame->header.input_sequence;
    result->frames++;
    result->keyframes += frame->header.is_keyframe;
    result->bytes += message->size;
    result->seconds = (double)(message->received_us - session->first_frame_us) / 1e6;
    count_age(session, &frame->header, shown_us);
    find_mark(session, &frame->header, message->received_us, shown_us);
}

static void take_pong(struct probe_session *session, const struct protocol_pong *pong, uint64_t received_us)
{
    session->pings++;
    session->pings_on_our_clock += pong->client_us <= pong->server_us && pong->server_us <= received_us;
    keep(session, samples_add(&session->result->round_trip_ms,
                              (double)(int64_t)(received_us - pong->client_us) / 1000));
}

static void take_message(struct probe_session *session, const struct ws_message *raw)
{
    struct protocol_server_message message;
    const enum protocol_verdict verdict = protocol_read_server(raw->data, raw->size, &message);
    if (verdict == PROTOCOL_MALFORMED)
        fail(session, "the server sent a malformed message of kind 0x%02x", raw->data[0]);
    if (verdict != PROTOCOL_OK)
        return;
    switch (message.kind) {
    case PROTOCOL_HELLO:
        session->result->frame_rate = message.hello.frame_rate;
        break;
    case PROTOCOL_FORMAT:
        session->visible_width_px = message.format.visible_width_px;
        session->visible_height_px = message.format.visible_height_px;
        break;
    case PROTOCOL_FRAME:
        take_frame(session, &message.frame, raw);
        break;
    case PROTOCOL_PONG:
        take_pong(session, &message.pong, raw->received_us);
        break;
    case PROTOCOL_BYE:
        fail(session, "the server ended the session with code %u: %s", message.bye.code, message.bye.text);
        break;
    default: // pauses, notices and statistics change nothing for the probe
        break;
    }
}

// ---- playing ---------------------------------------------------------------------------------------

/// How long the next message may be awaited: the contact and the pings want their turn.
static uint32_t wait_ms(const struct probe_session *session, uint64_t now_us)
{
    uint64_t due_us = now_us + MOVE_INTERVAL_US / 2;
    if (is_ready(session, now_us)) {
        const uint64_t tap_us = tap_due_us(session);
        due_us = tap_us < due_us ? tap_us : due_us;
    }
    return due_us > now_us ? (uint32_t)((due_us - now_us + 999) / 1000) : 0;
}

static bool is_done(const struct probe_session *session, uint64_t now_us)
{
    return session->is_failed ||
           (session->has_picture && !has_taps_left(session, now_us) && !session->contact.is_down);
}

static void play(struct probe_session *session)
{
    send_join(session);
    uint64_t now_us = clock_now_us();
    session->last_frame_us = now_us;
    while (!is_done(session, now_us)) {
        act(session, now_us);
        struct ws_message message;
        const enum ws_result heard = ws_client_receive(session->client, wait_ms(session, now_us), &message);
        if (heard == WS_MESSAGE && message.opcode == WS_BINARY) {
            take_message(session, &message);
        } else if (heard == WS_CLOSED) {
            fail(session, "the server closed the connection with code %u",
                 ws_client_close_code(session->client));
        }
        now_us = clock_now_us();
    }
    session->result->is_clock_shared = is_clock_shared(session);
}

bool probe_session_run(const struct probe_plan *plan, uint32_t number, struct probe_result *result)
{
    struct probe_session session = {.plan = plan, .result = result};
    session.tap_first = number * TAPS_APART;
    session.place_next = session.tap_first;
    const struct ws_client_options options = {
        .url = plan->url,
        .subprotocol = PROTOCOL_NAME,
        .timeout_ms = CONNECT_MS_MAX,
        .message_bytes_max = PROTOCOL_FRAME_HEADER_SIZE + PROTOCOL_FRAME_DATA_MAX,
    };
    session.client = ws_client_create(&options, result->error);
    session.decoder = probe_decoder_create();
    if (!session.client || !session.decoder)
        session.is_failed = true;
    else
        play(&session);
    ws_client_destroy(session.client);
    probe_decoder_destroy(session.decoder);
    return !session.is_failed;
}
