// Disjoint sets say what hangs together.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/disjoint.h"

static void joined_elements_have_one_representative(void **state)
{
    (void)state;
    uint32_t sets[6];
    disjoint_init(sets, 6);
    assert_int_equal(disjoint_find(sets, 3), 3);
    disjoint_join(sets, 1, 2);
    disjoint_join(sets, 4, 5);
    disjoint_join(sets, 5, 2);
    for (uint32_t i = 1; i < 6; i++)
        assert_int_equal(disjoint_find(sets, i), i == 3 ? 3 : 4);
    assert_int_equal(disjoint_find(sets, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(joined_elements_have_one_representative)};
    return cmocka_run_group_tests_name("disjoint", tests, NULL, NULL);
}
