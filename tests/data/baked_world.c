#include "tests/data/baked_world.h"

#include <stdio.h>
#include <stdlib.h>

#include "nav/baked_file.h"
#include "nav/baked_wire.h"
#include "nav/nav.h"

static void give_up(const struct report *report)
{
    report_print(report, stderr);
    abort();
}

struct pack *baked_world_pack(void)
{
    static struct report report;
    struct pack *pack = pack_load("tests/data/small_world", &report);
    if (!pack)
        give_up(&report);
    return pack;
}

unsigned char *baked_world_bytes(size_t *size_bytes)
{
    static struct report report;
    struct pack *pack = baked_world_pack();
    struct baked *baked = baked_make(pack, &report);
    unsigned char *bytes = baked ? baked_file_write(baked, size_bytes, &report) : NULL;
    if (!bytes)
        give_up(&report);
    baked_destroy(baked);
    pack_destroy(pack);
    return bytes;
}

void baked_world_reseal(unsigned char *bytes, size_t size_bytes)
{
    if (size_bytes < BAKED_HEADER_BYTES)
        return;
    uint64_t numbers[2] = {size_bytes, baked_checksum(bytes, size_bytes)};
    for (size_t i = 0; i < 16; i++)
        bytes[BAKED_SIZE_AT + i] = (unsigned char)(numbers[i / 8] >> (8 * (i % 8)));
}

// ---- asking ----------------------------------------------------------------------------------

static const struct nav_position starts[] = {
    {.x = 1, .z = 1},          {.x = 7.5, .z = 7.5},        {.x = -8, .z = -5},           {.x = 4.5, .z = -3},
    {.x = 19, .y = 1, .z = 1}, {.x = 4, .y = 1.5, .z = 10}, {.x = 8, .z = 8, .scene = 1},
};
static const char *const types[] = {"smith", "merchant", "guard", "healer"};

uint64_t baked_world_ask(struct baked *baked, size_t *found_count)
{
    static struct report report;
    static struct nav_position points[NAV_POINTS_MAX];
    static struct nav_trip trip;
    report.count = 0;
    struct nav *nav = nav_create_baked(baked, NULL, &report);
    struct nav_query *query = nav ? nav_query_create(nav, 0) : NULL;
    uint64_t hash = query ? 1 : 0;
    for (size_t i = 0; query && i < sizeof starts / sizeof starts[0]; i++) {
        for (size_t k = 0; k < sizeof types / sizeof types[0]; k++) {
            trip = (struct nav_trip){.points = points, .points_max = NAV_POINTS_MAX};
            nav_query_set_agent(query, (i + k) % nav_agent_count(nav));
            enum nav_status status = nav_query_npc(query, starts[i], types[k], NULL, &trip);
            hash = hash * 31 + nav_trip_hash(status, &trip);
            if (found_count)
                *found_count += status == NAV_FOUND;
        }
    }
    nav_query_destroy(query);
    nav_destroy(nav);
    return hash;
}
