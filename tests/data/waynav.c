#include "tests/data/waynav.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/data/program.h"

enum { TIME_MAX_MS = 30000 };

char *waynav_run(const char *const *words, int status)
{
    static struct program program;
    program = (struct program){0};
    assert_true(program_start(&program, "WAYNAV", "build/waynav", words));
    int actual = program_wait(&program, TIME_MAX_MS);
    if (actual != status)
        fail_msg("exit status %d, printed: %s", actual, program.text);
    return program.text;
}
