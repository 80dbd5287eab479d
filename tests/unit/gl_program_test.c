// Shaders that do not compile say so.
#include "render/gl_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "render/gl_context.h"
#include "render/renderer.h"

static const char *const good_vertex = "layout(location = 0) in vec3 position;\n"
                                       "void main() { gl_Position = frame.matrix * vec4(position, 1.0); }\n";
static const char *const good_fragment = "out vec4 pixel;\n"
                                         "void main() { pixel = picture_color(vec3(1.0), 1.0); }\n";

static int set_up(void **state)
{
    char error[RENDERER_ERROR_MAX] = "";
    *state = gl_context_create(error);
    if (!*state) {
        fail_msg("%s", error);
    }
    return 0;
}

static int tear_down(void **state)
{
    gl_context_destroy(*state);
    return 0;
}

static void a_good_program_is_made(void **state)
{
    (void)state;
    char error[RENDERER_ERROR_MAX] = "";
    GLuint program = gl_program_create("good", good_vertex, good_fragment, error);
    assert_int_not_equal(program, 0);
    assert_string_equal(error, "");
    glDeleteProgram(program);
}

static void errors_name_the_program_and_the_stage(void **state)
{
    (void)state;
    static const struct {
        const char *vertex, *fragment, *expected;
    } cases[] = {
        {"void main() { nonsense }", "void main() {}", "the vertex shader of broken does not compile"},
        {NULL, "void main() { gl_Position = 1; }", "the fragment shader of broken does not compile"},
        {NULL, "in vec4 nowhere;\nout vec4 pixel;\nvoid main() { pixel = nowhere; }",
         "the shaders of broken do not link"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char error[RENDERER_ERROR_MAX] = "";
        const char *vertex = cases[i].vertex ? cases[i].vertex : good_vertex;
        assert_int_equal(gl_program_create("broken", vertex, cases[i].fragment, error), 0);
        assert_non_null(strstr(error, cases[i].expected));
        assert_true(strlen(error) > strlen(cases[i].expected) + 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_good_program_is_made, set_up, tear_down),
        cmocka_unit_test_setup_teardown(errors_name_the_program_and_the_stage, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("gl_program", tests, NULL, NULL);
}
