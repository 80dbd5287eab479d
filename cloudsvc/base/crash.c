#include "cloudsvc/base/crash.h"

#include <string.h>
#include <unistd.h>

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

enum { SIGNALS = sizeof signals / sizeof signals[0] };

// A signal's handler is given no argument of ours: this is how it knows. Written once, before it can run.
static char last_words[CRASH_WORDS_MAX];
static size_t last_words_size;

/// Calls only what a handler may [signal-safety(7)]. The signal is blocked in here and set back to its
/// default, which it meets when this returns, whatever sent it.
static void say_last_words(int number)
{
    ssize_t written = write(STDERR_FILENO, last_words, last_words_size);
    (void)written; // there is nobody left to tell
    raise(number);
}

bool crash_set_last_words(const char *words)
{
    size_t size = strlen(words);
    if (size >= sizeof last_words)
        return false;
    memcpy(last_words, words, size + 1);
    last_words_size = size;
    struct sigaction action = {.sa_handler = say_last_words, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    bool is_set = true;
    for (size_t i = 0; i < SIGNALS; i++)
        is_set &= sigaction(signals[i], &action, NULL) == 0;
    return is_set;
}

void crash_leave_open(sigset_t *blocked)
{
    for (size_t i = 0; i < SIGNALS; i++)
        sigdelset(blocked, signals[i]);
}
