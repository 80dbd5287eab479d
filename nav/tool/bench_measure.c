#include "nav/tool/bench_measure.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/// What was measured of one finder.
struct record {
    struct bench_figures *figures;
    double *found_us; // per query that was found
    double *fill_us;
    double *unreachable_us;
    double ratio_sum;
};

static int compare(const void *a, const void *b)
{
    const double left = *(const double *)a;
    const double right = *(const double *)b;
    return (left > right) - (left < right);
}

struct bench_times bench_times_of(double *times_us, size_t count)
{
    struct bench_times times = {.count = count};
    double sum_us = 0;
    if (count == 0)
        return times;
    qsort(times_us, count, sizeof *times_us, compare);
    for (size_t i = 0; i < count; i++)
        sum_us += times_us[i];
    times.mean_us = sum_us / (double)count;
    times.p50_us = times_us[count / 2];
    times.p99_us = times_us[count * 99 / 100];
    return times;
}

static double since_us(double begun_s)
{
    return (bench_now_s() - begun_s) * 1e6;
}

/// @return the outcome, and the median time of `repeat` runs
static enum bench_outcome run(const struct bench_finder *finder, const struct bench_query *query,
                              size_t repeat, double *median_us)
{
    double times_us[BENCH_REPEAT_MAX];
    enum bench_outcome outcome = BENCH_OFF_MESH;
    for (size_t i = 0; i < repeat; i++) {
        double begun_s = bench_now_s();
        outcome = finder->find(finder->context, query);
        times_us[i] = since_us(begun_s);
    }
    *median_us = bench_times_of(times_us, repeat).p50_us;
    return outcome;
}

static void note_length(struct record *record, const struct bench_query *query, double length_mm)
{
    struct bench_figures *figures = record->figures;
    figures->total_length_m += length_mm / 1000;
    if (query->reference_mm < 0)
        figures->wrong++;
    if (!(query->reference_mm >= 0))
        return;
    figures->over += length_mm > query->reference_mm * 1.0001 + 2;
    if (query->reference_mm == 0)
        return;
    double ratio = length_mm / query->reference_mm;
    figures->compared++;
    record->ratio_sum += ratio;
    figures->max_ratio = fmax(figures->max_ratio, ratio);
}

static void measure_query(struct record *record, const struct bench_finder *finder,
                          const struct bench_query *query, size_t repeat)
{
    struct bench_figures *figures = record->figures;
    enum bench_outcome outcome = BENCH_OFF_MESH;
    double fill_us = 0;
    double median_us = 0;
    if (!query->is_off_mesh) {
        double begun_s = bench_now_s();
        if (finder->fill)
            finder->fill(finder->context, query);
        fill_us = since_us(begun_s);
        outcome = run(finder, query, repeat, &median_us);
    }
    size_t number = figures->outcomes[outcome]++;
    if (outcome == BENCH_FOUND) {
        record->found_us[number] = median_us;
        record->fill_us[number] = fill_us;
        note_length(record, query, finder->length_mm(finder->context));
    } else {
        figures->wrong += query->reference_mm >= 0;
    }
    if (outcome == BENCH_UNREACHABLE)
        record->unreachable_us[number] = median_us;
}

static bool begin(struct record *record, struct bench_figures *figures, size_t query_count)
{
    *figures = (struct bench_figures){0};
    record->figures = figures;
    record->found_us = calloc(query_count + 1, sizeof *record->found_us);
    record->fill_us = calloc(query_count + 1, sizeof *record->fill_us);
    record->unreachable_us = calloc(query_count + 1, sizeof *record->unreachable_us);
    return record->found_us && record->fill_us && record->unreachable_us;
}

static void finish(struct record *record, bool has_fill)
{
    struct bench_figures *figures = record->figures;
    size_t found_count = figures->outcomes[BENCH_FOUND];
    figures->found = bench_times_of(record->found_us, found_count);
    figures->fill = bench_times_of(record->fill_us, has_fill ? found_count : 0);
    figures->unreachable = bench_times_of(record->unreachable_us, figures->outcomes[BENCH_UNREACHABLE]);
    figures->mean_ratio = figures->compared > 0 ? record->ratio_sum / (double)figures->compared : 0;
}

bool bench_measure(const struct bench_case *measured, size_t repeat, const struct bench_finder *finders,
                   size_t finder_count, struct bench_figures *figures)
{
    assert(repeat >= 1);
    assert(repeat <= BENCH_REPEAT_MAX);
    assert(finder_count <= BENCH_FINDERS_MAX);
    struct record records[BENCH_FINDERS_MAX] = {0};
    bool has_memory = true;
    for (size_t i = 0; i < finder_count; i++)
        has_memory = begin(&records[i], &figures[i], measured->query_count) && has_memory;
    for (size_t q = 0; has_memory && q < measured->query_count; q++) {
        for (size_t i = 0; i < finder_count; i++)
            measure_query(&records[i], &finders[i], &measured->queries[q], repeat);
    }
    for (size_t i = 0; i < finder_count; i++) {
        if (has_memory)
            finish(&records[i], finders[i].fill != NULL);
        free(records[i].found_us);
        free(records[i].fill_us);
        free(records[i].unreachable_us);
    }
    return has_memory;
}

/// @return how many places to look for
static size_t collect_places(const struct bench_case *measured, struct locator_place *places)
{
    size_t count = 0;
    for (size_t i = 0; i < measured->query_count; i++) {
        const struct bench_query *query = &measured->queries[i];
        const struct path_place *ends[] = {&query->start, &query->end};
        for (int k = 0; k < 2 && !query->is_off_mesh; k++)
            places[count++] = (struct locator_place){
                .at = ends[k]->at, .height_mm = mesh_height(measured->mesh, ends[k]->cell, ends[k]->at)};
    }
    return count;
}

static double locate_all_us(const struct bench_case *measured, const struct locator_place *places,
                            size_t count)
{
    struct locator_place found;
    size_t found_count = 0;
    double begun_s = bench_now_s();
    for (size_t i = 0; i < count; i++)
        found_count += locator_find(measured->locator, measured->mesh->layers, &places[i], MESH_NONE, &found);
    double took_us = since_us(begun_s);
    return found_count > 0 ? took_us / (double)count : 0;
}

double bench_locating_us(const struct bench_case *measured, size_t repeat)
{
    assert(repeat >= 1);
    assert(repeat <= BENCH_REPEAT_MAX);
    double times_us[BENCH_REPEAT_MAX];
    struct locator_place *places = calloc(2 * measured->query_count + 1, sizeof *places);
    if (!places)
        return 0;
    size_t count = collect_places(measured, places);
    for (size_t i = 0; i < repeat; i++)
        times_us[i] = locate_all_us(measured, places, count);
    free(places);
    return bench_times_of(times_us, repeat).p50_us;
}
