// Every law of a baked world is checked: what breaks one is refused, and the problem says where.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/baked_check.h"
#include "tests/data/baked_world.h"

static struct report report;

/// The yard, flat: links may be changed in `flat`, the rest in the scene.
struct yard {
    struct pack *pack;
    struct baked *baked;
    struct baked_scene *scene;
    struct navmesh *mesh;
    struct baked_mesh flat;
};

static struct yard make_yard(void)
{
    struct yard yard = {.pack = baked_world_pack()};
    yard.baked = baked_make(yard.pack, &report);
    assert_non_null(yard.baked);
    yard.scene = &yard.baked->scenes[0];
    yard.mesh = yard.scene->mesh;
    assert_true(baked_mesh_flatten(yard.mesh, &yard.flat));
    return yard;
}

static void free_yard(struct yard *yard)
{
    baked_mesh_finish(&yard->flat);
    baked_destroy(yard->baked);
    pack_destroy(yard->pack);
}

static uint32_t first_with_links(const struct yard *yard)
{
    uint32_t side = 0;
    while (yard->flat.link_counts[side] == 0)
        side++;
    return side;
}

// Each breaks one law.

static void far_corner(struct yard *yard)
{
    yard->mesh->corners[3].at.x = GEO_COORDINATE_MAX + 1;
}
static void high_corner(struct yard *yard)
{
    yard->mesh->corners[3].height_mm = INT32_MIN;
}
static void dented_cell(struct yard *yard)
{
    yard->mesh->corners[yard->mesh->sides[0].corner].at.x += 100000;
}
static void no_cells(struct yard *yard)
{
    yard->mesh->cell_count = 0;
}
static void flat_ceiling(struct yard *yard)
{
    for (size_t i = 0; i < yard->mesh->ground_count; i++) {
        struct mesh_ground *ground = &yard->mesh->grounds[i];
        if (ground->has_ceiling)
            ground->ceiling[1] = ground->ceiling[0];
    }
}
static void no_corner_of_triangle(struct yard *yard)
{
    yard->mesh->triangles[0].corners[1] = 999;
}
static void turned_triangle(struct yard *yard)
{
    uint16_t *corners = yard->mesh->triangles[0].corners;
    uint16_t first = corners[0];
    corners[0] = corners[1];
    corners[1] = first;
}
static void strange_chunk(struct yard *yard)
{
    yard->mesh->chunks[1].first_corner += 1;
}
static void too_many_links(struct yard *yard)
{
    yard->flat.link_counts[0] += 100000;
}
static void lost_link(struct yard *yard)
{
    yard->flat.link_counts[first_with_links(yard)]--;
}
static void no_side(struct yard *yard)
{
    yard->flat.links[0] = (uint32_t)yard->mesh->side_count;
}
static void other_side(struct yard *yard)
{
    yard->flat.links[0] = first_with_links(yard);
}
static void one_way(struct yard *yard)
{
    uint32_t side = first_with_links(yard);
    memmove(yard->flat.links, yard->flat.links + 1, --yard->flat.link_count * sizeof *yard->flat.links);
    yard->flat.link_counts[side]--;
}
static void high_step(struct yard *yard)
{
    yard->mesh->step_mm = 0;
}
static void low_ledge(struct yard *yard)
{
    yard->mesh->step_mm = 900000;
}
static void huge_step(struct yard *yard)
{
    yard->mesh->step_mm = INT32_MAX;
}
static void no_ledge_side(struct yard *yard)
{
    yard->mesh->ledges[0].other = UINT32_MAX;
}
static void wide_opening(struct yard *yard)
{
    yard->flat.openings[0].to = 1.5f;
}
static void no_opening_at_all(struct yard *yard)
{
    yard->flat.opening_count--;
}
static void nan_opening(struct yard *yard)
{
    memset(&yard->flat.openings[0], 0xff, sizeof *yard->flat.openings);
}
static void one_way_opening(struct yard *yard)
{
    bool is_open = yard->flat.openings[0].from <= yard->flat.openings[0].to;
    yard->flat.openings[0] = is_open ? (struct mesh_opening){1, 0} : (struct mesh_opening){0, 1};
}
static void wide_people(struct yard *yard)
{
    yard->mesh->layers[0].agent.radius_mm = 5001;
}
static void nameless_people(struct yard *yard)
{
    yard->scene->agents[1][0] = '\0';
}
static void endless_name(struct yard *yard)
{
    memset(yard->scene->name, 'a', PACK_NAME_MAX);
}
static void steering_name(struct yard *yard)
{
    yard->scene->name[0] = '\033';
}
static void far_node(struct yard *yard)
{
    yard->scene->road_nodes[0].at.z = INT32_MIN;
}
static void twin_nodes(struct yard *yard)
{
    yard->scene->road_nodes[0] = yard->scene->road_nodes[1];
}
static void no_node(struct yard *yard)
{
    yard->scene->road_links[0].nodes[1] = 999;
}
static void looped_link(struct yard *yard)
{
    yard->scene->road_links[0].nodes[1] = yard->scene->road_links[0].nodes[0];
}
static void wide_road(struct yard *yard)
{
    yard->scene->road_links[0].half_width_mm = -1;
}

static void whatever_breaks_a_law_of_scenes_is_refused(void **state)
{
    (void)state;
    static const struct {
        void (*break_law)(struct yard *yard);
        const char *place;
        const char *text;
    } cases[] = {
        {far_corner, "scene 0, corner 3", "too far away"},
        {high_corner, "scene 0, corner 3", "too far away"},
        {dented_cell, "scene 0, cell ", "not convex"},
        {no_cells, "scene 0, cell 0", "no ground to walk on"},
        {flat_ceiling, "scene 0, ground ", "no plane"},
        {no_corner_of_triangle, "scene 0, triangle 0", "no such corner"},
        {turned_triangle, "scene 0, triangle 0", "counter-clockwise"},
        {strange_chunk, "scene 0, side ", "another chunk"},
        {too_many_links, "scene 0, side 0", "more links than there are"},
        {lost_link, "scene 0, link 0", "belong to no side"},
        {no_side, "scene 0, link 0", "no such side"},
        {other_side, "scene 0, link 0", "do not meet"},
        {one_way, "scene 0, link ", "none leads back"},
        {high_step, "scene 0, link ", "step is too high"},
        {low_ledge, "scene 0, ledge 0", "high step"},
        {huge_step, "scene 0, step 0", "nobody climbs"},
        {no_ledge_side, "scene 0, ledge 0", "no such side"},
        {wide_opening, "scene 0, opening 0", "part of its side"},
        {no_opening_at_all, "scene 0, opening 0", "not one a link"},
        {nan_opening, "scene 0, opening 0", "part of its side"},
        {one_way_opening, "scene 0, link 0", "one way only"},
        {wide_people, "scene 0, agent 0", "nobody has this size"},
        {nameless_people, "scene 0, agent 1", "nobody has this size"},
        {endless_name, "scene 0, name 0", "does not end"},
        {steering_name, "scene 0, name 0", "cannot be printed"},
        {far_node, "scene 0, road node 0", "too far away"},
        {twin_nodes, "scene 0, road node ", "at one place"},
        {no_node, "scene 0, road link 0", "two nodes"},
        {looped_link, "scene 0, road link 0", "two nodes"},
        {wide_road, "scene 0, road link 0", "so wide"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct yard yard = make_yard();
        struct baked_wire wire = {.purpose = BAKED_READ, .file = "f", .report = &report};
        report.count = 0;
        assert_true(baked_check_scene(&wire, 0, yard.scene, &yard.flat));
        struct navmesh whole = *yard.mesh;
        cases[i].break_law(&yard);
        bool is_right = baked_check_scene(&wire, 0, yard.scene, &yard.flat);
        yard.mesh->cell_count = whole.cell_count;
        if (is_right || report.count != 1 || strstr(report.problems[0].place, cases[i].place) == NULL ||
            strstr(report.problems[0].text, cases[i].text) == NULL)
            fail_msg("case %zu: %s: %s", i, report.problems[0].place, report.problems[0].text);
        free_yard(&yard);
    }
}

static void crowds_of_cells_above_one_another_are_refused(void **state)
{
    (void)state;
    enum { FLOORS = 40000 }; // squares of the same place: more than anyone could sort
    struct navmesh mesh = {.cell_count = FLOORS,
                           .corner_count = 4,
                           .side_count = 4 * FLOORS,
                           .ground_count = 1,
                           .chunk_count = 1,
                           .layer_count = 1};
    static const struct geo_point places[] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}};
    mesh.corners = calloc(4, sizeof *mesh.corners);
    mesh.cells = calloc(FLOORS + 1, sizeof *mesh.cells);
    mesh.sides = calloc(4 * (size_t)FLOORS, sizeof *mesh.sides);
    mesh.grounds = calloc(1, sizeof *mesh.grounds);
    mesh.chunks = calloc(2, sizeof *mesh.chunks);
    assert_true(mesh.corners && mesh.cells && mesh.sides && mesh.grounds && mesh.chunks);
    for (int i = 0; i < 4; i++)
        mesh.corners[i].at = places[i];
    for (uint32_t side = 0; side < 4 * FLOORS; side++)
        mesh.sides[side] = (struct mesh_side){.corner = side % 4, .cell = side / 4};
    for (uint32_t cell = 0; cell <= FLOORS; cell++)
        mesh.cells[cell].first_side = 4 * cell;
    struct baked_scene scene = {.name = "tower", .mesh = &mesh};
    struct mesh_layer layer = {0};
    mesh.layers = &layer;
    struct baked_mesh flat = {.mesh = &mesh};
    struct baked_wire wire = {.purpose = BAKED_READ, .file = "f", .report = &report};
    report.count = 0;
    assert_false(baked_check_scene(&wire, 0, &scene, &flat));
    assert_non_null(strstr(report.problems[0].text, "above one another"));
    free(mesh.corners);
    free(mesh.cells);
    free(mesh.sides);
    free(mesh.grounds);
    free(mesh.chunks);
}

static void crowds_of_cells_around_one_place_are_refused(void **state)
{
    (void)state;
    enum { CELLS = 40000, FAR_MM = 400000000 }; // thin triangles around the origin
    struct mesh_layer layer = {0};
    struct mesh_corner *corners = calloc(CELLS + 4, sizeof *corners);
    struct mesh_cell *cells = calloc(CELLS + 1, sizeof *cells);
    struct mesh_side *sides = calloc(3 * (size_t)CELLS, sizeof *sides);
    struct mesh_ground ground = {0};
    struct mesh_chunk chunks[2] = {{0}};
    struct navmesh mesh = {.layers = &layer,
                           .layer_count = 1,
                           .corners = corners,
                           .corner_count = CELLS + 4,
                           .cells = cells,
                           .cell_count = CELLS,
                           .sides = sides,
                           .side_count = 3 * (size_t)CELLS,
                           .grounds = &ground,
                           .ground_count = 1,
                           .chunks = chunks,
                           .chunk_count = 1};
    assert_true(corners && cells && sides);
    for (int32_t i = 0; i < CELLS; i++)
        corners[i + 1].at = (struct geo_point){CELLS, i};
    for (uint32_t i = 0; i < 3 * CELLS; i++)
        sides[i] = (struct mesh_side){.corner = i % 3 == 0 ? 0 : i / 3 + i % 3, .cell = i / 3};
    // The last one lies far away, so that the others do not take much of the plan.
    corners[CELLS + 1].at = (struct geo_point){-FAR_MM, -FAR_MM};
    corners[CELLS + 2].at = (struct geo_point){-FAR_MM + 9, -FAR_MM};
    corners[CELLS + 3].at = (struct geo_point){-FAR_MM, -FAR_MM + 9};
    for (uint32_t i = 0; i < 3; i++)
        sides[3 * (CELLS - 1) + i].corner = CELLS + 1 + i;
    for (uint32_t cell = 0; cell <= CELLS; cell++)
        cells[cell].first_side = 3 * cell;
    struct baked_scene scene = {.name = "fan", .mesh = &mesh};
    struct baked_mesh flat = {.mesh = &mesh};
    struct baked_wire wire = {.purpose = BAKED_READ, .file = "f", .report = &report};
    report.count = 0;
    assert_false(baked_check_scene(&wire, 0, &scene, &flat));
    if (!strstr(report.problems[0].text, "begin at one place"))
        fail_msg("%s", report.problems[0].text);
    free(corners);
    free(cells);
    free(sides);
}

static void no_scene_of_npc(struct baked *baked)
{
    baked->npcs[0].at.scene = 2;
}
static void far_npc(struct baked *baked)
{
    baked->npcs[0].at.at.x = INT32_MAX;
}
static void npc_of_no_type(struct baked *baked)
{
    baked->npcs[1].type[0] = '\0';
}
static void crowd_of_npcs(struct baked *baked)
{
    baked->npc_count = (size_t)1 << 21;
}
static void no_scene_of_end(struct baked *baked)
{
    baked->ends[1].scene = 9;
}
static void jump_without_end(struct baked *baked)
{
    baked->jumps[1].first_end = 0;
}
static void dear_jump(struct baked *baked)
{
    memset(&baked->jumps[0].cost_m, 0xff, sizeof(double));
}
static void free_jump(struct baked *baked)
{
    baked->jumps[0].cost_m = -1;
}
static void nameless_jump(struct baked *baked)
{
    baked->jumps[1].name[0] = '\0';
}
static void steering_world(struct baked *baked)
{
    baked->name[0] = '\n';
}

static void whatever_breaks_a_law_of_places_is_refused(void **state)
{
    (void)state;
    static const struct {
        void (*break_law)(struct baked *baked);
        const char *place;
    } cases[] = {
        {no_scene_of_npc, "NPC 0"},
        {far_npc, "NPC 0"},
        {npc_of_no_type, "NPC 1"},
        {crowd_of_npcs, "NPC 1048576"},
        {no_scene_of_end, "jumps' end 1"},
        {jump_without_end, "jump 0"},
        {dear_jump, "jump 0"},
        {free_jump, "jump 0"},
        {nameless_jump, "jump 1"},
        {steering_world, "world 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct pack *pack = baked_world_pack();
        struct baked *baked = baked_make(pack, &report);
        struct baked_wire wire = {.purpose = BAKED_READ, .file = "f", .report = &report};
        report.count = 0;
        assert_true(baked_check_places(&wire, baked));
        cases[i].break_law(baked);
        if (baked_check_places(&wire, baked) || strcmp(report.problems[0].place, cases[i].place) != 0)
            fail_msg("case %zu: %s: %s", i, report.problems[0].place, report.problems[0].text);
        baked_destroy(baked);
        pack_destroy(pack);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_breaks_a_law_of_scenes_is_refused),
        cmocka_unit_test(crowds_of_cells_above_one_another_are_refused),
        cmocka_unit_test(crowds_of_cells_around_one_place_are_refused),
        cmocka_unit_test(whatever_breaks_a_law_of_places_is_refused),
    };
    return cmocka_run_group_tests_name("baked_check", tests, NULL, NULL);
}
