#include "tests/latency/probe_report.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>

static double megabits_per_s(const struct probe_plan *plan, const struct probe_result *result)
{
    return result->seconds > 0 ? (double)result->bytes * 8 / 1e6 * plan->sessions / result->seconds : 0;
}

/// Frames a second that one session saw on average.
static double frames_per_s(const struct probe_plan *plan, const struct probe_result *result)
{
    const double intervals = (double)result->frames - plan->sessions;
    return result->seconds > 0 && intervals > 0 ? intervals / result->seconds : 0;
}

// ---- for people ------------------------------------------------------------------------------------

static void print_row(FILE *out, const char *name, struct samples *samples)
{
    if (samples->count == 0)
        return;
    fprintf(out, "  %-16s %9.2f %9.2f %9.2f %9.2f\n", name, samples_percentile(samples, 50),
            samples_percentile(samples, 95), samples_percentile(samples, 99),
            samples_percentile(samples, 100));
}

void probe_report_print(FILE *out, const struct probe_plan *plan, struct probe_result *result)
{
    fprintf(out, "%s, %ux%u, %u sessions, %u taps, %u lost\n", plan->url, plan->width_px, plan->height_px,
            plan->sessions, result->taps, result->lost);
    fprintf(out, "%.1f frames/s of %u, %llu keyframes, %.2f Mb/s in all\n", frames_per_s(plan, result),
            result->frame_rate, (unsigned long long)result->keyframes, megabits_per_s(plan, result));
    fprintf(out, "  %-16s %9s %9s %9s %9s\n", "milliseconds", "p50", "p95", "p99", "max");
    print_row(out, "tap to pixel", &result->tap_ms);
    for (enum probe_part part = 0; part < PROBE_PART_COUNT; part++)
        print_row(out, probe_part_name(part), &result->part_ms[part]);
    print_row(out, "round trip", &result->round_trip_ms);
    if (result->network_ms.count > 0)
        fprintf(out, "  %-16s %9.2f\n", "gap", probe_result_gap_ms(result));
    print_row(out, "frame interval", &result->interval_ms);
    print_row(out, "age, 1st minute", &result->age_first_ms);
    print_row(out, "age, last minute", &result->age_last_ms);
    const char *fault = probe_result_fault(result, plan->turns);
    fprintf(out, "%s\n", fault ? fault : "all well");
}

// ---- for programs ----------------------------------------------------------------------------------

static double rounded(double value)
{
    return round(value * 1000) / 1000;
}

static void add_number(cJSON *object, const char *name, double value)
{
    cJSON_AddItemToObject(object, name,
                          isnan(value) ? cJSON_CreateNull() : cJSON_CreateNumber(rounded(value)));
}

static void add_percentiles(cJSON *object, const char *name, struct samples *samples)
{
    cJSON *percentiles = cJSON_AddObjectToObject(object, name);
    add_number(percentiles, "p50", samples_percentile(samples, 50));
    add_number(percentiles, "p95", samples_percentile(samples, 95));
    add_number(percentiles, "p99", samples_percentile(samples, 99));
    add_number(percentiles, "max", samples_percentile(samples, 100));
}

static void add_stages(cJSON *object, struct probe_result *result)
{
    cJSON *stages = cJSON_AddObjectToObject(object, "stages_ms");
    for (enum probe_part part = 0; part < PROBE_PART_COUNT; part++) {
        if (result->part_ms[part].count > 0)
            add_percentiles(stages, probe_part_name(part), &result->part_ms[part]);
    }
}

static void add_age(cJSON *object, struct probe_result *result)
{
    cJSON *age = cJSON_AddObjectToObject(object, "frame_age_ms");
    add_number(age, "first_minute", samples_percentile(&result->age_first_ms, 50));
    add_number(age, "last_minute", samples_percentile(&result->age_last_ms, 50));
    add_number(age, "drift", probe_result_drift_ms(result));
}

bool probe_report_write_json(FILE *out, const struct probe_plan *plan, struct probe_result *result)
{
    cJSON *report = cJSON_CreateObject();
    cJSON_AddStringToObject(report, "url", plan->url);
    cJSON_AddNumberToObject(report, "width", plan->width_px);
    cJSON_AddNumberToObject(report, "height", plan->height_px);
    cJSON_AddNumberToObject(report, "sessions", plan->sessions);
    cJSON_AddNumberToObject(report, "fps", result->frame_rate);
    cJSON_AddNumberToObject(report, "taps", result->taps);
    cJSON_AddNumberToObject(report, "lost", result->lost);
    cJSON_AddNumberToObject(report, "unstamped", result->unstamped);
    cJSON_AddNumberToObject(report, "contradictions", result->contradictions);
    cJSON_AddBoolToObject(report, "is_clock_shared", result->is_clock_shared);
    add_percentiles(report, "tap_to_pixel_ms", &result->tap_ms);
    add_stages(report, result);
    add_number(report, "gap_ms", probe_result_gap_ms(result));
    add_percentiles(report, "round_trip_ms", &result->round_trip_ms);
    add_number(report, "measured_fps", frames_per_s(plan, result));
    add_percentiles(report, "frame_interval_ms", &result->interval_ms);
    add_age(report, result);
    cJSON_AddNumberToObject(report, "frames", (double)result->frames);
    cJSON_AddNumberToObject(report, "keyframes", (double)result->keyframes);
    cJSON_AddNumberToObject(report, "bytes", (double)result->bytes);
    add_number(report, "megabits_per_s", megabits_per_s(plan, result));
    const char *fault = probe_result_fault(result, plan->turns);
    cJSON_AddItemToObject(report, "fault", fault ? cJSON_CreateString(fault) : cJSON_CreateNull());
    char *text = cJSON_PrintUnformatted(report);
    cJSON_Delete(report);
    if (!text)
        return false;
    fprintf(out, "%s\n", text);
    free(text);
    return true;
}
