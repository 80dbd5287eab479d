// Last words: what a program says when a bug ends it.
//
// The signals of a crash (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT) write one line to standard error, then do
// what they do anyway: end the program, with a core file where those are wanted.
#pragma once

#include <signal.h>
#include <stdbool.h>

enum { CRASH_WORDS_MAX = 2048 };

/// Sets the line; call it once, while there is one thread.
/// @param words  copied; ended by a newline
/// @return false when they are too long, or the signals cannot be caught
bool crash_set_last_words(const char *words);

/// Takes the signals of a crash out of a set that is about to be blocked: where they are blocked the kernel
/// ends the program without a word.
void crash_leave_open(sigset_t *blocked);
