#include "nav/funnel.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

struct funnel {
    size_t portals_max;
    // Both chains in one row: the left one's end first, the apex between them, the right one's end last.
    struct funnel_point *chain;
    size_t left_end;
    size_t apex;
    size_t right_end;
    struct funnel_point *line;
    size_t line_count;
};

struct funnel *funnel_create(size_t portals_max)
{
    struct funnel *funnel = calloc(1, sizeof *funnel);
    if (!funnel)
        return NULL;
    funnel->portals_max = portals_max;
    // The row starts in the middle; either side can take an end of each portal and of the line.
    funnel->chain = calloc(2 * portals_max + 8, sizeof *funnel->chain);
    funnel->line = calloc(2 * portals_max + 8, sizeof *funnel->line);
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

/// Mirrors pull_left().
static void pull_right(struct funnel *funnel, struct funnel_point point)
{
    struct funnel_point *chain = funnel->chain;
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

size_t funnel_pull(struct funnel *funnel, const struct mesh_portal *portals, size_t portal_count,
                   struct geo_place start, struct geo_place end, const struct funnel_point **points)
{
    assert(portal_count <= funnel->portals_max);
    funnel->apex = portal_count + 3;
    funnel->left_end = funnel->apex;
    funnel->right_end = funnel->apex;
    funnel->chain[funnel->apex] = (struct funnel_point){start, 0};
    funnel->line_count = 0;
    append(funnel, funnel->chain[funnel->apex]);
    for (size_t i = 0; i < portal_count; i++) {
        pull_left(funnel, (struct funnel_point){portals[i].left, i});
        pull_right(funnel, (struct funnel_point){portals[i].right, i});
    }
    pull_left(funnel, (struct funnel_point){end, portal_count});
    // What is left of the way leads along the left chain to the end.
    while (funnel->apex > funnel->left_end)
        append(funnel, funnel->chain[--funnel->apex]);
    append(funnel, (struct funnel_point){end, portal_count});
    *points = funnel->line;
    return funnel->line_count;
}
