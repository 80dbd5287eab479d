// The camera: behind the avatar, never inside a wall, never losing sight of the avatar.
#include "cloudsvc/game/camera.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"
#include "cloudsvc/game/projection.h"
#include "cloudsvc/game/raycast.h"
#include "cloudsvc/game/solids.h"
#include "cloudsvc/game/stage.h"
#include "nav/mesh.h"
#include "tests/data/plain_world.h"
#include "tests/data/toy_scene.h"

#define LANDSCAPE (1280.0 / 720.0)
#define PORTRAIT  (390.0 / 844.0)

struct rig {
    struct toy_scene toy;
    struct body body;
    struct walk walk;
    struct camera camera;
};

static void set_up(struct rig *rig, double x, double z, struct direction facing)
{
    memset(rig, 0, sizeof *rig);
    toy_scene_init(&rig->toy);
    rig->body = (struct body){.position = {x, 0.0, z, 0}, .facing = facing, .wanted = facing};
    camera_begin(&rig->camera, &rig->body);
}

static void step(struct rig *rig, int ticks, double cover, double aspect)
{
    for (int i = 0; i < ticks; i++)
        camera_step(&rig->camera, &rig->body, &rig->walk, cover, &rig->toy.scene, aspect);
}

static struct view view_of(const struct rig *rig, uint32_t width_px, uint32_t height_px)
{
    struct view view = {.width_px = width_px, .height_px = height_px};
    view.camera = camera_view(&rig->camera, (double)width_px / height_px);
    return view;
}

// Where the avatar's chest is in the picture, as fractions of it.
static void chest_in_picture(const struct rig *rig, uint32_t width_px, uint32_t height_px, double *x,
                             double *y)
{
    struct view view = view_of(rig, width_px, height_px);
    struct projection projection;
    projection_init(&projection, &view);
    const struct nav_position *feet = &rig->body.position;
    double x_px, y_px;
    assert_true(
        projection_point(&projection, (struct vector){feet->x, feet->y + 1.1, feet->z}, &x_px, &y_px) > 0);
    *x = x_px / width_px;
    *y = y_px / height_px;
}

static void it_stands_behind_and_above_the_avatar(void **state)
{
    (void)state;
    struct rig rig;
    set_up(&rig, 0, -10, (struct direction){1, 0});
    step(&rig, 1, 0.0, LANDSCAPE);
    struct view_camera camera = camera_view(&rig.camera, LANDSCAPE);
    assert_true(camera.eye.x < -5.0f);
    assert_true(fabsf(camera.eye.z + 10.0f) < 0.01f);
    float pitch = atan2f(camera.eye.y - camera.target.y, camera.target.x - camera.eye.x);
    assert_true(fabsf(pitch * 57.29578f - 50.0f) < 0.1f);
}

static void the_avatar_is_a_little_below_the_middle_of_every_picture(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {{1280, 720}, {390, 844}, {844, 390}, {360, 640}};
    for (size_t i = 0; i < 4; i++) {
        struct rig rig;
        double x, y;
        set_up(&rig, 0, -10, (struct direction){0, 1});
        step(&rig, 60, 0.0, (double)sizes[i][0] / sizes[i][1]);
        chest_in_picture(&rig, sizes[i][0], sizes[i][1], &x, &y);
        assert_true(fabs(x - 0.5) < 0.01);
        assert_true(y > 0.52);
        assert_true(y < 0.6);
    }
}

static void an_upright_picture_shows_as_much_to_the_sides(void **state)
{
    (void)state;
    struct rig rig;
    set_up(&rig, 0, -10, (struct direction){0, 1});
    struct view view = view_of(&rig, 390, 844);
    struct projection projection;
    projection_init(&projection, &view);
    double x_px, y_px;
    projection_point(&projection, (struct vector){3.3, 1.1, -10}, &x_px, &y_px);
    assert_true(x_px < 390.0);
}

static void a_panel_pushes_the_avatar_up(void **state)
{
    (void)state;
    struct rig rig;
    double x, y;
    set_up(&rig, 0, -10, (struct direction){0, 1});
    step(&rig, 200, 0.4, PORTRAIT);
    chest_in_picture(&rig, 390, 844, &x, &y);
    assert_true(y > 0.2);
    assert_true(y < 0.36);
}

static bool is_seen(const struct rig *rig)
{
    struct view_camera camera = camera_view(&rig->camera, LANDSCAPE);
    const struct nav_position *feet = &rig->body.position;
    struct vector eye = {camera.eye.x, camera.eye.y, camera.eye.z};
    struct vector to = {feet->x - eye.x, feet->y + 1.1 - eye.y, feet->z - eye.z};
    double distance = sqrt(vector_dot(to, to));
    struct vector along = {to.x / distance, to.y / distance, to.z / distance};
    struct raycast_hit hit = raycast_scene(&rig->toy.scene, eye, along);
    return hit.kind != RAYCAST_SOLID || hit.distance_m > distance;
}

static void an_avatar_behind_a_house_is_looked_at_from_higher_up(void **state)
{
    (void)state;
    struct rig rig;
    set_up(&rig, -6, 7, (struct direction){0, 1}); // the house is in between
    step(&rig, 120, 0.0, LANDSCAPE);
    assert_true(is_seen(&rig));
    assert_true(rig.camera.pitch > 55.0 / 360.0);
    set_up(&rig, -6, -5, (struct direction){0, 1}); // in front of it
    step(&rig, 120, 0.0, LANDSCAPE);
    assert_true(fabs(rig.camera.pitch - 50.0 / 360.0) < 1e-6);
}

static double pitch_behind(struct rig *rig)
{
    rig->body.position = (struct nav_position){-6, 0, 7, 0};
    camera_begin(&rig->camera, &rig->body);
    step(rig, 120, 0.0, LANDSCAPE);
    return rig->camera.pitch;
}

static void leaves_of_gates_and_walls_on_a_storey_above_raise_no_camera(void **state)
{
    (void)state;
    uint8_t storeys[1] = {1};
    struct rig rig;
    set_up(&rig, -6, 7, (struct direction){0, 1});
    assert_true(pitch_behind(&rig) > 52.0 / 360.0);
    rig.toy.solid.gate = 1;
    assert_true(pitch_behind(&rig) < 51.0 / 360.0);
    rig.toy.solid.gate = 0;
    for (int i = 0; i < 4; i++)
        rig.toy.footprint[i].y = 4.0f;
    rig.toy.scene.solid_storeys = storeys;
    assert_true(pitch_behind(&rig) < 51.0 / 360.0);
    rig.toy.scene.solid_storeys = NULL;
    assert_true(pitch_behind(&rig) > 52.0 / 360.0);
}

static void the_eye_is_never_inside_a_house(void **state)
{
    (void)state;
    struct random_generator random;
    random_seed(&random, 5);
    for (int round = 0; round < 300; round++) {
        struct rig rig;
        set_up(&rig, random_below(&random, 200) / 10.0 - 14.0, random_below(&random, 200) / 10.0 - 6.0,
               direction_at(random_below(&random, 1000) / 1000.0));
        rig.toy.solid.height_m = 14.0f;
        if (solid_holds(&rig.toy.solid, rig.body.position.x, rig.body.position.z))
            continue;
        camera_zoom(&rig.camera, 100);
        for (int tick = 0; tick < 40; tick++) {
            camera_turn(&rig.camera, 700);
            step(&rig, 1, 0.0, LANDSCAPE);
            struct view_camera camera = camera_view(&rig.camera, LANDSCAPE);
            bool is_below_roof = camera.eye.y < solid_box(&rig.toy.solid).top_m;
            if (is_below_roof && solid_is_near(&rig.toy.solid, camera.eye.x, camera.eye.z, 0.5))
                fail_msg("round %d, tick %d", round, tick);
        }
    }
}

static void a_long_way_turns_the_camera_along_it_and_a_short_one_does_not(void **state)
{
    (void)state;
    struct rig rig;
    set_up(&rig, 0, -10, (struct direction){0, 1});
    rig.walk.points[0] = (struct walk_point){4, 0, -10};
    rig.walk.point_count = 1;
    step(&rig, 300, 0.0, LANDSCAPE);
    assert_true(rig.camera.heading.z > 0.999);
    rig.walk.points[0] = (struct walk_point){15, 0, -10};
    step(&rig, 60, 0.0, LANDSCAPE);
    assert_true(rig.camera.heading.z > 0.5); // not at a stroke
    step(&rig, 300, 0.0, LANDSCAPE);
    assert_true(rig.camera.heading.x > 0.99);
}

static void a_camera_turned_by_hand_stays_as_it_is(void **state)
{
    (void)state;
    struct rig rig;
    set_up(&rig, 0, -10, (struct direction){0, 1});
    camera_turn(&rig.camera, 16384);
    assert_true(rig.camera.heading.x < -0.999); // a finger to the right: one looks more to the left
    rig.walk.points[0] = (struct walk_point){15, 0, -10};
    rig.walk.point_count = 1;
    step(&rig, 300, 0.0, LANDSCAPE);
    assert_true(rig.camera.heading.x < -0.999);
    camera_release(&rig.camera);
    step(&rig, 600, 0.0, LANDSCAPE);
    assert_true(rig.camera.heading.x > 0.99);
}

static void a_finger_to_the_right_takes_the_scene_along(void **state)
{
    (void)state;
    struct rig rig;
    set_up(&rig, 0, -10, (struct direction){0, 1});
    struct projection before, after;
    struct view view = view_of(&rig, 1280, 720);
    projection_init(&before, &view);
    camera_turn(&rig.camera, 1000);
    view = view_of(&rig, 1280, 720);
    projection_init(&after, &view);
    double before_px, after_px, y_px;
    projection_point(&before, (struct vector){0, 0, -6}, &before_px, &y_px);
    projection_point(&after, (struct vector){0, 0, -6}, &after_px, &y_px);
    assert_true(after_px > before_px);
}

static void two_who_talk_are_seen_side_by_side(void **state)
{
    (void)state;
    for (int i = -20; i <= 20; i++) {
        struct rig rig;
        set_up(&rig, 0, -10, (struct direction){0, 1});
        struct direction towards = direction_turned(rig.camera.heading, i / 40.0);
        camera_face(&rig.camera, towards);
        step(&rig, 200, 0.0, LANDSCAPE);
        double cosine = rig.camera.heading.x * towards.x + rig.camera.heading.z * towards.z;
        assert_true(cosine < 0.65);
    }
}

static void zoom_is_bounded_and_reset_restores(void **state)
{
    (void)state;
    struct rig rig;
    set_up(&rig, 0, -10, (struct direction){0, 1});
    for (int i = 0; i < 50; i++)
        camera_zoom(&rig.camera, 100);
    step(&rig, 100, 0.0, LANDSCAPE);
    assert_true(rig.camera.zoom < 2.01);
    camera_zoom(&rig.camera, INT32_MIN);
    step(&rig, 100, 0.0, LANDSCAPE);
    assert_true(rig.camera.zoom > 0.5);
    camera_turn(&rig.camera, 32768);
    camera_reset(&rig.camera, &rig.body);
    step(&rig, 120, 0.0, LANDSCAPE);
    assert_true(fabs(rig.camera.zoom - 1.0) < 0.01);
    assert_true(rig.camera.heading.z > 0.999);
}

// ---- in shipped worlds -----------------------------------------------------------------------------

// A place in the middle of some cell of the mesh.
static struct nav_position somewhere(const struct navmesh *mesh, uint32_t scene,
                                     struct random_generator *random)
{
    uint32_t cell = random_below(random, mesh->cell_count);
    uint32_t first = mesh->cells[cell].first_side;
    uint32_t count = mesh->cells[cell + 1].first_side - first;
    struct nav_position at = {.scene = scene};
    for (uint32_t i = 0; i < count; i++) {
        const struct mesh_corner *corner = mesh_side_start(mesh, first + i);
        at.x += corner->at.x / 1000.0 / count;
        at.y += corner->height_mm / 1000.0 / count;
        at.z += corner->at.z / 1000.0 / count;
    }
    return at;
}

static void check_eye(const struct view_scene *scene, struct view_camera camera, const char *place)
{
    for (size_t i = 0; i < scene->solid_count; i++) {
        const struct view_solid *solid = &scene->solids[i];
        bool is_below_top = camera.eye.y < solid_box(solid).top_m + 0.3;
        if (is_below_top && solid_is_near(solid, camera.eye.x, camera.eye.z, 0.5))
            fail_msg("%s: the eye is inside solid %zu", place, i);
    }
}

// From a random place, while a finger turns and zooms the camera.
static void look_around(const struct view_scene *scene, struct nav_position at, uint32_t seed, double aspect)
{
    struct random_generator random;
    char place[96];
    random_seed(&random, seed);
    struct body body = {.position = at, .facing = direction_at(random_below(&random, 1000) / 1000.0)};
    struct walk walk = {.point_count = 0};
    struct camera camera;
    camera_begin(&camera, &body);
    camera_zoom(&camera, (int32_t)random_below(&random, 150) - 50);
    for (int tick = 0; tick < 60; tick++) {
        camera_turn(&camera, (int32_t)random_below(&random, 1500));
        camera_step(&camera, &body, &walk, 0.0, scene, aspect);
        snprintf(place, sizeof place, "scene %u, seed %u, tick %d", at.scene, seed, tick);
        struct view view = {.width_px = (uint32_t)(720.0 * aspect), .height_px = 720};
        view.camera = camera_view(&camera, aspect);
        check_eye(scene, view.camera, place);
        struct projection projection;
        double x_px, y_px;
        projection_init(&projection, &view);
        struct vector middle = {at.x, at.y + 0.8, at.z};
        bool is_before = projection_point(&projection, middle, &x_px, &y_px) > 0;
        if (!is_before || x_px < 0 || y_px < 0 || x_px > view.width_px || y_px > view.height_px)
            fail_msg("%s: the avatar is out of the picture", place);
    }
}

static void in_every_scene_the_eye_keeps_out_of_solids_and_the_avatar_in_the_picture(void **state)
{
    (void)state;
    static const char *const folders[] = {"cloudsvc/worlds/plain", "cloudsvc/worlds/harbor"};
    for (size_t folder = 0; folder < 2; folder++) {
        struct plain_world world = plain_world_of(folders[folder], 1);
        struct view_world *stage = stage_create(world.pack, world.nav);
        assert_non_null(stage);
        for (uint32_t scene = 0; scene < world.pack->scene_count; scene++) {
            struct random_generator random;
            random_seed(&random, 31 + scene);
            for (uint32_t seed = 0; seed < 40; seed++)
                look_around(&stage->scenes[scene], somewhere(nav_mesh(world.nav, scene), scene, &random),
                            seed, seed % 2 == 0 ? LANDSCAPE : PORTRAIT);
        }
        stage_destroy(stage);
        plain_world_destroy(&world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_stands_behind_and_above_the_avatar),
        cmocka_unit_test(the_avatar_is_a_little_below_the_middle_of_every_picture),
        cmocka_unit_test(an_upright_picture_shows_as_much_to_the_sides),
        cmocka_unit_test(a_panel_pushes_the_avatar_up),
        cmocka_unit_test(an_avatar_behind_a_house_is_looked_at_from_higher_up),
        cmocka_unit_test(leaves_of_gates_and_walls_on_a_storey_above_raise_no_camera),
        cmocka_unit_test(the_eye_is_never_inside_a_house),
        cmocka_unit_test(a_long_way_turns_the_camera_along_it_and_a_short_one_does_not),
        cmocka_unit_test(a_camera_turned_by_hand_stays_as_it_is),
        cmocka_unit_test(a_finger_to_the_right_takes_the_scene_along),
        cmocka_unit_test(two_who_talk_are_seen_side_by_side),
        cmocka_unit_test(zoom_is_bounded_and_reset_restores),
        cmocka_unit_test(in_every_scene_the_eye_keeps_out_of_solids_and_the_avatar_in_the_picture),
    };
    return cmocka_run_group_tests_name("camera", tests, NULL, NULL);
}
