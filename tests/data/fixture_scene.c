#include "tests/data/fixture_scene.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The ground is a grid whose corners are drawn onto the outlines of pond, terrace, roads and square.
enum { COLUMNS = 44, ROWS = 34, TRIANGLES_MAX = 2 * COLUMNS * ROWS, RISERS_MAX = TRIANGLES_MAX };
#define CELL_M    2.0f
#define TERRACE_M 1.3f
#define WATER_M   (-0.6f)
#define EDGE_M    (-2.5f)

struct place {
    float x, z;
};

struct solid_row {
    enum view_solid_kind kind;
    float x, z, length_m, width_m, height_m, turn_r;
    struct view_color color;
};

static const struct solid_row solid_rows[] = {
    {VIEW_HOUSE, -11.5f, 10.0f, 8, 5.5f, 6.2f, 0.1f, {0}},
    {VIEW_HOUSE, 10.0f, 13.0f, 7, 6, 7.4f, -0.25f, {0}},
    {VIEW_HOUSE, -15.0f, -7.5f, 6.5f, 5, 5.4f, 1.35f, {74, 104, 124, 0}},
    {VIEW_HOUSE, 20.0f, 6.5f, 6, 5, 5.2f, 0.35f, {0}},
    {VIEW_HOUSE, -2.5f, 19.0f, 9, 6, 8.2f, 0, {0}},
    {VIEW_HOUSE, -27.0f, 1.0f, 6, 5, 5.6f, 0.5f, {0}},
    {VIEW_WALL, 3.5f, -13.5f, 14, 0.6f, 1.5f, 0.15f, {0}},
    {VIEW_WALL, -6.5f, -12.5f, 0.6f, 6, 1.5f, 0.15f, {0}},
    {VIEW_FENCE, 17.0f, 12.0f, 8, 0.15f, 1.0f, 1.2f, {0}},
    {VIEW_FENCE, -20.0f, 4.5f, 7, 0.15f, 1.0f, 0.1f, {0}},
    {VIEW_ROCK, 5.5f, -7.2f, 2.2f, 1.8f, 1.3f, 0.4f, {0}},
    {VIEW_ROCK, 24.0f, -12.0f, 3, 2.4f, 2, 1, {0}},
    {VIEW_TREE, -6.5f, 5.6f, 0.7f, 0.7f, 5.2f, 0, {0}},
    {VIEW_TREE, 6.5f, 7.5f, 0.7f, 0.7f, 4.8f, 0, {0}},
    {VIEW_TREE, -9.5f, -3.5f, 0.7f, 0.7f, 5.6f, 0, {0}},
    {VIEW_TREE, -19.0f, -2.5f, 0.7f, 0.7f, 6.2f, 0, {0}},
    {VIEW_TREE, 9.0f, -15.5f, 0.7f, 0.7f, 5.0f, 0, {0}},
    {VIEW_TREE, 16.0f, 17.5f, 0.7f, 0.7f, 6.0f, 0, {0}},
    {VIEW_TREE, 24.0f, 10.5f, 0.7f, 0.7f, 5.4f, 0, {0}},
    {VIEW_TREE, 22.5f, -2.5f, 0.7f, 0.7f, 5.0f, 0, {0}},
    {VIEW_TREE, -24.0f, -12.0f, 0.7f, 0.7f, 6.6f, 0, {0}},
    {VIEW_TREE, -30.0f, 18.0f, 0.7f, 0.7f, 6.6f, 0, {0}},
    {VIEW_TREE, -12.0f, -16.0f, 0.7f, 0.7f, 6.0f, 0, {0}},
    {VIEW_TREE, 30.0f, 2.0f, 0.7f, 0.7f, 6.0f, 0, {0}},
    {VIEW_TREE, 6.0f, 26.0f, 0.7f, 0.7f, 6.4f, 0, {0}},
    {VIEW_TREE, -16.5f, 25.0f, 0.7f, 0.7f, 5.4f, 0, {0}},
};

enum { SOLID_COUNT = sizeof solid_rows / sizeof solid_rows[0] };

// ---- shapes, as distances: negative inside -------------------------------------------------------

static float pond_distance(struct place p)
{
    return (hypotf((p.x - 14) / 8.5f, (p.z + 7) / 5.2f) - 1) * 5.5f;
}

static float terrace_distance(struct place p)
{
    return fmaxf(fmaxf(-28 - p.x, p.x + 16), fmaxf(11 - p.z, p.z - 24));
}

static float road_distance(struct place p)
{
    float main_road = fabsf(p.z - 2.2f * sinf(p.x / 9)) - 1.6f;
    float side_road = fmaxf(fabsf(p.x - 3 - 1.5f * sinf(p.z / 6)) - 1.4f, -p.z);
    return fminf(main_road, side_road);
}

static float square_distance(struct place p)
{
    return hypotf(p.x, p.z - 1) - 6;
}

// ---- ground --------------------------------------------------------------------------------------

static enum view_surface surface_at(struct place p)
{
    if (pond_distance(p) < 0)
        return VIEW_WATER;
    if (square_distance(p) < 0)
        return VIEW_STONE;
    if (road_distance(p) < 0)
        return VIEW_PATH;
    return pond_distance(p) < 1.6f ? VIEW_SAND : VIEW_GRASS;
}

static float height_at(struct place p)
{
    if (pond_distance(p) < 0)
        return WATER_M;
    return terrace_distance(p) < 0 ? TERRACE_M : 0;
}

// Moves a corner of the grid onto an outline that passes close by.
static struct place snap(struct place p, float (*distance)(struct place))
{
    float d = distance(p);
    if (fabsf(d) > 0.52f * CELL_M)
        return p;
    const float step = 0.01f;
    float dx = (distance((struct place){p.x + step, p.z}) - d) / step;
    float dz = (distance((struct place){p.x, p.z + step}) - d) / step;
    float square = dx * dx + dz * dz;
    return square > 0.01f ? (struct place){p.x - d * dx / square, p.z - d * dz / square} : p;
}

static struct place corner_at(int column, int row)
{
    struct place p = {CELL_M * ((float)column - 0.5f * COLUMNS), CELL_M * ((float)row - 0.5f * ROWS)};
    if (square_distance(p) > 1 && pond_distance(p) > 2)
        p = snap(p, road_distance);
    p = snap(p, square_distance);
    return snap(p, pond_distance);
}

static void add_triangle(struct view_scene *scene, struct place a, struct place b, struct place c)
{
    struct place middle = {(a.x + b.x + c.x) / 3, (a.z + b.z + c.z) / 3};
    float y = height_at(middle);
    scene->triangles[scene->triangle_count++] =
        (struct view_triangle){{{a.x, y, a.z}, {b.x, y, b.z}, {c.x, y, c.z}}, surface_at(middle)};
}

static void add_ground(struct view_scene *scene)
{
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            struct place a = corner_at(column, row);
            struct place b = corner_at(column + 1, row);
            struct place c = corner_at(column + 1, row + 1);
            struct place d = corner_at(column, row + 1);
            if ((row + column) % 2 == 0) {
                add_triangle(scene, a, b, c);
                add_triangle(scene, a, c, d);
            } else {
                add_triangle(scene, a, b, d);
                add_triangle(scene, b, c, d);
            }
        }
    }
}

// ---- risers --------------------------------------------------------------------------------------

static bool is_same_place(struct view_vec3 a, struct view_vec3 b)
{
    return fabsf(a.x - b.x) < 1e-4f && fabsf(a.z - b.z) < 1e-4f;
}

// Height beyond an edge of triangle `index`: neighbours are near it in the list.
static float height_beyond(const struct view_scene *scene, size_t index, struct view_vec3 a,
                           struct view_vec3 b)
{
    const size_t reach = 2 * COLUMNS + 2;
    size_t from = index > reach ? index - reach : 0;
    for (size_t i = from; i < scene->triangle_count && i <= index + reach; i++) {
        const struct view_vec3 *corners = scene->triangles[i].corners;
        for (int corner = 0; corner < 3; corner++) {
            if (is_same_place(corners[corner], b) && is_same_place(corners[(corner + 1) % 3], a))
                return corners[0].y;
        }
    }
    return EDGE_M;
}

static void add_risers(struct view_scene *scene)
{
    for (size_t i = 0; i < scene->triangle_count; i++) {
        const struct view_triangle *triangle = &scene->triangles[i];
        for (int corner = 0; corner < 3; corner++) {
            struct view_vec3 a = triangle->corners[corner];
            struct view_vec3 b = triangle->corners[(corner + 1) % 3];
            float below = height_beyond(scene, i, a, b);
            if (below < a.y - 0.01f) {
                scene->risers[scene->riser_count++] =
                    (struct view_riser){a, b, below, below, triangle->surface};
            }
        }
    }
}

// ---- solids --------------------------------------------------------------------------------------

static bool add_solid(struct view_solid *solid, const struct solid_row *row)
{
    bool is_round = row->kind == VIEW_ROCK || row->kind == VIEW_TREE;
    size_t count = is_round ? 7 : 4;
    float ground = height_at((struct place){row->x, row->z});
    solid->footprint = calloc(count, sizeof *solid->footprint);
    if (!solid->footprint)
        return false;
    for (size_t i = 0; i < count; i++) {
        float angle = 2 * (float)M_PI * (float)i / 7;
        float x = is_round ? row->length_m / 2 * cosf(angle)
                           : row->length_m / 2 * (i == 1 || i == 2 ? 1.0f : -1.0f);
        float z = is_round ? row->width_m / 2 * sinf(angle) : row->width_m / 2 * (i >= 2 ? 1.0f : -1.0f);
        solid->footprint[i] =
            (struct view_vec3){row->x + x * cosf(row->turn_r) - z * sinf(row->turn_r), ground,
                               row->z + x * sinf(row->turn_r) + z * cosf(row->turn_r)};
    }
    solid->footprint_count = count;
    solid->kind = row->kind;
    solid->height_m = row->height_m;
    solid->color = row->color;
    return true;
}

struct view_world *fixture_world_create(void)
{
    struct view_world *world = calloc(1, sizeof *world);
    struct view_scene *scene = calloc(1, sizeof *scene);
    if (!world || !scene) {
        free(world);
        free(scene);
        return NULL;
    }
    *world = (struct view_world){scene, 1};
    scene->triangles = calloc(TRIANGLES_MAX, sizeof *scene->triangles);
    scene->risers = calloc(RISERS_MAX, sizeof *scene->risers);
    scene->solids = calloc(SOLID_COUNT, sizeof *scene->solids);
    bool is_complete = scene->triangles && scene->risers && scene->solids;
    while (is_complete && scene->solid_count < SOLID_COUNT) {
        is_complete = add_solid(&scene->solids[scene->solid_count], &solid_rows[scene->solid_count]);
        scene->solid_count += is_complete;
    }
    if (!is_complete) {
        fixture_world_destroy(world);
        return NULL;
    }
    add_ground(scene);
    add_risers(scene);
    scene->sky = (struct view_color){178, 204, 214, 255};
    scene->sun = (struct view_color){255, 218, 160, 255};
    return world;
}

void fixture_world_destroy(struct view_world *world)
{
    if (!world)
        return;
    struct view_scene *scene = &world->scenes[0];
    for (size_t i = 0; i < scene->solid_count; i++)
        free(scene->solids[i].footprint);
    free(scene->triangles);
    free(scene->risers);
    free(scene->solids);
    free(scene);
    free(world);
}

// ---- the view ------------------------------------------------------------------------------------

struct actor_row {
    enum view_actor_kind kind;
    float x, z, turn_r, stride, pace;
    struct view_color clothes;
    enum view_actor_mark mark;
    const char *name;
};

static const struct actor_row actor_rows[] = {
    {VIEW_PLAYER, -1.0f, -2.0f, 1.1f, 0.2f, 1, {58, 110, 180, 255}, VIEW_MARK_NONE, ""},
    {VIEW_NPC, 5.2f, 4.6f, 3.6f, 0, 0, {178, 70, 52, 255}, VIEW_MARK_GOAL, "Bram the Blacksmith"},
    {VIEW_NPC, -4.2f, 3.2f, -1.0f, 0, 0, {202, 150, 60, 255}, VIEW_MARK_TALK, "市场的老板娘"},
    {VIEW_NPC, -8.0f, -1.2f, 0.5f, 0.6f, 1, {96, 140, 84, 255}, VIEW_MARK_NONE, "Ivy"},
    {VIEW_OTHER_PLAYER, 3.0f, -3.5f, 2.2f, 0.7f, 1, {150, 92, 160, 255}, VIEW_MARK_NONE, "Wanderer 7"},
    {VIEW_NPC, 8.8f, -1.3f, -2.0f, 0, 0, {70, 130, 140, 255}, VIEW_MARK_TALK, "Old Fisher"},
};

enum { ACTOR_COUNT = sizeof actor_rows / sizeof actor_rows[0] };

static void add_actors(struct view *view)
{
    for (size_t i = 0; i < ACTOR_COUNT; i++) {
        const struct actor_row *row = &actor_rows[i];
        struct view_actor *actor = &view->actors[view->actor_count++];
        *actor = (struct view_actor){.id = (uint32_t)i + 1,
                                     .kind = row->kind,
                                     .position = {row->x, 0, row->z},
                                     .facing_x = sinf(row->turn_r),
                                     .facing_z = cosf(row->turn_r),
                                     .stride = row->stride,
                                     .pace = row->pace,
                                     .height_m = 1.7f,
                                     .clothes = row->clothes,
                                     .mark = row->mark};
        snprintf(actor->name, sizeof actor->name, "%s", row->name);
    }
}

static void add_element(struct view *view, struct view_element element, const char *text)
{
    struct view_element *added = &view->elements[view->element_count++];
    *added = element;
    snprintf(added->text, sizeof added->text, "%s", text);
}

static void add_find(struct view *view, float unit)
{
    static const char *const entries[] = {"Find: blacksmith", "Find: healer", "寻找：商人", "Find: boatman"};
    float bottom = (float)view->height_px - 16 * unit;
    float height = 48 * unit;
    for (size_t i = 0; i < 4; i++) {
        add_element(view,
                    (struct view_element){.kind = VIEW_BUTTON,
                                          .x_px = 16 * unit,
                                          .y_px = bottom - (float)(4 - i) * (height + 8 * unit),
                                          .width_px = 220 * unit,
                                          .height_px = height,
                                          .text_px = 20 * unit,
                                          .align = VIEW_ALIGN_LEFT,
                                          .is_accented = i == 0,
                                          .action = (uint32_t)i + 1},
                    entries[i]);
    }
}

static void add_tracker(struct view *view, float unit)
{
    struct view_element panel = {.kind = VIEW_PANEL,
                                 .x_px = 16 * unit,
                                 .y_px = 16 * unit,
                                 .width_px = 250 * unit,
                                 .height_px = 76 * unit};
    add_element(view, panel, "");
    struct view_element label = {.kind = VIEW_LABEL,
                                 .x_px = 32 * unit,
                                 .y_px = 26 * unit,
                                 .width_px = 218 * unit,
                                 .height_px = 26 * unit,
                                 .text_px = 20 * unit,
                                 .is_bold = true};
    add_element(view, label, "To the blacksmith");
    label.y_px += 28 * unit;
    label.text_px = 17 * unit;
    label.is_bold = false;
    label.color = (struct view_color){196, 200, 206, 255};
    add_element(view, label, "12 m along the road");
}

static void add_dialogue(struct view *view, float unit)
{
    float width = fminf((float)view->width_px - 32 * unit, 760 * unit);
    float left = ((float)view->width_px - width) / 2;
    float height = 190 * unit;
    float top = (float)view->height_px - height - 16 * unit;
    add_element(view,
                (struct view_element){
                    .kind = VIEW_PANEL, .x_px = left, .y_px = top, .width_px = width, .height_px = height},
                "");
    add_element(view,
                (struct view_element){.kind = VIEW_PORTRAIT,
                                      .x_px = left + 16 * unit,
                                      .y_px = top + 16 * unit,
                                      .width_px = 96 * unit,
                                      .height_px = 96 * unit,
                                      .color = {178, 70, 52, 255}},
                "");
    struct view_element label = {.kind = VIEW_LABEL,
                                 .x_px = left + 128 * unit,
                                 .y_px = top + 16 * unit,
                                 .width_px = width - 144 * unit,
                                 .height_px = 28 * unit,
                                 .text_px = 22 * unit,
                                 .is_bold = true};
    add_element(view, label, "Bram the Blacksmith");
    label.y_px += 34 * unit;
    label.height_px = 80 * unit;
    label.text_px = 19 * unit;
    label.is_bold = false;
    add_element(view, label,
                "Mind the sparks! If the boatman sent you for his anchor, tell him it hangs by the door, "
                "and that I have not forgotten the three fish. 欢迎来到铁匠铺。");
    struct view_element button = {.kind = VIEW_BUTTON,
                                  .x_px = left + width - 156 * unit,
                                  .y_px = top + height - 60 * unit,
                                  .width_px = 140 * unit,
                                  .height_px = 46 * unit,
                                  .text_px = 20 * unit,
                                  .align = VIEW_ALIGN_CENTER,
                                  .is_accented = true,
                                  .action = 9};
    add_element(view, button, "Farewell");
}

static void add_route(struct view *view)
{
    static const struct place corners[] = {{-1.0f, -2.0f}, {1.2f, 0.2f}, {3.2f, 2.6f}, {4.6f, 3.9f}};
    for (size_t i = 0; i < sizeof corners / sizeof corners[0]; i++)
        view->route[view->route_count++] = (struct view_vec3){corners[i].x, 0, corners[i].z};
    view->has_destination = true;
    view->destination = view->route[view->route_count - 1];
}

void fixture_view(struct view *view, uint32_t width_px, uint32_t height_px, enum fixture_interface interface)
{
    memset(view, 0, sizeof *view);
    view->number = 1;
    view->width_px = width_px;
    view->height_px = height_px;
    view->time_s = 10;
    const float pitch_r = 50 * (float)M_PI / 180;
    const float distance_m = width_px < height_px ? 44 : 32;
    view->camera =
        (struct view_camera){.eye = {0, 1 + distance_m * sinf(pitch_r), -distance_m * cosf(pitch_r)},
                             .target = {0, 1, 0.5f},
                             .tan_half_fov_y = 0.27f,
                             .near_m = 4,
                             .far_m = 160};
    add_actors(view);
    add_route(view);
    float unit = fminf((float)width_px, (float)height_px) / 720;
    unit = fmaxf(unit, fminf((float)width_px / 390, (float)height_px / 390));
    unit = fminf(unit, height_px < 1440 ? 1.0f : 1.4f);
    if (interface != FIXTURE_BARE)
        add_tracker(view, unit);
    if (interface == FIXTURE_FIND)
        add_find(view, unit);
    if (interface == FIXTURE_DIALOGUE)
        add_dialogue(view, unit);
}
