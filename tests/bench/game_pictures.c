#include "tests/bench/game_pictures.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloudsvc/base/clock.h"
#include "cloudsvc/base/random.h"
#include "cloudsvc/game/game.h"
#include "render/renderer.h"
#include "tests/data/picture.h"

enum {
    VIEWS_MAX = 80,                 // of a scene
    VIEW_TICKS = GAME_TICK_HZ / 2,  // from one to the next
    TICKS_MAX = 120 * GAME_TICK_HZ, // of a walk
    DRAWS = 3,                      // of each view; the best counts: other work on the machine only adds
    SEED = 1,
};

/// The times of one view, in the order of the figures.
struct stages {
    double draw_ms, readback_ms, convert_ms, total_ms;
    uint32_t triangles;
};

struct walkabout {
    const struct pack *pack;
    struct nav *nav;
    struct renderer *renderer;
    struct picture *picture;
    struct view *views;
    size_t view_count;
    struct random_generator random;
};

// ---- walking -----------------------------------------------------------------------------------

/// Somewhere in the scene: a corner of its ground, or between two.
static struct nav_position some_place(struct walkabout *walkabout, uint32_t scene)
{
    const struct pack_scene *about = &walkabout->pack->scenes[scene];
    const struct pack_region *region =
        &about->regions[random_below(&walkabout->random, (uint32_t)about->region_count)];
    uint32_t a = random_below(&walkabout->random, (uint32_t)region->outline.count);
    uint32_t b = random_below(&walkabout->random, (uint32_t)region->outline.count);
    const struct geo_point *points = region->outline.points;
    return (struct nav_position){.x = (points[a].x + (double)points[b].x) / 2000.0,
                                 .y = region->heights_mm[a] / 1000.0,
                                 .z = (points[a].z + (double)points[b].z) / 2000.0,
                                 .scene = scene};
}

/// Players come in where the scene has ground: the walk is its own, whatever ways lead here.
static void spawn_in(struct pack *pack, uint32_t scene)
{
    for (size_t i = 0; i < pack->npc_count; i++) {
        if (pack->npcs[i].scene != scene)
            continue;
        pack->spawn_scene = scene;
        pack->spawn_region = pack->npcs[i].region;
        pack->spawn = pack->npcs[i].at;
        return;
    }
}

static bool is_standing(const struct view *view)
{
    return view->route_count == 0 && view->fade == 0.0f;
}

/// Keeps what is seen of the scene while the player goes from place to place.
static void walk(struct walkabout *walkabout, struct game *game, uint32_t scene)
{
    static struct view view;
    struct game_input input = {
        .kind = GAME_JOIN, .player = game_next_player(game), .viewport = {1280, 720, 100, {0}}};
    game_player_id player = input.player;
    walkabout->view_count = 0;
    game_apply(game, &input);
    for (int i = 0; i < TICKS_MAX && walkabout->view_count < VIEWS_MAX; i++) {
        game_tick(game);
        if (i % VIEW_TICKS != 0 || !game_view(game, player, &view))
            continue;
        if (view.scene == scene && view.fade == 0.0f)
            walkabout->views[walkabout->view_count++] = view;
        input = (struct game_input){
            .kind = GAME_WALK, .player = player, .position = some_place(walkabout, scene)};
        if (is_standing(&view))
            game_apply(game, &input);
    }
}

// ---- drawing -----------------------------------------------------------------------------------

static double ms_between(uint64_t from_us, uint64_t to_us)
{
    return (double)(to_us - from_us) / 1000.0;
}

static bool draw_once(const struct walkabout *walkabout, const struct view *view, struct stages *stages)
{
    struct renderer_times times;
    uint64_t started_us = clock_now_us();
    if (!renderer_draw(walkabout->renderer, view, &walkabout->picture->target, &times))
        return false;
    *stages = (struct stages){
        .draw_ms = ms_between(started_us, times.drawn_us),
        .readback_ms = ms_between(times.drawn_us, times.read_back_us),
        .convert_ms = ms_between(times.read_back_us, times.converted_us),
        .total_ms = ms_between(started_us, times.converted_us),
        .triangles = times.triangles,
    };
    return true;
}

static bool draw(const struct walkabout *walkabout, const struct view *view, struct stages *best)
{
    for (int i = 0; i < DRAWS; i++) {
        struct stages stages;
        if (!draw_once(walkabout, view, &stages))
            return false;
        if (i == 0 || stages.total_ms < best->total_ms)
            *best = stages;
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    double first = *(const double *)a;
    double second = *(const double *)b;
    return (first > second) - (first < second);
}

/// @param offset  of a double in struct stages
static double median(const struct stages *stages, size_t count, size_t offset)
{
    double values[VIEWS_MAX];
    assert(count > 0);
    for (size_t i = 0; i < count; i++)
        memcpy(&values[i], (const char *)&stages[i] + offset, sizeof values[i]);
    qsort(values, count, sizeof values[0], compare);
    return values[count / 2];
}

static uint32_t median_triangles(const struct stages *stages, size_t count)
{
    double values[VIEWS_MAX];
    for (size_t i = 0; i < count; i++)
        values[i] = stages[i].triangles;
    qsort(values, count, sizeof values[0], compare);
    return (uint32_t)values[count / 2];
}

static bool draw_all(const struct walkabout *walkabout, struct picture_figures *figures)
{
    struct stages stages[VIEWS_MAX];
    size_t count = walkabout->view_count;
    for (size_t i = 0; i < count; i++)
        if (!draw(walkabout, &walkabout->views[i], &stages[i]))
            return false;
    figures->view_count = count;
    figures->draw_ms = median(stages, count, offsetof(struct stages, draw_ms));
    figures->readback_ms = median(stages, count, offsetof(struct stages, readback_ms));
    figures->convert_ms = median(stages, count, offsetof(struct stages, convert_ms));
    figures->total_ms = median(stages, count, offsetof(struct stages, total_ms));
    figures->triangles = median_triangles(stages, count);
    return true;
}

// ---- scenes ------------------------------------------------------------------------------------

static bool create_renderer(struct walkabout *walkabout, const struct game *game)
{
    char error[RENDERER_ERROR_MAX] = "";
    walkabout->renderer = renderer_create(RENDERER_GL, game_stage(game), error);
    if (!walkabout->renderer)
        fprintf(stderr, "%s\n", error);
    return walkabout->renderer;
}

static bool measure_scene(struct walkabout *walkabout, struct pack *pack, uint32_t scene,
                          struct picture_figures *figures)
{
    spawn_in(pack, scene);
    struct game *game = game_create(pack, walkabout->nav, SEED);
    if (!game)
        return false;
    walk(walkabout, game, scene);
    bool has_renderer = walkabout->renderer || create_renderer(walkabout, game);
    game_destroy(game);
    snprintf(figures->scene, sizeof figures->scene, "%s", pack->scenes[scene].name);
    if (walkabout->view_count == 0)
        fprintf(stderr, "nothing was seen of %s: nobody lives there\n", figures->scene);
    return has_renderer && walkabout->view_count > 0 && draw_all(walkabout, figures);
}

static bool measure_scenes(struct walkabout *walkabout, struct pack *pack, struct picture_figures *figures)
{
    walkabout->pack = pack;
    walkabout->views = calloc(VIEWS_MAX, sizeof *walkabout->views);
    walkabout->picture = picture_create(1280, 720);
    random_seed(&walkabout->random, SEED);
    bool is_measured = walkabout->views && walkabout->picture;
    for (uint32_t i = 0; is_measured && i < pack->scene_count; i++)
        is_measured = measure_scene(walkabout, pack, i, &figures[i]);
    renderer_destroy(walkabout->renderer);
    picture_destroy(walkabout->picture);
    free(walkabout->views);
    return is_measured;
}

size_t measure_pictures(const char *folder, struct picture_figures **figures)
{
    struct report report = {0};
    struct walkabout walkabout = {0};
    struct pack *pack = pack_load(folder, &report);
    walkabout.nav = pack ? nav_create(pack, NULL, &report) : NULL;
    if (!walkabout.nav)
        report_print(&report, stderr);
    *figures = walkabout.nav ? calloc(pack->scene_count, sizeof **figures) : NULL;
    bool is_measured = *figures && measure_scenes(&walkabout, pack, *figures);
    size_t count = is_measured ? pack->scene_count : 0;
    nav_destroy(walkabout.nav);
    pack_destroy(pack);
    return count;
}
