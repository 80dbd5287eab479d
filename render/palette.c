#include "render/palette.h"

#include <assert.h>

enum { VARIANTS = 4 };

struct view_color palette_surface(enum view_surface surface)
{
    static const struct view_color colors[VIEW_SURFACE_COUNT] = {
        [VIEW_GRASS] = {136, 168, 78, 255}, [VIEW_STONE] = {190, 177, 162, 255},
        [VIEW_PATH] = {240, 228, 204, 255}, [VIEW_SAND] = {226, 202, 146, 255},
        [VIEW_WOOD] = {164, 118, 76, 255},  [VIEW_WATER] = {38, 122, 132, 255},
        [VIEW_CHASM] = {44, 38, 56, 255},
    };
    assert(surface < VIEW_SURFACE_COUNT);
    return colors[surface];
}

struct view_color palette_riser(enum view_surface surface)
{
    static const struct view_color colors[VIEW_SURFACE_COUNT] = {
        [VIEW_GRASS] = {152, 122, 88, 255}, [VIEW_STONE] = {176, 164, 150, 255},
        [VIEW_PATH] = {182, 160, 132, 255}, [VIEW_SAND] = {196, 166, 116, 255},
        [VIEW_WOOD] = {128, 90, 58, 255},   [VIEW_WATER] = {30, 96, 108, 255},
        [VIEW_CHASM] = {112, 92, 88, 255},
    };
    assert(surface < VIEW_SURFACE_COUNT);
    return colors[surface];
}

struct view_color palette_solid(enum view_solid_kind kind, struct view_color color, unsigned variant)
{
    static const struct view_color colors[VIEW_SOLID_KIND_COUNT][VARIANTS] = {
        [VIEW_HOUSE] = {{190, 84, 58, 255}, {176, 96, 62, 255}, {162, 72, 60, 255}, {198, 110, 68, 255}},
        [VIEW_WALL] = {{186, 174, 158, 255},
                       {182, 170, 154, 255},
                       {190, 178, 160, 255},
                       {180, 170, 158, 255}},
        [VIEW_FENCE] = {{158, 114, 74, 255}, {150, 108, 72, 255}, {164, 120, 78, 255}, {154, 112, 76, 255}},
        [VIEW_ROCK] = {{150, 146, 142, 255},
                       {142, 138, 138, 255},
                       {156, 150, 142, 255},
                       {146, 140, 134, 255}},
        [VIEW_TREE] = {{84, 134, 62, 255}, {104, 146, 60, 255}, {72, 122, 70, 255}, {128, 150, 58, 255}},
    };
    assert(kind < VIEW_SOLID_KIND_COUNT);
    if (color.r || color.g || color.b) {
        color.a = 255;
        return color;
    }
    return colors[kind][variant % VARIANTS];
}

struct view_color palette_plaster(unsigned variant)
{
    static const struct view_color colors[VARIANTS] = {
        {236, 222, 194, 255}, {228, 206, 172, 255}, {232, 214, 200, 255}, {214, 216, 204, 255}};
    return colors[variant % VARIANTS];
}
