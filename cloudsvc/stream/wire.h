// Little-endian integers in messages, read and written within bounds that cannot be overrun.
//
// A cursor that runs out of room becomes broken and stays so: reads then give zeros, writes do nothing. A
// message is read or written without looking, and one check at the end tells whether it fitted.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wire_reader {
    const uint8_t *data;
    size_t size, offset;
    bool is_broken;
};

/// Starts at the first of `size` bytes, which must outlive the reader.
struct wire_reader wire_reader_of(const uint8_t *data, size_t size);

uint8_t wire_read_u8(struct wire_reader *reader);
uint16_t wire_read_u16(struct wire_reader *reader);
uint32_t wire_read_u32(struct wire_reader *reader);
uint64_t wire_read_u64(struct wire_reader *reader);

/// Steps over `count` bytes.
/// @return where they are, in the reader's data; NULL when there are fewer
const uint8_t *wire_read_bytes(struct wire_reader *reader, size_t count);

/// Whether everything asked for was there and nothing is left.
bool wire_is_read(const struct wire_reader *reader);

struct wire_writer {
    uint8_t *out;
    size_t size_max, size;
    bool is_broken;
};

/// Starts at the first byte of `out`, which has room for `size_max` and must outlive the writer.
struct wire_writer wire_writer_of(uint8_t *out, size_t size_max);

void wire_write_u8(struct wire_writer *writer, uint8_t value);
void wire_write_u16(struct wire_writer *writer, uint16_t value);
void wire_write_u32(struct wire_writer *writer, uint32_t value);
void wire_write_u64(struct wire_writer *writer, uint64_t value);
void wire_write_bytes(struct wire_writer *writer, const void *bytes, size_t count);

/// @return bytes written; 0 when not all of it fitted
size_t wire_written(const struct wire_writer *writer);
