#include "tests/data/mirror.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cloudsvc/game/recording.h"

bool mirror_open(struct mirror *mirror, const char *record_path, const char *folder)
{
    memset(mirror, 0, sizeof *mirror);
    mirror->record = open(record_path, O_RDONLY | O_CLOEXEC);
    if (mirror->record < 0)
        return false;
    mirror->folder = folder;
    return true;
}

static bool follow(struct mirror *mirror, FILE *lines, char *error)
{
    char name[PACK_NAME_MAX];
    uint64_t seed;
    if (!mirror->world.game) {
        if (!recording_header(lines, name, &seed, error))
            return false;
        mirror->world = plain_world_of(mirror->folder, seed);
    }
    // That the record does not end with a hash is no fault as long as it is written.
    return recording_replay(lines, mirror->world.game, NULL, NULL, error) || feof(lines);
}

/// @param size  of whole lines
static bool follow_lines(struct mirror *mirror, size_t size)
{
    char error[RECORDING_ERROR_MAX] = "";
    FILE *lines = fmemopen(mirror->text, size, "r");
    bool is_followed = lines && follow(mirror, lines, error);
    if (!is_followed)
        fprintf(stderr, "# the mirror is broken: %s\n", error);
    if (lines)
        (void)fclose(lines);
    mirror->text_size -= size;
    memmove(mirror->text, mirror->text + size, mirror->text_size);
    return is_followed;
}

bool mirror_follow(struct mirror *mirror)
{
    ssize_t count;
    while ((count = read(mirror->record, mirror->text + mirror->text_size,
                         MIRROR_TEXT_MAX - mirror->text_size)) > 0) {
        mirror->text_size += (size_t)count;
        const char *end = memrchr(mirror->text, '\n', mirror->text_size);
        if (end && !follow_lines(mirror, (size_t)(end + 1 - mirror->text)))
            return false;
    }
    return count == 0 && mirror->text_size < MIRROR_TEXT_MAX;
}

bool mirror_view(const struct mirror *mirror, struct view *view)
{
    game_player_id player = mirror->world.game ? game_first_player(mirror->world.game) : 0;
    return player && game_view(mirror->world.game, player, view);
}

void mirror_close(struct mirror *mirror)
{
    if (mirror->world.game)
        plain_world_destroy(&mirror->world);
    if (mirror->record > 0)
        close(mirror->record);
    *mirror = (struct mirror){.record = 0};
}
