// `waynav` run by a test.
#pragma once

/// Runs it to its end. The test fails when that takes too long or has another exit status.
/// @param words  arguments, ended by NULL
/// @return all it printed; the next call overwrites it
char *waynav_run(const char *const *words, int status);
