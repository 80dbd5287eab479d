#include "tests/data/program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cloudsvc/base/clock.h"

enum { WORDS_MAX = 32, EXIT_NOT_STARTED = 127 };

static void become(const char *path, const char *const *words, int output)
{
    char *arguments[WORDS_MAX + 2] = {strdup(path)};
    for (size_t i = 0; words[i] && i < WORDS_MAX; i++)
        arguments[i + 1] = strdup(words[i]);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    execv(path, arguments);
    _exit(EXIT_NOT_STARTED);
}

bool program_start(struct program *program, const char *variable, const char *path, const char *const *words)
{
    const char *named = variable ? getenv(variable) : NULL;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    *program = (struct program){.output = ends[0]};
    program->pid = fork();
    if (program->pid == 0)
        become(named ? named : path, words, ends[1]);
    close(ends[1]);
    if (program->pid < 0) {
        close(ends[0]);
        program->pid = 0;
    }
    return program->pid > 0;
}

/// Reads what comes before the deadline.
/// @return false at the end of the output or when the time is up
static bool read_more(struct program *program, uint64_t deadline_us)
{
    const uint64_t now_us = clock_now_us();
    const uint64_t left_us = now_us < deadline_us ? deadline_us - now_us : 0;
    struct pollfd entry = {.fd = program->output, .events = POLLIN};
    if (poll(&entry, 1, (int)((left_us + 999) / 1000)) <= 0)
        return false;
    char bytes[4096];
    const ssize_t count = read(program->output, bytes, sizeof bytes);
    if (count <= 0)
        return false;
    const size_t room = PROGRAM_TEXT_MAX - 1 - program->text_size;
    const size_t kept = (size_t)count < room ? (size_t)count : room;
    memcpy(program->text + program->text_size, bytes, kept);
    program->text_size += kept;
    program->text[program->text_size] = '\0';
    return true;
}

static const char *find_line(const struct program *program, const char *prefix)
{
    for (const char *line = program->text; strchr(line, '\n'); line = strchr(line, '\n') + 1) {
        if (strncmp(line, prefix, strlen(prefix)) == 0)
            return line;
    }
    return NULL;
}

const char *program_line(struct program *program, const char *prefix, uint32_t timeout_ms)
{
    const uint64_t deadline_us = clock_now_us() + (uint64_t)timeout_ms * 1000;
    const char *line = find_line(program, prefix);
    while (!line && read_more(program, deadline_us))
        line = find_line(program, prefix);
    return line;
}

int program_wait(struct program *program, uint32_t timeout_ms)
{
    const uint64_t deadline_us = clock_now_us() + (uint64_t)timeout_ms * 1000;
    while (read_more(program, deadline_us)) {
    }
    if (clock_now_us() >= deadline_us)
        kill(program->pid, SIGKILL);
    int status = 0;
    waitpid(program->pid, &status, 0);
    close(program->output);
    program->pid = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : PROGRAM_FAILED;
}

int program_stop(struct program *program, uint32_t timeout_ms)
{
    if (program->pid == 0)
        return PROGRAM_FAILED;
    kill(program->pid, SIGTERM);
    return program_wait(program, timeout_ms);
}
