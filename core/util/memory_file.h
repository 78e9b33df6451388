// SPDX-License-Identifier: BSD-3-Clause
// Bytes in a file that is nowhere but in memory, for another process to read: more than fits into a message. Thread:
// any.
#pragma once

#include "util/result.h"
#include "util/unique_fd.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace dbgr::util {

/// Sealed: nobody can change it. \errors those of memfd_create(), write()
[[nodiscard]] Result<UniqueFd> makeMemoryFile(const char* name, std::string_view bytes);

/// All of it. \param most bytes that are taken of it \errors std::errc::file_too_large; those of fstat(), pread()
[[nodiscard]] Result<std::string> readMemoryFile(int file, std::size_t most);

} // namespace dbgr::util
