#include "cloudsvc/game/gate_view.h"

#include <stdlib.h>

#include "nav/geometry.h"

#define LIFT_M 0.03 // planks above the ground at either end

static struct view_vec3 place(struct geo_place at, double height_m)
{
    return (struct view_vec3){(float)(at.x / 1000), (float)height_m, (float)(at.z / 1000)};
}

// The line as broad as the gate is wide, counter-clockwise: along its right side, and back along its left.
static void fill_footprint(const struct pack_gate *gate, double lift_m, struct view_vec3 footprint[4])
{
    struct geo_place a = geo_place_of(gate->line[0]);
    struct geo_place b = geo_place_of(gate->line[1]);
    double part = gate->width_mm / 2.0 / geo_place_distance(a, b);
    double right_x = (b.z - a.z) * part;
    double right_z = (a.x - b.x) * part;
    double a_m = gate->heights_mm[0] / 1000.0 + lift_m;
    double b_m = gate->heights_mm[1] / 1000.0 + lift_m;
    footprint[0] = place((struct geo_place){a.x + right_x, a.z + right_z}, a_m);
    footprint[1] = place((struct geo_place){b.x + right_x, b.z + right_z}, b_m);
    footprint[2] = place((struct geo_place){b.x - right_x, b.z - right_z}, b_m);
    footprint[3] = place((struct geo_place){a.x - right_x, a.z - right_z}, a_m);
}

static bool add_gate(const struct pack_gate *gate, uint32_t number, struct view_scene *view)
{
    bool is_door = gate->kind == PACK_GATE_DOOR;
    struct view_solid *solid = &view->solids[view->solid_count];
    solid->footprint = calloc(4, sizeof *solid->footprint);
    if (!solid->footprint)
        return false;
    view->solid_count++;
    solid->kind = is_door ? VIEW_DOOR : VIEW_PLANK;
    solid->footprint_count = 4;
    solid->height_m = is_door ? (float)gate->height_mm / 1000.0f : 0.0f;
    solid->gate = 1 + number;
    fill_footprint(gate, is_door ? 0.0 : LIFT_M, solid->footprint);
    return true;
}

bool gate_view_add(const struct pack_scene *scene, struct view_scene *view)
{
    for (uint32_t i = 0; i < scene->gate_count; i++)
        if (!add_gate(&scene->gates[i], i, view))
            return false;
    return true;
}
