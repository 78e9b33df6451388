// SPDX-License-Identifier: BSD-3-Clause
// Which shared libraries this process runs with: not those that it was built with. Thread: any.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::util {

/// The files of libraries in a text as /proc/PID/maps has it, each once, by file name.
/// \return "/usr/lib/libevent_core-2.1.so.7.0.1", ...
[[nodiscard]] std::vector<std::string> librariesIn(std::string_view maps);

/// Those of this process, links followed: their names have their versions.
[[nodiscard]] std::vector<std::string> loadedLibraries();

} // namespace dbgr::util
