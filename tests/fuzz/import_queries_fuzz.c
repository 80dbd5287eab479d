// Any bytes as a .scen and as a .queries.csv: each is taken or refused with a problem, and numbers keep to
// their ranges.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "nav/import_queries.h"

enum { POLYGONS = 100 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool is_kept)
{
    if (!is_kept)
        abort();
}

static void check_place(const struct import_place *place)
{
    require(fabs(place->x) <= 2e9 && fabs(place->y) <= 2e9 && fabs(place->z) <= 2e9);
}

static void check(struct import_queries *queries, bool is_taken, const struct report *report)
{
    require(is_taken == (report->count == 0));
    for (size_t i = 0; is_taken && i < queries->count; i++) {
        const struct import_query *query = &queries->queries[i];
        check_place(&query->start);
        check_place(&query->end);
        require(query->start_polygon < POLYGONS || query->start_polygon == MESH_NONE);
        require(query->end_polygon < POLYGONS || query->end_polygon == MESH_NONE);
        require(isnan(query->reference_m) || (isfinite(query->reference_m) && query->reference_m >= -1));
    }
    import_queries_finish(queries);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct report report;
    struct import_queries queries;
    char *bytes = calloc(size + 1, 1);
    if (!bytes)
        return 0;
    if (size > 0)
        memcpy(bytes, data, size);
    report.count = 0;
    bool is_taken = import_queries_read_scen("fuzz.scen", bytes, size, &queries, &report);
    check(&queries, is_taken, &report);
    report.count = 0;
    is_taken = import_queries_read_csv("fuzz.csv", bytes, size, POLYGONS, &queries, &report);
    check(&queries, is_taken, &report);
    free(bytes);
    return 0;
}
