// SPDX-License-Identifier: BSD-3-Clause
// The program and the libraries that a process has in its memory, from /proc/PID/maps. Way: target asks for them, and
// opens each. Thread: any.
#pragma once

#include "util/ids.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::mpir {

/// A file at its lowest place in the memory.
struct MappedFile
{
    std::string path; ///< as the kernel names it, without " (deleted)"
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint64_t fileOffset = 0; ///< of start
    bool deleted = false;         ///< since it was mapped
    friend bool operator==(const MappedFile&, const MappedFile&) = default;
};

inline constexpr std::size_t kMaxMappedFiles = 4096;

/// In the order of their addresses: the program comes first, mostly. \param maps text of /proc/PID/maps
[[nodiscard]] std::vector<MappedFile> parseMaps(std::string_view maps);

/// \errors errno: of other users, protected (EACCES), or ended (ESRCH, ENOENT)
[[nodiscard]] util::Result<std::vector<MappedFile>> mappedFiles(util::Pid pid);

/// For reading; the file that was mapped, also in another root folder, and when it was deleted since.
/// \errors errno; std::errc::invalid_argument: not a plain file
[[nodiscard]] util::Result<util::UniqueFd> openMapped(util::Pid pid, const MappedFile& file);

} // namespace dbgr::mpir
