#include "cloudsvc/base/log.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cloudsvc/base/utf8.h"

enum {
    LINE_END_SIZE = 4, // what closes a line: "}\n and NUL
    ESCAPE_MAX = 6     // bytes of the longest escape, \u001f
};

/// A line being laid out; it ends before the first thing that does not fit.
struct line {
    char *text;
    size_t length;
    bool is_full;
};

static void append(struct line *line, const char *text, size_t size)
{
    line->is_full |= size > LOG_LINE_MAX - LINE_END_SIZE - line->length;
    if (line->is_full)
        return;
    memcpy(line->text + line->length, text, size);
    line->length += size;
}

static void append_string(struct line *line, const char *text)
{
    append(line, text, strlen(text));
}

/// Control characters and quotes must be escaped in JSON [RFC 8259, section 7].
static void append_escape(struct line *line, unsigned char character)
{
    char escape[ESCAPE_MAX + 1];
    if (character == '"' || character == '\\')
        snprintf(escape, sizeof escape, "\\%c", character);
    else
        snprintf(escape, sizeof escape, "\\u%04x", (unsigned)character);
    append_string(line, escape);
}

/// The character to be escaped that `text` begins with; 0: it stays as it is. JSON could do without escapes
/// for DEL and U+0080 to U+009F, but they steer the terminal that a log is read on.
static unsigned char to_escape(const char *text)
{
    unsigned char first = (unsigned char)text[0];
    unsigned char second = (unsigned char)text[1];
    if (first == 0xC2 && second <= 0x9F)
        return second;
    return first < ' ' || first == '"' || first == '\\' || first == 0x7F ? first : 0;
}

static void append_escaped(struct line *line, const char *text)
{
    size_t size = strlen(text);
    size_t offset = 0;
    while (offset < size) {
        size_t character_size = utf8_character_size(text + offset, size - offset);
        if (character_size == 0)
            append_string(line, "\xEF\xBF\xBD"); // the replacement character
        else if (to_escape(text + offset))
            append_escape(line, to_escape(text + offset));
        else
            append(line, text + offset, character_size);
        offset += character_size > 0 ? character_size : 1;
    }
}

static const char *level_name(enum log_level level)
{
    switch (level) {
    case LOG_LEVEL_INFO:
        return "info";
    case LOG_LEVEL_WARNING:
        return "warning";
    case LOG_LEVEL_ERROR:
        return "error";
    }
    return "unknown";
}

/// RFC 3339 with milliseconds.
static void append_time(struct line *line, struct timespec now)
{
    struct tm utc = {0};
    gmtime_r(&now.tv_sec, &utc);
    char text[32];
    size_t length = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf(text + length, sizeof text - length, ".%03ldZ", now.tv_nsec / 1000000);
    append_string(line, text);
}

size_t log_format(char *line, struct timespec now, enum log_level level, uint32_t session, const char *event,
                  const char *message)
{
    struct line out = {.text = line};
    append_string(&out, "{\"time\":\"");
    append_time(&out, now);
    append_string(&out, "\",\"level\":\"");
    append_string(&out, level_name(level));
    if (session != 0) {
        char number[16];
        snprintf(number, sizeof number, "%u", (unsigned)session);
        append_string(&out, "\",\"session\":");
        append_string(&out, number);
        append_string(&out, ",\"event\":\"");
    } else {
        append_string(&out, "\",\"event\":\"");
    }
    append_escaped(&out, event);
    append_string(&out, "\",\"message\":\"");
    append_escaped(&out, message);
    memcpy(line + out.length, "\"}\n", LINE_END_SIZE);
    return out.length + LINE_END_SIZE - 1;
}

void log_write(enum log_level level, uint32_t session, const char *event, const char *format, ...)
{
    char message[LOG_MESSAGE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    char line[LOG_LINE_MAX];
    size_t length = log_format(line, now, level, session, event, message);
    // One write, so that lines of several threads never mix. Nobody is left to tell when it fails.
    ssize_t written = write(STDERR_FILENO, line, length);
    (void)written;
}
