#include "nav/pack_jump.h"

#include <stdlib.h>
#include <string.h>

#include "nav/pack_region.h"
#include "nav/pack_shape.h"

enum {
    JUMPS_MAX = 4096,        // of one scene
    COST_MM_MAX = 100000000, // 100 km
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static bool find_scene(const struct json *value, const struct pack *pack, size_t *scene)
{
    char name[PACK_NAME_MAX];
    if (!json_word(value, name, sizeof name))
        return false;
    for (*scene = 0; *scene < pack->scene_count; (*scene)++) {
        if (strcmp(pack->scenes[*scene].name, name) == 0)
            return true;
    }
    json_fault(value, "no scene has the name \"%s\"; correct it or add the scene", name);
    return false;
}

static bool read_end(const struct json *root, const struct pack *pack, struct floors *const *floors,
                     struct pack_jump_end *end)
{
    static const char *const keys[] = {"scene", "at", "region"};
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    struct json scene = json_require(root, "scene");
    return find_scene(&scene, pack, &end->scene) &&
           pack_region_read_place(root, floors[end->scene], &end->at, &end->region) && is_right;
}

static bool read_ends(const struct json *root, const struct pack *pack, struct floors *const *floors,
                      struct pack_jump *jump)
{
    struct json ends = json_require(root, "to");
    size_t count;
    if (!json_array(&ends, 1, PACK_JUMP_ENDS_MAX, &count))
        return false;
    jump->ends = calloc(count, sizeof *jump->ends);
    if (!pack_shape_has_memory(&ends, jump->ends))
        return false;
    bool is_right = true;
    for (struct json end = json_first(&ends); end.item; end = json_next(&end))
        is_right = read_end(&end, pack, floors, &jump->ends[jump->end_count++]) && is_right;
    return is_right;
}

static bool read_cost(const struct json *root, struct pack_jump *jump)
{
    struct json cost = json_member(root, "cost");
    int32_t cost_mm = 0;
    bool is_right = !cost.item || json_length(&cost, 0, COST_MM_MAX, &cost_mm);
    jump->cost_m = cost_mm / 1000.0;
    return is_right;
}

/// @param first  the first jump of the scene
static bool check_name(const struct json *name, const struct pack *pack, size_t first)
{
    const struct pack_jump *jump = &pack->jumps[pack->jump_count - 1];
    for (size_t i = first; i + 1 < pack->jump_count; i++) {
        if (strcmp(pack->jumps[i].name, jump->name) != 0)
            continue;
        json_fault(name, "jump %zu has the name \"%s\" too; rename one", i - first, jump->name);
        return false;
    }
    return true;
}

static bool read_jump(const struct json *root, struct pack *pack, struct floors *const *floors, size_t first)
{
    static const char *const keys[] = {"name", "at", "region", "to", "cost"};
    struct pack_jump *jump = &pack->jumps[pack->jump_count++];
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    struct json name = json_require(root, "name");
    is_right = json_word(&name, jump->name, sizeof jump->name) && check_name(&name, pack, first) && is_right;
    is_right = read_cost(root, jump) && is_right;
    is_right = read_ends(root, pack, floors, jump) && is_right;
    return pack_region_read_place(root, floors[jump->scene], &jump->at, &jump->region) && is_right;
}

bool pack_jump_read_all(const struct json *root, struct pack *pack, struct floors *const *floors,
                        size_t scene)
{
    struct json jumps = json_member(root, "jumps");
    size_t first = pack->jump_count;
    size_t count;
    if (!jumps.item)
        return true;
    if (!json_array(&jumps, 0, JUMPS_MAX, &count))
        return false;
    struct pack_jump *grown = realloc(pack->jumps, (first + count + 1) * sizeof *grown);
    if (!grown)
        return pack_shape_has_memory(&jumps, NULL);
    pack->jumps = grown;
    memset(&pack->jumps[first], 0, (count + 1) * sizeof *grown);
    bool is_right = true;
    for (struct json jump = json_first(&jumps); jump.item; jump = json_next(&jump)) {
        pack->jumps[pack->jump_count].scene = scene;
        is_right = read_jump(&jump, pack, floors, first) && is_right;
    }
    return is_right;
}
