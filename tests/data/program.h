// A program under test in a process of its own: started, read, stopped.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { PROGRAM_TEXT_MAX = 64 * 1024, PROGRAM_FAILED = -1 };

/// Zeroed: not started.
struct program {
    pid_t pid;
    int output;                  // its standard output and standard error
    char text[PROGRAM_TEXT_MAX]; // what has been read of them, NUL-terminated; what does not fit is dropped
    size_t text_size;
};

/// Starts it with the current directory and environment. It is killed should the test die first.
/// @param variable  environment variable that names the program, WAYSTREAM for one; NULL or unset: `path`
/// @param words     arguments after the name, ended by NULL
bool program_start(struct program *program, const char *variable, const char *path, const char *const *words);

/// Reads until a line that begins with `prefix` is complete.
/// @return where it begins in the text; NULL when the program ends or the time is up first
const char *program_line(struct program *program, const char *prefix, uint32_t timeout_ms);

/// Reads to the end and waits; kills it when the time is up.
/// @return its exit status; PROGRAM_FAILED when a signal ended it
int program_wait(struct program *program, uint32_t timeout_ms);

/// Asks it to end with SIGTERM, then as program_wait(). Accepts one that was not started or has ended.
int program_stop(struct program *program, uint32_t timeout_ms);
