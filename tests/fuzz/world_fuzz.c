// Any bytes as world.json beside a right scene, and as the scene of a right world: each is taken or
// refused with a problem, and a pack that is taken keeps its promises and has meshes.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "nav/mesh_build.h"
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

static void check_roads(const struct pack_scene *scene)
{
    for (size_t i = 0; i < scene->road_link_count; i++) {
        const struct pack_road_link *link = &scene->road_links[i];
        require(link->road < scene->road_count);
        require(link->nodes[0] < link->nodes[1]);
        require(link->nodes[1] < scene->road_node_count);
    }
}

static void check_jump(const struct pack *pack, const struct pack_jump *jump)
{
    require(jump->scene < pack->scene_count);
    require(jump->region < pack->scenes[jump->scene].region_count);
    require(jump->end_count > 0);
    for (size_t i = 0; i < jump->end_count; i++) {
        const struct pack_jump_end *end = &jump->ends[i];
        require(end->scene < pack->scene_count);
        require(end->region < pack->scenes[end->scene].region_count);
        require(pack_region_contains(&pack->scenes[end->scene].regions[end->region], end->at));
    }
}

/// A scene that is right has a mesh, unless nothing is left of its ground.
static void check_mesh(const struct pack_scene *scene)
{
    static struct report report;
    report.count = 0;
    struct navmesh *mesh = mesh_build(scene, &report);
    require(mesh || (report.count == 1 && strstr(report.problems[0].text, "cover all ground")));
    navmesh_destroy(mesh);
}

static void check_pack(const struct pack *pack)
{
    require(pack->spawn_scene < pack->scene_count);
    for (size_t i = 0; i < pack->jump_count; i++)
        check_jump(pack, &pack->jumps[i]);
    for (size_t i = 0; i < pack->npc_count; i++) {
        const struct pack_npc *npc = &pack->npcs[i];
        require(npc->scene < pack->scene_count);
        require(npc->region < pack->scenes[npc->scene].region_count);
        require(pack_region_contains(&pack->scenes[npc->scene].regions[npc->region], npc->at));
    }
    for (size_t i = 0; i < pack->scene_count; i++) {
        const struct pack_scene *scene = &pack->scenes[i];
        for (size_t k = 0; k < scene->obstacle_count; k++)
            require(scene->obstacles[k].region < scene->region_count);
        check_roads(scene);
        check_mesh(scene);
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
