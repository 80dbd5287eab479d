#include "nav/pack_item.h"

#include <stdlib.h>
#include <string.h>

#include "nav/pack_region.h"
#include "nav/pack_shape.h"
#include "nav/pack_text.h"

enum { STRENGTH_MAX = 100 };

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

// ---- things ------------------------------------------------------------------------------------

/// @return its number; the pack's item_count when there is none
static size_t find_item(const struct pack *pack, const char *name)
{
    size_t item = 0;
    while (item < pack->item_count && strcmp(pack->items[item].name, name) != 0)
        item++;
    return item;
}

bool pack_item_find(const struct json *value, const struct pack *pack, uint32_t *item)
{
    char name[PACK_NAME_MAX];
    if (!json_word(value, name, sizeof name))
        return false;
    *item = (uint32_t)find_item(pack, name);
    if (*item < pack->item_count)
        return true;
    json_fault(value, "no item has the name \"%s\"; correct it, or add it to the items of quests.json", name);
    return false;
}

static bool read_name(const struct json *root, const struct pack *pack, struct pack_item *item)
{
    struct json name = json_require(root, "name");
    if (!json_word(&name, item->name, sizeof item->name))
        return false;
    size_t first = find_item(pack, item->name);
    if (&pack->items[first] == item)
        return true;
    json_fault(&name, "item %zu has the name \"%s\" too; rename one", first, item->name);
    return false;
}

/// Weapons and charms add something, which is all that they do.
static bool read_strength(const struct json *root, struct pack_item *item)
{
    bool is_thing = item->kind == PACK_ITEM_THING;
    struct json strength = is_thing ? json_member(root, "strength") : json_require(root, "strength");
    if (!is_thing)
        return json_count(&strength, 1, STRENGTH_MAX, &item->strength);
    if (strength.item)
        json_fault(&strength, "a thing adds nothing; remove this, or make it a weapon or a charm");
    return !strength.item;
}

static bool read_item(const struct json *root, struct pack *pack, struct pack_item *item)
{
    static const char *const keys[] = {"name", "title", "kind", "look", "strength"};
    static const char *const kinds[] = {
        [PACK_ITEM_THING] = "thing", [PACK_ITEM_WEAPON] = "weapon", [PACK_ITEM_CHARM] = "charm"};
    static const char *const looks[] = {"bundle", "lamp", "herb", "chest"};
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    struct json title = json_require(root, "title");
    struct json kind = json_require(root, "kind");
    struct json look = json_require(root, "look");
    size_t choice = 0;
    is_right = read_name(root, pack, item) && is_right;
    is_right = pack_text_read(&title, pack, PACK_NAME_MAX, &item->title) && is_right;
    is_right = json_choice(&look, looks, COUNT_OF(looks), &choice) && is_right;
    item->look = (uint32_t)choice;
    if (!json_choice(&kind, kinds, COUNT_OF(kinds), &choice))
        return false;
    item->kind = (enum pack_item_kind)choice;
    return read_strength(root, item) && is_right;
}

bool pack_item_read_all(const struct json *root, struct pack *pack)
{
    struct json items = json_member(root, "items");
    size_t count;
    if (!items.item)
        return true;
    if (!json_array(&items, 0, PACK_ITEMS_MAX, &count))
        return false;
    pack->items = calloc(count + 1, sizeof *pack->items);
    if (!pack_shape_has_memory(&items, pack->items))
        return false;
    bool is_right = true;
    for (struct json item = json_first(&items); item.item; item = json_next(&item))
        is_right = read_item(&item, pack, &pack->items[pack->item_count++]) && is_right;
    return is_right;
}

// ---- spots -------------------------------------------------------------------------------------

uint32_t pack_item_spot_count(const struct pack *pack, uint32_t item)
{
    uint32_t count = 0;
    for (size_t i = 0; i < pack->spot_count; i++)
        count += pack->spots[i].item == item;
    return count;
}

static bool read_spot(const struct json *root, const struct floors *floors, const struct pack *pack,
                      struct pack_spot *spot)
{
    static const char *const keys[] = {"item", "at", "region"};
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    struct json item = json_require(root, "item");
    is_right = pack_item_find(&item, pack, &spot->item) && is_right;
    return pack_region_read_place(root, floors, &spot->at, &spot->region) && is_right;
}

bool pack_item_read_spots(const struct json *root, const struct floors *floors, struct pack *pack,
                          size_t scene)
{
    struct json spots = json_member(root, "items");
    size_t count;
    if (!spots.item)
        return true;
    if (!json_array(&spots, 0, PACK_SPOTS_MAX - pack->spot_count, &count))
        return false;
    if (!pack->spots)
        pack->spots = calloc(PACK_SPOTS_MAX, sizeof *pack->spots);
    if (!pack_shape_has_memory(&spots, pack->spots))
        return false;
    bool is_right = true;
    for (struct json each = json_first(&spots); each.item; each = json_next(&each)) {
        struct pack_spot *spot = &pack->spots[pack->spot_count++];
        spot->scene = scene;
        is_right = read_spot(&each, floors, pack, spot) && is_right;
    }
    return is_right;
}
