// Any bytes as world.json beside a right scene, and as the scene of a right world: each is taken or
// refused with a problem, and a pack that is taken keeps its promises.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "nav/pack.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char world_text[] = "{\"name\": \"W\", \"scenes\": [\"scenes/a.json\"], \"find\": [], "
                                 "\"spawn\": {\"scene\": \"a\", \"at\": [1, 1]}}";
static const char scene_text[] =
    "{\"name\": \"a\", \"step_height\": 0.35, \"agent\": {\"radius\": 0.35, \"height\": 1.8}, "
    "\"light\": {\"sky\": \"#102030\", \"sun\": \"#ffeedd\"}, \"regions\": [{\"name\": \"g\", "
    "\"surface\": \"grass\", \"height\": 0, \"outline\": [[0, 0], [9, 0], [9, 9], [0, 9]]}]}";

/// The bytes, and the file that they stand for.
struct input {
    const char *file;
    const uint8_t *data;
    size_t size;
};

static char *read_input(void *context, const char *file, size_t *size_bytes, struct report *report)
{
    (void)report;
    const struct input *input = context;
    const char *right = strcmp(file, "world.json") == 0 ? world_text : scene_text;
    bool is_input = strcmp(file, input->file) == 0;
    *size_bytes = is_input ? input->size : strlen(right);
    char *text = calloc(*size_bytes + 1, 1);
    if (text)
        memcpy(text, is_input ? (const char *)input->data : right, *size_bytes);
    return text;
}

static void require(bool is_kept)
{
    if (!is_kept)
        abort();
}

static void check_pack(const struct pack *pack)
{
    require(pack->spawn_scene < pack->scene_count);
    for (size_t i = 0; i < pack->npc_count; i++) {
        const struct pack_npc *npc = &pack->npcs[i];
        require(npc->scene < pack->scene_count);
        require(npc->region < pack->scenes[npc->scene].region_count);
        require(pack_region_contains(&pack->scenes[npc->scene].regions[npc->region], npc->at));
    }
    for (size_t i = 0; i < pack->scene_count; i++) {
        const struct pack_scene *scene = &pack->scenes[i];
        for (size_t k = 0; k < scene->obstacle_count; k++) {
            require(scene->obstacles[k].region < scene->region_count);
            for (size_t n = 0; n < scene->obstacles[k].outline.count; n++)
                require(pack_region_contains(&scene->regions[scene->obstacles[k].region],
                                             scene->obstacles[k].outline.points[n]));
        }
    }
}

static void parse_as(const char *file, const uint8_t *data, size_t size)
{
    static struct report report;
    report.count = 0;
    struct input input = {.file = file, .data = data, .size = size};
    struct pack *pack = pack_parse(read_input, &input, &report);
    require((pack != NULL) == (report.count == 0));
    if (pack)
        check_pack(pack);
    pack_destroy(pack);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    parse_as("world.json", data, size);
    parse_as("scenes/a.json", data, size);
    return 0;
}
