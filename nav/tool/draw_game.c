#include "nav/tool/draw_game.h"

#include <stdio.h>

static void draw_gates(struct svg *svg, const struct pack_scene *scene)
{
    for (size_t i = 0; i < scene->gate_count; i++) {
        const struct pack_gate *gate = &scene->gates[i];
        struct geo_place ends[2] = {geo_place_of(gate->line[0]), geo_place_of(gate->line[1])};
        svg_path_begin(svg, gate->kind == PACK_GATE_DOOR ? "door" : "bridge");
        svg_move(svg, ends[0]);
        svg_line(svg, ends[1]);
        svg_path_end(svg);
        svg_label(svg, "gate-name", geo_place_mix(ends[0], ends[1], 0.5), gate->name);
    }
}

static void draw_grounds(struct svg *svg, const struct drawing *drawing)
{
    static const char *const kinds[] = {
        [PACK_WOLF] = "wolves", [PACK_BOAR] = "boars", [PACK_CRAB] = "crabs", [PACK_SKELETON] = "skeletons"};
    for (size_t i = 0; i < drawing->pack->enemies_count; i++) {
        const struct pack_enemies *enemies = &drawing->pack->enemies[i];
        struct geo_place at = geo_place_of(enemies->at);
        char text[PACK_NAME_MAX];
        if (enemies->scene != drawing->scene)
            continue;
        (void)snprintf(text, sizeof text, "%s: %u", kinds[enemies->kind], enemies->count);
        svg_dot(svg, "lair", at, enemies->radius_mm * svg->px_per_mm);
        svg_dot(svg, "enemy", at, 5);
        svg_label(svg, "enemy-name", at, text);
    }
}

static void draw_spots(struct svg *svg, const struct drawing *drawing)
{
    for (size_t i = 0; i < drawing->pack->spot_count; i++) {
        const struct pack_spot *spot = &drawing->pack->spots[i];
        if (spot->scene != drawing->scene)
            continue;
        svg_dot(svg, "spot", geo_place_of(spot->at), 4);
        svg_label(svg, "spot-name", geo_place_of(spot->at), drawing->pack->items[spot->item].name);
    }
}

void draw_game(struct svg *svg, const struct drawing *drawing)
{
    draw_grounds(svg, drawing);
    draw_gates(svg, &drawing->pack->scenes[drawing->scene]);
    draw_spots(svg, drawing);
}
