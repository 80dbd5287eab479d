// Log lines for operators: one JSON object a line on standard error.
//
// {"time":"2024-05-01T12:00:00.123Z","level":"info","session":65537,"event":"session_opened","message":"…"}
//
// An event is a stable name that machines search for; the message is for people and may change. Whoever
// decides what to do about an error logs it, once. Nothing is logged per frame or per input, and no ticket,
// token or key ever. There is no state: any thread may log, and a line is written in one piece.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <time.h>

enum {
    LOG_LINE_MAX = 2048,   // bytes with newline and NUL; a longer message loses its end
    LOG_MESSAGE_MAX = 1024 // bytes of a message with its NUL, before escaping
};

enum log_level {
    LOG_LEVEL_INFO,
    LOG_LEVEL_WARNING, // something is worse than it should be, and goes on
    LOG_LEVEL_ERROR,   // something that was asked for did not happen
};

/// Writes a line to standard error, stamped with the time of day in UTC.
/// @param session  id of the session it is about; 0: none, the field is left out
/// @param event    a name in lower case with underscores
/// @param format   of the message, as in printf
void log_write(enum log_level level, uint32_t session, const char *event, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/// Lays a line out without writing it. Quotes, control characters and broken UTF-8 come out as valid JSON.
/// @param line  room for LOG_LINE_MAX bytes; ends with a newline and a NUL
/// @param now   on CLOCK_REALTIME
/// @return its length without the NUL
size_t log_format(char *line, struct timespec now, enum log_level level, uint32_t session, const char *event,
                  const char *message);
