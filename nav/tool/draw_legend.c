#include "nav/tool/draw_legend.h"

#include <math.h>
#include <stdio.h>

enum { ROW_PX = 20, SWATCH_PX = 26 };

/// A row of the legend: an area, a line or a mark, and what it stands for.
struct row {
    enum { AREA, LINE, MARK } kind;
    const char *look;
    const char *text;
};

static const struct row rows[] = {
    {AREA, "s0 cell", "grass"},
    {AREA, "s1 cell", "stone"},
    {AREA, "s2 cell", "path"},
    {AREA, "s3 cell", "sand"},
    {AREA, "s4 cell", "wood"},
    {AREA, "low cell", "under a ceiling"},
    {AREA, "c1 cell", "not joined to the main part"},
    {AREA, "o0", "house"},
    {AREA, "o1", "wall"},
    {AREA, "o2", "fence"},
    {AREA, "o3", "pond"},
    {AREA, "o4", "rock"},
    {AREA, "o5", "tree"},
    {AREA, "o6", "ravine"},
    {LINE, "wall", "end of the ground"},
    {LINE, "ledge", "ledge, too high to climb"},
    {LINE, "step", "step, climbed"},
    {LINE, "narrow", "too narrow or too low"},
    {LINE, "chunk", "border of chunks"},
    {LINE, "road", "trunk road, with its nodes"},
    {LINE, "door", "door, closed by the game at times"},
    {LINE, "bridge", "bridge, laid by the game at times"},
    {LINE, "route", "the trip, with its points"},
    {MARK, "npc", "NPC"},
    {MARK, "spawn", "where players appear"},
    {MARK, "jump", "jump, to other scenes"},
    {MARK, "jump-end", "where a jump leads to"},
    {MARK, "enemy", "enemies, and how far they go"},
    {MARK, "spot", "where things lie"},
};

static void draw_row(struct svg *svg, const struct row *row, double x_px, double y_px)
{
    double middle_px = y_px - 4;
    if (row->kind == AREA)
        fprintf(svg->out, "<path class=\"%s\" d=\"M%.1f %.1fh%dv12h-%dZ\"/>\n", row->look, x_px,
                middle_px - 6, SWATCH_PX, SWATCH_PX);
    else if (row->kind == LINE)
        fprintf(svg->out, "<path class=\"%s\" d=\"M%.1f %.1fh%d\"/>\n", row->look, x_px, middle_px,
                SWATCH_PX);
    else
        fprintf(svg->out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"6\"/>\n", row->look,
                x_px + SWATCH_PX / 2.0, middle_px);
    svg_text(svg, "", x_px + SWATCH_PX + 10, y_px, row->text);
}

/// A round length about a tenth of the plan.
static double bar_m(const struct svg *svg)
{
    double wanted_m = fmax(100 / svg->px_per_mm / 1000, 0.001);
    double power = pow(10, floor(log10(wanted_m)));
    double part = wanted_m / power;
    return power * (part < 2 ? 1 : part < 5 ? 2 : 5);
}

static void draw_scale(struct svg *svg, double x_px, double y_px)
{
    double length_m = bar_m(svg);
    char text[64];
    (void)snprintf(text, sizeof text, "%g m", length_m);
    fprintf(svg->out, "<path class=\"wall\" d=\"M%.1f %.1fv-6v12v-6h%.1fv-6v12\"/>\n", x_px, y_px,
            length_m * 1000 * svg->px_per_mm);
    svg_text(svg, "", x_px, y_px + 22, text);
    svg_text(svg, "", x_px, y_px + 40, "x to the right, z up");
}

static void draw_title(struct svg *svg, const struct drawing *drawing)
{
    const struct navmesh *mesh = nav_mesh(drawing->nav, drawing->scene);
    const struct mesh_layer *layer = &mesh->layers[drawing->layer];
    const struct nav_trip *trip = drawing->trip;
    char text[4 * PACK_NAME_MAX];
    (void)snprintf(text, sizeof text, "%s: %s", drawing->pack->name,
                   drawing->pack->scenes[drawing->scene].name);
    svg_text(svg, "title", svg->left_px, 26, text);
    (void)snprintf(text, sizeof text,
                   "%zu cells, %zu parts that are not joined, for people %.2f m wide and %.2f m tall",
                   mesh->cell_count, layer->component_count - 1, layer->agent.radius_mm / 500.0,
                   layer->agent.height_mm / 1000.0);
    svg_text(svg, "", svg->left_px, 44, text);
    if (!trip)
        return;
    bool is_found = drawing->status == NAV_FOUND;
    if (is_found)
        (void)snprintf(text, sizeof text, "trip: %.1f m, legs: %zu", trip->length_m, trip->leg_count);
    else
        (void)snprintf(text, sizeof text, "trip: %s, %s", nav_status_name(drawing->status),
                       nav_reason_name(trip->reason));
    svg_text(svg, is_found ? "strong" : "warn", svg->left_px + 620, 44, text);
}

void draw_legend(struct svg *svg, const struct drawing *drawing)
{
    double x_px = svg->left_px + svg->width_px + 30;
    double y_px = svg->top_px + 12;
    draw_title(svg, drawing);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++, y_px += ROW_PX)
        draw_row(svg, &rows[i], x_px, y_px);
    draw_scale(svg, x_px, y_px + 16);
}
