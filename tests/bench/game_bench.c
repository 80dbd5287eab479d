// Times a world: what a tick of it costs when it is full, and what a picture of each scene costs on the
// renderer that the frame workers use.
//
//     game_bench WORLD JSON    prints a table, writes the figures into the file JSON
#include <stdio.h>
#include <stdlib.h>

#include "tests/bench/game_pictures.h"
#include "tests/bench/game_ticks.h"

static void print_table(const struct tick_figures *ticks, const struct picture_figures *scenes, size_t count)
{
    printf(
        "a tick with %zu players and %zu people, processor time: median %.3f ms, 99 %% within %.3f ms; %zu "
        "inputs a second\n\n",
        ticks->player_count, ticks->people_count, ticks->p50_ms, ticks->p99_ms, ticks->input_count / 60);
    printf("a picture of 1280x720, medians in ms\n");
    printf("%-20s %7s %9s %8s %7s %10s %6s\n", "scene", "draw", "read back", "convert", "total", "triangles",
           "views");
    for (size_t i = 0; i < count; i++)
        printf("%-20s %7.2f %9.2f %8.2f %7.2f %10u %6zu\n", scenes[i].scene, scenes[i].draw_ms,
               scenes[i].readback_ms, scenes[i].convert_ms, scenes[i].total_ms, scenes[i].triangles,
               scenes[i].view_count);
}

static bool write_json(const char *path, const struct tick_figures *ticks,
                       const struct picture_figures *scenes, size_t count)
{
    FILE *out = fopen(path, "w");
    if (!out) {
        perror(path);
        return false;
    }
    fprintf(out, "{\"tick_ms\": {\"p50\": %.4f, \"p99\": %.4f}, \"scenes\": {", ticks->p50_ms, ticks->p99_ms);
    for (size_t i = 0; i < count; i++)
        fprintf(
            out,
            "%s\n  \"%s\": {\"draw_ms\": %.3f, \"readback_ms\": %.3f, \"convert_ms\": %.3f, \"total_ms\": "
            "%.3f, \"triangles\": %u}",
            i > 0 ? "," : "", scenes[i].scene, scenes[i].draw_ms, scenes[i].readback_ms, scenes[i].convert_ms,
            scenes[i].total_ms, scenes[i].triangles);
    fputs("}}\n", out);
    return fclose(out) == 0;
}

int main(int argument_count, char **arguments)
{
    struct tick_figures ticks;
    struct picture_figures *scenes = NULL;
    if (argument_count != 3) {
        fprintf(stderr, "usage: game_bench WORLD JSON\n");
        return 2;
    }
    setenv("LP_NUM_THREADS", "2", 0); // as the server has it
    size_t count = 0;
    if (measure_ticks(arguments[1], &ticks))
        count = measure_pictures(arguments[1], &scenes);
    bool is_written = count > 0 && write_json(arguments[2], &ticks, scenes, count);
    if (is_written)
        print_table(&ticks, scenes, count);
    free(scenes);
    return is_written ? 0 : 1;
}
