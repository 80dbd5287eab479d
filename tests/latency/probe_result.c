#include "tests/latency/probe_result.h"

#include <math.h>
#include <stdio.h>

const char *probe_part_name(enum probe_part part)
{
    static const char *const names[PROBE_PART_COUNT] = {
        [PROBE_PART_UPLINK] = "uplink",       [PROBE_PART_HANDLED] = "handled",
        [PROBE_PART_STARTED] = "started",     [PROBE_PART_DRAWN] = "drawn",
        [PROBE_PART_READ_BACK] = "read_back", [PROBE_PART_CONVERTED] = "converted",
        [PROBE_PART_ENCODED] = "encoded",     [PROBE_PART_SENT] = "sent",
        [PROBE_PART_DOWNLINK] = "downlink",   [PROBE_PART_DECODED] = "decoded",
        [PROBE_PART_NETWORK] = "network",
    };
    return names[part];
}

static double ms_between(uint64_t from_us, uint64_t to_us)
{
    return (double)(int64_t)(to_us - from_us) / 1000;
}

static bool stages_rise(const struct protocol_frame *frame)
{
    for (int stage = 1; stage < PROTOCOL_STAGE_COUNT; stage++) {
        if (frame->stage_us[stage] < frame->stage_us[stage - 1])
            return false;
    }
    return true;
}

static bool add_stages(struct probe_result *result, const struct protocol_frame *frame)
{
    bool is_kept = true;
    uint32_t before_us = 0;
    for (int stage = 0; stage < PROTOCOL_STAGE_COUNT; stage++) {
        is_kept = samples_add(&result->part_ms[PROBE_PART_HANDLED + stage],
                              ms_between(before_us, frame->stage_us[stage])) &&
                  is_kept;
        before_us = frame->stage_us[stage];
    }
    return is_kept;
}

static bool add_links(struct probe_result *result, const struct protocol_frame *frame,
                      const struct probe_tap_times *times, double network_ms)
{
    if (!times->is_clock_shared)
        return samples_add(&result->part_ms[PROBE_PART_NETWORK], network_ms);
    const uint64_t sent_us = frame->base_us + frame->stage_us[PROTOCOL_STAGE_SENT];
    result->contradictions += frame->base_us < times->pressed_us || sent_us > times->received_us;
    return samples_add(&result->part_ms[PROBE_PART_UPLINK], ms_between(times->pressed_us, frame->base_us)) &&
           samples_add(&result->part_ms[PROBE_PART_DOWNLINK], ms_between(sent_us, times->received_us));
}

bool probe_result_add_tap(struct probe_result *result, const struct protocol_frame *frame, uint32_t sequence,
                          const struct probe_tap_times *times)
{
    const double whole_ms = ms_between(times->pressed_us, times->shown_us);
    if (!samples_add(&result->tap_ms, whole_ms))
        return false;
    if (!frame->shows_input || frame->input_sequence != sequence) {
        result->unstamped++;
        return true;
    }
    result->contradictions += !stages_rise(frame);
    const double server_ms = frame->stage_us[PROTOCOL_STAGE_SENT] / 1000.0;
    const double decoded_ms = ms_between(times->received_us, times->shown_us);
    const double network_ms = whole_ms - server_ms - decoded_ms;
    return add_stages(result, frame) && add_links(result, frame, times, network_ms) &&
           samples_add(&result->part_ms[PROBE_PART_DECODED], decoded_ms) &&
           samples_add(&result->network_ms, network_ms);
}

bool probe_result_merge(struct probe_result *result, const struct probe_result *from)
{
    if (result->error[0] == '\0')
        snprintf(result->error, sizeof result->error, "%s", from->error);
    result->taps += from->taps;
    result->lost += from->lost;
    result->unstamped += from->unstamped;
    result->contradictions += from->contradictions;
    result->frame_rate = from->frame_rate;
    result->is_clock_shared = from->is_clock_shared;
    result->frames += from->frames;
    result->keyframes += from->keyframes;
    result->bytes += from->bytes;
    result->seconds += from->seconds;
    bool is_kept = samples_add_all(&result->tap_ms, &from->tap_ms) &&
                   samples_add_all(&result->network_ms, &from->network_ms) &&
                   samples_add_all(&result->round_trip_ms, &from->round_trip_ms) &&
                   samples_add_all(&result->interval_ms, &from->interval_ms) &&
                   samples_add_all(&result->age_first_ms, &from->age_first_ms) &&
                   samples_add_all(&result->age_last_ms, &from->age_last_ms);
    for (int part = 0; part < PROBE_PART_COUNT; part++)
        is_kept = is_kept && samples_add_all(&result->part_ms[part], &from->part_ms[part]);
    return is_kept;
}

double probe_result_gap_ms(struct probe_result *result)
{
    return fabs(samples_percentile(&result->network_ms, 50) - samples_percentile(&result->round_trip_ms, 50));
}

double probe_result_drift_ms(struct probe_result *result)
{
    return samples_percentile(&result->age_last_ms, 50) - samples_percentile(&result->age_first_ms, 50);
}

const char *probe_result_fault(struct probe_result *result, bool may_be_unstamped)
{
    if (result->error[0] != '\0')
        return result->error;
    if (result->lost > 0)
        return "taps were lost";
    if (result->unstamped > 0 && !may_be_unstamped)
        return "marks were seen in frames that name another input as their first";
    if (result->contradictions > 0)
        return "the stage stamps contradict one another";
    if (probe_result_gap_ms(result) > PROBE_GAP_MS_MAX)
        return "the stages do not add up to the whole";
    if (probe_result_drift_ms(result) > PROBE_DRIFT_MS_MAX)
        return "frames grew older";
    return NULL;
}

void probe_result_finish(struct probe_result *result)
{
    samples_finish(&result->tap_ms);
    samples_finish(&result->network_ms);
    samples_finish(&result->round_trip_ms);
    samples_finish(&result->interval_ms);
    samples_finish(&result->age_first_ms);
    samples_finish(&result->age_last_ms);
    for (int part = 0; part < PROBE_PART_COUNT; part++)
        samples_finish(&result->part_ms[part]);
    *result = (struct probe_result){0};
}
