#include "nav/tool/svg.h"

#include <math.h>
#include <string.h>

/// The longer side of a plan in the picture; a small one is not blown up to it.
#define PLAN_PX_MAX   1500.0
#define PX_PER_MM_MAX 0.06

enum { MARGIN_PX = 40, HEAD_PX = 60, LETTER_PX = 7, LINE_PX = 14 };

void svg_begin(struct svg *svg, FILE *out, struct geo_box plan, double side_px, const char *style)
{
    double width_mm = (double)plan.high.x - plan.low.x;
    double height_mm = (double)plan.high.z - plan.low.z;
    double scale = fmin(PX_PER_MM_MAX, PLAN_PX_MAX / fmax(1, fmax(width_mm, height_mm)));
    *svg = (struct svg){.out = out,
                        .low = plan.low,
                        .px_per_mm = scale,
                        .left_px = MARGIN_PX,
                        .top_px = HEAD_PX,
                        .width_px = width_mm * scale,
                        .height_px = height_mm * scale};
    double picture_px = svg->left_px + svg->width_px + MARGIN_PX + side_px;
    // A legend needs room, however flat the plan is.
    double high_px = svg->top_px + fmax(svg->height_px, 2 * side_px) + MARGIN_PX;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f "
            "%.0f\">\n<style>%s</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            picture_px, high_px, picture_px, high_px, style);
}

void svg_end(struct svg *svg)
{
    fputs("</svg>\n", svg->out);
}

void svg_clip_begin(struct svg *svg)
{
    fprintf(svg->out,
            "<clipPath id=\"plan\"><rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/></clipPath>\n"
            "<g clip-path=\"url(#plan)\">\n",
            svg->left_px, svg->top_px, svg->width_px, svg->height_px);
}

void svg_clip_end(struct svg *svg)
{
    fputs("</g>\n", svg->out);
}

struct geo_place svg_place(const struct svg *svg, struct geo_place at)
{
    return (struct geo_place){svg->left_px + (at.x - svg->low.x) * svg->px_per_mm,
                              svg->top_px + svg->height_px - (at.z - svg->low.z) * svg->px_per_mm};
}

void svg_path_begin(struct svg *svg, const char *look)
{
    fprintf(svg->out, "<path class=\"%s\" d=\"", look);
}

void svg_move(struct svg *svg, struct geo_place at)
{
    struct geo_place place = svg_place(svg, at);
    fprintf(svg->out, "M%.1f %.1f", place.x, place.z);
}

void svg_line(struct svg *svg, struct geo_place at)
{
    struct geo_place place = svg_place(svg, at);
    fprintf(svg->out, "L%.1f %.1f", place.x, place.z);
}

void svg_close(struct svg *svg)
{
    fputs("Z", svg->out);
}

void svg_path_end(struct svg *svg)
{
    fputs("\"/>\n", svg->out);
}

void svg_polygon(struct svg *svg, const char *look, const struct geo_point *points, size_t count)
{
    svg_path_begin(svg, look);
    for (size_t i = 0; i < count; i++)
        (i == 0 ? svg_move : svg_line)(svg, geo_place_of(points[i]));
    svg_close(svg);
    svg_path_end(svg);
}

void svg_dot(struct svg *svg, const char *look, struct geo_place at, double radius_px)
{
    struct geo_place place = svg_place(svg, at);
    fprintf(svg->out, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n", look, place.x, place.z,
            radius_px);
}

// ---- text --------------------------------------------------------------------------------------

void svg_text(struct svg *svg, const char *look, double x_px, double y_px, const char *text)
{
    fprintf(svg->out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", look, x_px, y_px);
    for (; *text; text++) {
        if (*text == '<' || *text == '&' || *text == '>')
            fprintf(svg->out, "&#%d;", *text);
        else if ((unsigned char)*text >= ' ')
            fputc(*text, svg->out);
    }
    fputs("</text>\n", svg->out);
}

static size_t letter_count(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80; // bytes that go on with a letter of UTF-8 are none
    return count;
}

static bool is_free(const struct svg *svg, struct svg_box box)
{
    for (size_t i = 0; i < svg->label_count; i++) {
        const struct svg_box *other = &svg->labels[i];
        if (box.left < other->right && box.right > other->left && box.top < other->bottom &&
            box.bottom > other->top)
            return false;
    }
    return true;
}

void svg_label(struct svg *svg, const char *look, struct geo_place at, const char *text)
{
    static const double ways[][2] = {{0, 0}, {0, -1}, {0, 1}, {-1, 0}, {-1, -1}, {-1, 1}, {0, -2}, {0, 2}};
    struct geo_place place = svg_place(svg, at);
    double width_px = LETTER_PX * (double)letter_count(text);
    struct svg_box box = {0};
    if (svg->label_count == SVG_LABELS_MAX)
        return;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        double left = ways[i][0] < 0 ? place.x - 8 - width_px : place.x + 8;
        double top = place.z - LINE_PX / 2.0 + ways[i][1] * LINE_PX;
        struct svg_box tried = {left, top, left + width_px, top + LINE_PX};
        bool is_first = i == 0;
        if (is_first || is_free(svg, tried))
            box = tried;
        if (is_free(svg, box))
            break;
    }
    svg->labels[svg->label_count++] = box;
    svg_text(svg, look, box.left, box.bottom - 3, text);
}
