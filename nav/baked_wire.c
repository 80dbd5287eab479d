#include "nav/baked_wire.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char magic[8] = "WAYBAKED";

enum { VERSION_AT = 8, SECTIONS_AT = 12 };

static uint64_t get_number(const unsigned char *bytes, size_t size_bytes)
{
    uint64_t number = 0;
    for (size_t i = size_bytes; i > 0; i--)
        number = number << 8 | bytes[i - 1];
    return number;
}

static void put_number(unsigned char *bytes, size_t size_bytes, uint64_t number)
{
    for (size_t i = 0; i < size_bytes; i++)
        bytes[i] = (unsigned char)(number >> (8 * i));
}

uint64_t baked_checksum(const unsigned char *bytes, size_t size_bytes)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    for (size_t i = BAKED_HEADER_BYTES; i < size_bytes; i++)
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

bool baked_wire_fault(struct baked_wire *wire, const char *place, const char *format, ...)
{
    char text[REPORT_TEXT_MAX];
    va_list arguments;
    if (wire->has_failed)
        return false;
    wire->has_failed = true;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    report_add(wire->report, wire->file, place, "%s", text);
    return false;
}

// ---- header ------------------------------------------------------------------------------------

static bool check_header(struct baked_wire *wire)
{
    const unsigned char *bytes = wire->bytes;
    if (wire->size_bytes < BAKED_HEADER_BYTES || memcmp(bytes, magic, sizeof magic) != 0)
        return baked_wire_fault(wire, "", "this is no baked world; make one with waynav bake");
    uint64_t version = get_number(bytes + VERSION_AT, 4);
    if (version != BAKED_VERSION)
        return baked_wire_fault(wire, "header", "it is of version %u, this program reads %d; bake it again",
                                (unsigned)version, BAKED_VERSION);
    uint64_t size_bytes = get_number(bytes + BAKED_SIZE_AT, 8);
    if (size_bytes != wire->size_bytes)
        return baked_wire_fault(wire, "header", "it has %zu bytes of %llu; copy it again", wire->size_bytes,
                                (unsigned long long)size_bytes);
    if (get_number(bytes + BAKED_CHECKSUM_AT, 8) != baked_checksum(bytes, wire->size_bytes))
        return baked_wire_fault(wire, "header", "the checksum is wrong; copy it or bake it again");
    return true;
}

struct baked_wire baked_wire_read(const char *file, const unsigned char *bytes, size_t size_bytes,
                                  struct report *report)
{
    struct baked_wire wire = {.purpose = BAKED_READ,
                              .file = file,
                              .report = report,
                              .bytes = (unsigned char *)bytes, // this purpose only reads
                              .size_bytes = size_bytes,
                              .table_at = BAKED_HEADER_BYTES};
    if (!check_header(&wire))
        return wire;
    uint64_t section_count = get_number(bytes + SECTIONS_AT, 4);
    if (section_count > (size_bytes - BAKED_HEADER_BYTES) / BAKED_ENTRY_BYTES)
        (void)baked_wire_fault(&wire, "header", "its %llu sections do not fit in; bake it again",
                               (unsigned long long)section_count);
    else
        wire.at = BAKED_HEADER_BYTES + BAKED_ENTRY_BYTES * (size_t)section_count;
    return wire;
}

bool baked_wire_begin(struct baked_wire *wire)
{
    assert(wire->purpose == BAKED_MEASURE);
    size_t table_end = BAKED_HEADER_BYTES + BAKED_ENTRY_BYTES * wire->section_count;
    wire->size_bytes = table_end + wire->at;
    wire->bytes = calloc(wire->size_bytes, 1);
    wire->purpose = BAKED_WRITE;
    wire->section_count = 0;
    wire->table_at = BAKED_HEADER_BYTES;
    wire->at = table_end;
    return wire->bytes;
}

void baked_wire_seal(struct baked_wire *wire)
{
    assert(wire->purpose == BAKED_WRITE);
    assert(wire->at == wire->size_bytes);
    memcpy(wire->bytes, magic, sizeof magic);
    put_number(wire->bytes + VERSION_AT, 4, BAKED_VERSION);
    put_number(wire->bytes + SECTIONS_AT, 4, wire->section_count);
    put_number(wire->bytes + BAKED_SIZE_AT, 8, wire->size_bytes);
    put_number(wire->bytes + BAKED_CHECKSUM_AT, 8, baked_checksum(wire->bytes, wire->size_bytes));
}

void baked_wire_end(struct baked_wire *wire)
{
    assert(wire->purpose == BAKED_READ);
    bool is_all = wire->has_failed || (wire->section_count == get_number(wire->bytes + SECTIONS_AT, 4) &&
                                       wire->at == wire->size_bytes);
    if (!is_all)
        (void)baked_wire_fault(wire, "", "it holds more than a world; bake it again");
}

// ---- sections ----------------------------------------------------------------------------------

/// Reads the table's next entry.
static bool read_section(struct baked_wire *wire, const char *place, uint32_t kind, uint32_t scene,
                         size_t record_bytes, size_t *count)
{
    const unsigned char *entry = wire->bytes + wire->table_at;
    bool is_left = wire->section_count < get_number(wire->bytes + SECTIONS_AT, 4);
    if (!is_left || get_number(entry, 4) != kind || get_number(entry + 4, 4) != scene)
        return baked_wire_fault(wire, place, "the section is not where it belongs; bake it again");
    uint64_t records = get_number(entry + 8, 8);
    uint64_t size_bytes = get_number(entry + 16, 8);
    uint64_t left_bytes = wire->size_bytes - wire->at;
    if (records > left_bytes / record_bytes || size_bytes != records * record_bytes)
        return baked_wire_fault(wire, place, "%llu records do not fit in %llu of %llu bytes; bake it again",
                                (unsigned long long)records, (unsigned long long)size_bytes,
                                (unsigned long long)left_bytes);
    *count = (size_t)records;
    return true;
}

bool baked_wire_section(struct baked_wire *wire, const char *name, uint32_t kind, uint32_t scene,
                        size_t record_bytes, size_t *count)
{
    char place[REPORT_PLACE_MAX];
    (void)snprintf(place, sizeof place, "scene %u, %s", scene, name);
    if (wire->has_failed)
        return false;
    if (wire->purpose == BAKED_READ && !read_section(wire, place, kind, scene, record_bytes, count))
        return false;
    if (wire->purpose == BAKED_WRITE) {
        unsigned char *entry = wire->bytes + wire->table_at;
        put_number(entry, 4, kind);
        put_number(entry + 4, 4, scene);
        put_number(entry + 8, 8, *count);
        put_number(entry + 16, 8, *count * record_bytes);
    }
    wire->section_count++;
    wire->table_at += BAKED_ENTRY_BYTES;
    return true;
}

void *baked_wire_array(struct baked_wire *wire, void *array, size_t count, size_t element_bytes)
{
    if (wire->has_failed || wire->purpose != BAKED_READ)
        return wire->has_failed ? NULL : array;
    void *room = calloc(count + 1, element_bytes);
    if (!room)
        (void)baked_wire_fault(wire, "", "not enough memory to read it");
    return room;
}

// ---- records -----------------------------------------------------------------------------------

/// The next bytes of the records; NULL when they are only measured, or after a mistake. That they are there
/// has been checked when the section began.
static unsigned char *take(struct baked_wire *wire, size_t size_bytes)
{
    if (wire->has_failed)
        return NULL;
    size_t at = wire->at;
    wire->at += size_bytes;
    if (wire->purpose == BAKED_MEASURE)
        return NULL;
    assert(wire->at <= wire->size_bytes);
    return wire->bytes + at;
}

/// Reads a number into `bits`, or writes it.
static void number(struct baked_wire *wire, size_t size_bytes, uint64_t *bits)
{
    unsigned char *bytes = take(wire, size_bytes);
    if (bytes && wire->purpose == BAKED_READ)
        *bits = get_number(bytes, size_bytes);
    else if (bytes)
        put_number(bytes, size_bytes, *bits);
}

void baked_wire_u16(struct baked_wire *wire, uint16_t *value)
{
    uint64_t bits = *value;
    number(wire, sizeof *value, &bits);
    *value = (uint16_t)bits;
}

void baked_wire_u32(struct baked_wire *wire, uint32_t *value)
{
    uint64_t bits = *value;
    number(wire, sizeof *value, &bits);
    *value = (uint32_t)bits;
}

void baked_wire_i32(struct baked_wire *wire, int32_t *value)
{
    uint32_t bits = (uint32_t)*value;
    baked_wire_u32(wire, &bits);
    memcpy(value, &bits, sizeof bits);
}

void baked_wire_float(struct baked_wire *wire, float *value)
{
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    baked_wire_u32(wire, &bits);
    memcpy(value, &bits, sizeof bits);
}

void baked_wire_double(struct baked_wire *wire, double *value)
{
    uint64_t bits;
    memcpy(&bits, value, sizeof bits);
    number(wire, sizeof *value, &bits);
    memcpy(value, &bits, sizeof bits);
}

void baked_wire_name(struct baked_wire *wire, char name[PACK_NAME_MAX])
{
    unsigned char *bytes = take(wire, PACK_NAME_MAX);
    if (bytes && wire->purpose == BAKED_READ)
        memcpy(name, bytes, PACK_NAME_MAX);
    else if (bytes)
        memcpy(bytes, name, strnlen(name, PACK_NAME_MAX));
}
