#include "nav/report.h"

#include <assert.h>
#include <stdarg.h>

void report_add(struct report *report, const char *file, const char *place, const char *format, ...)
{
    assert(report);
    assert(file);
    assert(place);
    size_t number = report->count++;
    if (number >= REPORT_PROBLEMS_MAX)
        return;
    struct report_problem *problem = &report->problems[number];
    snprintf(problem->file, sizeof problem->file, "%s", file);
    snprintf(problem->place, sizeof problem->place, "%s", place);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem->text, sizeof problem->text, format, arguments);
    va_end(arguments);
}

void report_print(const struct report *report, FILE *out)
{
    size_t kept = report->count < REPORT_PROBLEMS_MAX ? report->count : REPORT_PROBLEMS_MAX;
    for (size_t i = 0; i < kept; i++) {
        const struct report_problem *problem = &report->problems[i];
        const char *separator = problem->place[0] ? ": " : "";
        fprintf(out, "%s: %s%s%s\n", problem->file, problem->place, separator, problem->text);
    }
    if (report->count > kept)
        fprintf(out, "and %zu more problems\n", report->count - kept);
}
