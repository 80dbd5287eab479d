#include "cloudsvc/stream/wire.h"

#include <string.h>

struct wire_reader wire_reader_of(const uint8_t *data, size_t size)
{
    return (struct wire_reader){.data = data, .size = size};
}

const uint8_t *wire_read_bytes(struct wire_reader *reader, size_t count)
{
    if (reader->is_broken || count > reader->size - reader->offset) {
        reader->is_broken = true;
        return NULL;
    }
    const uint8_t *bytes = reader->data + reader->offset;
    reader->offset += count;
    return bytes;
}

static uint64_t read_integer(struct wire_reader *reader, size_t size)
{
    const uint8_t *bytes = wire_read_bytes(reader, size);
    uint64_t value = 0;
    for (size_t i = 0; bytes && i < size; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

uint8_t wire_read_u8(struct wire_reader *reader)
{
    return (uint8_t)read_integer(reader, 1);
}

uint16_t wire_read_u16(struct wire_reader *reader)
{
    return (uint16_t)read_integer(reader, 2);
}

uint32_t wire_read_u32(struct wire_reader *reader)
{
    return (uint32_t)read_integer(reader, 4);
}

uint64_t wire_read_u64(struct wire_reader *reader)
{
    return read_integer(reader, 8);
}

bool wire_is_read(const struct wire_reader *reader)
{
    return !reader->is_broken && reader->offset == reader->size;
}

struct wire_writer wire_writer_of(uint8_t *out, size_t size_max)
{
    struct wire_writer writer = {.size_max = size_max};
    writer.out = out;
    return writer;
}

void wire_write_bytes(struct wire_writer *writer, const void *bytes, size_t count)
{
    if (writer->is_broken || count > writer->size_max - writer->size) {
        writer->is_broken = true;
        return;
    }
    if (count > 0)
        memcpy(writer->out + writer->size, bytes, count);
    writer->size += count;
}

static void write_integer(struct wire_writer *writer, uint64_t value, size_t size)
{
    uint8_t bytes[sizeof value];
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(value >> (8 * i));
    wire_write_bytes(writer, bytes, size);
}

void wire_write_u8(struct wire_writer *writer, uint8_t value)
{
    write_integer(writer, value, 1);
}

void wire_write_u16(struct wire_writer *writer, uint16_t value)
{
    write_integer(writer, value, 2);
}

void wire_write_u32(struct wire_writer *writer, uint32_t value)
{
    write_integer(writer, value, 4);
}

void wire_write_u64(struct wire_writer *writer, uint64_t value)
{
    write_integer(writer, value, 8);
}

size_t wire_written(const struct wire_writer *writer)
{
    return writer->is_broken ? 0 : writer->size;
}
