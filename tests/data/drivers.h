// Keeps graphics drivers in memory under AddressSanitizer, so that leaks in them can be told from ours.
#pragma once

/// A leak report names the library that leaks, and tests/data/lsan.supp leaves out those that are not ours;
/// but a library that was unloaded before the report has no name. Calling this anywhere in a test makes
/// dlclose() do nothing there.
void drivers_stay_loaded(void);
