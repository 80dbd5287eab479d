// A bounded list of named problems: what is wrong, in which file, where in it, and what to do.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { REPORT_PROBLEMS_MAX = 64, REPORT_FILE_MAX = 128, REPORT_PLACE_MAX = 128, REPORT_TEXT_MAX = 256 };

struct report_problem {
    char file[REPORT_FILE_MAX];   // "scenes/town.json"
    char place[REPORT_PLACE_MAX]; // JSON path: "$.regions[2].outline[4]"
    char text[REPORT_TEXT_MAX];   // "sides 1 and 3 cross; move a vertex so that they do not"
};

/// Zeroed is empty. Problems beyond REPORT_PROBLEMS_MAX are counted, not kept.
struct report {
    struct report_problem problems[REPORT_PROBLEMS_MAX];
    size_t count; // found in all, may exceed REPORT_PROBLEMS_MAX
};

/// Adds a problem; texts too long are cut.
/// @param file    relative to the pack's folder
/// @param place   JSON path, "" for the file as a whole
/// @param format  printf format of what is wrong and what to do
void report_add(struct report *report, const char *file, const char *place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/// Prints one line a problem, "FILE: PLACE: TEXT", and a last line that counts those not kept; every text
/// by report_print_text().
void report_print(const struct report *report, FILE *out);

/// Writes a text that may come out of a stranger's file. Control characters could steer the terminal that it
/// is read on (U+0080 to U+009F as well), so they are written as JSON escapes: "\u001b".
void report_print_text(FILE *out, const char *text);
