// The bytes of a baked file, read and written by the same words.
//
//     header    magic "WAYBAKED", version (4 bytes), number of sections (4), size of the file (8), checksum
//     (8) table     per section: kind (4), scene or 0 (4), records (8), size in bytes (8) sections  one after
//     the other in the table's order; records of one kind have one size
//
// Numbers are little-endian. The checksum is FNV-1a over all that follows the header [Fowler, Noll, Vo; RFC
// 9923]: each step of it can be undone, so that it tells every change of a single byte. It is no seal against
// malice: whoever reads checks everything else as well.
//
// A walk over the sections and their records is one function for three purposes: to measure the file, to
// write it, and to read it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/pack.h"
#include "nav/report.h"

enum {
    BAKED_VERSION = 1,
    BAKED_HEADER_BYTES = 32,
    BAKED_ENTRY_BYTES = 24, // of the table
    BAKED_SIZE_AT = 16,     // in the header
    BAKED_CHECKSUM_AT = 24, // likewise
};

enum baked_purpose { BAKED_MEASURE, BAKED_WRITE, BAKED_READ };

/// A walk. After a mistake, which is reported once, everything fails.
struct baked_wire {
    enum baked_purpose purpose;
    const char *file; // for messages
    struct report *report;
    unsigned char *bytes; // of the whole file; NULL while measured
    size_t size_bytes;
    size_t section_count; // that the walk has come to
    size_t table_at;      // where the next entry is
    size_t at;            // where the next record is; while measured, how large all records are
    bool has_failed;
};

/// Checks header and table of a file.
/// @param bytes        only read
/// @param[out] report  what is wrong, when has_failed is set
struct baked_wire baked_wire_read(const char *file, const unsigned char *bytes, size_t size_bytes,
                                  struct report *report);

/// After a walk that measured: takes memory for the file and makes the walk one that writes.
/// @return false when memory runs out
bool baked_wire_begin(struct baked_wire *wire);

/// After a walk that wrote: fills in the header.
void baked_wire_seal(struct baked_wire *wire);

/// After a walk that read: reports what is there besides.
void baked_wire_end(struct baked_wire *wire);

/// Reports a mistake.
/// @param place   "scene 3, sides"
/// @param format  printf format of what is wrong and what to do
/// @return false, for the caller to return
bool baked_wire_fault(struct baked_wire *wire, const char *place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Begins a section.
/// @param name          for messages
/// @param record_bytes  size of each of its records
/// @param[in,out] count  of records; while reading, at most what is left of the file holds
bool baked_wire_section(struct baked_wire *wire, const char *name, uint32_t kind, uint32_t scene,
                        size_t record_bytes, size_t *count);

/// Room for what is read: zeroed, for one element more than there are. `array` itself for other purposes.
/// @return NULL when memory runs out, or after a mistake
void *baked_wire_array(struct baked_wire *wire, void *array, size_t count, size_t element_bytes);

void baked_wire_u16(struct baked_wire *wire, uint16_t *value);
void baked_wire_u32(struct baked_wire *wire, uint32_t *value);
void baked_wire_i32(struct baked_wire *wire, int32_t *value);
void baked_wire_float(struct baked_wire *wire, float *value);
void baked_wire_double(struct baked_wire *wire, double *value);

/// Bytes of a fixed number, the last of which is 0, as all behind the first 0 are.
void baked_wire_name(struct baked_wire *wire, char name[PACK_NAME_MAX]);

/// The checksum that belongs into a file's header.
uint64_t baked_checksum(const unsigned char *bytes, size_t size_bytes);
