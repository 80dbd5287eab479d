#include "tests/data/toy_scene.h"

static void fill_square(struct view_triangle *triangles, float low, float high, float y,
                        enum view_surface surface)
{
    struct view_vec3 a = {low, y, low}, b = {high, y, low}, c = {high, y, high}, d = {low, y, high};
    triangles[0] = (struct view_triangle){{a, b, c}, surface};
    triangles[1] = (struct view_triangle){{a, c, d}, surface};
}

void toy_scene_init(struct toy_scene *toy)
{
    fill_square(&toy->triangles[0], -20.0f, 20.0f, 0.0f, VIEW_GRASS);
    fill_square(&toy->triangles[2], 4.0f, 12.0f, 2.0f, VIEW_STONE);
    const struct view_vec3 terrace[4] = {
        {4.0f, 2.0f, 4.0f}, {12.0f, 2.0f, 4.0f}, {12.0f, 2.0f, 12.0f}, {4.0f, 2.0f, 12.0f}};
    for (int i = 0; i < 4; i++)
        toy->risers[i] = (struct view_riser){terrace[i], terrace[(i + 1) % 4], 0.0f, 0.0f, VIEW_STONE};
    const struct view_vec3 house[4] = {
        {-8.0f, 0.0f, 2.0f}, {-4.0f, 0.0f, 2.0f}, {-4.0f, 0.0f, 6.0f}, {-8.0f, 0.0f, 6.0f}};
    for (int i = 0; i < 4; i++)
        toy->footprint[i] = house[i];
    toy->solid = (struct view_solid){
        .kind = VIEW_HOUSE, .footprint = toy->footprint, .footprint_count = 4, .height_m = 4.0f};
    toy->scene = (struct view_scene){.triangles = toy->triangles,
                                     .triangle_count = 4,
                                     .solids = &toy->solid,
                                     .solid_count = 1,
                                     .risers = toy->risers,
                                     .riser_count = 4};
}
