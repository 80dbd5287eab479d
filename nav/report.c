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

void report_print_text(FILE *out, const char *text)
{
    const unsigned char *bytes = (const unsigned char *)text;
    for (size_t i = 0; bytes[i]; i++) {
        bool is_c1 = bytes[i] == 0xC2 && bytes[i + 1] >= 0x80 && bytes[i + 1] <= 0x9F;
        if (is_c1)
            i++;
        if (is_c1 || bytes[i] < ' ' || bytes[i] == 0x7F)
            fprintf(out, "\\u%04x", bytes[i]);
        else
            fputc(bytes[i], out);
    }
}

void report_print(const struct report *report, FILE *out)
{
    size_t kept = report->count < REPORT_PROBLEMS_MAX ? report->count : REPORT_PROBLEMS_MAX;
    for (size_t i = 0; i < kept; i++) {
        const struct report_problem *problem = &report->problems[i];
        report_print_text(out, problem->file);
        fputs(": ", out);
        report_print_text(out, problem->place);
        fputs(problem->place[0] ? ": " : "", out);
        report_print_text(out, problem->text);
        fputc('\n', out);
    }
    if (report->count > kept)
        fprintf(out, "and %zu more problems\n", report->count - kept);
}
