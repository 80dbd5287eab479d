#include "nav/walks.h"

#include <stdlib.h>
#include <string.h>

enum { PLACES_BITS = 8, PLACES = 1 << PLACES_BITS };

struct walk {
    struct walks_way way;
    double length_mm;
    uint64_t request; // in which it was measured
};

struct walks {
    struct walk *places;
    uint64_t request;
};

struct walks *walks_create(void)
{
    struct walks *walks = calloc(1, sizeof *walks);
    if (!walks)
        return NULL;
    walks->places = calloc(PLACES, sizeof *walks->places);
    walks->request = 1;
    if (walks->places)
        return walks;
    walks_destroy(walks);
    return NULL;
}

void walks_destroy(struct walks *walks)
{
    if (!walks)
        return;
    free(walks->places);
    free(walks);
}

void walks_clear(struct walks *walks)
{
    walks->request++;
}

static uint64_t mix(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    // Multiplication by the golden ratio's part spreads what differs into the upper bits.
    return (hash ^ bits) * UINT64_C(0x9E3779B97F4A7C15);
}

static struct walk *place_of(const struct walks *walks, const struct walks_way *way)
{
    uint64_t hash = mix(mix(mix(mix(0, way->from.at.x), way->from.at.z), way->to.at.x), way->to.at.z);
    return &walks->places[hash >> (64 - PLACES_BITS)];
}

static bool is_same_place(const struct path_place *a, const struct path_place *b)
{
    return a->cell == b->cell && a->at.x == b->at.x && a->at.z == b->at.z;
}

bool walks_find(const struct walks *walks, const struct walks_way *way, double *length_mm)
{
    const struct walk *walk = place_of(walks, way);
    if (walk->request != walks->request || walk->way.layer != way->layer || walk->way.manner != way->manner ||
        !is_same_place(&walk->way.from, &way->from) || !is_same_place(&walk->way.to, &way->to))
        return false;
    *length_mm = walk->length_mm;
    return true;
}

void walks_keep(struct walks *walks, const struct walks_way *way, double length_mm)
{
    *place_of(walks, way) = (struct walk){*way, length_mm, walks->request};
}
