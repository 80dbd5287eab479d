#include "cloudsvc/stream/nal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"

#define SPS   "\x67\x42\xC0\x1F\xDA"
#define PPS   "\x68\xCE\x3C\x80"
#define IDR   "\x65\xB8\x40\x01"
#define SLICE "\x41\x9A\x02\x03"
#define CODE3 "\0\0\1"
#define CODE4 "\0\0\0\1"

/// A stream from a string with NULs in it.
#define STREAM(text) ((const uint8_t *)(text)), sizeof(text) - 1

static size_t list_types(const uint8_t *stream, size_t size, uint8_t *types, size_t types_max)
{
    struct nal nal;
    size_t offset = 0;
    size_t count = 0;
    while (count < types_max && nal_next(stream, size, &offset, &nal))
        types[count++] = nal.type;
    return count;
}

static void units_are_found_behind_either_start_code(void **state)
{
    (void)state;
    uint8_t types[8];
    assert_int_equal(list_types(STREAM(CODE4 SPS CODE4 PPS CODE3 IDR CODE3 IDR), types, 8), 4);
    assert_memory_equal(types, ((uint8_t[]){NAL_SPS, NAL_PPS, NAL_IDR_SLICE, NAL_IDR_SLICE}), 4);
}

static void a_unit_is_its_bytes_without_start_code_and_padding(void **state)
{
    (void)state;
    static const uint8_t BYTES[] = CODE4 SPS "\0\0" CODE4 PPS "\0";
    struct nal nal;
    size_t offset = 0;
    assert_true(nal_next(BYTES, sizeof BYTES - 1, &offset, &nal));
    assert_ptr_equal(nal.data, BYTES + 4);
    assert_int_equal(nal.size, 5);
    assert_true(nal_next(BYTES, sizeof BYTES - 1, &offset, &nal));
    assert_int_equal(nal.size, 4);
    assert_false(nal_next(BYTES, sizeof BYTES - 1, &offset, &nal));
    assert_false(nal_next(BYTES, sizeof BYTES - 1, &offset, &nal));
}

static void streams_without_units_have_none(void **state)
{
    (void)state;
    uint8_t types[8];
    assert_int_equal(list_types(STREAM(""), types, 8), 0);
    assert_int_equal(list_types(STREAM("\1"), types, 8), 0);
    assert_int_equal(list_types(STREAM("\0\0"), types, 8), 0);
    assert_int_equal(list_types(STREAM(CODE3), types, 8), 0);
    assert_int_equal(list_types(STREAM(CODE4 CODE3 "\0\0\0"), types, 8), 0);
    assert_int_equal(list_types(STREAM(SPS PPS IDR), types, 8), 0);
    assert_int_equal(list_types(STREAM(CODE3 "\x65"), types, 8), 1); // a header alone is one
}

static void only_an_idr_is_a_keyframe(void **state)
{
    (void)state;
    assert_true(nal_has_idr(STREAM(CODE4 SPS CODE4 PPS CODE3 IDR)));
    assert_true(nal_has_idr(STREAM(CODE3 IDR)));
    assert_false(nal_has_idr(STREAM(CODE3 SLICE CODE3 SLICE)));
    assert_false(
        nal_has_idr(STREAM(CODE4 SPS CODE4 PPS CODE3 "\x06\x06\x01\xC4\x80" CODE3 SLICE))); // recovery point
    assert_false(nal_has_idr(STREAM(IDR)));                                                 // no start code
}

static void the_codec_string_comes_from_the_sps(void **state)
{
    (void)state;
    char codec[NAL_CODEC_STRING_SIZE];
    assert_true(nal_codec_string(STREAM(CODE4 "\x09\x10" CODE4 SPS CODE4 PPS), codec));
    assert_string_equal(codec, "avc1.42C01F");
    assert_true(nal_codec_string(STREAM(CODE3 "\x27\x64\x00\x2a"), codec));
    assert_string_equal(codec, "avc1.64002A");
    assert_false(nal_codec_string(STREAM(CODE4 PPS CODE3 IDR), codec));
    assert_string_equal(codec, "");
    assert_false(nal_codec_string(STREAM(CODE4 "\x67\x42\xC0"), codec)); // cut off
}

/// Units of random bytes, with emulation prevention's one promise: no 00 00 00, 00 00 01 or final 00 inside.
static size_t random_unit(struct random_generator *generator, uint8_t *unit)
{
    size_t size = 1 + random_below(generator, 40);
    for (size_t i = 0; i < size; i++) {
        unit[i] = (uint8_t)random_below(generator, 4);
        if (i >= 2 && unit[i - 2] == 0 && unit[i - 1] == 0 && unit[i] <= 1)
            unit[i] = 3;
    }
    if (unit[size - 1] == 0)
        unit[size - 1] = 2;
    return size;
}

static void whatever_units_are_put_together_are_taken_apart(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 500; seed++) {
        struct random_generator generator;
        random_seed(&generator, seed);
        uint8_t units[20][48] = {0};
        size_t sizes[20];
        uint8_t stream[20 * 48];
        size_t size = 0;
        size_t count = random_below(&generator, 20);
        for (size_t i = 0; i < count; i++) {
            sizes[i] = random_unit(&generator, units[i]);
            size_t zeros = 2 + random_below(&generator, 4);
            memset(stream + size, 0, zeros);
            stream[size + zeros] = 1;
            memcpy(stream + size + zeros + 1, units[i], sizes[i]);
            size += zeros + 1 + sizes[i];
        }
        struct nal nal;
        size_t offset = 0;
        for (size_t i = 0; i < count; i++)
            if (!nal_next(stream, size, &offset, &nal) || nal.size != sizes[i] ||
                memcmp(nal.data, units[i], sizes[i]) != 0)
                fail_msg("seed %llu unit %zu", (unsigned long long)seed, i);
        assert_false(nal_next(stream, size, &offset, &nal));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_are_found_behind_either_start_code),
        cmocka_unit_test(a_unit_is_its_bytes_without_start_code_and_padding),
        cmocka_unit_test(streams_without_units_have_none),
        cmocka_unit_test(only_an_idr_is_a_keyframe),
        cmocka_unit_test(the_codec_string_comes_from_the_sps),
        cmocka_unit_test(whatever_units_are_put_together_are_taken_apart),
    };
    return cmocka_run_group_tests_name("nal", tests, NULL, NULL);
}
