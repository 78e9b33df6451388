// SPDX-License-Identifier: BSD-3-Clause
// What a sanitizer says of an error in the one line that sums its report up, and what that means. Pure. Thread: any.
#pragma once

#include <string>
#include <string_view>

namespace dbgr::daemon {

/// "AddressSanitizer: heap-use-after-free ring.cpp:41 in work: freed memory" of a summary as sanitizers print it. What
/// it means is left out where that is not known, or says no more than the summary.
[[nodiscard]] std::string reportWords(std::string_view summary);

/// Whether a function is a sanitizer's own: it has ended the program, and nobody else. \param function with namespaces
[[nodiscard]] bool isOfSanitizer(std::string_view function);

} // namespace dbgr::daemon
