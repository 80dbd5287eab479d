// The shortest program that finds a way: the points of the trip to the nearest NPC of a type.
//
//     gcc example_route.c $(pkg-config --cflags --libs waynav) -o example_route
//     ./example_route WORLD X Z TYPE
#include <stdio.h>
#include <stdlib.h>

#include "nav/nav.h"

static int ask(const struct nav *nav, double x, double z, const char *type)
{
    static struct nav_position points[NAV_POINTS_MAX];
    static struct nav_trip trip = {.points = points, .points_max = NAV_POINTS_MAX};
    struct nav_query *query = nav_query_create(nav, 0);
    if (!query)
        return 1;
    struct nav_position start = {.x = x, .z = z}; // of the first scene
    enum nav_status status = nav_query_npc(query, start, type, NULL, &trip);
    printf("%s: %.3f m\n", nav_status_name(status), trip.length_m);
    for (size_t i = 0; i < trip.point_count; i++)
        printf("scene %u: %.3f %.3f %.3f\n", points[i].scene, points[i].x, points[i].y, points[i].z);
    nav_query_destroy(query);
    return status == NAV_FOUND ? 0 : 1;
}

int main(int argc, char **argv)
{
    static struct report report;
    if (argc != 5) {
        fprintf(stderr, "usage: %s WORLD X Z TYPE\n", argv[0]);
        return 2;
    }
    struct pack *pack = pack_load(argv[1], &report);
    struct nav *nav = pack ? nav_create(pack, NULL, &report) : NULL;
    int result = nav ? ask(nav, strtod(argv[2], NULL), strtod(argv[3], NULL), argv[4]) : 1;
    report_print(&report, stderr);
    nav_destroy(nav);
    pack_destroy(pack);
    return result;
}
