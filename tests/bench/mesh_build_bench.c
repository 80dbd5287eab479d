// How long meshes of huge scenes take to make: CPU seconds, best of three.
//
// A mesh is made when a server starts, so that seconds are fine and minutes are not. The exit status is 1
// when a scene takes longer than it may.
#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "nav/mesh_build.h"
#include "nav/polygon.h"

enum { RUNS = 3, RADIUS_MM = 500000, WAVE_MM = 4000, TWO_PI_UM = 6283185 };

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void *take(size_t count, size_t size_bytes)
{
    void *memory = calloc(count, size_bytes);
    if (!memory)
        abort();
    return memory;
}

/// A round outline that winds in and out.
static struct pack_polygon make_outline(size_t count)
{
    struct pack_polygon outline = {.points = take(count, sizeof *outline.points), .count = count};
    for (size_t i = 0; i < count; i++) {
        double angle = TWO_PI_UM / 1e6 * (double)i / (double)count;
        double radius_mm = RADIUS_MM + WAVE_MM * sin(angle * 997) * (i % 2 ? 1 : 0.9);
        outline.points[i] = (struct geo_point){(int32_t)lround(radius_mm * cos(angle)),
                                               (int32_t)lround(radius_mm * sin(angle))};
    }
    return outline;
}

/// Places on a square board, well inside the outline.
static struct geo_point board_place(size_t number, size_t count)
{
    size_t side = (size_t)ceil(sqrt((double)count));
    int32_t step_mm = (int32_t)(1.3 * RADIUS_MM / (double)side);
    int32_t low_mm = -(int32_t)(0.65 * RADIUS_MM) + step_mm / 2;
    return (struct geo_point){low_mm + (int32_t)(number % side) * step_mm,
                              low_mm + (int32_t)(number / side) * step_mm};
}

static struct pack_polygon make_octagon(struct geo_point at, int32_t radius_mm)
{
    struct pack_polygon polygon = {.points = take(POLYGON_OCTAGON_COUNT, sizeof *polygon.points),
                                   .count = POLYGON_OCTAGON_COUNT};
    polygon_octagon(at, radius_mm, polygon.points);
    return polygon;
}

/// What a scene has.
struct scale {
    const char *name;
    size_t corner_count; // of the outline
    size_t hole_count;
    size_t obstacle_count;
    size_t road_count;
    double seconds_max;
    int32_t obstacle_mm; // radius of obstacles
    bool is_slope;
};

static void add_holes(struct pack_region *region, const struct scale *scale)
{
    region->hole_count = scale->hole_count;
    region->holes = take(scale->hole_count + 1, sizeof *region->holes);
    region->hole_heights_mm = take(scale->hole_count + 1, sizeof *region->hole_heights_mm);
    for (size_t i = 0; i < scale->hole_count; i++) {
        region->holes[i] = make_octagon(board_place(i, scale->hole_count), 3000);
        region->hole_heights_mm[i] = take(POLYGON_OCTAGON_COUNT, sizeof(int32_t));
    }
}

static void add_obstacles(struct pack_scene *scene, const struct scale *scale)
{
    scene->obstacle_count = scale->obstacle_count;
    scene->obstacles = take(scale->obstacle_count + 1, sizeof *scene->obstacles);
    for (size_t i = 0; i < scale->obstacle_count; i++) {
        struct geo_point at = board_place(i, scale->obstacle_count);
        at.x += 1234;
        scene->obstacles[i] =
            (struct pack_obstacle){.kind = PACK_ROCK, .outline = make_octagon(at, scale->obstacle_mm)};
    }
}

/// Roads across the whole scene, alternately along either axis.
static void add_roads(struct pack_scene *scene, const struct scale *scale)
{
    scene->road_count = scale->road_count;
    scene->roads = take(scale->road_count + 1, sizeof *scene->roads);
    for (size_t i = 0; i < scale->road_count; i++) {
        int32_t off_mm = (int32_t)(RADIUS_MM * (1.2 * (double)i / (double)scale->road_count - 0.6));
        struct geo_point ends[2] = {{-RADIUS_MM * 7 / 10, off_mm}, {RADIUS_MM * 7 / 10, off_mm + 7777}};
        struct pack_road *road = &scene->roads[i];
        *road = (struct pack_road){.width_mm = 3000,
                                   .line = {.points = take(2, sizeof *ends), .count = 2},
                                   .outline = {.points = take(4, sizeof *ends), .count = 4}};
        for (size_t k = 0; k < 2; k++)
            road->line.points[k] = i % 2 ? (struct geo_point){ends[k].z, ends[k].x} : ends[k];
        polygon_thicken(road->line.points, 2, road->width_mm, road->outline.points);
    }
}

static void make_scene(struct pack_scene *scene, const struct scale *scale)
{
    *scene = (struct pack_scene){.step_height_mm = 300,
                                 .agent_radius_mm = 350,
                                 .agent_height_mm = 1800,
                                 .merge_tolerance_mm = 50,
                                 .region_count = 1,
                                 .file = "bench"};
    scene->regions = take(1, sizeof *scene->regions);
    struct pack_region *region = &scene->regions[0];
    region->outline = make_outline(scale->corner_count);
    region->heights_mm = take(scale->corner_count, sizeof *region->heights_mm);
    for (size_t i = 0; scale->is_slope && i < scale->corner_count; i++)
        region->heights_mm[i] = region->outline.points[i].x / 50;
    add_holes(region, scale);
    add_obstacles(scene, scale);
    add_roads(scene, scale);
}

static void finish_scene(struct pack_scene *scene)
{
    struct pack_region *region = &scene->regions[0];
    for (size_t i = 0; i < region->hole_count; i++) {
        free(region->holes[i].points);
        free(region->hole_heights_mm[i]);
    }
    for (size_t i = 0; i < scene->obstacle_count; i++)
        free(scene->obstacles[i].outline.points);
    for (size_t i = 0; i < scene->road_count; i++) {
        free(scene->roads[i].line.points);
        free(scene->roads[i].outline.points);
    }
    free(region->holes);
    free(region->hole_heights_mm);
    free(region->outline.points);
    free(region->heights_mm);
    free(scene->regions);
    free(scene->obstacles);
    free(scene->roads);
}

/// @return whether the mesh was made in time
static bool measure(const struct scale *scale)
{
    struct pack_scene scene;
    static struct report report;
    double best = INFINITY;
    size_t cell_count = 0;
    make_scene(&scene, scale);
    for (int i = 0; i < RUNS; i++) {
        double before = cpu_seconds();
        struct navmesh *mesh = mesh_build(&scene, &report);
        double seconds = cpu_seconds() - before;
        cell_count = mesh ? mesh->cell_count : 0;
        best = seconds < best ? seconds : best;
        navmesh_destroy(mesh);
    }
    report_print(&report, stderr);
    printf("%-34s %8zu cells %7.2f s (at most %.0f s)\n", scale->name, cell_count, best, scale->seconds_max);
    finish_scene(&scene);
    return cell_count > 0 && best <= scale->seconds_max;
}

int main(int argc, char **argv)
{
    static const struct scale scales[] = {
        {"100,000 corners", 100000, 0, 0, 0, 5, 0, false},
        {"... and 1,000 holes", 100000, 1000, 0, 0, 5, 0, false},
        {"... on a slope", 100000, 1000, 0, 0, 5, 0, true},
        {"... with 50 roads across them", 100000, 1000, 0, 50, 5, 0, false},
        {"16,384 obstacles apart", 1000, 0, 16384, 0, 5, 1000, false},
        {"16,384 obstacles that cross", 1000, 0, 16384, 0, 10, 3000, false},
        {"16,384 crossing on a slope", 1000, 0, 16384, 0, 10, 3000, true},
        {"16,384 crossing, 200 roads", 1000, 0, 16384, 200, 30, 3000, false},
    };
    bool is_right = true;
    size_t first = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
    size_t end = argc > 1 ? first + 1 : sizeof scales / sizeof scales[0];
    for (size_t i = first; i < end && i < sizeof scales / sizeof scales[0]; i++)
        is_right = measure(&scales[i]) && is_right;
    return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}
