// waystream: starts the parts in order, waits for a signal, stops them in reverse.
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cloudsvc/base/crash.h"
#include "cloudsvc/base/log.h"
#include "cloudsvc/base/options.h"
#include "cloudsvc/base/random.h"
#include "cloudsvc/game/bots.h"
#include "cloudsvc/game/game.h"
#include "cloudsvc/game/recording.h"
#include "cloudsvc/server/server.h"
#include "cloudsvc/session/film.h"
#include "cloudsvc/session/session.h"
#include "cloudsvc/stream/encoder.h"
#include "nav/nav.h"
#include "nav/pack.h"
#include "nav/report.h"

enum {
    EXIT_DEPENDENCY = 69, // no encoder, no GL [sysexits.h: EX_UNAVAILABLE]
    PATH_SIZE_MAX = 4096,
    LINGER_US = 60 * 1000000, // a train in a tunnel
    ENCODER_SLICES = 2,       // a frame's slices are encoded side by side
};

_Static_assert((int)OPTIONS_PICTURE_BITS_MAX <= (int)ENCODER_PICTURE_BITS_MAX, "every rate can be kept");
_Static_assert((int)OPTIONS_BOTS_MAX <= (int)BOTS_MAX, "every bot has its place");
_Static_assert((int)OPTIONS_SESSIONS_MAX <= (int)GAME_PLAYERS_MAX, "every seat has room for its avatar");

/// Threads that llvmpipe draws with: more of them only wait for one another on frames this small.
#define DRAWING_THREADS "2"

/// Everything that runs, zeroed at the start.
struct service {
    const struct options *options;
    char world[PATH_SIZE_MAX];
    struct pack *pack;
    struct nav *nav;
    FILE *record;
    struct session_host *host;
    struct server *server;
};

static void complain(const char *message)
{
    fprintf(stderr, "waystream: %s\n", message);
}

/// @param about    the path or option that it is about
/// @param message  may hold what a stranger's file holds
static void complain_about(const char *about, const char *message)
{
    fprintf(stderr, "waystream: %s: ", about);
    report_print_text(stderr, message);
    fputc('\n', stderr);
}

static enum renderer_kind renderer_kind(const struct options *options)
{
    return options->renderer == OPTIONS_RENDERER_NULL ? RENDERER_NULL : RENDERER_GL;
}

// ---- finding files -----------------------------------------------------------------------------

/// Appends `name` to the folder of this program, and to the ones above it, until it exists there: in the
/// repository, or where it has been installed.
static bool find_near_program(const char *name, char *path)
{
    char folder[PATH_SIZE_MAX];
    ssize_t size = readlink("/proc/self/exe", folder, sizeof folder - 1);
    if (size <= 0)
        return false;
    folder[size] = '\0';
    while (strlen(folder) > 1) {
        dirname(folder);
        for (int is_shared = 0; is_shared < 2; is_shared++) {
            const char *share = is_shared ? "share/waystream/" : "";
            int length = snprintf(path, PATH_SIZE_MAX, "%s/%s%s", folder, share, name);
            if (length > 0 && length < PATH_SIZE_MAX && access(path, R_OK) == 0)
                return true;
        }
    }
    return false;
}

/// A path as given, from the working directory; what is not there is looked for near this program, so that it
/// can be started from anywhere.
static void find(const char *name, char *path)
{
    if (name[0] == '/' || access(name, R_OK) == 0 || !find_near_program(name, path))
        snprintf(path, PATH_SIZE_MAX, "%s", name);
}

// ---- the world ---------------------------------------------------------------------------------

static bool load_world(struct service *service)
{
    struct report report = {0};
    find(service->options->world_directory, service->world);
    service->pack = pack_load(service->world, &report);
    struct nav_options options = {0};
    if (service->pack && random_bytes(&options.hash_seed, sizeof options.hash_seed))
        service->nav = nav_create(service->pack, &options, &report);
    bool is_loaded = service->pack && service->nav;
    if (!is_loaded) {
        report_print(&report, stderr);
        fprintf(stderr, "waystream: the world in %s cannot be played; choose another with --world\n",
                service->world);
    }
    return is_loaded;
}

static void unload_world(struct service *service)
{
    nav_destroy(service->nav);
    pack_destroy(service->pack);
}

// ---- replaying ---------------------------------------------------------------------------------

/// Pictures are wanted: those that cannot be taken are an error, but the record is checked to its end.
static struct film *create_film(const struct options *options, const struct game *game, char *error)
{
    char message[FILM_ERROR_MAX];
    struct film_options film = {
        .directory = options->frames_directory,
        .every_ticks = options->frames_every_ticks,
        .renderer = renderer_kind(options),
        .stage = game_stage(game),
    };
    struct film *created = film_create(&film, message);
    if (!created)
        snprintf(error, RECORDING_ERROR_MAX, "--frames %.*s", RECORDING_ERROR_MAX - 16, message);
    return created;
}

static bool replay_with_frames(const struct options *options, FILE *record, struct game *game, char *error)
{
    struct film *film = create_film(options, game, error);
    bool is_same = film && recording_replay(record, game, film_tick, film, error);
    if (is_same && film_error(film)) {
        snprintf(error, RECORDING_ERROR_MAX, "--frames %.*s", RECORDING_ERROR_MAX - 16, film_error(film));
        is_same = false;
    }
    if (film)
        printf("%llu pictures in %s\n", (unsigned long long)film_count(film), options->frames_directory);
    film_destroy(film);
    return is_same;
}

static bool replay_into(const struct options *options, FILE *record, struct game *game, char *error)
{
    if (options->frames_directory)
        return replay_with_frames(options, record, game, error);
    return recording_replay(record, game, NULL, NULL, error);
}

static bool replay_record(const struct service *service, FILE *record, char *error)
{
    char pack_name[PACK_NAME_MAX];
    uint64_t seed = 0;
    if (!recording_header(record, pack_name, &seed, error))
        return false;
    if (strcmp(pack_name, service->pack->name) != 0) {
        snprintf(error, RECORDING_ERROR_MAX, "it was made in the world \"%s\"; choose it with --world",
                 pack_name);
        return false;
    }
    struct game *game = game_create(service->pack, service->nav, seed);
    snprintf(error, RECORDING_ERROR_MAX, "out of memory");
    bool is_same = game && replay_into(service->options, record, game, error);
    if (is_same)
        printf("tick %llu hash %016llx\n", (unsigned long long)game_tick_count(game),
               (unsigned long long)game_hash(game));
    game_destroy(game);
    return is_same;
}

static int replay(struct service *service)
{
    const char *path = service->options->replay_path;
    FILE *record = fopen(path, "r");
    char error[RECORDING_ERROR_MAX];
    if (!record) {
        complain_about(path, strerror(errno));
        return EXIT_FAILURE;
    }
    bool works = load_world(service);
    if (works && !replay_record(service, record, error)) {
        complain_about(path, error);
        works = false;
    }
    fclose(record);
    unload_world(service);
    return works ? EXIT_SUCCESS : EXIT_FAILURE;
}

// ---- serving -----------------------------------------------------------------------------------

/// Opens the file without emptying it: that is done by recording_begin(), once everything else works.
static bool open_record(struct service *service)
{
    const char *path = service->options->record_path;
    if (!path)
        return true;
    int descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor >= 0 && !recording_may_replace(descriptor)) {
        close(descriptor);
        fprintf(stderr, "waystream: --record %s: this file holds something else; name a new one\n", path);
        return false;
    }
    if (descriptor >= 0)
        service->record = fdopen(descriptor, "w");
    if (!service->record)
        fprintf(stderr, "waystream: --record %s: %s; name a file that can be written\n", path,
                strerror(errno));
    return service->record;
}

/// Whoever finds the server gone is told what to do with its record.
static void name_record_in_crashes(const struct service *service)
{
    char words[CRASH_WORDS_MAX];
    const char *path = service->options->record_path;
    int length =
        snprintf(words, sizeof words,
                 "waystream: crashed; the record is %s, replay it with: waystream --world %s --replay %s\n",
                 path, service->world, path);
    if (length < 0 || length >= (int)sizeof words || !crash_set_last_words(words))
        complain("a crash will not name the record");
}

/// @return false when the record is not whole: what could not be written was said when it happened
static bool close_record(struct service *service)
{
    if (!service->record)
        return true;
    bool has_failed = ferror(service->record);
    bool is_closed = fclose(service->record) == 0;
    if (!is_closed && !has_failed)
        log_write(LOG_LEVEL_ERROR, 0, "recording_failed", "%s: %s", service->options->record_path,
                  strerror(errno));
    return is_closed && !has_failed;
}

static bool create_server(struct service *service)
{
    char page[PATH_SIZE_MAX];
    char error[SERVER_ERROR_MAX];
    find("web/index.html", page);
    struct server_options options = {
        .address = service->options->address,
        .port = service->options->port,
        .web_directory = dirname(page),
        .ping_after_us = SERVER_PING_AFTER_US,
        .timeout_after_us = SERVER_TIMEOUT_AFTER_US,
    };
    service->server = server_create(&options, error);
    if (!service->server)
        complain(error);
    return service->server;
}

static bool create_host(struct service *service)
{
    const struct options *options = service->options;
    char error[SESSION_ERROR_MAX];
    struct session_host_options host = {
        .pack = service->pack,
        .nav = service->nav,
        .frame_rate = options->frame_rate,
        .pixels_max = options->pixels_max,
        .bits_per_s = options->bits_per_s,
        .sessions_max = options->sessions_max,
        .bots = options->bots,
        .speed = options->speed,
        .workers = options->workers,
        .slices = ENCODER_SLICES,
        .encoder = options->encoder,
        .renderer = renderer_kind(options),
        .record = service->record,
        .linger_us = LINGER_US,
        .wake = server_wake,
        .wake_context = service->server,
    };
    if (!random_bytes(&host.seed, sizeof host.seed)) {
        complain("the kernel gives no random numbers");
        return false;
    }
    service->host = session_host_create(&host, error);
    if (!service->host)
        complain(error);
    return service->host;
}

static bool start_server(struct service *service)
{
    char error[SERVER_ERROR_MAX];
    if (server_start(service->server, service->host, error))
        return true;
    complain(error);
    return false;
}

static int start(struct service *service)
{
    if (!load_world(service) || !create_server(service) || !open_record(service))
        return EXIT_FAILURE;
    if (service->record)
        name_record_in_crashes(service);
    if (!create_host(service))
        return EXIT_DEPENDENCY;
    return start_server(service) ? EXIT_SUCCESS : EXIT_FAILURE;
}

/// Players are told first; then the world stops, and the record of it is complete.
/// @return false when it is not
static bool stop(struct service *service)
{
    server_stop(service->server);
    session_host_destroy(service->host);
    server_destroy(service->server);
    unload_world(service);
    return close_record(service);
}

static void announce(const struct service *service)
{
    const char *address = service->options->address;
    bool is_ipv6 = strchr(address, ':');
    printf("ready http://%s%s%s:%u/\n", is_ipv6 ? "[" : "", address, is_ipv6 ? "]" : "",
           server_port(service->server));
    fflush(stdout);
}

/// From now on SIGINT and SIGTERM wait until the main thread asks for them; the others block them anyway.
static void block_signals(sigset_t *endings)
{
    sigemptyset(endings);
    sigaddset(endings, SIGINT);
    sigaddset(endings, SIGTERM);
    pthread_sigmask(SIG_BLOCK, endings, NULL);
}

/// Until it is ready a signal ends the program at once: a large world takes its time, and nobody plays yet.
static int serve(struct service *service)
{
    int status = start(service);
    if (status == EXIT_SUCCESS) {
        sigset_t endings;
        int signal_number = 0;
        block_signals(&endings);
        announce(service);
        sigwait(&endings, &signal_number);
        log_write(LOG_LEVEL_INFO, 0, "stopping", "%s", strsignal(signal_number));
    }
    bool is_recorded = stop(service);
    return status == EXIT_SUCCESS && !is_recorded ? EXIT_FAILURE : status;
}

/// SDL2's offscreen driver takes the EGL device that this variable names [SDL 2.0.14, SDL_egl.c].
static void choose_gpu(uint32_t gpu)
{
    char number[16];
    if (gpu == OPTIONS_GPU_ANY)
        return;
    snprintf(number, sizeof number, "%u", gpu);
    setenv("SDL_HINT_EGL_DEVICE", number, 1);
}

int main(int argc, char **argv)
{
    struct options options;
    char message[OPTIONS_MESSAGE_MAX];
    long cpu_count = sysconf(_SC_NPROCESSORS_ONLN);
    switch (options_parse(argc, argv, cpu_count < 1 ? 1 : (uint32_t)cpu_count, &options, message)) {
    case OPTIONS_PRINT:
        fputs(message, stdout);
        return EXIT_SUCCESS;
    case OPTIONS_WRONG:
        fputs(message, stderr);
        return OPTIONS_EXIT_USAGE;
    case OPTIONS_RUN:
        break;
    }
    signal(SIGPIPE, SIG_IGN); // a player who is gone is seen when writing
    setenv("LP_NUM_THREADS", DRAWING_THREADS, 0);
    choose_gpu(options.gpu);
    struct service service = {.options = &options};
    return options.replay_path ? replay(&service) : serve(&service);
}
