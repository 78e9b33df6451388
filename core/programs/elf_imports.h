// SPDX-License-Identifier: BSD-3-Clause
// What a program or library needs to run, as its file says. Reads the few tables that it needs: files may be huge, and
// anybody's. Way: a program's file -> here -> pmix_users. Thread: any; pure but for the reading.
#pragma once

#include "util/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::programs {

struct ElfImports
{
    /// It is started by a dynamic loader, or is a library.
    bool dynamic = false;
    std::vector<std::string> libraries; ///< DT_NEEDED, as written
    std::vector<std::string> folders;   ///< DT_RUNPATH and DT_RPATH, as written: with $ORIGIN
    /// The names of its symbols: of the dynamic ones, or of all in a static program. Empty when they were removed.
    std::string names;

    /// Whether a name ends with that; names may share their ends. \param end as "execv"
    [[nodiscard]] bool mayName(std::string_view end) const;
};

/// Fills all of `out` from the file's `offset` on, or fails.
using ReadFileAt = std::function<bool(std::uint64_t offset, std::span<std::byte> out)>;

/// A table larger than this is not read: nothing can be said of the file.
inline constexpr std::uint64_t kMaxElfTableBytes = std::uint64_t{64} << 20;

/// \errors std::errc::executable_format_error: no 64-bit ELF file of this machine's byte order, a damaged or huge one
[[nodiscard]] util::Result<ElfImports> readElfImports(const ReadFileAt& file);

} // namespace dbgr::programs
