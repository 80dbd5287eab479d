#include "tests/data/many_towns.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cloudsvc/base/random.h"

enum {
    LOT_M = 10,
    LOTS_PER_BLOCK = 4, // between two main streets
    BLOCKS_MIN = 2,     // of a town, along either side
    GATES_MAX = 8,      // jumps of a town
    TRADES = 40,
    TRADES_FOUND = 12, // of the Find list, besides the sage
    WARES = 3,         // subtypes of a trade
    LINKS_PER_100 = 130,
    PATH_SIZE_MAX = 1024,
};

struct world {
    const char *folder;
    uint32_t scene_count;
    uint32_t npc_count;
    struct random_generator random;
    uint32_t (*neighbours)[GATES_MAX]; // by scene: the scenes that its gates lead to
    uint32_t *gate_counts;
};

/// The town that is being written.
struct town {
    struct world *world;
    FILE *out;
    uint32_t number;
    uint32_t npcs;      // that live here
    uint32_t lots;      // along either side
    uint32_t npcs_left; // to be placed
    uint32_t lots_left;
    bool has_item; // the list under way has one
};

static const char *const trades[TRADES] = {
    "archer",  "baker",    "barber", "brewer", "carpenter", "carter",    "cartographer", "chandler",
    "clerk",   "cook",     "cooper", "dyer",   "farmer",    "fisher",    "fletcher",     "gardener",
    "glazier", "guard",    "healer", "herald", "hunter",    "innkeeper", "jeweller",     "mason",
    "mercer",  "miller",   "miner",  "monk",   "painter",   "potter",    "saddler",      "sailor",
    "scribe",  "shepherd", "smith",  "tailor", "tanner",    "thatcher",  "tinker",       "weaver",
};

static const char *const surfaces[] = {"grass", "sand", "path"};

// ---- links between towns -----------------------------------------------------------------------

static bool has_gate_to(const struct world *world, uint32_t scene, uint32_t other)
{
    for (uint32_t i = 0; i < world->gate_counts[scene]; i++)
        if (world->neighbours[scene][i] == other)
            return true;
    return false;
}

static bool link(struct world *world, uint32_t a, uint32_t b)
{
    bool is_possible = a != b && world->gate_counts[a] < GATES_MAX && world->gate_counts[b] < GATES_MAX &&
                       !has_gate_to(world, a, b);
    if (!is_possible)
        return false;
    world->neighbours[a][world->gate_counts[a]++] = b;
    world->neighbours[b][world->gate_counts[b]++] = a;
    return true;
}

/// A tree in which each town hangs on one of those a half to a quarter as far from the first, and some links
/// more: no trip is longer than a trip may be.
static void link_towns(struct world *world)
{
    for (uint32_t i = 1; i < world->scene_count; i++) {
        uint32_t parent = (i - 1) / 4 + random_below(&world->random, (i - 1) / 4 + 1);
        while (!link(world, i, parent))
            parent = (parent + 1) % i;
    }
    for (uint32_t i = world->scene_count; i < world->scene_count * LINKS_PER_100 / 100; i++)
        link(world, random_below(&world->random, world->scene_count),
             random_below(&world->random, world->scene_count));
}

// ---- writing -----------------------------------------------------------------------------------

static FILE *open_file(const struct world *world, const char *name)
{
    char path[PATH_SIZE_MAX];
    snprintf(path, sizeof path, "%s/%s", world->folder, name);
    FILE *out = fopen(path, "w");
    if (!out)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return out;
}

static void begin_list(struct town *town, const char *name)
{
    fprintf(town->out, ",\n  \"%s\": [", name);
    town->has_item = false;
}

static void begin_item(struct town *town)
{
    fputs(town->has_item ? ",\n    " : "\n    ", town->out);
    town->has_item = true;
}

static void end_list(struct town *town)
{
    fputs("\n  ]", town->out);
}

/// Where a lot begins; the town's middle is its origin.
static double lot_m(const struct town *town, uint32_t lot)
{
    return (double)LOT_M * lot - (double)LOT_M * town->lots / 2.0;
}

/// From 0 to `range`, to the centimetre.
static double some_m(struct town *town, double range)
{
    return random_below(&town->world->random, (uint32_t)(range * 100.0) + 1) / 100.0;
}

// ---- a town ------------------------------------------------------------------------------------

static void write_rectangle(FILE *out, double x, double z, double width, double depth)
{
    fprintf(out, "[[%.2f, %.2f], [%.2f, %.2f], [%.2f, %.2f], [%.2f, %.2f]]", x, z, x + width, z, x + width,
            z + depth, x, z + depth);
}

/// A meadow around a paved square with a stage a step above it.
static void write_regions(struct town *town)
{
    double edge = lot_m(town, 0) - 6.0;
    begin_list(town, "regions");
    begin_item(town);
    fprintf(town->out, "{\"name\": \"meadow\", \"surface\": \"%s\", \"height\": 0, \"outline\": ",
            surfaces[town->number % (sizeof surfaces / sizeof surfaces[0])]);
    write_rectangle(town->out, edge, edge, -2.0 * edge, -2.0 * edge);
    fputs(", \"holes\": [", town->out);
    write_rectangle(town->out, 0, 0, 2.0 * LOT_M, 2.0 * LOT_M);
    fputs("]}", town->out);
    begin_item(town);
    fputs("{\"name\": \"square\", \"surface\": \"stone\", \"height\": 0, \"outline\": ", town->out);
    write_rectangle(town->out, 0, 0, 2.0 * LOT_M, 2.0 * LOT_M);
    fputs(", \"holes\": [", town->out);
    write_rectangle(town->out, 6, 6, 7, 5);
    fputs("]}", town->out);
    begin_item(town);
    fputs("{\"name\": \"stage\", \"surface\": \"wood\", \"height\": 0.3, \"outline\": ", town->out);
    write_rectangle(town->out, 6, 6, 7, 5);
    fputs("}", town->out);
    end_list(town);
}

static bool is_square(const struct town *town, uint32_t column, uint32_t row)
{
    uint32_t middle = town->lots / 2;
    return (column == middle || column == middle + 1) && (row == middle || row == middle + 1);
}

/// Obstacles keep to the middle of their lot: people stand and pass along its border.
static void write_lot(struct town *town, double x, double z)
{
    uint32_t kind = random_below(&town->world->random, 100);
    if (kind >= 60)
        return;
    begin_item(town);
    if (kind < 26) {
        double width = 3.5 + some_m(town, 1.5);
        double depth = 3.0 + some_m(town, 1.5);
        fputs("{\"kind\": \"house\", \"outline\": ", town->out);
        write_rectangle(town->out, x + 2.5, z + 2.5, width, depth);
        fprintf(town->out, ", \"height\": %.1f}", 3.5 + some_m(town, 1.5));
    } else if (kind < 48) {
        fprintf(town->out,
                "{\"kind\": \"tree\", \"center\": [%.2f, %.2f], \"radius\": 0.4, \"height\": %.1f}",
                x + 3.0 + some_m(town, 4.0), z + 3.0 + some_m(town, 4.0), 4.0 + some_m(town, 3.0));
    } else if (kind < 54) {
        fprintf(town->out,
                "{\"kind\": \"rock\", \"center\": [%.2f, %.2f], \"radius\": %.2f, \"height\": 1.2}",
                x + 4.0 + some_m(town, 2.0), z + 4.0 + some_m(town, 2.0), 0.5 + some_m(town, 0.8));
    } else {
        fputs("{\"kind\": \"pond\", \"outline\": ", town->out);
        write_rectangle(town->out, x + 2.5, z + 2.5, 3.0 + some_m(town, 2.0), 3.0 + some_m(town, 2.0));
        fputs("}", town->out);
    }
}

static void write_obstacles(struct town *town)
{
    begin_list(town, "obstacles");
    for (uint32_t row = 0; row < town->lots; row++)
        for (uint32_t column = 0; column < town->lots; column++)
            if (!is_square(town, column, row))
                write_lot(town, lot_m(town, column), lot_m(town, row));
    end_list(town);
}

/// Main streets run from edge to edge along the borders of lots.
static void write_roads(struct town *town)
{
    double edge = -lot_m(town, 0) + 4.0;
    begin_list(town, "roads");
    for (uint32_t i = 0; i <= town->lots / LOTS_PER_BLOCK; i++) {
        double at = lot_m(town, i * LOTS_PER_BLOCK);
        begin_item(town);
        fprintf(town->out, "{\"name\": \"street-%u\", \"line\": [[%.2f, %.2f], [%.2f, %.2f]], \"width\": 2}",
                i, at, -edge, at, edge);
        begin_item(town);
        fprintf(town->out, "{\"name\": \"lane-%u\", \"line\": [[%.2f, %.2f], [%.2f, %.2f]], \"width\": 2}", i,
                -edge, at, edge, at);
    }
    end_list(town);
}

/// Gates stand along the southern and the northern edge, outside of the lots.
static void gate_at(const struct town *town, uint32_t gate, double *x, double *z)
{
    *x = lot_m(town, 1 + gate / 2 * 2) + 5.0;
    *z = gate % 2 == 0 ? lot_m(town, 0) - 4.0 : -lot_m(town, 0) + 4.0;
}

static uint32_t lots_of(uint32_t npcs)
{
    uint32_t blocks = BLOCKS_MIN;
    while (blocks * blocks * LOTS_PER_BLOCK * LOTS_PER_BLOCK < npcs)
        blocks += 2; // even: the square is in the middle
    return blocks * LOTS_PER_BLOCK;
}

static uint32_t npcs_of(const struct world *world, uint32_t scene)
{
    return world->npc_count / world->scene_count + (scene < world->npc_count % world->scene_count);
}

static void write_jumps(struct town *town)
{
    const struct world *world = town->world;
    begin_list(town, "jumps");
    for (uint32_t gate = 0; gate < world->gate_counts[town->number]; gate++) {
        uint32_t other = world->neighbours[town->number][gate];
        struct town there = {.lots = lots_of(npcs_of(world, other))};
        double x, z, arrival_x, arrival_z;
        uint32_t back = 0;
        while (world->neighbours[other][back] != town->number)
            back++;
        gate_at(town, gate, &x, &z);
        gate_at(&there, back, &arrival_x, &arrival_z);
        begin_item(town);
        fprintf(
            town->out,
            "{\"name\": \"gate-%u\", \"at\": [%.2f, %.2f], \"to\": [{\"scene\": \"town%u\", \"at\": [%.2f, "
            "%.2f]}], \"cost\": 10}",
            gate, x, z, other, arrival_x + 3.0, arrival_z);
    }
    end_list(town);
}

static void write_npc(struct town *town, double x, double z)
{
    struct random_generator *random = &town->world->random;
    bool is_sage = town->number + 1 == town->world->scene_count && town->npcs_left == town->npcs;
    uint32_t trade = random_below(random, TRADES);
    begin_item(town);
    fprintf(town->out, "{\"type\": \"%s\", ", is_sage ? "sage" : trades[trade]);
    if (!is_sage && random_below(random, 2) == 0)
        fprintf(town->out, "\"subtype\": \"ware%u\", ", random_below(random, WARES));
    fprintf(town->out,
            "\"name\": \"%c%s %u\", \"dialogue\": \"Welcome to town %u!\", \"at\": [%.2f, %.2f], \"facing\": "
            "[%d, "
            "1]}",
            is_sage ? 'S' : trades[trade][0] - 'a' + 'A', is_sage ? "age" : trades[trade] + 1,
            town->npcs_left, town->number, x, z, (int)random_below(random, 3) - 1);
    town->npcs_left--;
}

/// People stand in their lots' south-west corners, which nothing else takes. Of the lots left as many get
/// somebody as there are people left, each with the same chance [Knuth, The Art of Computer
/// Programming, 3.4.2, S].
static void write_lot_npcs(struct town *town, double x, double z)
{
    struct random_generator *random = &town->world->random;
    bool is_chosen = random_below(random, town->lots_left) < town->npcs_left;
    town->lots_left--;
    if (is_chosen)
        write_npc(town, x + 1.2 + some_m(town, 0.6), z + 1.2 + some_m(town, 0.6));
}

static void write_npcs(struct town *town)
{
    town->npcs_left = town->npcs;
    town->lots_left = town->lots * town->lots;
    begin_list(town, "npcs");
    for (uint32_t row = 0; row < town->lots; row++)
        for (uint32_t column = 0; column < town->lots; column++)
            write_lot_npcs(town, lot_m(town, column), lot_m(town, row));
    end_list(town);
}

static bool write_town(struct world *world, uint32_t number)
{
    char name[64];
    snprintf(name, sizeof name, "scenes/town%u.json", number);
    struct town town = {.world = world,
                        .out = open_file(world, name),
                        .number = number,
                        .npcs = npcs_of(world, number),
                        .lots = lots_of(npcs_of(world, number))};
    if (!town.out)
        return false;
    fprintf(
        town.out,
        "{\n  \"name\": \"town%u\",\n  \"step_height\": 0.35,\n  \"agent\": {\"radius\": 0.35, \"height\": "
        "1.8},\n  \"light\": {\"sky\": \"#f2d6b3\", \"sun\": \"#ffd79a\"}",
        number);
    write_regions(&town);
    write_obstacles(&town);
    write_roads(&town);
    write_jumps(&town);
    write_npcs(&town);
    fputs("\n}\n", town.out);
    return fclose(town.out) == 0;
}

// ---- the world ---------------------------------------------------------------------------------

static bool write_world(struct world *world)
{
    FILE *out = open_file(world, "world.json");
    if (!out)
        return false;
    fprintf(out, "{\n  \"name\": \"%u towns\",\n  \"scenes\": [", world->scene_count);
    for (uint32_t i = 0; i < world->scene_count; i++)
        fprintf(out, "%s\n    \"scenes/town%u.json\"", i > 0 ? "," : "", i);
    fputs("\n  ],\n  \"spawn\": {\"scene\": \"town0\", \"at\": [3, 3]},\n  \"find\": [", out);
    fputs("\n    {\"label\": \"Sage\", \"type\": \"sage\"}", out);
    for (uint32_t i = 0; i < TRADES_FOUND && world->npc_count >= TRADES * 50; i++)
        fprintf(out, ",\n    {\"label\": \"%c%s\", \"type\": \"%s\"}", trades[3 * i][0] - 'a' + 'A',
                trades[3 * i] + 1, trades[3 * i]);
    fputs("\n  ]\n}\n", out);
    return fclose(out) == 0;
}

static bool make_folders(const struct world *world)
{
    char scenes[PATH_SIZE_MAX];
    int length = snprintf(scenes, sizeof scenes, "%s/scenes", world->folder);
    bool is_made = length < (int)sizeof scenes && (mkdir(world->folder, 0777) == 0 || errno == EEXIST) &&
                   (mkdir(scenes, 0777) == 0 || errno == EEXIST);
    if (!is_made)
        fprintf(stderr, "%s: %s\n", world->folder, strerror(errno));
    return is_made;
}

static bool make(struct world *world)
{
    world->neighbours = calloc(world->scene_count, sizeof *world->neighbours);
    world->gate_counts = calloc(world->scene_count, sizeof *world->gate_counts);
    bool works = world->neighbours && world->gate_counts && make_folders(world);
    if (works)
        link_towns(world);
    for (uint32_t i = 0; works && i < world->scene_count; i++)
        works = write_town(world, i);
    works = works && write_world(world);
    free(world->neighbours);
    free(world->gate_counts);
    return works;
}

bool many_towns_write(const char *folder, uint32_t scene_count, uint32_t npc_count, uint64_t seed)
{
    assert(scene_count >= 1 && scene_count <= MANY_TOWNS_MAX);
    assert(npc_count >= scene_count && npc_count / scene_count <= MANY_TOWNS_NPCS_MAX);
    struct world world = {.folder = folder, .scene_count = scene_count, .npc_count = npc_count};
    random_seed(&world.random, seed);
    return make(&world);
}
