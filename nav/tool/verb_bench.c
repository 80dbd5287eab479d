#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nav/tool/bench_modes.h"
#include "nav/tool/bench_print.h"
#include "nav/tool/verbs.h"

enum { REPEAT_USUAL = 5, MODES_SIZE_MAX = 128 };

static const char all_modes[] = "funnel,exact,cached";

struct arguments {
    const char *mesh_file;
    const char *queries_file;
    const char *modes;
    size_t repeat;
    bool is_merged;
    bool is_json;
};

// ---- command line ----------------------------------------------------------------------------

static bool misused(const char *problem, const char *word)
{
    fprintf(stderr, "waynav: %s \"%s\"\n", problem, word);
    return false;
}

static bool parse_repeat(const char *text, size_t *repeat)
{
    char *end;
    long number = strtol(text, &end, 10);
    *repeat = (size_t)number;
    return (*text != '\0' && *end == '\0' && number >= 1 && number <= BENCH_REPEAT_MAX) ||
           misused("--repeat takes 1 to 1000, not", text);
}

static bool parse_value(const char *option, const char *value, struct arguments *arguments)
{
    if (strcmp(option, "--mesh") == 0)
        arguments->mesh_file = value;
    else if (strcmp(option, "--queries") == 0)
        arguments->queries_file = value;
    else if (strcmp(option, "--modes") == 0)
        arguments->modes = value;
    else if (strcmp(option, "--repeat") == 0)
        return parse_repeat(value, &arguments->repeat);
    else
        return misused("no such option", option);
    return true;
}

static bool parse(int argc, char **argv, struct arguments *arguments)
{
    *arguments = (struct arguments){.modes = all_modes, .repeat = REPEAT_USUAL};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--merge") == 0) {
            arguments->is_merged = true;
        } else if (strcmp(argv[i], "--json") == 0) {
            arguments->is_json = true;
        } else if (i + 1 == argc) {
            return misused("a value is missing after, or no such option:", argv[i]);
        } else {
            if (!parse_value(argv[i], argv[i + 1], arguments))
                return false;
            i++;
        }
    }
    if (arguments->mesh_file && arguments->queries_file)
        return true;
    fputs("waynav: --mesh and --queries are needed\n", stderr);
    return false;
}

/// Chooses the modes named in a list with commas between.
static bool choose_modes(struct bench_modes *modes, const char *names, struct bench_finder *finders,
                         size_t *finder_count)
{
    *finder_count = 0;
    for (const char *name = names; *name;) {
        char word[MODES_SIZE_MAX];
        size_t size = strcspn(name, ",");
        (void)snprintf(word, sizeof word, "%.*s", (int)(size < sizeof word ? size : sizeof word - 1), name);
        if (*finder_count == BENCH_FINDERS_MAX || !bench_modes_find(modes, word, &finders[(*finder_count)++]))
            return misused("--modes takes some of funnel,exact,cached, with commas between; not", names);
        name += size + (name[size] == ',');
    }
    return *finder_count > 0 || misused("--modes names none:", names);
}

// ---- measuring -------------------------------------------------------------------------------

static void print(const struct bench_result *result, bool is_json)
{
    bench_print_table(result, stdout);
    cJSON *json = is_json ? bench_print_json(result) : NULL;
    char *text = json ? cJSON_PrintUnformatted(json) : NULL;
    if (text)
        printf("%s\n", text);
    free(text);
    cJSON_Delete(json);
}

static enum verb_status measure(const struct arguments *arguments, const struct bench_case *measured)
{
    struct bench_finder finders[BENCH_FINDERS_MAX];
    struct bench_figures figures[BENCH_FINDERS_MAX];
    size_t finder_count = 0;
    struct bench_modes *modes = bench_modes_create(measured);
    enum verb_status status = VERB_FAILED;
    if (modes && !choose_modes(modes, arguments->modes, finders, &finder_count))
        status = VERB_MISUSED;
    else if (modes && bench_measure(measured, arguments->repeat, finders, finder_count, figures))
        status = VERB_DONE;
    else
        fputs("waynav: not enough memory\n", stderr);
    struct bench_result result = {.mesh_file = arguments->mesh_file,
                                  .queries_file = arguments->queries_file,
                                  .is_merged = arguments->is_merged,
                                  .measured = measured,
                                  .finders = finders,
                                  .figures = figures,
                                  .finder_count = finder_count};
    if (status == VERB_DONE) {
        result.locating_us = bench_locating_us(measured, arguments->repeat);
        print(&result, arguments->is_json);
    }
    bench_modes_destroy(modes);
    return status;
}

enum verb_status verb_bench(int argc, char **argv)
{
    struct arguments arguments;
    if (!parse(argc, argv, &arguments))
        return VERB_MISUSED;
    struct report *report = calloc(1, sizeof *report);
    struct bench_case measured = {0};
    enum verb_status status = VERB_FAILED;
    if (report && bench_case_load(arguments.mesh_file, arguments.queries_file,
                                  arguments.is_merged ? IMPORT_MERGED : IMPORT_AS_IS, &measured, report))
        status = measure(&arguments, &measured);
    if (report)
        report_print(report, stderr);
    bench_case_finish(&measured);
    free(report);
    return status;
}
