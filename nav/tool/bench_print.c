#include "nav/tool/bench_print.h"

static void print_case(const struct bench_result *result, FILE *out)
{
    const struct bench_case *measured = result->measured;
    size_t cell_count = measured->mesh->cell_count;
    size_t bytes = bench_case_size_bytes(measured);
    fprintf(out, "%s%s: polygons %zu, cells %zu, bytes %zu (%.1f a cell)\n", result->mesh_file,
            result->is_merged ? ", merged" : "", measured->polygon_count, cell_count, bytes,
            (double)bytes / (double)cell_count);
    fprintf(out, "  read %.3f s, %s %.3f s, connected %.3f s; the cell below a place %.3f us\n",
            measured->making.read_s, result->is_merged ? "merged" : "made cells", measured->making.merge_s,
            measured->making.connect_s, result->locating_us);
    fprintf(out, "%s: queries %zu\n", result->queries_file, measured->query_count);
}

static void print_figures(const char *name, const struct bench_figures *figures, FILE *out)
{
    fprintf(out, "  %-8s %6zu %6zu %6zu %6zu %6zu %10.3f %10.3f %10.3f %14.3f %10.6f %10.6f %6zu\n", name,
            figures->outcomes[BENCH_FOUND], figures->outcomes[BENCH_UNREACHABLE],
            figures->outcomes[BENCH_BUDGET], figures->outcomes[BENCH_OFF_MESH], figures->wrong,
            figures->found.mean_us, figures->found.p50_us, figures->found.p99_us, figures->total_length_m,
            figures->mean_ratio, figures->max_ratio, figures->over);
}

static void print_more(const char *name, const struct bench_figures *figures, FILE *out)
{
    if (figures->unreachable.count > 0)
        fprintf(out, "  %-8s unreachable pairs: mean %.3f us, p50 %.3f, p99 %.3f\n", name,
                figures->unreachable.mean_us, figures->unreachable.p50_us, figures->unreachable.p99_us);
    if (figures->fill.count > 0)
        fprintf(out, "  %-8s filling: mean %.3f us, p50 %.3f, p99 %.3f\n", name, figures->fill.mean_us,
                figures->fill.p50_us, figures->fill.p99_us);
}

void bench_print_table(const struct bench_result *result, FILE *out)
{
    print_case(result, out);
    fprintf(out, "  %-8s %6s %6s %6s %6s %6s %10s %10s %10s %14s %10s %10s %6s\n", "mode", "found", "no way",
            "budget", "off", "wrong", "mean_us", "p50_us", "p99_us", "length_m", "mean_ratio", "max_ratio",
            "over");
    for (size_t i = 0; i < result->finder_count; i++)
        print_figures(result->finders[i].name, &result->figures[i], out);
    for (size_t i = 0; i < result->finder_count; i++)
        print_more(result->finders[i].name, &result->figures[i], out);
}

static void add_times(cJSON *json, const char *prefix, const struct bench_times *times)
{
    static const char *const names[] = {"mean_us", "p50_us", "p99_us"};
    const double numbers[] = {times->mean_us, times->p50_us, times->p99_us};
    for (int i = 0; i < 3; i++) {
        char name[32];
        (void)snprintf(name, sizeof name, "%s%s", prefix, names[i]);
        cJSON_AddNumberToObject(json, name, numbers[i]);
    }
}

static cJSON *figures_json(const struct bench_figures *figures, size_t query_count)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "queries", (double)query_count);
    cJSON_AddNumberToObject(json, "found", (double)figures->outcomes[BENCH_FOUND]);
    cJSON_AddNumberToObject(json, "unreachable", (double)figures->outcomes[BENCH_UNREACHABLE]);
    cJSON_AddNumberToObject(json, "budget", (double)figures->outcomes[BENCH_BUDGET]);
    cJSON_AddNumberToObject(json, "off_mesh", (double)figures->outcomes[BENCH_OFF_MESH]);
    cJSON_AddNumberToObject(json, "wrong", (double)figures->wrong);
    add_times(json, "", &figures->found);
    cJSON_AddNumberToObject(json, "total_length", figures->total_length_m);
    if (figures->compared > 0) {
        cJSON_AddNumberToObject(json, "mean_ratio", figures->mean_ratio);
        cJSON_AddNumberToObject(json, "max_ratio", figures->max_ratio);
    }
    cJSON_AddNumberToObject(json, "over", (double)figures->over);
    if (figures->unreachable.count > 0)
        add_times(json, "unreachable_", &figures->unreachable);
    if (figures->fill.count > 0)
        add_times(json, "fill_", &figures->fill);
    return json;
}

cJSON *bench_print_json(const struct bench_result *result)
{
    const struct bench_case *measured = result->measured;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "mesh", result->mesh_file);
    cJSON_AddStringToObject(json, "query_file", result->queries_file);
    cJSON_AddBoolToObject(json, "merged", result->is_merged);
    cJSON_AddNumberToObject(json, "cells", (double)measured->mesh->cell_count);
    cJSON_AddNumberToObject(json, "bytes", (double)bench_case_size_bytes(measured));
    cJSON_AddNumberToObject(json, "merge_s", measured->making.merge_s);
    cJSON_AddNumberToObject(json, "locate_us", result->locating_us);
    cJSON *modes = cJSON_AddObjectToObject(json, "modes");
    for (size_t i = 0; i < result->finder_count; i++)
        cJSON_AddItemToObject(modes, result->finders[i].name,
                              figures_json(&result->figures[i], measured->query_count));
    return json;
}
