// SPDX-License-Identifier: BSD-3-Clause
// The notes in an ELF file's note segments, without reading what nobody asks for. Thread: any; pure over ByteSource.
#pragma once

#include "corefile/byte_source.h"
#include "corefile/elf_file.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace dbgr::corefile {

struct Note
{
    std::string owner; ///< "CORE", "LINUX", "GNU"
    std::uint32_t type = 0;
    std::uint64_t offset = 0; ///< of what it says, in the file
    std::size_t size = 0;
};

/// A process with a hundred thousand threads has fewer.
inline constexpr std::size_t kMaxNotes = 1 << 20;

/// Calls `visit` for each note of a segment, until that says false.
/// \return false when the segment has an end too early or is no list of notes
[[nodiscard]] bool forEachNote(const ByteSource& bytes, const Segment& segment,
                               const std::function<bool(const Note&)>& visit);

} // namespace dbgr::corefile
