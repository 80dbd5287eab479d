#include "cloudsvc/session/session.h"

#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cloudsvc/base/crash.h"
#include "cloudsvc/base/log.h"
#include "cloudsvc/game/bots.h"
#include "cloudsvc/game/game.h"
#include "cloudsvc/game/recording.h"
#include "cloudsvc/session/frame_worker.h"
#include "cloudsvc/session/outbox.h"
#include "cloudsvc/session/schedule.h"
#include "cloudsvc/session/seats.h"
#include "cloudsvc/session/sim_thread.h"
#include "cloudsvc/session/view_ring.h"
#include "cloudsvc/session/viewport.h"

enum {
    KEYFRAME_INTERVAL_US = 500000, // between obeyed requests: two a second
    VIEWPORT_INTERVAL_US = 250000, // between new sizes: each opens an encoder, at everybody's cost
    NOTICE_INTERVAL_US = 1000000,  // between notices of requests left out
    ENCODER_NAME_MAX = 32,         // bytes with NUL: libavcodec's names are shorter
};

/// What the net thread keeps of a session.
struct session {
    struct protocol_viewport viewport; // the last one asked for
    bool has_new_viewport;             // the simulation does not know it yet
    uint64_t viewport_us;              // when the last one went to the simulation
    bool is_hidden;
    bool is_silent;        // paused because nothing is acknowledged
    bool has_new_watching; // the simulation does not know yet what they come to
    bool has_keyframe_time;
    uint64_t keyframe_us;   // when the last request was obeyed
    uint64_t noticed_us;    // when the last notice of a request left out was written
    uint64_t statistics_us; // when the last statistics were written
    uint64_t sent_bytes;    // since then
};

struct session_host {
    struct session_host_options options;
    char encoder[ENCODER_NAME_MAX]; // that opened at the start
    struct game *game;
    struct bots *bots;
    struct seats *seats;
    struct schedule *schedule;
    struct view_ring **rings; // by seat, like those below
    struct outbox **outboxes;
    struct session *sessions;
    struct sim_thread *sim;
    struct frame_workers *workers;
};

// ---- start and stop ----------------------------------------------------------------------------

static struct encoder_settings encoder_of(const struct session_host_options *options, const char *name)
{
    return (struct encoder_settings){
        .name = name,
        .width_px = 1280,
        .height_px = 720,
        .frame_rate = options->frame_rate,
        .bits_per_s = options->bits_per_s,
        .slices = options->slices,
    };
}

/// Finds the encoder that works here, so that no session has to try the others again.
static bool try_encoder(struct session_host *host, char *error)
{
    char message[ENCODER_ERROR_MAX];
    struct encoder_settings settings = encoder_of(&host->options, host->options.encoder);
    struct encoder *encoder = encoder_create(&settings, message);
    if (!encoder) {
        snprintf(error, SESSION_ERROR_MAX, "%s", message);
        return false;
    }
    snprintf(host->encoder, sizeof host->encoder, "%s", encoder_name(encoder));
    log_write(LOG_LEVEL_INFO, 0, "encoder_chosen", "%s", message);
    encoder_destroy(encoder);
    return true;
}

static bool create_seats(struct session_host *host)
{
    size_t count = host->options.sessions_max;
    host->seats = seats_create(count, host->options.linger_us);
    host->schedule = schedule_create(count, host->options.frame_rate);
    host->rings = calloc(count, sizeof(struct view_ring *));
    host->outboxes = calloc(count, sizeof(struct outbox *));
    host->sessions = calloc(count, sizeof *host->sessions);
    bool has_memory = host->seats && host->schedule && host->rings && host->outboxes && host->sessions;
    for (size_t i = 0; has_memory && i < count; i++) {
        host->rings[i] = view_ring_create();
        host->outboxes[i] = outbox_create();
        has_memory = host->rings[i] && host->outboxes[i];
    }
    return has_memory;
}

static bool create_world(struct session_host *host, char *error)
{
    const struct session_host_options *options = &host->options;
    snprintf(error, SESSION_ERROR_MAX, "out of memory for the world and %u sessions", options->sessions_max);
    host->game = game_create(options->pack, options->nav, options->seed);
    host->bots = bots_create(options->pack, options->bots, options->seed);
    return host->game && host->bots && create_seats(host);
}

/// The record begins when everything else has worked: what the file held before is kept until then.
static bool begin_record(const struct session_host *host, char *error)
{
    const struct session_host_options *options = &host->options;
    snprintf(error, SESSION_ERROR_MAX, "the record cannot be written");
    return !options->record || recording_begin(options->record, options->pack->name, options->seed);
}

static bool start_workers(struct session_host *host, char *error)
{
    const struct session_host_options *options = &host->options;
    struct frame_worker_options workers = {
        .workers = options->workers,
        .seats_max = options->sessions_max,
        .schedule = host->schedule,
        .rings = host->rings,
        .outboxes = host->outboxes,
        .stage = game_stage(host->game),
        .renderer = options->renderer,
        .encoder = encoder_of(options, host->encoder),
        .wake = options->wake,
        .wake_context = options->wake_context,
    };
    host->workers = frame_workers_create(&workers, error);
    return host->workers;
}

static bool start_sim(struct session_host *host, char *error)
{
    const struct session_host_options *options = &host->options;
    struct sim_thread_options sim = {
        .game = host->game,
        .rings = host->rings,
        .schedule = host->schedule,
        .seats_max = options->sessions_max,
        .frame_rate = options->frame_rate,
        .linger_us = options->linger_us,
        .speed = options->speed,
        .bots = host->bots,
        .record = options->record,
    };
    snprintf(error, SESSION_ERROR_MAX, "out of memory or threads");
    host->sim = sim_thread_create(&sim);
    return host->sim;
}

/// Signals are for the main thread: what is created meanwhile inherits that it takes none.
static bool start_threads(struct session_host *host, char *error)
{
    sigset_t all, before;
    sigfillset(&all);
    crash_leave_open(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool works = start_workers(host, error) && begin_record(host, error) && start_sim(host, error);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return works;
}

struct session_host *session_host_create(const struct session_host_options *options, char *error)
{
    assert(options->sessions_max >= 1);
    assert(options->bots <= BOTS_MAX);
    assert(options->sessions_max + options->bots <= GAME_PLAYERS_MAX);
    assert(options->speed >= 1);
    assert(options->wake);
    struct session_host *host = calloc(1, sizeof *host);
    if (!host) {
        snprintf(error, SESSION_ERROR_MAX, "out of memory");
        return NULL;
    }
    host->options = *options;
    if (!try_encoder(host, error) || !create_world(host, error) || !start_threads(host, error)) {
        session_host_destroy(host);
        return NULL;
    }
    return host;
}

void session_host_destroy(struct session_host *host)
{
    if (!host)
        return;
    sim_thread_destroy(host->sim);
    frame_workers_destroy(host->workers);
    for (size_t i = 0; host->rings && i < host->options.sessions_max; i++)
        view_ring_destroy(host->rings[i]);
    for (size_t i = 0; host->outboxes && i < host->options.sessions_max; i++)
        outbox_destroy(host->outboxes[i]);
    schedule_destroy(host->schedule);
    seats_destroy(host->seats);
    bots_destroy(host->bots);
    game_destroy(host->game);
    free(host->rings);
    free(host->outboxes);
    free(host->sessions);
    free(host);
}

struct session_host_counters session_host_counters(const struct session_host *host)
{
    struct schedule_counters scheduled = schedule_counters(host->schedule);
    return (struct session_host_counters){
        .frames_made = scheduled.frames_made,
        .inputs_dropped = sim_thread_dropped_count(host->sim),
        .sessions = scheduled.sockets,
        .players = sim_thread_player_count(host->sim),
    };
}

// ---- coming and going --------------------------------------------------------------------------

static bool take_seat(struct session_host *host, const struct protocol_join *join, uint64_t now_us,
                      struct seats_ticket *ticket, enum protocol_bye_code *refusal)
{
    if (join->credential_kind == PROTOCOL_GUEST) {
        *refusal = PROTOCOL_BYE_FULL;
        return seats_take(host->seats, now_us, ticket);
    }
    *refusal = PROTOCOL_BYE_CREDENTIAL;
    return join->credential_kind == PROTOCOL_RESUME_TOKEN && join->credential_size == PROTOCOL_TOKEN_SIZE &&
           seats_resume(host->seats, join->credential, now_us, ticket);
}

static bool is_spoken(const struct protocol_join *join, enum protocol_bye_code *refusal)
{
    *refusal = join->version == PROTOCOL_VERSION ? PROTOCOL_BYE_DECODER : PROTOCOL_BYE_VERSION;
    return join->version == PROTOCOL_VERSION && (join->decoders & (PROTOCOL_WEBCODECS | PROTOCOL_MSE));
}

static void greet(struct session_host *host, const struct seats_ticket *ticket, uint64_t now_us)
{
    struct protocol_hello hello = {
        .version = PROTOCOL_VERSION,
        .frame_rate = (uint16_t)host->options.frame_rate,
        .session = ticket->id,
        .server_us = now_us,
    };
    memcpy(hello.token, ticket->token, sizeof hello.token);
    uint8_t message[OUTBOX_SMALL_MAX];
    size_t size = protocol_write_hello(message, sizeof message, &hello);
    outbox_open(host->outboxes[ticket->index], ticket->id);
    outbox_put(host->outboxes[ticket->index], ticket->id, message, size);
}

session_id session_open(struct session_host *host, const struct protocol_join *join, uint64_t now_us,
                        enum protocol_bye_code *refusal)
{
    struct seats_ticket ticket;
    if (!is_spoken(join, refusal) || !take_seat(host, join, now_us, &ticket, refusal))
        return 0;
    if (!sim_thread_has_room(host->sim, ticket.index, SIM_OPEN)) {
        seats_undo(host->seats, &ticket);
        *refusal = PROTOCOL_BYE_FULL;
        return 0;
    }
    struct sim_command command = {
        .kind = SIM_OPEN,
        .index = ticket.index,
        .id = ticket.id,
        .received_us = now_us,
        .viewport = viewport_picture(&join->viewport, host->options.pixels_max),
        .is_resumed = join->credential_kind == PROTOCOL_RESUME_TOKEN,
    };
    snprintf(command.language, sizeof command.language, "%.*s", GAME_LANGUAGE_SIZE - 1, join->language);
    host->sessions[ticket.index] = (struct session){.viewport = join->viewport, .statistics_us = now_us};
    greet(host, &ticket, now_us);
    schedule_open(host->schedule, ticket.index, ticket.id);
    sim_thread_push(host->sim, &command); // there is room
    log_write(LOG_LEVEL_INFO, ticket.id, "session_opened", "%s",
              command.is_resumed ? "a player came back" : "a player came");
    return ticket.id;
}

void session_close(struct session_host *host, session_id id, uint64_t now_us)
{
    size_t index;
    if (!seats_find(host->seats, id, &index))
        return;
    struct schedule_status status = schedule_status(host->schedule, index, now_us, SESSION_SILENCE_US);
    seats_leave(host->seats, id, now_us);
    schedule_close(host->schedule, index);
    outbox_open(host->outboxes[index], 0);
    sim_thread_push(
        host->sim, &(struct sim_command){.kind = SIM_CLOSE, .index = index, .id = id, .received_us = now_us});
    log_write(LOG_LEVEL_INFO, id, "session_closed", "after %u frames; %u more were due and left out",
              status.frames_sent, status.frames_skipped);
}

// ---- what a client says ------------------------------------------------------------------------

static void put(struct session_host *host, size_t index, session_id id, const uint8_t *message, size_t size)
{
    outbox_put(host->outboxes[index], id, message, size);
}

static bool is_watching(const struct session *session)
{
    return !session->is_hidden && !session->is_silent;
}

/// Tells the simulation whether somebody looks. When its queue is full, session_check() does.
static void tell_watching(struct session_host *host, size_t index, session_id id, uint64_t now_us)
{
    struct session *session = &host->sessions[index];
    struct sim_command command = {
        .kind = SIM_WATCH,
        .index = index,
        .id = id,
        .received_us = now_us,
        .is_watching = is_watching(session),
    };
    session->has_new_watching = !sim_thread_push(host->sim, &command);
}

static void put_watching(struct session_host *host, size_t index, session_id id)
{
    const struct session *session = &host->sessions[index];
    enum protocol_pause_reason reason = session->is_hidden ? PROTOCOL_PAUSE_HIDDEN : PROTOCOL_PAUSE_SILENT;
    uint8_t message[OUTBOX_SMALL_MAX];
    size_t size = is_watching(session) ? protocol_write_resume(message, sizeof message)
                                       : protocol_write_pause(message, sizeof message, reason);
    put(host, index, id, message, size);
}

/// Where this makes a difference, the client, the schedule and the world are told; the client first, so that
/// a resume goes out before the keyframe that follows it.
static void set_watching(struct session_host *host, size_t index, session_id id, bool is_hidden,
                         bool is_silent, uint64_t now_us)
{
    struct session *session = &host->sessions[index];
    bool was_watching = is_watching(session);
    session->is_hidden = is_hidden;
    session->is_silent = is_silent;
    if (is_watching(session) == was_watching)
        return;
    put_watching(host, index, id);
    schedule_pause(host->schedule, index, was_watching);
    tell_watching(host, index, id, now_us);
}

/// Takes a new size to the simulation, unless the last one is too fresh: then session_check() does.
static void apply_viewport(struct session_host *host, size_t index, session_id id, uint64_t now_us)
{
    struct session *session = &host->sessions[index];
    if (!session->has_new_viewport || now_us - session->viewport_us < VIEWPORT_INTERVAL_US)
        return;
    session->viewport_us = now_us;
    session->has_new_viewport = !sim_thread_push(
        host->sim, &(struct sim_command){
                       .kind = SIM_VIEWPORT,
                       .index = index,
                       .id = id,
                       .received_us = now_us,
                       .viewport = viewport_picture(&session->viewport, host->options.pixels_max),
                   });
}

static void change_viewport(struct session_host *host, size_t index, session_id id,
                            const struct protocol_viewport *viewport, uint64_t now_us)
{
    struct session *session = &host->sessions[index];
    if (memcmp(&session->viewport, viewport, sizeof *viewport) == 0)
        return;
    session->viewport = *viewport;
    session->has_new_viewport = true;
    apply_viewport(host, index, id, now_us);
}

static void point(struct session_host *host, size_t index, session_id id,
                  const struct protocol_pointer *pointer, uint64_t now_us)
{
    static const enum gesture_phase phases[] = {
        [PROTOCOL_DOWN] = GESTURE_DOWN,     [PROTOCOL_MOVE] = GESTURE_MOVE,
        [PROTOCOL_UP] = GESTURE_UP,         [PROTOCOL_CANCEL] = GESTURE_CANCEL,
        [PROTOCOL_NEARER] = GESTURE_NEARER, [PROTOCOL_FARTHER] = GESTURE_FARTHER,
    };
    sim_thread_push(host->sim, &(struct sim_command){
                                   .kind = SIM_POINTER,
                                   .index = index,
                                   .id = id,
                                   .received_us = now_us,
                                   .event = {.sequence = pointer->sequence,
                                             .pointer = pointer->pointer,
                                             .phase = phases[pointer->phase],
                                             .x = pointer->x,
                                             .y = pointer->y},
                                   .frame = pointer->frame,
                               });
}

/// Obeys two requests a second; tells the client about the others, once a second.
static void request_keyframe(struct session_host *host, size_t index, session_id id, uint64_t now_us)
{
    struct session *session = &host->sessions[index];
    set_watching(host, index, id, session->is_hidden, false, now_us); // it is not silent
    if (!session->has_keyframe_time || now_us - session->keyframe_us >= KEYFRAME_INTERVAL_US) {
        session->has_keyframe_time = true;
        session->keyframe_us = now_us;
        schedule_request_keyframe(host->schedule, index);
    } else if (now_us - session->noticed_us >= NOTICE_INTERVAL_US) {
        session->noticed_us = now_us;
        uint8_t message[OUTBOX_SMALL_MAX];
        size_t size = protocol_write_notice(message, sizeof message, PROTOCOL_NOTICE_KEYFRAME_LIMIT,
                                            "at most two keyframes a second are made on request");
        put(host, index, id, message, size);
    }
}

static void pong(struct session_host *host, size_t index, session_id id, uint64_t client_us, uint64_t now_us)
{
    uint8_t message[OUTBOX_SMALL_MAX];
    put(host, index, id, message, protocol_write_pong(message, sizeof message, client_us, now_us));
}

enum protocol_bye_code session_receive(struct session_host *host, session_id id,
                                       const struct protocol_client_message *message, uint64_t now_us)
{
    size_t index;
    if (!seats_find(host->seats, id, &index))
        return PROTOCOL_BYE_REPLACED;
    const struct session *session = &host->sessions[index];
    switch (message->kind) {
    case PROTOCOL_JOIN:
        return PROTOCOL_BYE_ORDER;
    case PROTOCOL_VIEWPORT:
        change_viewport(host, index, id, &message->viewport, now_us);
        break;
    case PROTOCOL_POINTER:
        point(host, index, id, &message->pointer, now_us);
        break;
    case PROTOCOL_ACKNOWLEDGE:
        schedule_acknowledge(host->schedule, index, message->acknowledge.frame, now_us);
        set_watching(host, index, id, session->is_hidden, false, now_us);
        break;
    case PROTOCOL_KEYFRAME_REQUEST:
        request_keyframe(host, index, id, now_us);
        break;
    case PROTOCOL_VISIBILITY:
        set_watching(host, index, id, !message->is_visible, false, now_us);
        break;
    case PROTOCOL_PING:
        pong(host, index, id, message->ping_client_us, now_us);
        break;
    }
    return 0;
}

// ---- what goes to a client ---------------------------------------------------------------------

bool session_next_message(struct session_host *host, session_id id, struct session_message *message)
{
    size_t index;
    struct outbox_message next;
    if (!seats_find(host->seats, id, &index) || !outbox_peek(host->outboxes[index], &next))
        return false;
    *message = (struct session_message){.data = next.data, .size = next.size};
    return true;
}

void session_sent(struct session_host *host, session_id id, uint64_t now_us)
{
    size_t index;
    struct outbox_message sent;
    if (!seats_find(host->seats, id, &index) || !outbox_peek(host->outboxes[index], &sent))
        return;
    host->sessions[index].sent_bytes += sent.size;
    outbox_drop(host->outboxes[index]);
    if (sent.frame)
        schedule_sent(host->schedule, index, sent.frame, now_us);
}

void session_socket_unsent(struct session_host *host, session_id id, size_t unsent_bytes)
{
    size_t index;
    if (seats_find(host->seats, id, &index))
        schedule_unsent(host->schedule, index, unsent_bytes);
}

static uint32_t saturated(uint64_t value)
{
    return value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

static void write_statistics(struct session_host *host, size_t index, session_id id,
                             const struct schedule_status *status, uint64_t now_us)
{
    struct session *session = &host->sessions[index];
    uint64_t passed_us = now_us - session->statistics_us;
    struct protocol_statistics statistics = {
        .sent_bits_per_s = saturated(session->sent_bytes * 8 * 1000000 / passed_us),
        .round_trip_us = saturated(status->round_trip_us),
        .frames_sent = status->frames_sent,
        .frames_skipped = status->frames_skipped,
        .target_bits_per_s = host->options.bits_per_s,
        .players = sim_thread_player_count(host->sim),
    };
    session->statistics_us = now_us;
    session->sent_bytes = 0;
    uint8_t message[OUTBOX_SMALL_MAX];
    put(host, index, id, message, protocol_write_statistics(message, sizeof message, &statistics));
}

enum protocol_bye_code session_check(struct session_host *host, session_id id, uint64_t now_us)
{
    size_t index;
    if (!seats_find(host->seats, id, &index))
        return PROTOCOL_BYE_REPLACED;
    struct schedule_status status = schedule_status(host->schedule, index, now_us, SESSION_SILENCE_US);
    if (status.has_failed)
        return PROTOCOL_BYE_INTERNAL;
    const struct session *session = &host->sessions[index];
    if (status.is_silent && !session->is_hidden)
        set_watching(host, index, id, false, true, now_us);
    if (session->has_new_watching)
        tell_watching(host, index, id, now_us);
    apply_viewport(host, index, id, now_us);
    if (now_us - session->statistics_us >= SESSION_STATISTICS_US)
        write_statistics(host, index, id, &status, now_us);
    return 0;
}
