#include "cloudsvc/base/crash.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const char words[] = "that was all\n";

static void *raise_it(void *number)
{
    raise(*(int *)number);
    return NULL;
}

/// In a child: meets the signal on a thread that blocks all others, as the server's do.
static void die(int number)
{
    sigset_t blocked;
    pthread_t thread;
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    sigfillset(&blocked);
    crash_leave_open(&blocked);
    bool is_ready = crash_set_last_words(words) && pthread_sigmask(SIG_SETMASK, &blocked, NULL) == 0 &&
                    pthread_create(&thread, NULL, raise_it, &number) == 0;
    if (is_ready)
        pthread_join(thread, NULL);
    _exit(0);
}

/// @param[out] said  what the child wrote to standard error, 256 bytes
/// @return how it ended [wait(2)]
static int run(int number, char *said)
{
    int ends[2];
    int status = 0;
    size_t size = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        die(number);
    }
    close(ends[1]);
    for (ssize_t count; (count = read(ends[0], said + size, 255 - size)) > 0;)
        size += (size_t)count;
    said[size] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void every_signal_of_a_crash_says_the_words_and_ends_the_program_as_ever(void **state)
{
    (void)state;
    static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        char said[256];
        int status = run(signals[i], said);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        if (signals[i] != SIGABRT)
            continue; // a sanitizer has taken it for its own report
#endif
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), signals[i]);
        assert_string_equal(said, words);
    }
}

static void other_signals_say_nothing(void **state)
{
    (void)state;
    char said[256];
    run(SIGCHLD, said);
    assert_string_equal(said, "");
}

static void words_that_are_too_long_are_refused(void **state)
{
    (void)state;
    static char text[CRASH_WORDS_MAX + 1];
    memset(text, 'a', CRASH_WORDS_MAX);
    assert_false(crash_set_last_words(text));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_signal_of_a_crash_says_the_words_and_ends_the_program_as_ever),
        cmocka_unit_test(other_signals_say_nothing),
        cmocka_unit_test(words_that_are_too_long_are_refused),
    };
    return cmocka_run_group_tests_name("crash", tests, NULL, NULL);
}
