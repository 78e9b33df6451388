// SPDX-License-Identifier: BSD-3-Clause
// Which files a pattern means, as a shell would write it: "lib*solver*.so", "*/solver/ops.cpp". Pure. Thread: any.
#pragma once

#include <string_view>

namespace dbgr::debug {

/// It has *, ? or [.
[[nodiscard]] bool isPattern(std::string_view text);

/// One without a / means files by their names, one with a / by the end of their paths, or, if it begins with /, by the
/// whole; * is also for what has a / in it. One that ends in .so means its versions, too: "libm.so" is "libm.so.6".
[[nodiscard]] bool means(std::string_view pattern, std::string_view path);

} // namespace dbgr::debug
