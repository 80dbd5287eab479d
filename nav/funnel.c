#include "nav/funnel.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

struct funnel {
    size_t points_max;
    size_t left_count; // points given so far
    size_t right_count;
    // Both chains in one row: the left one's end first, the apex between them, the right one's end last.
    struct funnel_point *chain;
    size_t left_end;
    size_t apex;
    size_t right_end;
    struct funnel_point *line;
    size_t line_count;
};

struct funnel *funnel_create(size_t points_max)
{
    struct funnel *funnel = calloc(1, sizeof *funnel);
    if (!funnel)
        return NULL;
    funnel->points_max = points_max;
    // The row starts in the middle; either side can take all points and the line's end.
    funnel->chain = calloc(2 * points_max + 8, sizeof *funnel->chain);
    funnel->line = calloc(2 * points_max + 8, sizeof *funnel->line);
    if (!funnel->chain || !funnel->line) {
        funnel_destroy(funnel);
        return NULL;
    }
    return funnel;
}

void funnel_destroy(struct funnel *funnel)
{
    if (!funnel)
        return;
    free(funnel->chain);
    free(funnel->line);
    free(funnel);
}

static bool is_same(struct geo_place a, struct geo_place b)
{
    return a.x == b.x && a.z == b.z;
}

static void append(struct funnel *funnel, struct funnel_point point)
{
    bool is_again = funnel->line_count > 0 && is_same(funnel->line[funnel->line_count - 1].at, point.at);
    if (is_again)
        funnel->line[funnel->line_count - 1] = point;
    else
        funnel->line[funnel->line_count++] = point;
}

void funnel_begin(struct funnel *funnel, struct geo_place start)
{
    funnel->left_count = 0;
    funnel->right_count = 0;
    funnel->apex = funnel->points_max + 3;
    funnel->left_end = funnel->apex;
    funnel->right_end = funnel->apex;
    funnel->chain[funnel->apex] = (struct funnel_point){start, 0};
    funnel->line_count = 0;
    append(funnel, funnel->chain[funnel->apex]);
}

/// Brings the left chain to `point`. Where that crosses the right chain, the line is bent there for good.
static void pull_left(struct funnel *funnel, struct funnel_point point)
{
    struct funnel_point *chain = funnel->chain;
    while (funnel->left_end < funnel->apex &&
           geo_place_cross(chain[funnel->left_end + 1].at, chain[funnel->left_end].at, point.at) <= 0)
        funnel->left_end++;
    if (funnel->left_end == funnel->apex) {
        while (funnel->apex < funnel->right_end &&
               geo_place_cross(chain[funnel->apex].at, chain[funnel->apex + 1].at, point.at) < 0)
            append(funnel, chain[++funnel->apex]);
        funnel->left_end = funnel->apex;
    }
    if (!is_same(chain[funnel->left_end].at, point.at))
        funnel->left_end--;
    chain[funnel->left_end] = point;
}

void funnel_left(struct funnel *funnel, struct funnel_point point)
{
    assert(funnel->left_count < funnel->points_max);
    funnel->left_count++;
    pull_left(funnel, point);
}

// Mirrors pull_left().
void funnel_right(struct funnel *funnel, struct funnel_point point)
{
    struct funnel_point *chain = funnel->chain;
    assert(funnel->right_count < funnel->points_max);
    funnel->right_count++;
    while (funnel->right_end > funnel->apex &&
           geo_place_cross(chain[funnel->right_end - 1].at, chain[funnel->right_end].at, point.at) >= 0)
        funnel->right_end--;
    if (funnel->right_end == funnel->apex) {
        while (funnel->apex > funnel->left_end &&
               geo_place_cross(chain[funnel->apex].at, chain[funnel->apex - 1].at, point.at) > 0)
            append(funnel, chain[--funnel->apex]);
        funnel->right_end = funnel->apex;
    }
    if (!is_same(chain[funnel->right_end].at, point.at))
        funnel->right_end++;
    chain[funnel->right_end] = point;
}

size_t funnel_end(struct funnel *funnel, struct funnel_point end, const struct funnel_point **points)
{
    pull_left(funnel, end);
    // What is left of the way leads along the left chain to the end.
    while (funnel->apex > funnel->left_end)
        append(funnel, funnel->chain[--funnel->apex]);
    append(funnel, end);
    *points = funnel->line;
    return funnel->line_count;
}

double funnel_line_length(const struct funnel_point *points, size_t count)
{
    double length = 0;
    for (size_t i = 1; i < count; i++)
        length += geo_place_distance(points[i - 1].at, points[i].at);
    return length;
}
