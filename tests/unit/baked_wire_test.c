// Records are written little-endian and come back; files that are not what they say are refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/baked_wire.h"

enum { KIND = 7, SCENE = 3, RECORD_BYTES = 2 + 4 + 4 + 4 + 8 + PACK_NAME_MAX };

struct record {
    uint16_t small;
    uint32_t whole;
    int32_t below;
    float part;
    double fine;
    char name[PACK_NAME_MAX];
};

static struct report report;

static bool walk(struct baked_wire *wire, struct record *records, size_t *count)
{
    if (!baked_wire_section(wire, "records", KIND, SCENE, RECORD_BYTES, count))
        return false;
    for (size_t i = 0; i < *count; i++) {
        baked_wire_u16(wire, &records[i].small);
        baked_wire_u32(wire, &records[i].whole);
        baked_wire_i32(wire, &records[i].below);
        baked_wire_float(wire, &records[i].part);
        baked_wire_double(wire, &records[i].fine);
        baked_wire_name(wire, records[i].name);
    }
    return true;
}

/// @return for free()
static unsigned char *write_records(struct record *records, size_t count, size_t *size_bytes)
{
    struct baked_wire wire = {.purpose = BAKED_MEASURE, .report = &report};
    assert_true(walk(&wire, records, &count));
    assert_true(baked_wire_begin(&wire));
    assert_true(walk(&wire, records, &count));
    baked_wire_seal(&wire);
    *size_bytes = wire.size_bytes;
    return wire.bytes;
}

static struct record two_records[2] = {
    {513, 0x01020304, -2, 0.5f, -1e300, "first"},
    {65535, UINT32_MAX, INT32_MIN, -0.0f, 0.1, ""},
};

static void records_come_back_as_they_were(void **state)
{
    (void)state;
    size_t size_bytes;
    size_t count = 0;
    struct record read[2] = {0};
    unsigned char *bytes = write_records(two_records, 2, &size_bytes);
    assert_int_equal(size_bytes, BAKED_HEADER_BYTES + BAKED_ENTRY_BYTES + 2 * RECORD_BYTES);
    struct baked_wire wire = baked_wire_read("f", bytes, size_bytes, &report);
    assert_true(walk(&wire, read, &count));
    baked_wire_end(&wire);
    assert_false(wire.has_failed);
    assert_int_equal(count, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(read[i].small, two_records[i].small);
        assert_int_equal(read[i].whole, two_records[i].whole);
        assert_int_equal(read[i].below, two_records[i].below);
        assert_memory_equal(&read[i].part, &two_records[i].part, sizeof read[i].part);
        assert_memory_equal(&read[i].fine, &two_records[i].fine, sizeof read[i].fine);
        assert_string_equal(read[i].name, two_records[i].name);
    }
    free(bytes);
}

static void numbers_are_little_endian_at_fixed_places(void **state)
{
    (void)state;
    static const unsigned char record[] = {1, 2, 4, 3, 2, 1, 0xfe, 0xff, 0xff, 0xff, 0, 0, 0, 0x3f};
    size_t size_bytes;
    unsigned char *bytes = write_records(two_records, 1, &size_bytes);
    assert_memory_equal(bytes, "WAYBAKED\1\0\0\0\1\0\0\0", 16);
    assert_int_equal(bytes[BAKED_SIZE_AT], size_bytes);
    assert_memory_equal(bytes + BAKED_HEADER_BYTES, "\7\0\0\0\3\0\0\0\1\0\0\0\0\0\0\0", 16);
    assert_memory_equal(bytes + BAKED_HEADER_BYTES + BAKED_ENTRY_BYTES, record, sizeof record);
    free(bytes);
}

static void the_checksum_is_that_of_fnv(void **state)
{
    (void)state;
    static const char foobar[] = {'f', 'o', 'o', 'b', 'a', 'r'}; // a vector of the method's authors
    unsigned char bytes[BAKED_HEADER_BYTES + 6] = {0};
    assert_true(baked_checksum(bytes, BAKED_HEADER_BYTES) == UINT64_C(0xcbf29ce484222325));
    memcpy(bytes + BAKED_HEADER_BYTES, foobar, sizeof foobar);
    assert_true(baked_checksum(bytes, sizeof bytes) == UINT64_C(0x85944171f73967e8));
}

static void reseal(unsigned char *bytes, size_t size_bytes)
{
    uint64_t sum = baked_checksum(bytes, size_bytes);
    for (int i = 0; i < 8; i++)
        bytes[BAKED_CHECKSUM_AT + i] = (unsigned char)(sum >> (8 * i));
}

static void what_the_table_says_wrongly_is_told(void **state)
{
    (void)state;
    static const struct {
        size_t at; // in the file
        unsigned char value;
        bool is_resealed;
        const char *text;
    } cases[] = {
        {0, 'w', true, "no baked world"},
        {8, 2, true, "version 2"},
        {12, 255, true, "255 sections do not fit"},
        {12, 0, true, "not where it belongs"},
        {BAKED_SIZE_AT, 1, true, "bytes of"},
        {BAKED_HEADER_BYTES + 30, 1, false, "checksum"},
        {BAKED_HEADER_BYTES, 8, true, "not where it belongs"},      // kind
        {BAKED_HEADER_BYTES + 4, 4, true, "not where it belongs"},  // scene
        {BAKED_HEADER_BYTES + 8, 3, true, "3 records do not fit"},  // count
        {BAKED_HEADER_BYTES + 15, 0x80, true, "do not fit"},        // a huge one
        {BAKED_HEADER_BYTES + 16, 1, true, "2 records do not fit"}, // size
        {BAKED_HEADER_BYTES + 8, 1, true, "1 records do not fit"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t size_bytes;
        size_t count = 0;
        struct record read[2];
        unsigned char *bytes = write_records(two_records, 2, &size_bytes);
        bytes[cases[i].at] = cases[i].value;
        if (cases[i].is_resealed)
            reseal(bytes, size_bytes);
        report.count = 0;
        struct baked_wire wire = baked_wire_read("f", bytes, size_bytes, &report);
        bool is_read = !wire.has_failed && walk(&wire, read, &count);
        if (is_read)
            baked_wire_end(&wire);
        if (!wire.has_failed || report.count != 1 || !strstr(report.problems[0].text, cases[i].text))
            fail_msg("case %zu: %s", i, report.count ? report.problems[0].text : "no problem");
        free(bytes);
    }
}

static void what_is_there_besides_is_told(void **state)
{
    (void)state;
    size_t size_bytes;
    unsigned char *bytes = write_records(two_records, 2, &size_bytes);
    report.count = 0;
    struct baked_wire wire = baked_wire_read("f", bytes, size_bytes, &report);
    baked_wire_end(&wire);
    assert_true(wire.has_failed);
    assert_non_null(strstr(report.problems[0].text, "more than a world"));
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_come_back_as_they_were),
        cmocka_unit_test(numbers_are_little_endian_at_fixed_places),
        cmocka_unit_test(the_checksum_is_that_of_fnv),
        cmocka_unit_test(what_the_table_says_wrongly_is_told),
        cmocka_unit_test(what_is_there_besides_is_told),
    };
    return cmocka_run_group_tests_name("baked_wire", tests, NULL, NULL);
}
