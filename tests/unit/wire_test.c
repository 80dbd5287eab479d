#include "cloudsvc/stream/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void integers_are_little_endian(void **state)
{
    (void)state;
    static const uint8_t BYTES[] = {0x01, 0x03, 0x02, 0x07, 0x06, 0x05, 0x84, 0x0F,
                                    0x0E, 0x0D, 0x0C, 0x0B, 0x0A, 0x09, 0x88};
    struct wire_reader reader = wire_reader_of(BYTES, sizeof BYTES);
    assert_int_equal(wire_read_u8(&reader), 0x01);
    assert_int_equal(wire_read_u16(&reader), 0x0203);
    assert_int_equal(wire_read_u32(&reader), 0x84050607);
    assert_false(wire_is_read(&reader));
    assert_true(wire_read_u64(&reader) == 0x88090A0B0C0D0E0F);
    assert_true(wire_is_read(&reader));
    uint8_t out[sizeof BYTES];
    struct wire_writer writer = wire_writer_of(out, sizeof out);
    wire_write_u8(&writer, 0x01);
    wire_write_u16(&writer, 0x0203);
    wire_write_u32(&writer, 0x84050607);
    wire_write_u64(&writer, 0x88090A0B0C0D0E0F);
    assert_int_equal(wire_written(&writer), sizeof BYTES);
    assert_memory_equal(out, BYTES, sizeof BYTES);
}

static void a_reader_that_ran_out_stays_broken(void **state)
{
    (void)state;
    static const uint8_t BYTES[] = {1, 2, 3};
    struct wire_reader reader = wire_reader_of(BYTES, sizeof BYTES);
    assert_int_equal(wire_read_u32(&reader), 0);
    assert_int_equal(wire_read_u8(&reader), 0);
    assert_null(wire_read_bytes(&reader, 0));
    assert_false(wire_is_read(&reader));
}

static void bytes_are_stepped_over_up_to_the_end(void **state)
{
    (void)state;
    static const uint8_t BYTES[] = {1, 2, 3};
    struct wire_reader reader = wire_reader_of(BYTES, sizeof BYTES);
    assert_ptr_equal(wire_read_bytes(&reader, 1), BYTES);
    assert_ptr_equal(wire_read_bytes(&reader, 2), BYTES + 1);
    assert_ptr_equal(wire_read_bytes(&reader, 0), BYTES + 3);
    assert_true(wire_is_read(&reader));
    assert_null(wire_read_bytes(&reader, SIZE_MAX));
}

static void a_writer_without_room_writes_nothing_more(void **state)
{
    (void)state;
    uint8_t out[4] = {9, 9, 9, 9};
    struct wire_writer writer = wire_writer_of(out, 3);
    wire_write_u16(&writer, 0x0201);
    wire_write_u32(&writer, 0);
    wire_write_u8(&writer, 7);
    wire_write_bytes(&writer, "x", 1);
    assert_int_equal(wire_written(&writer), 0);
    assert_int_equal(out[2], 9);
    assert_int_equal(out[3], 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integers_are_little_endian),
        cmocka_unit_test(a_reader_that_ran_out_stays_broken),
        cmocka_unit_test(bytes_are_stepped_over_up_to_the_end),
        cmocka_unit_test(a_writer_without_room_writes_nothing_more),
    };
    return cmocka_run_group_tests_name("wire", tests, NULL, NULL);
}
