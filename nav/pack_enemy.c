#include "nav/pack_enemy.h"

#include <stdlib.h>

#include "nav/pack_region.h"
#include "nav/pack_shape.h"
#include "nav/pack_text.h"

enum {
    RADIUS_MM_MIN = 1000,
    RADIUS_MM_MAX = 100000,
    COUNT_MAX = 64,
    HEALTH_MAX = 10000,
    STRENGTH_MAX = 100, // all that a player has
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static const struct {
    uint32_t health;
    uint32_t strength;
} usual[] = {[PACK_WOLF] = {40, 6}, [PACK_BOAR] = {60, 9}, [PACK_CRAB] = {25, 4}, [PACK_SKELETON] = {50, 7}};

bool pack_enemy_read_kind(const struct json *value, enum pack_enemy_kind *kind)
{
    static const char *const names[] = {
        [PACK_WOLF] = "wolf", [PACK_BOAR] = "boar", [PACK_CRAB] = "crab", [PACK_SKELETON] = "skeleton"};
    size_t choice;
    if (!json_choice(value, names, COUNT_OF(names), &choice))
        return false;
    *kind = (enum pack_enemy_kind)choice;
    return true;
}

uint32_t pack_enemy_count(const struct pack *pack, enum pack_enemy_kind kind)
{
    uint32_t count = 0;
    for (size_t i = 0; i < pack->enemies_count; i++)
        count += pack->enemies[i].kind == kind ? pack->enemies[i].count : 0;
    return count;
}

static bool read_points(const struct json *root, struct pack_enemies *enemies)
{
    struct json count = json_require(root, "count");
    struct json health = json_member(root, "health");
    struct json strength = json_member(root, "strength");
    enemies->health = usual[enemies->kind].health;
    enemies->strength = usual[enemies->kind].strength;
    bool is_right = json_count(&count, 1, COUNT_MAX, &enemies->count);
    is_right = (!health.item || json_count(&health, 1, HEALTH_MAX, &enemies->health)) && is_right;
    return (!strength.item || json_count(&strength, 1, STRENGTH_MAX, &enemies->strength)) && is_right;
}

static bool read_enemies(const struct json *root, const struct floors *floors, struct pack *pack,
                         struct pack_enemies *enemies)
{
    static const char *const keys[] = {"kind",   "name",  "at",     "region",
                                       "radius", "count", "health", "strength"};
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    struct json kind = json_require(root, "kind");
    struct json name = json_member(root, "name");
    struct json radius = json_require(root, "radius");
    is_right = pack_enemy_read_kind(&kind, &enemies->kind) && is_right;
    is_right = (!name.item || pack_text_read(&name, pack, PACK_NAME_MAX, &enemies->name)) && is_right;
    is_right = json_length(&radius, RADIUS_MM_MIN, RADIUS_MM_MAX, &enemies->radius_mm) && is_right;
    is_right = read_points(root, enemies) && is_right;
    return pack_region_read_place(root, floors, &enemies->at, &enemies->region) && is_right;
}

bool pack_enemy_read_all(const struct json *root, const struct floors *floors, struct pack *pack,
                         size_t scene)
{
    struct json all = json_member(root, "enemies");
    size_t count;
    if (!all.item)
        return true;
    if (!json_array(&all, 0, PACK_ENEMIES_MAX - pack->enemies_count, &count))
        return false;
    if (!pack->enemies)
        pack->enemies = calloc(PACK_ENEMIES_MAX, sizeof *pack->enemies);
    if (!pack_shape_has_memory(&all, pack->enemies))
        return false;
    bool is_right = true;
    for (struct json each = json_first(&all); each.item; each = json_next(&each)) {
        struct pack_enemies *enemies = &pack->enemies[pack->enemies_count++];
        enemies->scene = scene;
        is_right = read_enemies(&each, floors, pack, enemies) && is_right;
    }
    return is_right;
}
