// Rings that cross are cut into faces that meet at whole millimetres.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/polygon.h"
#include "nav/snap.h"

enum { RINGS_MAX = 4 };

/// Snaps rings of four corners each; expects that it works.
static struct snap_faces snap(const struct geo_point corners[][4], size_t count)
{
    struct geo_point points[4 * RINGS_MAX];
    uint32_t ends[RINGS_MAX];
    struct snap_faces faces;
    for (size_t ring = 0; ring < count; ring++) {
        for (size_t i = 0; i < 4; i++)
            points[4 * ring + i] = corners[ring][i];
        ends[ring] = (uint32_t)(4 * ring + 4);
    }
    struct snap_rings rings = {points, ends, count};
    assert_true(snap_rings(&rings, corners[0][0], &faces));
    return faces;
}

static int64_t area_twice(const struct snap_faces *faces, uint32_t ring)
{
    uint32_t first = ring == 0 ? 0 : faces->rings.ends[ring - 1];
    return llabs(polygon_area_twice(faces->rings.points + first, faces->rings.ends[ring] - first));
}

static void two_squares_that_cross_make_three_faces(void **state)
{
    (void)state;
    static const struct geo_point squares[][4] = {{{0, 0}, {10, 0}, {10, 10}, {0, 10}},
                                                  {{5, 5}, {15, 5}, {15, 15}, {5, 15}}};
    struct snap_faces faces = snap(squares, 2);
    int64_t area = 0;
    assert_int_equal(faces.count, 3);
    for (size_t i = 0; i < faces.count; i++) {
        assert_int_equal(faces.faces[i + 1].first_ring - faces.faces[i].first_ring, 1);
        area += area_twice(&faces, faces.faces[i].first_ring);
    }
    assert_int_equal(area, 2 * 175);
    snap_finish(&faces);
}

static void crossings_are_whole_millimetres(void **state)
{
    (void)state;
    static const struct geo_point strips[][4] = {{{0, 0}, {100, 33}, {100, 43}, {0, 10}},
                                                 {{50, -20}, {61, -20}, {33, 90}, {22, 90}}};
    struct snap_faces faces = snap(strips, 2);
    // Two strips that cross: the crossing and two arms of each.
    assert_int_equal(faces.count, 5);
    snap_finish(&faces);
}

static void what_is_within_is_a_hole_and_a_face(void **state)
{
    (void)state;
    static const struct geo_point squares[][4] = {{{0, 0}, {100, 0}, {100, 100}, {0, 100}},
                                                  {{40, 40}, {60, 40}, {60, 60}, {40, 60}}};
    struct snap_faces faces = snap(squares, 2);
    assert_int_equal(faces.count, 2);
    assert_int_equal(faces.rings.ring_count, 3);
    for (size_t i = 0; i < faces.count; i++) {
        const struct snap_face *face = &faces.faces[i];
        bool is_whole = face[1].first_ring - face->first_ring == 2;
        bool is_within =
            face->inside.x > 40 && face->inside.x < 60 && face->inside.z > 40 && face->inside.z < 60;
        assert_true(is_whole != is_within);
    }
    snap_finish(&faces);
}

static void rings_with_one_place_or_none_inside_have_no_face(void **state)
{
    (void)state;
    static const struct geo_point flat[][4] = {{{0, 0}, {10, 0}, {20, 0}, {5, 0}}};
    struct snap_faces faces = snap(flat, 1);
    assert_int_equal(faces.count, 0);
    snap_finish(&faces);
    snap_finish(&faces);
}

static void far_from_the_origin_faces_are_the_same(void **state)
{
    (void)state;
    static const struct geo_point near[][4] = {{{0, 0}, {1000, 333}, {1000, 433}, {0, 100}},
                                               {{500, -200}, {611, -200}, {333, 900}, {222, 900}}};
    struct geo_point far[2][4];
    struct geo_point offset = {GEO_COORDINATE_MAX - 1000, -GEO_COORDINATE_MAX + 200};
    for (size_t i = 0; i < 8; i++)
        far[i / 4][i % 4] =
            (struct geo_point){near[i / 4][i % 4].x + offset.x, near[i / 4][i % 4].z + offset.z};
    struct snap_faces here = snap(near, 2);
    struct snap_faces there = snap((const struct geo_point(*)[4])far, 2);
    assert_int_equal(here.rings.ring_count, there.rings.ring_count);
    for (size_t i = 0; i < here.rings.ends[here.rings.ring_count - 1]; i++) {
        assert_int_equal(here.rings.points[i].x + offset.x, there.rings.points[i].x);
        assert_int_equal(here.rings.points[i].z + offset.z, there.rings.points[i].z);
    }
    snap_finish(&here);
    snap_finish(&there);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_squares_that_cross_make_three_faces),
        cmocka_unit_test(crossings_are_whole_millimetres),
        cmocka_unit_test(what_is_within_is_a_hole_and_a_face),
        cmocka_unit_test(rings_with_one_place_or_none_inside_have_no_face),
        cmocka_unit_test(far_from_the_origin_faces_are_the_same),
    };
    return cmocka_run_group_tests_name("snap", tests, NULL, NULL);
}
