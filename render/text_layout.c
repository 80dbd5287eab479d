#include "render/text_layout.h"

#include <assert.h>

enum { REPLACEMENT = 0xfffd };

uint32_t text_decode(const char *text, size_t *at)
{
    static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)text + *at;
    size_t length = bytes[0] < 0x80 ? 1 : bytes[0] >= 0xf0 ? 4 : bytes[0] >= 0xe0 ? 3 : 2;
    uint32_t codepoint = length == 1 ? bytes[0] : bytes[0] & (0xffu >> (length + 1));
    bool is_valid = length == 1 || (bytes[0] >= 0xc2 && bytes[0] <= 0xf4);
    for (size_t i = 1; is_valid && i < length; i++) {
        is_valid = (bytes[i] & 0xc0) == 0x80; // the NUL stops here
        codepoint = codepoint << 6 | (bytes[i] & 0x3f);
    }
    bool is_surrogate = codepoint >= 0xd800 && codepoint <= 0xdfff;
    is_valid = is_valid && codepoint >= smallest[length] && codepoint <= 0x10ffff && !is_surrogate;
    *at += is_valid ? length : 1;
    return is_valid ? codepoint : REPLACEMENT;
}

// Chinese, Japanese and full-width forms: a line may end on either side of them.
static bool is_wide(uint32_t codepoint)
{
    return (codepoint >= 0x2e80 && codepoint <= 0x9fff) || (codepoint >= 0xf900 && codepoint <= 0xfaff) ||
           (codepoint >= 0xff00 && codepoint <= 0xffef) || (codepoint >= 0x20000 && codepoint <= 0x3ffff);
}

// Closing marks never start a line [GB/T 15834-2011, 5.1].
static bool is_closing(uint32_t codepoint)
{
    static const uint32_t marks[] = {0x3001, 0x3002, 0x300b, 0x300d, 0x300f, 0x2019, 0x201d,
                                     0xff01, 0xff09, 0xff0c, 0xff1a, 0xff1b, 0xff1f};
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        if (marks[i] == codepoint) {
            return true;
        }
    }
    return false;
}

bool text_may_break(uint32_t codepoint)
{
    return codepoint == ' ' || codepoint == '\n' || is_wide(codepoint);
}

/// What is known while a line grows.
struct scan {
    size_t at;           // next byte
    float width;         // up to there
    size_t break_end;    // last place where the line may end
    size_t break_resume; // where the next one starts then
    float break_width;
    bool has_break;
};

static void note_break(struct scan *scan, size_t end, size_t resume, float width)
{
    scan->break_end = end;
    scan->break_resume = resume;
    scan->break_width = width;
    scan->has_break = true;
}

// Spaces at the end of a line are not seen.
static struct text_line trim_line(const char *text, struct text_line line, text_measure measure,
                                  void *context)
{
    while (line.end > line.begin && text[line.end - 1] == ' ') {
        line.end--;
        line.width -= measure(context, ' ');
    }
    return line;
}

// Fills one line from `begin`.
// @return where the next one starts
static size_t fill_line(const char *text, size_t begin, float width_px, text_measure measure, void *context,
                        struct text_line *line)
{
    struct scan scan = {.at = begin};
    uint32_t previous = 0;
    while (text[scan.at] != '\0') {
        size_t next = scan.at;
        uint32_t codepoint = text_decode(text, &next);
        if (codepoint == '\n') {
            *line = (struct text_line){begin, scan.at, scan.width, false};
            return next;
        }
        bool is_between_wide =
            previous && (is_wide(codepoint) || is_wide(previous)) && !is_closing(codepoint);
        if (codepoint == ' ') {
            note_break(&scan, scan.at, next, scan.width);
        } else if (is_between_wide && previous != ' ') {
            note_break(&scan, scan.at, scan.at, scan.width);
        }
        float width = scan.width + measure(context, codepoint);
        if (width > width_px && codepoint != ' ' && scan.at > begin) {
            if (!scan.has_break) {
                note_break(&scan, scan.at, scan.at, scan.width);
            }
            *line = (struct text_line){begin, scan.break_end, scan.break_width, false};
            return scan.break_resume;
        }
        scan.at = next;
        scan.width = width;
        previous = codepoint;
    }
    *line = (struct text_line){begin, scan.at, scan.width, false};
    return scan.at;
}

// Ends a line with an ellipsis, as late as it fits, even within a word.
static void cut_line(const char *text, float width_px, text_measure measure, void *context,
                     struct text_line *line)
{
    float ellipsis = measure(context, TEXT_ELLIPSIS);
    float width = 0;
    size_t at = line->begin;
    while (text[at] != '\0' && text[at] != '\n') {
        size_t next = at;
        float wider = width + measure(context, text_decode(text, &next));
        if (wider + ellipsis > width_px) {
            break;
        }
        width = wider;
        at = next;
    }
    struct text_line kept =
        trim_line(text, (struct text_line){line->begin, at, width, false}, measure, context);
    *line = (struct text_line){kept.begin, kept.end, kept.width + ellipsis, true};
}

size_t text_break(const char *text, float width_px, size_t lines_max, text_measure measure, void *context,
                  struct text_line *lines)
{
    assert(lines_max <= TEXT_LINES_MAX);
    size_t count = 0;
    size_t at = 0;
    while (text[at] != '\0' && count < lines_max) {
        at = fill_line(text, at, width_px, measure, context, &lines[count]);
        lines[count] = trim_line(text, lines[count], measure, context);
        count++;
    }
    if (count > 0 && (text[at] != '\0' || lines[count - 1].width > width_px)) {
        cut_line(text, width_px, measure, context, &lines[count - 1]);
    }
    return count;
}
