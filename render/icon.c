#include "render/icon.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { POINTS_MAX = 8, SHAPES_MAX = 7, SAMPLES = 4, TURNS = 32, ARROW = VIEW_ICON_COUNT };

#define GRID     24.0f // side of the square that shapes are drawn in
#define ICON_KEY (UINT64_C(1) << 62)

struct point {
    float x, y;
};

enum shape_kind { SHAPE_END, SHAPE_POLYGON, SHAPE_STROKE, SHAPE_CUT };

/// A filled polygon, or a line as wide as a pen with a round tip; a line may also be cut out of what is
/// there. A line of one point is a disc.
struct shape {
    enum shape_kind kind;
    float width; // of the pen
    size_t count;
    struct point points[POINTS_MAX];
};

static const struct shape shapes[ARROW + 1][SHAPES_MAX] =
    {
        [VIEW_ICON_STRIKE] =
            {
                // A sword: blade, fuller, guard, grip, pommel.
                {SHAPE_POLYGON,
                 0,
                 5,
                 {{21.5f, 2.5f}, {20.5f, 7.5f}, {10.8f, 17.2f}, {6.8f, 13.2f}, {16.5f, 3.5f}}},
                {SHAPE_CUT, 1.1f, 2, {{17.6f, 6.4f}, {10.4f, 13.6f}}},
                {SHAPE_STROKE, 2.6f, 2, {{5.2f, 11.6f}, {12.4f, 18.8f}}},
                {SHAPE_STROKE, 2.8f, 2, {{8.2f, 15.8f}, {4.8f, 19.2f}}},
                {SHAPE_STROKE, 4.2f, 1, {{3.9f, 20.1f}}},
            },
        [VIEW_ICON_DASH] =
            {
                // An arrow that leaves lines behind it.
                {SHAPE_STROKE, 3.2f, 3, {{13.5f, 4.8f}, {20.7f, 12}, {13.5f, 19.2f}}},
                {SHAPE_STROKE, 3.2f, 2, {{9.5f, 12}, {19.5f, 12}}},
                {SHAPE_STROKE, 2.2f, 2, {{3, 7.4f}, {9.2f, 7.4f}}},
                {SHAPE_STROKE, 2.2f, 2, {{2.2f, 12}, {5.2f, 12}}},
                {SHAPE_STROKE, 2.2f, 2, {{3, 16.6f}, {9.2f, 16.6f}}},
            },
        [VIEW_ICON_HEAL] =
            {
                // A heart with a plus.
                {SHAPE_STROKE, 10.8f, 1, {{7.6f, 8.6f}}},
                {SHAPE_STROKE, 10.8f, 1, {{16.4f, 8.6f}}},
                {SHAPE_POLYGON, 0, 4, {{2.9f, 11.2f}, {12, 7}, {21.1f, 11.2f}, {12, 21.6f}}},
                {SHAPE_CUT, 2.4f, 2, {{12, 8.4f}, {12, 15.6f}}},
                {SHAPE_CUT, 2.4f, 2, {{8.4f, 12}, {15.6f, 12}}},
            },
        [VIEW_ICON_SHOT] =
            {
                // A bow that is drawn, with its arrow.
                {SHAPE_STROKE,
                 2.3f,
                 7,
                 {{8, 2.6f},
                  {12.6f, 4.8f},
                  {15.4f, 8.6f},
                  {16.2f, 12},
                  {15.4f, 15.4f},
                  {12.6f, 19.2f},
                  {8, 21.4f}}},
                {SHAPE_STROKE, 1.2f, 3, {{8, 2.6f}, {4, 12}, {8, 21.4f}}},
                {SHAPE_STROKE, 1.8f, 2, {{3, 12}, {20, 12}}},
                {SHAPE_POLYGON, 0, 3, {{23.4f, 12}, {18.2f, 8.8f}, {18.2f, 15.2f}}},
            },
        [VIEW_ICON_CHEST] =
            {
                // A chest: lid, box, lock.
                {SHAPE_POLYGON,
                 0,
                 6,
                 {{2.5f, 10.2f}, {2.5f, 8.2f}, {5.4f, 4.4f}, {18.6f, 4.4f}, {21.5f, 8.2f}, {21.5f, 10.2f}}},
                {SHAPE_POLYGON, 0, 4, {{2.5f, 11.8f}, {21.5f, 11.8f}, {21.5f, 20.4f}, {2.5f, 20.4f}}},
                {SHAPE_CUT, 6.2f, 1, {{12, 12.2f}}},
                {SHAPE_STROKE, 3.4f, 2, {{12, 11.6f}, {12, 13.2f}}},
            },
        [VIEW_ICON_FIND] =
            {
                // A magnifier: ring and handle.
                {SHAPE_STROKE, 15.6f, 1, {{10, 10}}},
                {SHAPE_CUT, 10.2f, 1, {{10, 10}}},
                {SHAPE_STROKE, 3.6f, 2, {{15.8f, 15.8f}, {20.6f, 20.6f}}},
            },
        [VIEW_ICON_FESTIVAL] =
            {
                // A paper lantern: cord, body with ribs, caps, tassel.
                {SHAPE_STROKE, 1.5f, 2, {{12, 1}, {12, 22.8f}}},
                {SHAPE_STROKE, 11.6f, 2, {{9.4f, 11.4f}, {14.6f, 11.4f}}},
                {SHAPE_CUT, 1.1f, 3, {{9.6f, 6}, {8.2f, 11.4f}, {9.6f, 16.8f}}},
                {SHAPE_CUT, 1.1f, 3, {{14.4f, 6}, {15.8f, 11.4f}, {14.4f, 16.8f}}},
                {SHAPE_STROKE, 2.2f, 2, {{9, 4.8f}, {15, 4.8f}}},
                {SHAPE_STROKE, 2.2f, 2, {{9, 18}, {15, 18}}},
            },
        [VIEW_ICON_QUEST] =
            {
                // A scroll with three lines.
                {SHAPE_POLYGON, 0, 4, {{5.4f, 4}, {18.6f, 4}, {18.6f, 20}, {5.4f, 20}}},
                {SHAPE_STROKE, 3.4f, 2, {{4.4f, 4}, {19.6f, 4}}},
                {SHAPE_STROKE, 3.4f, 2, {{4.4f, 20}, {19.6f, 20}}},
                {SHAPE_CUT, 1.5f, 2, {{8.6f, 9}, {15.4f, 9}}},
                {SHAPE_CUT, 1.5f, 2, {{8.6f, 12.1f}, {15.4f, 12.1f}}},
                {SHAPE_CUT, 1.5f, 2, {{8.6f, 15.2f}, {12.6f, 15.2f}}},
            },
        [ARROW] =
            {
                {SHAPE_POLYGON, 0, 4, {{12, 1.5f}, {20.5f, 21.5f}, {12, 17}, {3.5f, 21.5f}}},
            },
};

// ---- inside or not -------------------------------------------------------------------------------

static bool is_in_polygon(const struct shape *shape, struct point at)
{
    bool is_inside = false;
    for (size_t i = 0; i < shape->count; i++) {
        struct point a = shape->points[i];
        struct point b = shape->points[(i + 1) % shape->count];
        if ((a.y > at.y) != (b.y > at.y) && at.x < a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y)) {
            is_inside = !is_inside;
        }
    }
    return is_inside;
}

static float distance_squared(struct point a, struct point b, struct point at)
{
    float x = b.x - a.x;
    float y = b.y - a.y;
    float square = x * x + y * y;
    float share = square > 0 ? ((at.x - a.x) * x + (at.y - a.y) * y) / square : 0;
    share = fminf(fmaxf(share, 0), 1);
    float away_x = at.x - a.x - x * share;
    float away_y = at.y - a.y - y * share;
    return away_x * away_x + away_y * away_y;
}

static bool is_under_pen(const struct shape *shape, struct point at)
{
    float reach = shape->width / 2;
    for (size_t i = 0; i < shape->count; i++) {
        struct point next = shape->points[i + 1 < shape->count ? i + 1 : i];
        if (distance_squared(shape->points[i], next, at) <= reach * reach) {
            return true;
        }
    }
    return false;
}

static bool is_covered(const struct shape *icon, struct point at)
{
    bool is_inside = false;
    for (const struct shape *shape = icon; shape < icon + SHAPES_MAX && shape->kind != SHAPE_END; shape++) {
        if (shape->kind == SHAPE_POLYGON) {
            is_inside = is_inside || is_in_polygon(shape, at);
        } else if (is_under_pen(shape, at)) {
            is_inside = shape->kind == SHAPE_STROKE;
        }
    }
    return is_inside;
}

// ---- pictures ------------------------------------------------------------------------------------

static uint8_t coverage(const struct shape *icon, uint32_t column, uint32_t row, uint32_t size_px,
                        struct point up)
{
    const float scale = GRID / (float)size_px / SAMPLES;
    int count = 0;
    for (uint32_t i = 0; i < SAMPLES * SAMPLES; i++) {
        uint32_t across = column * SAMPLES + i % SAMPLES;
        uint32_t down = row * SAMPLES + i / SAMPLES;
        float x = ((float)across + 0.5f) * scale - GRID / 2;
        float y = ((float)down + 0.5f) * scale - GRID / 2;
        // Turned back to where up is up.
        struct point at = {GRID / 2 - up.y * x + up.x * y, GRID / 2 - up.x * x - up.y * y};
        count += is_covered(icon, at);
    }
    return (uint8_t)(count * 255 / (SAMPLES * SAMPLES));
}

// Draws a picture whose upper end is turned to where `up` points.
static void draw(uint32_t icon, struct point up, uint32_t size_px, uint8_t *pixels)
{
    for (uint32_t i = 0; i < size_px * size_px; i++) {
        pixels[i] = coverage(shapes[icon], i % size_px, i / size_px, size_px, up);
    }
}

void icon_draw(enum view_icon icon, uint32_t size_px, uint8_t *pixels)
{
    assert(icon > VIEW_ICON_NONE);
    assert(icon < VIEW_ICON_COUNT);
    draw(icon, (struct point){0, -1}, size_px, pixels);
}

void icon_draw_arrow(float facing_x, float facing_z, uint32_t size_px, uint8_t *pixels)
{
    draw(ARROW, (struct point){facing_x, -facing_z}, size_px, pixels);
}

// ---- the atlas -----------------------------------------------------------------------------------

static struct atlas_entry entry_of(uint32_t icon, uint32_t turn, uint32_t size_px)
{
    uint32_t size = size_px < ICON_PX_MAX ? size_px : ICON_PX_MAX;
    uint64_t key = ICON_KEY | (uint64_t)turn << 24 | (uint64_t)icon << 16 | size;
    return (struct atlas_entry){.key = key, .width = (uint16_t)size, .height = (uint16_t)size};
}

const struct atlas_entry *icon_find(struct atlas *atlas, enum view_icon icon, uint32_t size_px)
{
    uint8_t pixels[ICON_PX_MAX * ICON_PX_MAX];
    const struct atlas_entry entry = entry_of(icon, 0, size_px);
    const struct atlas_entry *found = atlas_find(atlas, entry.key);
    if (found) {
        return found;
    }
    icon_draw(icon, entry.width, pixels);
    return atlas_add(atlas, &entry, pixels);
}

const struct atlas_entry *icon_find_arrow(struct atlas *atlas, float facing_x, float facing_z,
                                          uint32_t size_px)
{
    const float step_r = 2 * (float)M_PI / TURNS;
    uint8_t pixels[ICON_PX_MAX * ICON_PX_MAX];
    int turn = ((int)roundf(atan2f(facing_x, facing_z) / step_r) + TURNS) % TURNS;
    const struct atlas_entry entry = entry_of(ARROW, (uint32_t)turn, size_px);
    const struct atlas_entry *found = atlas_find(atlas, entry.key);
    if (found) {
        return found;
    }
    float angle_r = (float)turn * step_r;
    icon_draw_arrow(sinf(angle_r), cosf(angle_r), entry.width, pixels);
    return atlas_add(atlas, &entry, pixels);
}
