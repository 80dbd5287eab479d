// wayprobe: a native player that measures the time from a tap to its mark in decoded pixels.

#include <pthread.h>
#include <stdio.h>

#include "tests/latency/probe_plan.h"
#include "tests/latency/probe_report.h"
#include "tests/latency/probe_session.h"

struct player {
    pthread_t thread;
    const struct probe_plan *plan;
    struct probe_result result;
    uint32_t number;
    bool is_running;
};

static void *play(void *context)
{
    struct player *player = context;
    probe_session_run(player->plan, player->number, &player->result);
    return NULL;
}

/// Plays all sessions side by side and adds up what they measured.
/// @return false when threads or memory are wanting
static bool play_all(const struct probe_plan *plan, struct player *players, struct probe_result *result)
{
    bool is_kept = true;
    for (uint32_t i = 0; i < plan->sessions; i++) {
        players[i].plan = plan;
        players[i].number = i;
        players[i].is_running = pthread_create(&players[i].thread, NULL, play, &players[i]) == 0;
        is_kept = is_kept && players[i].is_running;
    }
    for (uint32_t i = 0; i < plan->sessions; i++) {
        if (players[i].is_running) {
            pthread_join(players[i].thread, NULL);
            is_kept = probe_result_merge(result, &players[i].result) && is_kept;
        }
        probe_result_finish(&players[i].result);
    }
    return is_kept;
}

int main(int argc, char **argv)
{
    struct probe_plan plan;
    char message[PROBE_MESSAGE_MAX];
    const enum probe_plan_status status = probe_plan_parse(argc, argv, &plan, message);
    if (status != PROBE_PLAN_RUN) {
        fputs(message, status == PROBE_PLAN_PRINT ? stdout : stderr);
        return status == PROBE_PLAN_PRINT ? 0 : PROBE_EXIT_USAGE;
    }
    struct player players[PROBE_SESSIONS_MAX] = {0};
    struct probe_result result = {0};
    bool is_well = play_all(&plan, players, &result);
    probe_report_print(stdout, &plan, &result);
    if (plan.writes_json)
        is_well = probe_report_write_json(stdout, &plan, &result) && is_well;
    is_well = is_well && !probe_result_fault(&result, plan.turns);
    probe_result_finish(&result);
    return is_well ? 0 : 1;
}
