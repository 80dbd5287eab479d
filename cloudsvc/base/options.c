#include "cloudsvc/base/options.h"

#include <arpa/inet.h>
#include <assert.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#ifndef WAYSTREAM_VERSION
#define WAYSTREAM_VERSION "unknown"
#endif

enum {
    FRAME_RATE_MAX = 60,
    SIDE_MIN_PX = 64,            // what the encoder takes
    SIDE_MAX_PX = 4096,          // what the renderer takes
    BITRATE_MIN = 250 * 1000,    // below it a picture with text cannot be read
    BITRATE_MAX = 100 * 1000000, // more than the largest picture can use
    FRAMES_EVERY_MAX = 1000000,  // hours: one picture of the whole
    SESSIONS = 32,               // by default, where bots leave room for so many
};

// ---- values ------------------------------------------------------------------------------------

/// Digits alone, without sign or space.
static bool read_number(const char *text, uint32_t min, uint32_t max, uint32_t *number)
{
    uint64_t value = 0;
    size_t length = strspn(text, "0123456789");
    if (length == 0 || length > 10 || text[length] != '\0')
        return false;
    for (size_t i = 0; i < length; i++)
        value = value * 10 + (uint64_t)(text[i] - '0');
    *number = (uint32_t)value;
    return value >= min && value <= max;
}

/// Copies the part of `text` before `end` as a string.
static bool copy_part(const char *text, const char *end, char *part, size_t part_max)
{
    if (end < text || (size_t)(end - text) >= part_max)
        return false;
    size_t size = (size_t)(end - text);
    memcpy(part, text, size);
    part[size] = '\0';
    return true;
}

static bool read_text(const char *text, const char **value)
{
    *value = text;
    return text[0] != '\0';
}

static bool read_listen(const char *text, struct options *options)
{
    struct in6_addr parsed;
    uint32_t port = 0;
    const char *colon = strrchr(text, ':');
    if (!colon || colon == text || !read_number(colon + 1, 0, UINT16_MAX, &port))
        return false;
    options->port = (uint16_t)port;
    bool is_ipv6 = text[0] == '[' && colon[-1] == ']';
    return copy_part(text + is_ipv6, colon - is_ipv6, options->address, sizeof options->address) &&
           inet_pton(is_ipv6 ? AF_INET6 : AF_INET, options->address, &parsed) == 1;
}

static bool read_world(const char *text, struct options *options)
{
    return read_text(text, &options->world_directory);
}

static bool read_fps(const char *text, struct options *options)
{
    return read_number(text, 1, FRAME_RATE_MAX, &options->frame_rate);
}

static bool read_size(const char *text, struct options *options)
{
    char width[8];
    uint32_t width_px = 0;
    uint32_t height_px = 0;
    const char *separator = strchr(text, 'x');
    if (!separator || !copy_part(text, separator, width, sizeof width) ||
        !read_number(width, SIDE_MIN_PX, SIDE_MAX_PX, &width_px) ||
        !read_number(separator + 1, SIDE_MIN_PX, SIDE_MAX_PX, &height_px))
        return false;
    options->pixels_max = width_px * height_px;
    return true;
}

static bool read_encoder(const char *text, struct options *options)
{
    return read_text(text, &options->encoder);
}

static bool read_bitrate(const char *text, struct options *options)
{
    return read_number(text, BITRATE_MIN, BITRATE_MAX, &options->bits_per_s);
}

static bool read_record(const char *text, struct options *options)
{
    return read_text(text, &options->record_path);
}

static bool read_replay(const char *text, struct options *options)
{
    return read_text(text, &options->replay_path);
}

static bool read_frames(const char *text, struct options *options)
{
    return read_text(text, &options->frames_directory);
}

static bool read_frames_every(const char *text, struct options *options)
{
    return read_number(text, 1, FRAMES_EVERY_MAX, &options->frames_every_ticks);
}

static bool read_renderer(const char *text, struct options *options)
{
    bool is_null = strcmp(text, "null") == 0;
    options->renderer = is_null ? OPTIONS_RENDERER_NULL : OPTIONS_RENDERER_GL;
    return is_null || strcmp(text, "gl") == 0;
}

static bool read_gpu(const char *text, struct options *options)
{
    return read_number(text, 0, OPTIONS_GPUS_MAX - 1, &options->gpu);
}

static bool read_workers(const char *text, struct options *options)
{
    return read_number(text, 1, OPTIONS_WORKERS_MAX, &options->workers);
}

static bool read_sessions(const char *text, struct options *options)
{
    return read_number(text, 1, OPTIONS_SESSIONS_MAX, &options->sessions_max);
}

static bool read_bots(const char *text, struct options *options)
{
    return read_number(text, 0, OPTIONS_BOTS_MAX, &options->bots);
}

static bool read_speed(const char *text, struct options *options)
{
    return read_number(text, 1, OPTIONS_SPEED_MAX, &options->speed);
}

// ---- the options -------------------------------------------------------------------------------

/// One option: how it is written, what its value must be, what it is for.
struct entry {
    const char *name;
    const char *placeholder;
    bool (*read)(const char *text, struct options *options); // NULL: takes no value
    const char *expected;                                    // completes "wants …"
    const char *help;
};

static const struct entry ENTRIES[] = {
    {"listen", "ADDR:PORT", read_listen, "a numeric address and a port, such as 127.0.0.1:8080 or [::1]:8080",
     "where to serve the page and the streams (127.0.0.1:8080)"},
    {"world", "DIR", read_world, "a directory", "the world pack to play (cloudsvc/worlds/plain)"},
    {"fps", "N", read_fps, "a number from 1 to 60", "frames a second (60)"},
    {"size", "WxH", read_size, "two sides from 64 to 4096, such as 1280x720",
     "as many pixels as a picture may have, in landscape or portrait (1280x720)"},
    {"encoder", "NAME", read_encoder, "a name, such as auto or libx264",
     "h264_nvenc, h264_vaapi, libx264, or the first of these that works (auto)"},
    {"bitrate", "BITS", read_bitrate, "a number from 250000 to 100000000",
     "bits a second of each stream (3000000)"},
    {"record", "FILE", read_record, "a file", "write down everything that happens to the world"},
    {"replay", "FILE", read_replay, "a file", "play such a record again, check it and exit"},
    {"frames", "DIR", read_frames, "a folder",
     "with --replay: pictures of what the first player sees, named by tick"},
    {"frames-every", "TICKS", read_frames_every, "a number from 1 to 1000000",
     "from one such picture to the next (60)"},
    {"renderer", "gl|null", read_renderer, "gl or null", "null draws tap marks alone, for tests (gl)"},
    {"gpu", "N", read_gpu, "a number from 0 to 15", "the EGL device that draws (the first that works)"},
    {"workers", "N", read_workers, "a number from 1 to 64",
     "threads that draw and encode (one for two processors)"},
    {"sessions", "N", read_sessions, "a number from 1 to 128", "players at once (32)"},
    {"bots", "N", read_bots, "a number from 0 to 100", "players that the server plays itself (0)"},
    {"speed", "N", read_speed, "a number from 1 to 32",
     "so many times as fast goes the world's clock, for tests (1)"},
    {"help", "", NULL, "no value", "print this and exit"},
    {"version", "", NULL, "no value", "print the version and exit"},
};

enum { ENTRY_COUNT = sizeof ENTRIES / sizeof ENTRIES[0] };

static struct options defaults(uint32_t cpu_count)
{
    uint32_t workers = cpu_count < 2 ? 1 : cpu_count / 2;
    return (struct options){
        .address = "127.0.0.1",
        .port = 8080,
        .world_directory = "cloudsvc/worlds/plain",
        .frame_rate = 60,
        .pixels_max = 1280 * 720,
        .encoder = "auto",
        .bits_per_s = 3000000,
        .renderer = OPTIONS_RENDERER_GL,
        .gpu = OPTIONS_GPU_ANY,
        .workers = workers < OPTIONS_WORKERS_MAX ? workers : OPTIONS_WORKERS_MAX,
        .frames_every_ticks = 60,
        .speed = 1,
    };
}

// ---- messages ----------------------------------------------------------------------------------

static void append(char *message, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void append(char *message, const char *format, ...)
{
    size_t length = strlen(message);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message + length, OPTIONS_MESSAGE_MAX - length, format, arguments);
    va_end(arguments);
}

static enum options_status print_help(char *message)
{
    append(message, "Usage: waystream [OPTION]...\n"
                    "Runs the game on this machine and streams each player's view to a browser.\n\n");
    for (size_t i = 0; i < ENTRY_COUNT; i++)
        append(message, "  --%-12s %-9s  %s\n", ENTRIES[i].name, ENTRIES[i].placeholder, ENTRIES[i].help);
    append(message, "\nDefaults are in parentheses.\n");
    return OPTIONS_PRINT;
}

static enum options_status print_version(char *message)
{
    append(message, "waystream " WAYSTREAM_VERSION "\n");
    return OPTIONS_PRINT;
}

/// What was written is cut where it would fill the message.
static enum options_status refuse(char *message, const char *argument)
{
    append(message, "waystream: there is no \"%.200s\". Run \"waystream --help\" for what there is.\n",
           argument);
    return OPTIONS_WRONG;
}

static enum options_status refuse_letter(char *message, int letter)
{
    const char option[] = {'-', (char)letter, '\0'};
    return refuse(message, option);
}

static enum options_status refuse_value(char *message, const struct entry *entry, const char *value)
{
    if (value)
        append(message, "waystream: --%s wants %s, not \"%.200s\".\n", entry->name, entry->expected, value);
    else
        append(message, "waystream: --%s wants %s.\n", entry->name, entry->expected);
    return OPTIONS_WRONG;
}

/// Who asks for many bots and says nothing of players means those that are left room for.
static void settle_sessions(struct options *options)
{
    uint32_t left = OPTIONS_SESSIONS_MAX - options->bots;
    if (options->sessions_max == 0)
        options->sessions_max = left < SESSIONS ? left : SESSIONS;
}

/// What is wrong with options that are right each by itself.
static enum options_status refuse_combination(const struct options *options, char *message)
{
    if (options->record_path && options->replay_path)
        append(message,
               "waystream: --record and --replay exclude each other: a replay writes nothing down.\n");
    if (options->frames_directory && !options->replay_path)
        append(message, "waystream: --frames are pictures of a record: name one with --replay.\n");
    if (options->bots + options->sessions_max > OPTIONS_SESSIONS_MAX)
        append(message,
               "waystream: --bots %u with --sessions %u are more than %u, which the world has room for. "
               "Write --bots %u or less, or --sessions %u or less.\n",
               options->bots, options->sessions_max, (unsigned)OPTIONS_SESSIONS_MAX,
               OPTIONS_SESSIONS_MAX - options->sessions_max, OPTIONS_SESSIONS_MAX - options->bots);
    if (options->bits_per_s / options->frame_rate > OPTIONS_PICTURE_BITS_MAX)
        append(message,
               "waystream: --bitrate %u with --fps %u are more than %u bits a picture, which are the most. "
               "Write --bitrate %u or less, or --fps %u or more.\n",
               options->bits_per_s, options->frame_rate, (unsigned)OPTIONS_PICTURE_BITS_MAX,
               OPTIONS_PICTURE_BITS_MAX * options->frame_rate,
               (options->bits_per_s + OPTIONS_PICTURE_BITS_MAX - 1) / OPTIONS_PICTURE_BITS_MAX);
    return message[0] ? OPTIONS_WRONG : OPTIONS_RUN;
}

// ---- reading -----------------------------------------------------------------------------------

/// What getopt_long is told: an option's code is its index in ENTRIES.
static void describe(struct option *described)
{
    for (int i = 0; i < ENTRY_COUNT; i++)
        described[i] = (struct option){
            .name = ENTRIES[i].name, .has_arg = ENTRIES[i].read ? required_argument : no_argument, .val = i};
}

static enum options_status take(int code, struct options *options, char *message)
{
    const struct entry *entry = &ENTRIES[code];
    if (strcmp(entry->name, "help") == 0)
        return print_help(message);
    if (strcmp(entry->name, "version") == 0)
        return print_version(message);
    return entry->read(optarg, options) ? OPTIONS_RUN : refuse_value(message, entry, optarg);
}

enum options_status options_parse(int argc, char **argv, uint32_t cpu_count, struct options *options,
                                  char *message)
{
    assert(cpu_count >= 1);
    struct option described[ENTRY_COUNT + 1] = {0};
    describe(described);
    *options = defaults(cpu_count);
    message[0] = '\0';
    optind = 0; // glibc: from the start, whatever was parsed before
    opterr = 0;
    enum options_status status = OPTIONS_RUN;
    while (status == OPTIONS_RUN) {
        int index = -1;
        int code = getopt_long(argc, argv, ":", described, &index);
        if (code == -1)
            break;
        if (code == ':')
            return refuse_value(message, &ENTRIES[optopt], NULL);
        if (code == '?' && optopt > ENTRY_COUNT)
            return refuse_letter(message, optopt);
        if (code == '?')
            return refuse(message, argv[optind - 1]);
        status = take(code, options, message);
    }
    if (status == OPTIONS_RUN && optind < argc)
        return refuse(message, argv[optind]);
    settle_sessions(options);
    return status == OPTIONS_RUN ? refuse_combination(options, message) : status;
}
