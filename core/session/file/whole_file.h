// SPDX-License-Identifier: BSD-3-Clause
// A small file, read and written as a whole. Thread: any; blocks for as long as a small file takes.
#pragma once

#include "util/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace dbgr::session {

/// \param most more bytes are refused \errors those of the system; std::errc::file_too_large;
/// std::errc::invalid_argument: it is no plain file
[[nodiscard]] util::Result<std::string> readWholeFile(const std::string& path, std::size_t most);

/// Makes the file, or puts another one in its place: nobody sees a part of it, and after a crash it is the old or the
/// new one. A new file is for its owner alone (0600), one that was there keeps its mode. A link of that name is
/// replaced, and not followed. \errors those of the system
[[nodiscard]] util::Result<void> writeWholeFile(const std::string& path, std::string_view text);

/// The file that a link of that name leads to, or the name itself.
[[nodiscard]] std::string withLinksFollowed(const std::string& path);

} // namespace dbgr::session
