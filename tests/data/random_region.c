#include "tests/data/random_region.h"

#include <assert.h>
#include <string.h>

#include "nav/polygon.h"

enum { SIZE_MAX_SQUARES = 30, CORNERS = SIZE_MAX_SQUARES + 3 };

/// Squares of the board; a rim of closed ones surrounds it.
struct board {
    int size;
    bool is_open[SIZE_MAX_SQUARES + 2][SIZE_MAX_SQUARES + 2]; // [z][x]
};

/// Numbers of squares; 0 for none.
struct labels {
    int numbers[SIZE_MAX_SQUARES + 2][SIZE_MAX_SQUARES + 2];
    int count;
};

uint64_t seed_next(uint64_t *seed)
{
    uint64_t value = *seed += UINT64_C(0x9e3779b97f4a7c15);
    value = (value ^ (value >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ (value >> 27)) * UINT64_C(0x94d049bb133111eb);
    return value ^ (value >> 31);
}

int32_t seed_between(uint64_t *seed, int32_t low, int32_t high)
{
    uint64_t span = (uint64_t)((int64_t)high - low) + 1;
    return (int32_t)(low + (int64_t)(seed_next(seed) % span));
}

static bool has_open_neighbour(const struct board *board, int x, int z)
{
    return board->is_open[z][x - 1] || board->is_open[z][x + 1] || board->is_open[z - 1][x] ||
           board->is_open[z + 1][x];
}

/// Opens squares next to open ones at random until enough are open: they stay connected.
static void grow(struct board *board, uint64_t *seed)
{
    int wanted = seed_between(seed, 1, board->size * board->size);
    int open = 1;
    board->is_open[seed_between(seed, 1, board->size)][seed_between(seed, 1, board->size)] = true;
    for (int tries = 0; open < wanted && tries < 20 * board->size * board->size; tries++) {
        int x = seed_between(seed, 1, board->size);
        int z = seed_between(seed, 1, board->size);
        if (board->is_open[z][x] || !has_open_neighbour(board, x, z))
            continue;
        board->is_open[z][x] = true;
        open++;
    }
}

/// Gives a square and all that hang together with it, on one tile, the next number.
static void flood(const struct board *board, const int *tiles, struct labels *labels, int x, int z)
{
    static const int ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    labels->numbers[z][x] = labels->count;
    for (int i = 0; i < 4; i++) {
        int next_x = x + ways[i][0];
        int next_z = z + ways[i][1];
        bool is_same_tile = tiles[x] == tiles[next_x] && tiles[z] == tiles[next_z];
        if (is_same_tile && board->is_open[next_z][next_x] && labels->numbers[next_z][next_x] == 0)
            flood(board, tiles, labels, next_x, next_z);
    }
}

/// Numbers the open squares that hang together, from 1.
/// @param tiles  per row and per column; squares of different tiles do not hang together
static void label(const struct board *board, const int *tiles, struct labels *labels)
{
    memset(labels, 0, sizeof *labels);
    for (int z = 1; z <= board->size; z++) {
        for (int x = 1; x <= board->size; x++) {
            if (!board->is_open[z][x] || labels->numbers[z][x] != 0)
                continue;
            labels->count++;
            flood(board, tiles, labels, x, z);
        }
    }
}

/// Closes squares at random, as long as the open ones hang together.
static void punch(struct board *board, uint64_t *seed)
{
    static const int one_tile[SIZE_MAX_SQUARES + 2];
    for (int z = 1; z <= board->size; z++) {
        for (int x = 1; x <= board->size; x++)
            board->is_open[z][x] = true;
    }
    int tries = seed_between(seed, 0, board->size * board->size);
    for (int i = 0; i < tries; i++) {
        bool *square =
            &board->is_open[seed_between(seed, 1, board->size)][seed_between(seed, 1, board->size)];
        bool was_open = *square;
        struct labels labels;
        *square = false;
        label(board, one_tile, &labels);
        if (labels.count != 1)
            *square = was_open;
    }
}

/// Opens squares until no two that are open, or closed, meet at a corner only.
static void open_diagonals(struct board *board)
{
    bool is_changed = true;
    while (is_changed) {
        is_changed = false;
        for (int z = 1; z <= board->size; z++) {
            for (int x = 1; x <= board->size; x++) {
                bool *low = board->is_open[z];
                bool *high = board->is_open[z + 1];
                bool is_crossed = low[x] == high[x + 1] && low[x + 1] == high[x] && low[x] != low[x + 1];
                if (!is_crossed)
                    continue;
                // Of the two closed squares one lies on the board.
                if (low[x])
                    low[x + 1] = x < board->size ? true : (high[x] = true);
                else
                    low[x] = true;
                is_changed = true;
            }
        }
    }
}

/// The next corner of the border of a number, walked with it on the left; `dx`, `dz` is the way walked.
static void turn(const struct labels *labels, int number, int x, int z, int *dx, int *dz)
{
    static const int ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (int i = 0; i < 4; i++) {
        int way_x = ways[i][0];
        int way_z = ways[i][1];
        // Corner (x, z) is shared by the squares (x, z) to (x + 1, z + 1).
        int left_x = x + (way_x > 0 || way_z < 0);
        int left_z = z + (way_x > 0 || way_z > 0);
        int right_x = x + (way_x > 0 || way_z > 0);
        int right_z = z + (way_z > 0 || way_x < 0);
        bool is_back = way_x == -*dx && way_z == -*dz;
        if (!is_back && labels->numbers[left_z][left_x] == number &&
            labels->numbers[right_z][right_x] != number) {
            *dx = way_x;
            *dz = way_z;
            return;
        }
    }
    assert(!"the border ends");
}

typedef struct geo_point corner_rows[CORNERS];

static void trace(const struct labels *labels, int number, int x, int z, bool is_seen[CORNERS][CORNERS],
                  const corner_rows *corners, struct random_region *region)
{
    int start_x = x;
    int start_z = z;
    int dx = 0;
    int dz = 0;
    do {
        assert(region->point_count < RANDOM_POINTS_MAX);
        region->points[region->point_count++] = corners[z][x];
        is_seen[z][x] = true;
        turn(labels, number, x, z, &dx, &dz);
        x += dx;
        z += dz;
    } while (x != start_x || z != start_z);
    assert(region->ring_count < RANDOM_RINGS_MAX);
    region->ends[region->ring_count++] = (uint32_t)region->point_count;
}

static bool is_border(const struct labels *labels, int number, int x, int z)
{
    const int *low = labels->numbers[z];
    const int *high = labels->numbers[z + 1];
    int inside = (low[x] == number) + (low[x + 1] == number) + (high[x] == number) + (high[x + 1] == number);
    return inside > 0 && inside < 4;
}

/// Makes the region of all squares of a number.
static void trace_all(const struct labels *labels, int number, int size, const corner_rows *corners,
                      struct random_region *region)
{
    bool is_seen[CORNERS][CORNERS];
    memset(is_seen, 0, sizeof is_seen);
    region->ring_count = 0;
    region->point_count = 0;
    // The lowest corner of all belongs to the outline, so that it comes first.
    for (int z = 0; z <= size; z++) {
        for (int x = 0; x <= size; x++) {
            if (!is_seen[z][x] && is_border(labels, number, x, z))
                trace(labels, number, x, z, is_seen, corners, region);
        }
    }
}

/// Three corners of four are pushed off the board's lines, by less than what would let sides cross.
static void place_corners(uint64_t *seed, int32_t cell_mm, struct geo_point corners[CORNERS][CORNERS])
{
    int32_t push = cell_mm / 4;
    for (int z = 0; z < CORNERS; z++) {
        for (int x = 0; x < CORNERS; x++) {
            bool is_pushed = seed_next(seed) % 4 != 0;
            corners[z][x] = (struct geo_point){x * cell_mm, z * cell_mm};
            corners[z][x].x += is_pushed ? seed_between(seed, -push, push) : 0;
            corners[z][x].z += is_pushed ? seed_between(seed, -push, push) : 0;
        }
    }
}

static void make_board(uint64_t *seed, int size, struct board *board)
{
    assert(size >= 1);
    assert(size <= SIZE_MAX_SQUARES);
    *board = (struct board){.size = size};
    if (*seed % 2 == 1)
        grow(board, seed);
    else
        punch(board, seed);
    open_diagonals(board);
}

/// Cuts rows and columns into tiles, or does not.
static void make_tiles(uint64_t *seed, int *tiles)
{
    for (int i = 1; i < SIZE_MAX_SQUARES + 2; i++)
        tiles[i] = tiles[i - 1] + (seed_next(seed) % 3 == 0);
}

size_t random_region_split(uint64_t seed, int size, int32_t cell_mm, struct random_region *whole,
                           struct random_region *parts)
{
    static const int one_tile[SIZE_MAX_SQUARES + 2];
    int tiles[SIZE_MAX_SQUARES + 2] = {0};
    struct board board;
    struct labels labels;
    struct geo_point corners[CORNERS][CORNERS];
    make_board(&seed, size, &board);
    place_corners(&seed, cell_mm, corners);
    label(&board, one_tile, &labels);
    trace_all(&labels, 1, size, corners, whole);
    if (!parts)
        return 0;
    make_tiles(&seed, tiles);
    label(&board, tiles, &labels);
    assert(labels.count <= RANDOM_PARTS_MAX);
    for (int i = 0; i < labels.count; i++)
        trace_all(&labels, i + 1, size, corners, &parts[i]);
    return (size_t)labels.count;
}

void random_region_make(uint64_t seed, int size, int32_t cell_mm, struct random_region *region)
{
    (void)random_region_split(seed, size, cell_mm, region, NULL);
}

struct region_rings random_region_rings(const struct random_region *region)
{
    return (struct region_rings){.points = region->points,
                                 .point_count = region->point_count,
                                 .ends = region->ends,
                                 .ring_count = region->ring_count};
}

bool random_region_contains(const struct random_region *region, struct geo_point at)
{
    uint32_t first = 0;
    for (size_t ring = 0; ring < region->ring_count; ring++) {
        enum polygon_place place = polygon_locate(region->points + first, region->ends[ring] - first, at);
        if (place == POLYGON_BORDER)
            return true;
        if ((place == POLYGON_INSIDE) != (ring == 0))
            return false;
        first = region->ends[ring];
    }
    return true;
}

int64_t random_region_area_twice(const struct random_region *region)
{
    int64_t area = 0;
    uint32_t first = 0;
    for (size_t ring = 0; ring < region->ring_count; ring++) {
        area += polygon_area_twice(region->points + first, region->ends[ring] - first);
        first = region->ends[ring];
    }
    return area;
}
