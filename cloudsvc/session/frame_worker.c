#include "cloudsvc/session/frame_worker.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloudsvc/base/clock.h"
#include "cloudsvc/base/log.h"
#include "render/tap_mark.h"

#define FALLBACK_ENCODER "libx264"

/// What the workers keep of a session. It belongs to the worker that has the session's job.
struct stream {
    struct encoder *encoder; // NULL: none is open
    session_id id;           // of the socket that it was opened for
    uint32_t width_px, height_px;
    bool has_format;  // the client was told
    bool has_picture; // the encoder's input holds the last one sent
    bool is_fallback;
};

struct worker {
    struct frame_workers *workers;
    pthread_t thread;
    bool has_thread;
    struct renderer *renderer;
    char error[RENDERER_ERROR_MAX];
};

struct frame_workers {
    struct frame_worker_options options;
    struct worker *threads;
    struct stream *streams; // by seat
    pthread_mutex_t mutex;
    pthread_cond_t started;
    bool has_mutex, has_condition;
    size_t started_count; // workers that have tried to create their renderer
};

/// One frame under way, with the times at which its stages ended.
struct frame {
    const struct schedule_job *job;
    const struct view *view; // drawn for it; NULL: the last picture, with an answer on it
    uint32_t number;
    uint32_t input_sequence; // of the last input that it shows
    uint64_t input_us;       // when the first that it is the first to show came in; 0: there is none
    uint64_t handled_us;
    struct view_ring_answer answer;
    bool has_answer;
    uint64_t started_us;
    struct renderer_times times;
    uint64_t encoded_us;
    struct encoder_packet packet;
};

// ---- encoder -----------------------------------------------------------------------------------

static void close_stream(struct stream *stream)
{
    encoder_destroy(stream->encoder);
    *stream = (struct stream){0};
}

static bool open_stream(const struct frame_workers *workers, struct stream *stream, session_id id,
                        const struct view *view, bool is_fallback)
{
    close_stream(stream);
    struct encoder_settings settings = workers->options.encoder;
    settings.width_px = view->width_px;
    settings.height_px = view->height_px;
    if (is_fallback)
        settings.name = FALLBACK_ENCODER;
    char error[ENCODER_ERROR_MAX];
    struct encoder *encoder = encoder_create(&settings, error);
    if (!encoder) {
        log_write(LOG_LEVEL_ERROR, id, "encoder_refused", "%s", error);
        return false;
    }
    *stream = (struct stream){
        .encoder = encoder,
        .id = id,
        .width_px = view->width_px,
        .height_px = view->height_px,
        .is_fallback = is_fallback,
    };
    return true;
}

/// Makes sure that an encoder is open that fits the view and has sent nothing to any other socket.
static bool fit_stream(const struct frame_workers *workers, struct stream *stream, const struct frame *frame)
{
    const struct view *view = frame->view;
    session_id id = frame->job->id;
    bool is_same_socket = stream->encoder && stream->id == id;
    if (is_same_socket && stream->width_px == view->width_px && stream->height_px == view->height_px)
        return true;
    bool is_fallback = is_same_socket && stream->is_fallback;
    return open_stream(workers, stream, id, view, is_fallback) ||
           (!is_fallback && open_stream(workers, stream, id, view, true));
}

// ---- drawing and encoding ----------------------------------------------------------------------

static bool create_renderer(struct worker *worker)
{
    const struct frame_worker_options *options = &worker->workers->options;
    worker->renderer = renderer_create(options->renderer, options->stage, worker->error);
    return worker->renderer;
}

static struct renderer_target target_of(const struct encoder_picture *picture)
{
    struct renderer_target target = {.width_px = picture->width_px, .height_px = picture->height_px};
    memcpy(target.planes, picture->planes, sizeof target.planes);
    memcpy(target.strides, picture->strides, sizeof target.strides);
    return target;
}

/// Tap marks are what players wait for: few bits must not blur them.
static void keep_clear(const struct stream *stream, const struct view_tap *taps, size_t count)
{
    static_assert((int)VIEW_TAPS_MAX <= (int)ENCODER_REGIONS_MAX, "every mark is kept clear");
    struct encoder_region regions[VIEW_TAPS_MAX];
    float radius_px = VIEW_TAP_RADIUS * (float)stream->height_px;
    for (size_t i = 0; i < count; i++)
        regions[i] = (struct encoder_region){taps[i].x_px - radius_px, taps[i].y_px - radius_px,
                                             taps[i].x_px + radius_px, taps[i].y_px + radius_px};
    encoder_keep_clear(stream->encoder, regions, count);
}

/// The latest moment to answer an input: one that has come in since the picture's view was taken is answered
/// by its mark on the finished picture ("late latching"), while the rest of what it changes follows. On a
/// picture that shows no other input, the stages before encoding are those of painting the mark.
static void paint_answer(const struct frame_workers *workers, const struct stream *stream,
                         struct frame *frame, const struct renderer_target *target)
{
    const struct schedule_job *job = frame->job;
    if (!frame->has_answer && !view_ring_answer(workers->options.rings[job->index], stream->width_px,
                                                stream->height_px, &frame->answer))
        return;
    frame->has_answer = true;
    schedule_answered(workers->options.schedule, job, clock_now_us());
    keep_clear(stream, frame->answer.taps, frame->answer.tap_count);
    tap_marks_paint(frame->answer.taps, frame->answer.tap_count, stream->height_px, target);
    frame->input_sequence = frame->answer.input_sequence;
    if (frame->input_us)
        return; // the view itself shows an earlier one, which the times are for
    frame->input_us = frame->answer.input_us;
    frame->handled_us = frame->answer.handled_us;
    frame->started_us = clock_now_us();
    frame->times = (struct renderer_times){frame->started_us, frame->started_us, frame->started_us, 0};
}

static bool draw_once(struct worker *worker, struct stream *stream, struct frame *frame)
{
    struct encoder_picture picture;
    if (!worker->renderer || !encoder_begin(stream->encoder, &picture))
        return false;
    struct renderer_target target = target_of(&picture);
    if (!renderer_draw(worker->renderer, frame->view, &target, &frame->times))
        return false;
    keep_clear(stream, frame->view->taps, frame->view->tap_count);
    paint_answer(worker->workers, stream, frame, &target);
    return true;
}

/// A renderer that fails has lost its context: another one is tried.
static bool draw(struct worker *worker, struct stream *stream, struct frame *frame)
{
    if (draw_once(worker, stream, frame))
        return true;
    log_write(LOG_LEVEL_WARNING, frame->job->id, "renderer_lost",
              "drawing failed; the renderer is built anew");
    renderer_destroy(worker->renderer);
    if (create_renderer(worker) && draw_once(worker, stream, frame))
        return true;
    log_write(LOG_LEVEL_ERROR, frame->job->id, "renderer_failed", "%s",
              worker->renderer ? "drawing failed again" : worker->error);
    return false;
}

static bool encode(struct stream *stream, struct frame *frame)
{
    bool works = encoder_encode(stream->encoder, frame->job->wants_keyframe, clock_now_us(), &frame->packet);
    frame->encoded_us = clock_now_us();
    stream->has_picture = works && frame->packet.size >= 1 && frame->packet.size <= PROTOCOL_FRAME_DATA_MAX;
    return stream->has_picture;
}

/// Takes the newest view and makes a picture of it. An encoder that fails is given up for another kind, once.
static enum schedule_outcome make_new(struct worker *worker, struct stream *stream, struct frame *frame)
{
    const struct view_ring_entry *entry = view_ring_take(worker->workers->options.rings[frame->job->index]);
    if (!entry)
        return SCHEDULE_NOTHING;
    frame->started_us = clock_now_us(); // not before the view was published
    frame->view = &entry->view;
    frame->number = entry->view.number;
    frame->input_sequence = entry->view.input_sequence;
    frame->input_us = entry->input_us;
    frame->handled_us = entry->handled_us;
    if (!fit_stream(worker->workers, stream, frame) || !draw(worker, stream, frame))
        return SCHEDULE_FAILED;
    if (encode(stream, frame))
        return SCHEDULE_DONE;
    bool was_fallback = stream->is_fallback;
    log_write(LOG_LEVEL_WARNING, frame->job->id, "encoder_failed", "%s failed",
              encoder_name(stream->encoder));
    bool is_made = !was_fallback && open_stream(worker->workers, stream, frame->job->id, frame->view, true) &&
                   draw(worker, stream, frame) && encode(stream, frame);
    return is_made ? SCHEDULE_DONE : SCHEDULE_FAILED;
}

/// Answers an input between two pictures: the last one once more, with the answer on it.
static bool make_again(struct worker *worker, struct stream *stream, struct frame *frame)
{
    struct encoder_picture picture;
    if (!frame->job->is_answer || !stream->has_picture || stream->id != frame->job->id ||
        !encoder_begin(stream->encoder, &picture))
        return false;
    struct renderer_target target = target_of(&picture);
    paint_answer(worker->workers, stream, frame, &target);
    frame->number = frame->answer.number;
    return frame->has_answer && encode(stream, frame);
}

// ---- packing -----------------------------------------------------------------------------------

static uint32_t after(uint64_t base_us, uint64_t time_us)
{
    uint64_t passed_us = time_us > base_us ? time_us - base_us : 0;
    return passed_us < UINT32_MAX ? (uint32_t)passed_us : UINT32_MAX;
}

static struct protocol_frame describe(const struct frame *frame)
{
    bool shows_input = frame->input_us != 0;
    uint64_t base_us = shows_input ? frame->input_us : frame->started_us;
    struct protocol_frame header = {
        .is_keyframe = frame->packet.is_keyframe,
        .shows_input = shows_input,
        .id = frame->number,
        .input_sequence = frame->input_sequence,
        .data_size = (uint32_t)frame->packet.size,
        .base_us = base_us,
    };
    header.stage_us[PROTOCOL_STAGE_HANDLED] = after(base_us, frame->handled_us);
    header.stage_us[PROTOCOL_STAGE_STARTED] = after(base_us, frame->started_us);
    header.stage_us[PROTOCOL_STAGE_DRAWN] = after(base_us, frame->times.drawn_us);
    header.stage_us[PROTOCOL_STAGE_READ_BACK] = after(base_us, frame->times.read_back_us);
    header.stage_us[PROTOCOL_STAGE_CONVERTED] = after(base_us, frame->times.converted_us);
    header.stage_us[PROTOCOL_STAGE_ENCODED] = after(base_us, frame->encoded_us);
    return header;
}

static size_t write_format(const struct stream *stream, uint8_t *out, size_t out_max)
{
    struct protocol_format format = {
        .codec = PROTOCOL_H264,
        .coded_width_px = (uint16_t)((stream->width_px + 1) & ~1u),
        .coded_height_px = (uint16_t)((stream->height_px + 1) & ~1u),
        .visible_width_px = (uint16_t)stream->width_px,
        .visible_height_px = (uint16_t)stream->height_px,
    };
    snprintf(format.codec_string, sizeof format.codec_string, "%s", encoder_codec_string(stream->encoder));
    return protocol_write_format(out, out_max, &format);
}

/// @return false when the socket has changed meanwhile
static bool pack(struct outbox *outbox, struct stream *stream, const struct frame *frame)
{
    uint8_t header[PROTOCOL_FRAME_HEADER_SIZE];
    uint8_t format[OUTBOX_SMALL_MAX];
    struct protocol_frame description = describe(frame);
    struct outbox_frame message = {
        .id = description.id,
        .header = header,
        .header_size = protocol_write_frame_header(header, sizeof header, &description),
        .data = frame->packet.data,
        .data_size = frame->packet.size,
    };
    if (!stream->has_format) {
        message.format = format;
        message.format_size = write_format(stream, format, sizeof format);
    }
    stream->has_format = true;
    return outbox_put_frame(outbox, frame->job->id, &message);
}

// ---- the threads -------------------------------------------------------------------------------

static enum schedule_outcome make_frame(struct worker *worker, const struct schedule_job *job)
{
    const struct frame_worker_options *options = &worker->workers->options;
    struct stream *stream = &worker->workers->streams[job->index];
    struct frame frame = {.job = job};
    enum schedule_outcome outcome =
        make_again(worker, stream, &frame) ? SCHEDULE_ANSWERED : make_new(worker, stream, &frame);
    if (outcome != SCHEDULE_DONE && outcome != SCHEDULE_ANSWERED)
        return outcome;
    if (!pack(options->outboxes[job->index], stream, &frame))
        return SCHEDULE_NOTHING;
    options->wake(options->wake_context);
    return outcome;
}

static void work(struct worker *worker)
{
    const struct frame_worker_options *options = &worker->workers->options;
    struct schedule_job job;
    while (schedule_take(options->schedule, &job)) {
        enum schedule_outcome outcome = SCHEDULE_DONE;
        if (job.work == SCHEDULE_RELEASE)
            close_stream(&worker->workers->streams[job.index]);
        else
            outcome = make_frame(worker, &job);
        schedule_finish(options->schedule, &job, outcome);
        if (outcome == SCHEDULE_FAILED)
            options->wake(options->wake_context);
    }
}

static void *run(void *argument)
{
    struct worker *worker = argument;
    struct frame_workers *workers = worker->workers;
    pthread_setname_np(pthread_self(), "frame");
    bool has_renderer = create_renderer(worker);
    pthread_mutex_lock(&workers->mutex);
    workers->started_count++;
    pthread_cond_signal(&workers->started);
    pthread_mutex_unlock(&workers->mutex);
    if (has_renderer)
        work(worker);
    renderer_destroy(worker->renderer);
    return NULL;
}

/// @return false when a thread cannot be started
static bool start_threads(struct frame_workers *workers)
{
    for (size_t i = 0; i < workers->options.workers; i++) {
        struct worker *worker = &workers->threads[i];
        worker->workers = workers;
        worker->has_thread = pthread_create(&worker->thread, NULL, run, worker) == 0;
        if (!worker->has_thread)
            return false;
    }
    return true;
}

/// Waits until every worker has tried to create its renderer.
/// @return the first error; NULL when there is none
static const char *wait_for_renderers(struct frame_workers *workers)
{
    pthread_mutex_lock(&workers->mutex);
    while (workers->started_count < workers->options.workers)
        pthread_cond_wait(&workers->started, &workers->mutex);
    pthread_mutex_unlock(&workers->mutex);
    for (size_t i = 0; i < workers->options.workers; i++) {
        if (workers->threads[i].error[0])
            return workers->threads[i].error;
    }
    return NULL;
}

struct frame_workers *frame_workers_create(const struct frame_worker_options *options, char *error)
{
    assert(options->workers >= 1);
    snprintf(error, SESSION_ERROR_MAX, "out of memory or threads");
    struct frame_workers *workers = calloc(1, sizeof *workers);
    if (!workers)
        return NULL;
    workers->options = *options;
    workers->threads = calloc(options->workers, sizeof *workers->threads);
    workers->streams = calloc(options->seats_max, sizeof *workers->streams);
    workers->has_mutex = pthread_mutex_init(&workers->mutex, NULL) == 0;
    workers->has_condition = pthread_cond_init(&workers->started, NULL) == 0;
    bool has_memory = workers->threads && workers->streams && workers->has_mutex && workers->has_condition;
    if (!has_memory || !start_threads(workers)) {
        frame_workers_destroy(workers);
        return NULL;
    }
    const char *renderer_error = wait_for_renderers(workers);
    if (renderer_error) {
        snprintf(error, SESSION_ERROR_MAX, "%s", renderer_error);
        frame_workers_destroy(workers);
        return NULL;
    }
    return workers;
}

void frame_workers_destroy(struct frame_workers *workers)
{
    if (!workers)
        return;
    schedule_stop(workers->options.schedule);
    for (size_t i = 0; workers->threads && i < workers->options.workers; i++) {
        if (workers->threads[i].has_thread)
            pthread_join(workers->threads[i].thread, NULL);
    }
    for (size_t i = 0; workers->streams && i < workers->options.seats_max; i++)
        close_stream(&workers->streams[i]);
    if (workers->has_condition)
        pthread_cond_destroy(&workers->started);
    if (workers->has_mutex)
        pthread_mutex_destroy(&workers->mutex);
    free(workers->streams);
    free(workers->threads);
    free(workers);
}
