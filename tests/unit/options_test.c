#include "cloudsvc/base/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { ARGUMENTS_MAX = 8 };

/// Parses up to ARGUMENTS_MAX arguments after the program's name; NULL ends them.
static enum options_status parse(const char *const *arguments, struct options *options, char *message)
{
    char program[] = "waystream";
    char *argv[ARGUMENTS_MAX + 2] = {program};
    int argc = 1;
    while (arguments[argc - 1]) {
        argv[argc] = (char *)arguments[argc - 1];
        argc++;
    }
    return options_parse(argc, argv, 4, options, message);
}

static void no_arguments_give_the_defaults(void **state)
{
    (void)state;
    struct options options;
    char message[OPTIONS_MESSAGE_MAX];
    assert_int_equal(parse((const char *[]){NULL}, &options, message), OPTIONS_RUN);
    assert_string_equal(message, "");
    assert_string_equal(options.address, "127.0.0.1");
    assert_int_equal(options.port, 8080);
    assert_int_equal(options.frame_rate, 60);
    assert_int_equal(options.pixels_max, 1280 * 720);
    assert_string_equal(options.encoder, "auto");
    assert_int_equal(options.bits_per_s, 3000000);
    assert_int_equal(options.renderer, OPTIONS_RENDERER_GL);
    assert_int_equal(options.gpu, OPTIONS_GPU_ANY);
    assert_int_equal(options.workers, 2);
    assert_null(options.record_path);
    assert_null(options.replay_path);
    assert_null(options.frames_directory);
    assert_int_equal(options.frames_every_ticks, 60);
    assert_int_equal(options.sessions_max, 32);
    assert_int_equal(options.bots, 0);
    assert_int_equal(options.speed, 1);
}

static void many_bots_leave_fewer_sessions_by_default(void **state)
{
    (void)state;
    static const struct {
        const char *bots;
        uint32_t sessions;
    } CASES[] = {{"--bots=0", 32}, {"--bots=96", 32}, {"--bots=97", 31}, {"--bots=100", 28}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct options options;
        char message[OPTIONS_MESSAGE_MAX];
        assert_int_equal(parse((const char *[]){CASES[i].bots, NULL}, &options, message), OPTIONS_RUN);
        assert_int_equal(options.sessions_max, CASES[i].sessions);
    }
}

static void one_processor_still_gets_a_worker(void **state)
{
    (void)state;
    static const struct {
        uint32_t cpu_count, workers;
    } CASES[] = {{1, 1}, {2, 1}, {3, 1}, {16, 8}, {1000, OPTIONS_WORKERS_MAX}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct options options;
        char message[OPTIONS_MESSAGE_MAX];
        char program[] = "waystream";
        char *argv[] = {program, NULL};
        assert_int_equal(options_parse(1, argv, CASES[i].cpu_count, &options, message), OPTIONS_RUN);
        assert_int_equal(options.workers, CASES[i].workers);
    }
}

static void every_option_is_read(void **state)
{
    (void)state;
    struct options options;
    char message[OPTIONS_MESSAGE_MAX];
    const char *const FIRST[] = {"--listen", "[::1]:0", "--world=w", "--fps=30", "--size", "720x1280", NULL};
    assert_int_equal(parse(FIRST, &options, message), OPTIONS_RUN);
    assert_string_equal(options.address, "::1");
    assert_int_equal(options.port, 0);
    assert_string_equal(options.world_directory, "w");
    assert_int_equal(options.frame_rate, 30);
    assert_int_equal(options.pixels_max, 720 * 1280);
    const char *const SECOND[] = {"--encoder=libx264", "--bitrate=8000000", "--record=r", "--renderer=null",
                                  "--workers=3",       "--sessions=6",      "--gpu=3",    NULL};
    assert_int_equal(parse(SECOND, &options, message), OPTIONS_RUN);
    assert_string_equal(options.encoder, "libx264");
    assert_int_equal(options.bits_per_s, 8000000);
    assert_string_equal(options.record_path, "r");
    assert_int_equal(options.renderer, OPTIONS_RENDERER_NULL);
    assert_int_equal(options.workers, 3);
    assert_int_equal(options.gpu, 3);
    assert_int_equal(options.sessions_max, 6);
    const char *const THIRD[] = {"--replay=p",     "--frames=f", "--frames-every=7", "--bots=28", "--speed=8",
                                 "--sessions=100", NULL};
    assert_int_equal(parse(THIRD, &options, message), OPTIONS_RUN);
    assert_string_equal(options.replay_path, "p");
    assert_string_equal(options.frames_directory, "f");
    assert_int_equal(options.frames_every_ticks, 7);
    assert_int_equal(options.bots, 28);
    assert_int_equal(options.speed, 8);
    assert_int_equal(options.sessions_max, 100);
}

static void options_that_do_not_go_together_are_refused_with_a_remedy(void **state)
{
    (void)state;
    static const struct {
        const char *first, *second, *said, *remedy;
    } CASES[] = {
        {"--record=r", "--replay=p", "--record and --replay", "exclude each other"},
        {"--bitrate=6000001", "--fps=1", "6000000 bits a picture",
         "--bitrate 6000000 or less, or --fps 2 or more"},
        {"--fps=16", "--bitrate=100000000", "6000000 bits a picture",
         "--bitrate 96000000 or less, or --fps 17 or more"},
        {"--bots=29", "--sessions=100", "--bots 29 with --sessions 100 are more than 128",
         "--bots 28 or less, or --sessions 99 or less"},
        {"--frames=f", "--frames-every=7", "--frames", "--replay"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct options options;
        char message[OPTIONS_MESSAGE_MAX];
        assert_int_equal(parse((const char *[]){CASES[i].first, CASES[i].second, NULL}, &options, message),
                         OPTIONS_WRONG);
        if (!strstr(message, CASES[i].said) || !strstr(message, CASES[i].remedy))
            fail_msg("%s %s: %s", CASES[i].first, CASES[i].second, message);
    }
    static const char *const RIGHT[][2] = {{"--bitrate=6000000", "--fps=1"},
                                           {"--bitrate=100000000", "--fps=17"}};
    for (size_t i = 0; i < sizeof RIGHT / sizeof RIGHT[0]; i++) {
        struct options options;
        char message[OPTIONS_MESSAGE_MAX];
        assert_int_equal(parse((const char *[]){RIGHT[i][0], RIGHT[i][1], NULL}, &options, message),
                         OPTIONS_RUN);
    }
}

static void limits_are_inside(void **state)
{
    (void)state;
    static const char *const RIGHT[] = {
        "--listen=0.0.0.0:65535",
        "--fps=1",
        "--fps=60",
        "--size=64x64",
        "--size=4096x4096",
        "--bitrate=250000",
        "--workers=64",
        "--sessions=128",
        "--bitrate=100000000",
        "--listen=[::]:1",
        "--workers=1",
        "--sessions=1",
        "--bots=100",
        "--bots=0",
        "--speed=1",
        "--speed=32",
        "--frames-every=1",
        "--frames-every=1000000",
    };
    for (size_t i = 0; i < sizeof RIGHT / sizeof RIGHT[0]; i++) {
        struct options options;
        char message[OPTIONS_MESSAGE_MAX];
        if (parse((const char *[]){RIGHT[i], NULL}, &options, message) != OPTIONS_RUN)
            fail_msg("%s: %s", RIGHT[i], message);
    }
}

static void a_wrong_command_line_names_the_option_and_what_to_write(void **state)
{
    (void)state;
    static const struct {
        const char *argument, *named, *remedy;
    } CASES[] = {
        {"--fps=0", "--fps", "1 to 60"},
        {"--fps=61", "--fps", "1 to 60"},
        {"--fps=6O", "\"6O\"", "1 to 60"},
        {"--fps= 60", "--fps", "1 to 60"},
        {"--fps=+60", "--fps", "1 to 60"},
        {"--fps=", "--fps", "1 to 60"},
        {"--fps", "--fps", "1 to 60"},
        {"--fps=18446744073709551676", "--fps", "1 to 60"}, // 60 in 64 bits
        {"--fps=4294967356", "--fps", "1 to 60"},           // 60 in 32 bits
        {"--listen=8080", "--listen", "127.0.0.1:8080"},
        {"--listen=:8080", "--listen", "127.0.0.1:8080"},
        {"--listen=localhost:8080", "--listen", "127.0.0.1:8080"},
        {"--listen=127.0.0.1:65536", "--listen", "127.0.0.1:8080"},
        {"--listen=127.0.0.1:", "--listen", "127.0.0.1:8080"},
        {"--listen=::1:8080", "--listen", "[::1]:8080"},
        {"--listen=[::1:8080", "--listen", "[::1]:8080"},
        {"--listen=[127.0.0.1]:8080", "--listen", "[::1]:8080"},
        {"--listen=]:8080", "--listen", "[::1]:8080"},
        {"--listen=[]:8080", "--listen", "[::1]:8080"},
        {"--size=1280", "--size", "1280x720"},
        {"--size=1280x", "--size", "1280x720"},
        {"--size=x720", "--size", "1280x720"},
        {"--size=63x720", "--size", "64 to 4096"},
        {"--size=1280x4097", "--size", "64 to 4096"},
        {"--size=1280x720x2", "--size", "1280x720"},
        {"--size=00000001280x720", "--size", "1280x720"},
        {"--encoder=", "--encoder", "libx264"},
        {"--bitrate=249999", "--bitrate", "250000"},
        {"--bitrate=3M", "--bitrate", "250000"},
        {"--renderer=vulkan", "--renderer", "gl or null"},
        {"--workers=0", "--workers", "1 to 64"},
        {"--gpu=16", "--gpu", "0 to 15"},
        {"--sessions=129", "--sessions", "1 to 128"},
        {"--record=", "--record", "file"},
        {"--frames=", "--frames", "folder"},
        {"--frames-every=0", "--frames-every", "1 to 1000000"},
        {"--bots=101", "--bots", "0 to 100"},
        {"--bots=-1", "--bots", "0 to 100"},
        {"--speed=0", "--speed", "1 to 32"},
        {"--speed=33", "--speed", "1 to 32"},
        {"--frame-rate=60", "--frame-rate=60", "--help"},
        {"-f", "-f", "--help"},
        {"-xyz", "-x", "--help"},
        {"--help=me", "--help=me", "--help"},
        {"harbor", "harbor", "--help"},
        {"--re", "--re", "--help"}, // could be several
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct options options;
        char message[OPTIONS_MESSAGE_MAX];
        if (parse((const char *[]){CASES[i].argument, NULL}, &options, message) != OPTIONS_WRONG)
            fail_msg("%s was taken", CASES[i].argument);
        if (!strstr(message, CASES[i].named) || !strstr(message, CASES[i].remedy))
            fail_msg("%s: %s", CASES[i].argument, message);
        assert_int_equal(message[strlen(message) - 1], '\n');
    }
}

static void a_giant_argument_is_cut_in_the_message(void **state)
{
    (void)state;
    char argument[3 * OPTIONS_MESSAGE_MAX] = "--listen=";
    memset(argument + 9, '1', sizeof argument - 10);
    struct options options;
    char message[OPTIONS_MESSAGE_MAX];
    assert_int_equal(parse((const char *[]){argument, NULL}, &options, message), OPTIONS_WRONG);
    assert_int_equal(message[strlen(message) - 1], '\n');
}

static void help_and_version_are_printed(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"--listen",       "--world",   "--fps",     "--size",    "--encoder",
                                        "--bitrate",      "--record",  "--replay",  "--workers", "--renderer",
                                        "--sessions",     "--version", "127.0.0.1", "gl|null",   "--frames ",
                                        "--frames-every", "--bots",    "--speed",   "--gpu "};
    struct options options;
    char message[OPTIONS_MESSAGE_MAX];
    assert_int_equal(parse((const char *[]){"--help", "--fps=0", NULL}, &options, message), OPTIONS_PRINT);
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
        assert_non_null(strstr(message, NAMES[i]));
    assert_int_equal(message[strlen(message) - 1], '\n');
    assert_int_equal(parse((const char *[]){"--version", NULL}, &options, message), OPTIONS_PRINT);
    assert_ptr_equal(strstr(message, "waystream "), message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_arguments_give_the_defaults),
        cmocka_unit_test(many_bots_leave_fewer_sessions_by_default),
        cmocka_unit_test(one_processor_still_gets_a_worker),
        cmocka_unit_test(every_option_is_read),
        cmocka_unit_test(options_that_do_not_go_together_are_refused_with_a_remedy),
        cmocka_unit_test(limits_are_inside),
        cmocka_unit_test(a_wrong_command_line_names_the_option_and_what_to_write),
        cmocka_unit_test(a_giant_argument_is_cut_in_the_message),
        cmocka_unit_test(help_and_version_are_printed),
    };
    return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
