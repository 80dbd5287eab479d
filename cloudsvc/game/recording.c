#include "cloudsvc/game/recording.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { VERSION = 2, LINE_MAX_BYTES = 512 };

static const char *const kind_names[GAME_INPUT_KIND_COUNT] = {
    [GAME_JOIN] = "join",         [GAME_LEAVE] = "leave",
    [GAME_VIEWPORT] = "viewport", [GAME_TOUCH] = "touch",
    [GAME_WALK] = "walk",         [GAME_TALK] = "talk",
    [GAME_FIND] = "find",         [GAME_CLOSE_DIALOGUE] = "close",
    [GAME_CAMERA] = "camera",     [GAME_CAMERA_RESET] = "reset",
    [GAME_FIGHT] = "fight",       [GAME_SKILL] = "skill",
    [GAME_ANSWER] = "answer",     [GAME_TRACK] = "track",
    [GAME_FESTIVAL] = "festival", [GAME_CHEST] = "chest",
    [GAME_GO_NEAR] = "near",      [GAME_PANEL] = "panel",
};

// ---- writing -------------------------------------------------------------------------------------

bool recording_may_replace(int descriptor)
{
    static const char first_word[] = "waystream-record ";
    char start[sizeof first_word - 1];
    struct stat file;
    if (fstat(descriptor, &file) != 0 || !S_ISREG(file.st_mode))
        return true;
    ssize_t size = pread(descriptor, start, sizeof start, 0);
    return size <= 0 || (size == sizeof start && memcmp(start, first_word, sizeof start) == 0);
}

bool recording_begin(FILE *out, const char *pack_name, uint64_t seed)
{
    int descriptor = fileno(out);
    if (descriptor >= 0 && ftruncate(descriptor, 0) != 0 && errno != EINVAL)
        return false; // EINVAL: a pipe or a device, which has nothing to lose
    return fprintf(out, "waystream-record %d seed %016" PRIx64 " pack %s\n", VERSION, seed, pack_name) > 0;
}

static void write_viewport(FILE *out, const struct game_viewport *viewport)
{
    fprintf(out, " %" PRIu32 " %" PRIu32 " %" PRIu32, viewport->width_px, viewport->height_px,
            viewport->density_percent);
    for (size_t i = 0; i < 4; i++)
        fprintf(out, " %" PRIu32, viewport->inset_px[i]);
}

// Percent-encodes what would end the token or the line [RFC 3986, section 2.1].
static void write_words(FILE *out, const char *name, size_t size)
{
    fputs(" =", out);
    for (size_t i = 0; i < size && name[i]; i++) {
        unsigned char byte = (unsigned char)name[i];
        if (byte <= ' ' || byte == '%' || byte >= 0x7f)
            fprintf(out, "%%%02x", byte);
        else
            fputc(byte, out);
    }
}

static void write_rest(FILE *out, const struct game_input *input)
{
    switch (input->kind) {
    case GAME_JOIN:
        write_viewport(out, &input->viewport);
        write_words(out, input->name, sizeof input->name);
        write_words(out, input->language, sizeof input->language);
        break;
    case GAME_VIEWPORT:
        write_viewport(out, &input->viewport);
        break;
    case GAME_TOUCH:
        fprintf(out, " %u %u", input->tap.x, input->tap.y);
        break;
    case GAME_WALK:
        fprintf(out, " %" PRIu32 " %a %a %a", input->position.scene, input->position.x, input->position.y,
                input->position.z);
        break;
    case GAME_CAMERA:
        fprintf(out, " %" PRId32 " %" PRId32, input->camera.turn, input->camera.zoom_percent);
        break;
    default:
        if (game_input_has_number(input->kind))
            fprintf(out, " %" PRIu32, input->number);
        break;
    }
}

bool recording_input(FILE *out, uint64_t tick, const struct game_input *input)
{
    assert(input->kind < GAME_INPUT_KIND_COUNT);
    fprintf(out, "%" PRIu64 " %s %" PRIu32 " %" PRIu32, tick, kind_names[input->kind], input->player,
            input->sequence);
    write_rest(out, input);
    return fputc('\n', out) != EOF && !ferror(out);
}

bool recording_hash(FILE *out, uint64_t tick, uint64_t hash)
{
    return fprintf(out, "%" PRIu64 " hash %016" PRIx64 "\n", tick, hash) > 0;
}

// ---- reading -------------------------------------------------------------------------------------

// Reads one line token by token. Once broken every read gives zero, so that a caller asks only at the end.
struct reader {
    char line[LINE_MAX_BYTES];
    char *rest;
    size_t number; // of the line
    bool is_broken;
};

static bool fail(char *error, const struct reader *reader, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool fail(char *error, const struct reader *reader, const char *format, ...)
{
    int length = snprintf(error, RECORDING_ERROR_MAX, "line %zu: ", reader->number);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error + length, RECORDING_ERROR_MAX - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

// Returns false at the end of the file. A line that is too long or not ended breaks the reader.
static bool next_line(struct reader *reader, FILE *in)
{
    if (!fgets(reader->line, sizeof reader->line, in))
        return false;
    reader->number++;
    size_t length = strlen(reader->line);
    reader->is_broken = length == 0 || reader->line[length - 1] != '\n';
    if (!reader->is_broken)
        reader->line[length - 1] = '\0';
    reader->rest = reader->line;
    return true;
}

static const char *read_token(struct reader *reader)
{
    if (reader->is_broken || !*reader->rest) {
        reader->is_broken = true;
        return "";
    }
    char *token = reader->rest;
    char *end = strchr(token, ' ');
    reader->rest = end ? end + 1 : token + strlen(token);
    if (end)
        *end = '\0';
    return token;
}

static uint64_t read_unsigned(struct reader *reader, int base, uint64_t max)
{
    const char *token = read_token(reader);
    char *end;
    unsigned long long value = strtoull(token, &end, base);
    if (!isxdigit((unsigned char)token[0]) || *end || value > max) {
        reader->is_broken = true;
        return 0;
    }
    return value;
}

static uint32_t read_u32(struct reader *reader)
{
    return (uint32_t)read_unsigned(reader, 10, UINT32_MAX);
}

static int32_t read_i32(struct reader *reader)
{
    const char *token = read_token(reader);
    char *end;
    long long value = strtoll(token, &end, 10);
    if (end == token || *end || value < INT32_MIN || value > INT32_MAX) {
        reader->is_broken = true;
        return 0;
    }
    return (int32_t)value;
}

static double read_double(struct reader *reader)
{
    const char *token = read_token(reader);
    char *end;
    double value = strtod(token, &end);
    if (end == token || *end || !isfinite(value)) {
        reader->is_broken = true;
        return 0.0;
    }
    return value;
}

static struct game_viewport read_viewport(struct reader *reader)
{
    struct game_viewport viewport = {0};
    viewport.width_px = read_u32(reader);
    viewport.height_px = read_u32(reader);
    viewport.density_percent = read_u32(reader);
    for (size_t i = 0; i < 4; i++)
        viewport.inset_px[i] = read_u32(reader);
    return viewport;
}

static int hex_digit(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    return -1;
}

static void read_words(struct reader *reader, char *name, size_t room)
{
    const char *token = read_token(reader);
    size_t length = 0;
    bool is_good = *token == '=';
    for (const char *at = token + is_good; is_good && *at; at++) {
        int byte = (unsigned char)*at;
        if (*at == '%') {
            int high = hex_digit(at[1]);
            int low = high < 0 ? -1 : hex_digit(at[2]);
            byte = low < 0 ? 0 : high * 16 + low;
            at += low < 0 ? 0 : 2;
        }
        is_good = byte != 0 && length + 1 < room;
        if (is_good)
            name[length++] = (char)byte;
    }
    name[length] = '\0';
    reader->is_broken |= !is_good;
}

static void read_rest(struct reader *reader, struct game_input *input)
{
    switch (input->kind) {
    case GAME_JOIN:
        input->viewport = read_viewport(reader);
        read_words(reader, input->name, sizeof input->name);
        read_words(reader, input->language, sizeof input->language);
        break;
    case GAME_VIEWPORT:
        input->viewport = read_viewport(reader);
        break;
    case GAME_TOUCH:
        input->tap.x = (uint16_t)read_unsigned(reader, 10, UINT16_MAX);
        input->tap.y = (uint16_t)read_unsigned(reader, 10, UINT16_MAX);
        break;
    case GAME_WALK:
        input->position.scene = read_u32(reader);
        input->position.x = read_double(reader);
        input->position.y = read_double(reader);
        input->position.z = read_double(reader);
        break;
    case GAME_CAMERA:
        input->camera.turn = read_i32(reader);
        input->camera.zoom_percent = read_i32(reader);
        break;
    default:
        if (game_input_has_number(input->kind))
            input->number = read_u32(reader);
        break;
    }
}

static enum game_input_kind kind_of(const char *name)
{
    enum game_input_kind kind = 0;
    while (kind < GAME_INPUT_KIND_COUNT && strcmp(name, kind_names[kind]) != 0)
        kind++;
    return kind;
}

bool recording_header(FILE *in, char *pack_name, uint64_t *seed, char error[RECORDING_ERROR_MAX])
{
    struct reader reader = {0};
    if (!next_line(&reader, in))
        return fail(error, &reader, ferror(in) ? "the file cannot be read" : "the file is empty");
    bool is_record = strcmp(read_token(&reader), "waystream-record") == 0;
    if (!is_record || reader.is_broken)
        return fail(error, &reader, "not a record: it should begin with \"waystream-record\"");
    uint64_t version = read_unsigned(&reader, 10, UINT32_MAX);
    if (version != VERSION)
        return fail(error, &reader, "version %" PRIu64 ", but this program reads version %d", version,
                    VERSION);
    bool has_seed = strcmp(read_token(&reader), "seed") == 0;
    *seed = read_unsigned(&reader, 16, UINT64_MAX);
    bool has_pack = strcmp(read_token(&reader), "pack") == 0;
    size_t length = strlen(reader.rest); // a pack's name may hold spaces
    if (!has_seed || !has_pack || reader.is_broken || length == 0 || length >= PACK_NAME_MAX)
        return fail(error, &reader, "expected \"seed HEX pack NAME\"");
    memcpy(pack_name, reader.rest, length + 1);
    return true;
}

struct replay {
    struct reader reader;
    struct game *game;
    void (*on_tick)(void *context, struct game *game);
    void *context;
    bool is_hashed; // nothing has happened since the last hash
    char *error;
};

static bool replay_to(struct replay *replay, uint64_t tick)
{
    uint64_t now = game_tick_count(replay->game);
    if (tick < now)
        return fail(replay->error, &replay->reader, "tick %" PRIu64 " comes after tick %" PRIu64, tick, now);
    if (tick - now > RECORDING_HASH_TICKS)
        return fail(replay->error, &replay->reader, "no hash for %" PRIu64 " ticks: lines are missing",
                    tick - now);
    for (; now < tick; now++) {
        game_tick(replay->game);
        if (replay->on_tick)
            replay->on_tick(replay->context, replay->game);
    }
    return true;
}

static bool replay_hash(struct replay *replay)
{
    uint64_t recorded = read_unsigned(&replay->reader, 16, UINT64_MAX);
    if (replay->reader.is_broken || *replay->reader.rest)
        return fail(replay->error, &replay->reader, "expected one hexadecimal hash");
    uint64_t hash = game_hash(replay->game);
    if (hash != recorded)
        return fail(replay->error, &replay->reader,
                    "the replay has departed: hash %016" PRIx64 " instead of %016" PRIx64, hash, recorded);
    return true;
}

static bool replay_input(struct replay *replay, const char *kind_name)
{
    struct reader *reader = &replay->reader;
    struct game_input input = {.kind = kind_of(kind_name)};
    if (input.kind == GAME_INPUT_KIND_COUNT)
        return fail(replay->error, reader, "unknown entry \"%.32s\"", kind_name);
    input.player = read_u32(reader);
    input.sequence = read_u32(reader);
    read_rest(reader, &input);
    if (reader->is_broken || *reader->rest)
        return fail(replay->error, reader, "malformed \"%s\"", kind_name);
    game_apply(replay->game, &input); // refused when it was recorded: refused again
    return true;
}

static bool replay_line(struct replay *replay)
{
    struct reader *reader = &replay->reader;
    uint64_t tick = read_unsigned(reader, 10, UINT64_MAX);
    const char *kind_name = read_token(reader);
    if (reader->is_broken)
        return fail(replay->error, reader, "expected a tick and an entry, up to %d bytes",
                    LINE_MAX_BYTES - 2);
    if (!replay_to(replay, tick))
        return false;
    replay->is_hashed = strcmp(kind_name, "hash") == 0;
    if (replay->is_hashed)
        return replay_hash(replay);
    return replay_input(replay, kind_name);
}

bool recording_replay(FILE *in, struct game *game, void (*on_tick)(void *context, struct game *game),
                      void *context, char error[RECORDING_ERROR_MAX])
{
    struct replay replay = {.game = game, .on_tick = on_tick, .context = context};
    replay.error = error;
    replay.reader.number = 1; // of the header
    while (next_line(&replay.reader, in))
        if (!replay_line(&replay))
            return false;
    return replay.is_hashed || fail(error, &replay.reader, "the record ends without a hash: it was cut off");
}
