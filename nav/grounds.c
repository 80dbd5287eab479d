#include "nav/grounds.h"

#include <assert.h>
#include <stdlib.h>

#include "nav/chunk_names.h"

/// What tells kinds of ground apart.
struct ground_kind {
    struct mesh_ground ground;
    uint32_t road;
    uint32_t chunk;
};

static int compare_corners(const struct mesh_corner *a, const struct mesh_corner *b)
{
    if (a->at.x != b->at.x)
        return a->at.x < b->at.x ? -1 : 1;
    if (a->at.z != b->at.z)
        return a->at.z < b->at.z ? -1 : 1;
    return (a->height_mm > b->height_mm) - (a->height_mm < b->height_mm);
}

static int compare_kinds(const void *left, const void *right)
{
    const struct ground_kind *a = left;
    const struct ground_kind *b = right;
    if (a->ground.surface != b->ground.surface)
        return a->ground.surface < b->ground.surface ? -1 : 1;
    if (a->road != b->road)
        return a->road < b->road ? -1 : 1;
    if (a->ground.has_ceiling != b->ground.has_ceiling)
        return b->ground.has_ceiling ? -1 : 1;
    int order = (a->chunk > b->chunk) - (a->chunk < b->chunk);
    for (int i = 0; i < 3 && order == 0; i++)
        order = compare_corners(&a->ground.ceiling[i], &b->ground.ceiling[i]);
    return order;
}

static bool is_level(const struct pack_region *region)
{
    for (size_t i = 1; i < region->outline.count; i++) {
        if (region->ceilings_mm[i] != region->ceilings_mm[0])
            return false;
    }
    return true;
}

/// Gives the plane of a ceiling by three places. Level ones are given by the same places everywhere, so that
/// ground under equal ceilings is equal.
static void set_ceiling(const struct pack_region *region, struct mesh_ground *ground)
{
    static const struct geo_point anywhere[3] = {{0, 0}, {1000, 0}, {0, 1000}};
    size_t corners[3];
    ground->has_ceiling = true;
    pack_region_ceiling_corners(region, corners);
    for (int i = 0; i < 3; i++)
        ground->ceiling[i] =
            (struct mesh_corner){.at = is_level(region) ? anywhere[i] : region->outline.points[corners[i]],
                                 .height_mm = region->ceilings_mm[corners[i]]};
}

static struct ground_kind kind_of(const struct grounds *grounds, const struct piece *piece)
{
    const struct pack_region *region = &grounds->scene->regions[piece->region];
    struct ground_kind kind = {.ground = {.surface = region->surface},
                               .road = piece->road,
                               .chunk = grounds->region_chunks[piece->region]};
    if (region->ceilings_mm)
        set_ceiling(region, &kind.ground);
    return kind;
}

bool grounds_make(const struct pack_scene *scene, const struct pieces *pieces, struct grounds *grounds)
{
    *grounds = (struct grounds){.scene = scene};
    struct ground_kind *kinds = calloc(pieces->count + 1, sizeof *kinds);
    grounds->kinds = kinds;
    grounds->grounds = calloc(pieces->count + 1, sizeof *grounds->grounds);
    grounds->region_chunks = calloc(scene->region_count + 1, sizeof *grounds->region_chunks);
    if (!kinds || !grounds->grounds || !grounds->region_chunks)
        return false;
    grounds->chunk_count = chunk_names_number(scene, grounds->region_chunks);
    for (size_t i = 0; i < pieces->count; i++)
        kinds[i] = kind_of(grounds, &pieces->pieces[i]);
    qsort(kinds, pieces->count, sizeof *kinds, compare_kinds);
    for (size_t i = 0; i < pieces->count; i++) {
        if (grounds->count == 0 || compare_kinds(&kinds[grounds->count - 1], &kinds[i]) != 0)
            kinds[grounds->count++] = kinds[i];
    }
    for (size_t i = 0; i < grounds->count; i++)
        grounds->grounds[i] = kinds[i].ground;
    return true;
}

uint32_t grounds_number(const struct grounds *grounds, const struct piece *piece)
{
    struct ground_kind wanted = kind_of(grounds, piece);
    const struct ground_kind *found =
        bsearch(&wanted, grounds->kinds, grounds->count, sizeof wanted, compare_kinds);
    assert(found);
    return (uint32_t)(found - grounds->kinds);
}

uint32_t grounds_chunk(const struct grounds *grounds, uint32_t number)
{
    return grounds->kinds[number].chunk;
}

void grounds_finish(struct grounds *grounds)
{
    free(grounds->region_chunks);
    free(grounds->kinds);
    free(grounds->grounds);
    *grounds = (struct grounds){0};
}
