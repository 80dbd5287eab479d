// Outcomes have names.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/trip.h"

static void every_outcome_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (int i = NAV_FOUND; i <= NAV_OUT_OF_NODES; i++) {
        for (int k = NAV_FOUND; k < i; k++)
            assert_string_not_equal(nav_status_name((enum nav_status)i), nav_status_name((enum nav_status)k));
    }
    for (int i = NAV_REASON_NONE; i <= NAV_REASON_NO_JUMP; i++) {
        for (int k = NAV_REASON_NONE; k < i; k++)
            assert_string_not_equal(nav_reason_name((enum nav_reason)i), nav_reason_name((enum nav_reason)k));
    }
    assert_string_equal(nav_status_name(NAV_FOUND), "found");
    assert_string_equal(nav_reason_name(NAV_REASON_NO_JUMP), "no jump");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_outcome_has_a_name_of_its_own)};
    return cmocka_run_group_tests_name("trip", tests, NULL, NULL);
}
