#include "nav/chunk_names.h"

#include <string.h>

/// The number of a region's chunk, if a region before it is of the same.
static uint32_t known_number(const struct pack_scene *scene, size_t region, const uint32_t *numbers)
{
    const char *name = scene->regions[region].chunk;
    for (size_t i = 0; i < region; i++) {
        if (strcmp(scene->regions[i].chunk, name) == 0)
            return numbers[i];
    }
    return CHUNK_NAMES_NONE;
}

size_t chunk_names_number(const struct pack_scene *scene, uint32_t *numbers)
{
    size_t count = 1;
    for (size_t i = 0; i < scene->region_count; i++) {
        bool is_main = scene->regions[i].chunk[0] == '\0';
        numbers[i] = is_main ? 0 : known_number(scene, i, numbers);
        if (numbers[i] == CHUNK_NAMES_NONE)
            numbers[i] = (uint32_t)count++;
    }
    return count;
}

/// Whether a region is the first of its chunk.
static bool is_first(const struct pack_scene *scene, size_t region)
{
    for (size_t i = 0; i < region; i++) {
        if (strcmp(scene->regions[i].chunk, scene->regions[region].chunk) == 0)
            return false;
    }
    return true;
}

uint32_t chunk_names_find(const struct pack_scene *scene, const char *name)
{
    uint32_t number = 0;
    if (name[0] == '\0')
        return 0;
    for (size_t i = 0; i < scene->region_count; i++) {
        if (scene->regions[i].chunk[0] != '\0' && is_first(scene, i)) {
            number++;
            if (strcmp(scene->regions[i].chunk, name) == 0)
                return number;
        }
    }
    return CHUNK_NAMES_NONE;
}
