// The geometry that scenes become.
#include "render/scene_build.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "render/outline.h"
#include "render/vector.h"
#include "tests/data/fixture_scene.h"

struct triangle {
    struct view_vec3 corners[3];
    const struct mesh_vertex *vertices[3];
};

static struct view_vec3 position(const struct mesh_vertex *vertex)
{
    return (struct view_vec3){vertex->x, vertex->y, vertex->z};
}

static struct triangle triangle_at(const struct mesh *mesh, size_t index)
{
    struct triangle triangle;
    for (size_t i = 0; i < 3; i++) {
        triangle.vertices[i] = &mesh->vertices[mesh->indices[index + i]];
        triangle.corners[i] = position(triangle.vertices[i]);
    }
    return triangle;
}

static struct view_vec3 normal_of(const struct triangle *triangle)
{
    const struct view_vec3 *corners = triangle->corners;
    return vector_cross(vector_subtract(corners[2], corners[0]), vector_subtract(corners[1], corners[0]));
}

// Area in plan of what faces up in a layer, and which of it is lifted: shadows.
static float plan_area(const struct scene_build *build, enum scene_layer layer, float lift_m)
{
    float sum = 0;
    for (size_t i = 0; i < build->columns * build->rows; i++) {
        const struct mesh *mesh = &build->chunks[i].layers[layer];
        for (size_t index = 0; index < mesh->index_count; index += 3) {
            struct triangle triangle = triangle_at(mesh, index);
            float fraction = triangle.corners[0].y - roundf(triangle.corners[0].y);
            if (fabsf(fraction - lift_m) < 0.001f) {
                sum += outline_area(triangle.corners, 3);
            }
        }
    }
    return sum;
}

static struct view_vec3 square_foot[4] = {{2, 0, 2}, {4, 0, 2}, {4, 0, 4}, {2, 0, 4}};

static void cells_cover_exactly_the_ground(void **state)
{
    (void)state;
    struct view_triangle ground[2] = {{{{-31, 0, -17}, {40, 0, -17}, {40, 0, 23}}, VIEW_GRASS},
                                      {{{-31, 0, -17}, {40, 0, 23}, {-31, 0, 23}}, VIEW_STONE}};
    struct view_scene scene = {.triangles = ground, .triangle_count = 2, .sun = {255, 220, 170, 255}};
    struct scene_build build;
    assert_true(scene_build_init(&build, &scene));
    assert_float_equal(plan_area(&build, SCENE_GROUND, 0), 71 * 40, 1);
    scene_build_finish(&build);
}

static void shadows_lie_on_the_ground_and_are_cool_and_dark(void **state)
{
    (void)state;
    struct view_triangle ground[1] = {{{{-40, 0, -40}, {60, 0, -40}, {0, 0, 60}}, VIEW_STONE}};
    struct view_solid wall = {
        .kind = VIEW_WALL, .footprint = square_foot, .footprint_count = 4, .height_m = 2};
    struct view_scene scene = {.triangles = ground,
                               .triangle_count = 1,
                               .solids = &wall,
                               .solid_count = 1,
                               .sun = {255, 220, 170, 255},
                               .sky = {180, 200, 220, 255}};
    struct scene_build build;
    assert_true(scene_build_init(&build, &scene));
    float shadow = plan_area(&build, SCENE_GROUND, SCENE_SHADOW_LIFT_M);
    assert_true(shadow > 6);
    assert_true(shadow < 20);
    struct view_color lit = {200, 190, 170, 255};
    struct view_color dark = scene_build_shadowed(lit);
    assert_true(dark.r < lit.r && dark.g < lit.g && dark.b < lit.b);
    assert_true(lit.r - dark.r > lit.b - dark.b);
    scene_build_finish(&build);
}

static float signed_volume(const struct mesh *mesh)
{
    float sum = 0;
    for (size_t i = 0; i < mesh->index_count; i += 3) {
        struct triangle triangle = triangle_at(mesh, i);
        sum += vector_dot(normal_of(&triangle), triangle.corners[0]) / 6;
    }
    return sum;
}

// A body whose facets all face outwards has about the volume of its box; one facet turned round takes twice
// its part away. The open underside lies at height 0, where it adds nothing.
static void facets_of_solids_face_outwards(void **state)
{
    (void)state;
    static const struct {
        enum view_solid_kind kind;
        float height_m, least, most;
    } cases[] = {
        {VIEW_HOUSE, 3, 0.6f, 1.25f},
        {VIEW_WALL, 2, 0.9f, 1.2f},
        {VIEW_ROCK, 1.5f, 0.4f, 1.0f},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct view_solid solid = {.kind = cases[i].kind,
                                   .footprint = square_foot,
                                   .footprint_count = 4,
                                   .height_m = cases[i].height_m};
        struct view_scene scene = {.solids = &solid, .solid_count = 1, .sun = {255, 220, 170, 255}};
        struct scene_build build;
        assert_true(scene_build_init(&build, &scene));
        float volume = 0;
        for (size_t chunk = 0; chunk < build.columns * build.rows; chunk++) {
            volume += signed_volume(&build.chunks[chunk].layers[SCENE_SOLID]);
        }
        float box = 2 * 2 * cases[i].height_m;
        assert_true(volume > cases[i].least * box);
        assert_true(volume < cases[i].most * box);
        scene_build_finish(&build);
    }
}

static void risers_face_the_right_of_their_way(void **state)
{
    (void)state;
    struct view_riser riser = {{0, 1, 0}, {3, 1, 0}, 0, 0, VIEW_GRASS};
    struct view_scene scene = {.risers = &riser, .riser_count = 1, .sun = {255, 220, 170, 255}};
    struct scene_build build;
    assert_true(scene_build_init(&build, &scene));
    const struct mesh *mesh = &scene_build_chunk(&build, 0, 0)->layers[SCENE_GROUND];
    assert_int_equal(mesh->index_count, 12);
    for (size_t i = 0; i < mesh->index_count; i += 3) {
        struct triangle triangle = triangle_at(mesh, i);
        assert_true(normal_of(&triangle).z < 0);
    }
    scene_build_finish(&build);
}

static void foam_runs_along_the_shore_inside_the_water(void **state)
{
    (void)state;
    struct view_triangle water[2] = {{{{0, 0, 0}, {8, 0, 0}, {8, 0, 8}}, VIEW_WATER},
                                     {{{0, 0, 0}, {8, 0, 8}, {0, 0, 8}}, VIEW_WATER}};
    struct view_scene scene = {.triangles = water, .triangle_count = 2, .sun = {255, 220, 170, 255}};
    struct scene_build build;
    assert_true(scene_build_init(&build, &scene));
    // A strip around all four sides, but none along the diagonal between the two triangles.
    float foam = plan_area(&build, SCENE_OVERLAY, SCENE_OVERLAY_LIFT_M);
    assert_float_equal(foam, 64 - powf(8 - 2 * 0.42f, 2), 0.2);
    scene_build_finish(&build);
}

static void odd_outlines_are_built_without_complaint(void **state)
{
    (void)state;
    struct view_vec3 lines[4] = {{0, 0, 0}, {4, 0, 0}, {2, 0, 0}, {1, 0, 0}};
    struct view_vec3 comb[8] = {{0, 0, 0}, {6, 0, 0}, {6, 0, 5}, {5, 0, 5},
                                {5, 0, 1}, {1, 0, 1}, {1, 0, 5}, {0, 0, 5}};
    struct view_vec3 circle[40];
    for (int i = 0; i < 40; i++) {
        circle[i] = (struct view_vec3){3 * cosf(0.157f * (float)i), 0, 3 * sinf(0.157f * (float)i)};
    }
    struct view_vec3 *outlines[] = {lines, comb, circle, circle};
    const size_t counts[] = {4, 8, 40, 2};
    for (int kind = 0; kind < VIEW_SOLID_KIND_COUNT; kind++) {
        for (size_t i = 0; i < 4; i++) {
            struct view_solid solid = {.kind = (enum view_solid_kind)kind,
                                       .footprint = outlines[i],
                                       .footprint_count = counts[i],
                                       .height_m = i == 0 ? 0 : 3};
            struct view_triangle ground = {{{-9, 0, -9}, {9, 0, -9}, {0, 0, 9}}, VIEW_PATH};
            struct view_scene scene = {
                .triangles = &ground, .triangle_count = 1, .solids = &solid, .solid_count = 1};
            struct scene_build build;
            assert_true(scene_build_init(&build, &scene));
            for (size_t chunk = 0; chunk < build.columns * build.rows; chunk++) {
                const struct mesh *mesh = &build.chunks[chunk].layers[SCENE_SOLID];
                for (size_t vertex = 0; vertex < mesh->vertex_count; vertex++) {
                    assert_true(isfinite(mesh->vertices[vertex].x + mesh->vertices[vertex].y +
                                         mesh->vertices[vertex].z));
                }
            }
            scene_build_finish(&build);
        }
    }
}

static void a_portal_is_a_ring_of_light_that_faces_up_and_a_veil_above_it(void **state)
{
    (void)state;
    struct view_portal portal = {{2, 1, 3}};
    struct view_scene scene = {.portals = &portal, .portal_count = 1};
    struct scene_build build;
    assert_true(scene_build_init(&build, &scene));
    float highest_m = 0;
    float ring = 0;
    for (size_t i = 0; i < build.columns * build.rows; i++) {
        const struct mesh *mesh = &build.chunks[i].layers[SCENE_OVERLAY];
        for (size_t index = 0; index < mesh->index_count; index += 3) {
            struct triangle triangle = triangle_at(mesh, index);
            for (int corner = 0; corner < 3; corner++) {
                assert_true(hypotf(triangle.corners[corner].x - 2, triangle.corners[corner].z - 3) < 1.5f);
                highest_m = fmaxf(highest_m, triangle.corners[corner].y);
            }
            if (fabsf(normal_of(&triangle).y) > 0.001f) {
                assert_true(normal_of(&triangle).y > 0);
                ring += outline_area(triangle.corners, 3);
            }
        }
    }
    assert_true(highest_m > 2 && highest_m < 4);
    assert_true(ring > 4 && ring < 5); // a disc of 1.25 m
    scene_build_finish(&build);
}

// ---- gates and storeys ---------------------------------------------------------------------------

static struct view_vec3 line_foot[4] = {{0, 0, 0}, {4, 0, 0}, {4, 0, 0.4f}, {0, 0, 0.4f}};

static float highest(const struct mesh *mesh)
{
    float y = -INFINITY;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        y = fmaxf(y, mesh->vertices[i].y);
    }
    return y;
}

static void a_door_is_a_chunk_while_shut_and_its_posts_always_stand(void **state)
{
    (void)state;
    struct view_solid door = {
        .kind = VIEW_DOOR, .footprint = line_foot, .footprint_count = 4, .height_m = 2.2f, .gate = 3};
    struct view_scene scene = {.solids = &door, .solid_count = 1};
    struct scene_build build;
    assert_true(scene_build_init(&build, &scene));
    assert_int_equal(build.chunk_count, build.columns * build.rows + 1);
    const struct scene_chunk *leaves = &build.chunks[build.chunk_count - 1];
    const struct scene_chunk *always = scene_build_chunk(&build, 2, 0.2f);
    assert_int_equal(leaves->gate, 3);
    assert_false(leaves->is_while_open);
    assert_int_equal(always->gate, 0);
    assert_true(leaves->layers[SCENE_SOLID].index_count > 0);
    assert_float_equal(highest(&leaves->layers[SCENE_SOLID]), 2.2f, 0.15);
    assert_true(highest(&always->layers[SCENE_SOLID]) > 2.2f);
    for (size_t i = 0; i < always->layers[SCENE_SOLID].vertex_count; i++) {
        float x = always->layers[SCENE_SOLID].vertices[i].x;
        assert_true(x < 0.35f || x > 3.65f); // the way between stays free
    }
    scene_build_finish(&build);
}

static void planks_are_a_chunk_while_open_and_their_footprint_is_their_upper_side(void **state)
{
    (void)state;
    struct view_vec3 deck[4] = {{0, 1, 0}, {9, 1, 0}, {9, 1, 2}, {0, 1, 2}};
    struct view_solid planks = {
        .kind = VIEW_PLANK, .footprint = deck, .footprint_count = 4, .height_m = 0.1f, .gate = 1};
    struct view_scene scene = {.solids = &planks, .solid_count = 1, .sun = {255, 255, 255, 255}};
    struct scene_build build;
    assert_true(scene_build_init(&build, &scene));
    const struct scene_chunk *chunk = &build.chunks[build.chunk_count - 1];
    assert_int_equal(chunk->gate, 1);
    assert_true(chunk->is_while_open);
    const struct mesh *mesh = &chunk->layers[SCENE_SOLID];
    assert_float_equal(highest(mesh), 1, 0.001);
    float top = 0;
    for (size_t i = 0; i < mesh->index_count; i += 3) {
        struct triangle triangle = triangle_at(mesh, i);
        if (triangle.corners[0].y > 0.99f && triangle.corners[1].y > 0.99f && triangle.corners[2].y > 0.99f) {
            top += outline_area(triangle.corners, 3);
        }
    }
    assert_true(top > 14 && top < 17.5f); // of 18, the rest are gaps
    scene_build_finish(&build);
}

// A floor, and over the middle of it another one, with a wall on it.
struct two_floors {
    struct view_triangle ground[4];
    uint8_t triangle_storeys[4];
    struct view_vec3 foot[4];
    struct view_solid wall;
    uint8_t solid_storeys[1];
    struct view_scene scene;
};

static void init_two_floors(struct two_floors *floors)
{
    *floors = (struct two_floors){
        .ground = {{{{0, 0, 0}, {20, 0, 0}, {20, 0, 20}}, VIEW_STONE},
                   {{{0, 0, 0}, {20, 0, 20}, {0, 0, 20}}, VIEW_STONE},
                   {{{6, 4, 6}, {14, 4, 6}, {14, 4, 14}}, VIEW_STONE},
                   {{{6, 4, 6}, {14, 4, 14}, {6, 4, 14}}, VIEW_STONE}},
        .triangle_storeys = {0, 0, 1, 1},
        .foot = {{12, 4, 12}, {13, 4, 12}, {13, 4, 13}, {12, 4, 13}},
        .wall = {.kind = VIEW_WALL, .footprint_count = 4, .height_m = 1},
        .solid_storeys = {1},
    };
    floors->wall.footprint = floors->foot;
    floors->scene = (struct view_scene){.triangles = floors->ground,
                                        .triangle_count = 4,
                                        .triangle_storeys = floors->triangle_storeys,
                                        .solids = &floors->wall,
                                        .solid_count = 1,
                                        .solid_storeys = floors->solid_storeys,
                                        .sun = {255, 220, 170, 255},
                                        .sky = {180, 200, 220, 255}};
}

static void a_storey_is_a_chunk_with_all_that_stands_on_it(void **state)
{
    (void)state;
    struct two_floors floors;
    struct scene_build build;
    init_two_floors(&floors);
    assert_true(scene_build_init(&build, &floors.scene));
    size_t squares = build.columns * build.rows;
    assert_int_equal(build.chunk_count, squares + 1);
    assert_int_equal(build.chunks[squares].storey, 1);
    assert_true(build.chunks[squares].layers[SCENE_SOLID].index_count > 0);
    assert_true(build.chunks[squares].layers[SCENE_GROUND].index_count > 0);
    for (size_t i = 0; i < squares; i++) {
        assert_int_equal(build.chunks[i].storey, 0);
        assert_int_equal(build.chunks[i].layers[SCENE_SOLID].index_count, 0);
        assert_true(build.chunks[i].layers[SCENE_GROUND].index_count == 0 ||
                    highest(&build.chunks[i].layers[SCENE_GROUND]) < 1);
    }
    scene_build_finish(&build);
}

static void under_a_storey_there_are_shade_and_a_foundation(void **state)
{
    (void)state;
    struct two_floors floors;
    struct scene_build build;
    init_two_floors(&floors);
    assert_true(scene_build_init(&build, &floors.scene));
    assert_true(plan_area(&build, SCENE_GROUND, SCENE_SHADOW_LIFT_M) > 10);
    assert_float_equal(plan_area(&build, SCENE_GROUND, -0.05f), 64, 0.1);
    scene_build_finish(&build);
}

// ---- surfaces ------------------------------------------------------------------------------------

static void a_deck_is_laid_of_boards_across_its_longer_way(void **state)
{
    (void)state;
    struct view_triangle ground[2] = {{{{0, 0, 0}, {3, 0, 0}, {3, 0, 22}}, VIEW_WOOD},
                                      {{{0, 0, 0}, {3, 0, 22}, {0, 0, 22}}, VIEW_WOOD}};
    struct view_scene scene = {.triangles = ground, .triangle_count = 2, .sun = {255, 220, 170, 255}};
    struct scene_build build;
    assert_true(scene_build_init(&build, &scene));
    size_t triangles = 0;
    for (size_t i = 0; i < build.columns * build.rows; i++) {
        const struct mesh *mesh = &build.chunks[i].layers[SCENE_GROUND];
        triangles += mesh->index_count / 3;
        for (size_t index = 0; index < mesh->index_count; index += 3) {
            struct triangle triangle = triangle_at(mesh, index);
            for (int corner = 0; corner < 3; corner++) {
                assert_true(fabsf(triangle.corners[corner].z - triangle.corners[0].z) < 0.56f);
            }
        }
    }
    assert_true(triangles >= 80); // 40 boards
    assert_float_equal(plan_area(&build, SCENE_GROUND, 0), 66, 0.1);
    scene_build_finish(&build);
}

static void a_road_has_a_kerb_on_its_own_side(void **state)
{
    (void)state;
    struct view_triangle ground[4] = {{{{0, 0, 0}, {8, 0, 0}, {8, 0, 4}}, VIEW_PATH},
                                      {{{0, 0, 0}, {8, 0, 4}, {0, 0, 4}}, VIEW_PATH},
                                      {{{0, 0, 4}, {8, 0, 4}, {8, 0, 9}}, VIEW_STONE},
                                      {{{0, 0, 4}, {8, 0, 9}, {0, 0, 9}}, VIEW_STONE}};
    struct view_scene scene = {.triangles = ground, .triangle_count = 4, .sun = {255, 220, 170, 255}};
    struct scene_build build;
    assert_true(scene_build_init(&build, &scene));
    float kerb = plan_area(&build, SCENE_GROUND, SCENE_OVERLAY_LIFT_M);
    assert_true(kerb > 8 * 0.13f && kerb < 8 * 0.2f); // one side of the road, a hand wide
    scene_build_finish(&build);
}

static size_t detail_count(struct view_color sky)
{
    struct view_triangle ground[4] = {{{{0, 0, 0}, {30, 0, 0}, {30, 0, 4}}, VIEW_PATH},
                                      {{{0, 0, 0}, {30, 0, 4}, {0, 0, 4}}, VIEW_PATH},
                                      {{{0, 0, 4}, {30, 0, 4}, {30, 0, 9}}, VIEW_SAND},
                                      {{{0, 0, 4}, {30, 0, 9}, {0, 0, 9}}, VIEW_SAND}};
    struct view_scene scene = {
        .triangles = ground, .triangle_count = 4, .sun = {240, 160, 110, 255}, .sky = sky};
    struct scene_build build;
    size_t count = 0;
    assert_true(scene_build_init(&build, &scene));
    for (size_t i = 0; i < build.columns * build.rows; i++) {
        count += build.chunks[i].layers[SCENE_DETAIL].index_count;
    }
    scene_build_finish(&build);
    return count;
}

static void lanterns_stand_along_roads_at_dusk_alone(void **state)
{
    (void)state;
    assert_int_equal(detail_count((struct view_color){180, 200, 220, 255}), 0);
    assert_true(detail_count((struct view_color){70, 60, 100, 255}) > 100);
}

static void an_empty_scene_is_built(void **state)
{
    (void)state;
    struct view_scene scene = {0};
    struct scene_build build;
    assert_true(scene_build_init(&build, &scene));
    scene_build_finish(&build);
}

static void a_town_stays_within_its_budget_of_triangles(void **state)
{
    (void)state;
    struct view_world *world = fixture_world_create();
    struct scene_build build;
    assert_non_null(world);
    assert_true(scene_build_init(&build, &world->scenes[0]));
    size_t triangles = 0;
    for (size_t i = 0; i < build.columns * build.rows; i++) {
        for (int layer = 0; layer < SCENE_LAYER_COUNT; layer++) {
            triangles += build.chunks[i].layers[layer].index_count / 3;
        }
    }
    // Six thousand square metres, of which a camera sees a tenth.
    assert_in_range(triangles, 5000, 16000);
    scene_build_finish(&build);
    fixture_world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_cover_exactly_the_ground),
        cmocka_unit_test(shadows_lie_on_the_ground_and_are_cool_and_dark),
        cmocka_unit_test(facets_of_solids_face_outwards),
        cmocka_unit_test(risers_face_the_right_of_their_way),
        cmocka_unit_test(foam_runs_along_the_shore_inside_the_water),
        cmocka_unit_test(odd_outlines_are_built_without_complaint),
        cmocka_unit_test(a_portal_is_a_ring_of_light_that_faces_up_and_a_veil_above_it),
        cmocka_unit_test(a_door_is_a_chunk_while_shut_and_its_posts_always_stand),
        cmocka_unit_test(planks_are_a_chunk_while_open_and_their_footprint_is_their_upper_side),
        cmocka_unit_test(a_storey_is_a_chunk_with_all_that_stands_on_it),
        cmocka_unit_test(under_a_storey_there_are_shade_and_a_foundation),
        cmocka_unit_test(a_deck_is_laid_of_boards_across_its_longer_way),
        cmocka_unit_test(a_road_has_a_kerb_on_its_own_side),
        cmocka_unit_test(lanterns_stand_along_roads_at_dusk_alone),
        cmocka_unit_test(an_empty_scene_is_built),
        cmocka_unit_test(a_town_stays_within_its_budget_of_triangles),
    };
    return cmocka_run_group_tests_name("scene_build", tests, NULL, NULL);
}
