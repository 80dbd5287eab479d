#include "tests/data/portals.h"

size_t portals_pull(struct funnel *funnel, const struct mesh_portal *portals, size_t portal_count,
                    struct geo_place start, struct geo_place end, const struct funnel_point **points)
{
    funnel_begin(funnel, start);
    for (size_t i = 0; i < portal_count; i++) {
        funnel_left(funnel, (struct funnel_point){portals[i].left, i});
        funnel_right(funnel, (struct funnel_point){portals[i].right, i});
    }
    return funnel_end(funnel, (struct funnel_point){end, portal_count}, points);
}
