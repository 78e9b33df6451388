// SPDX-License-Identifier: BSD-3-Clause
// The frame of an ELF file: what it is, and its segments. Of programs and libraries as of core files; only of those
// that this machine could run. Thread: any; values.
#pragma once

#include "corefile/byte_source.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dbgr::corefile {

enum class SegmentType : std::uint32_t
{
    Load = 1,
    Note = 4
};

struct Segment
{
    std::uint32_t type = 0; ///< SegmentType, or one that does not matter here
    std::uint64_t offset = 0;
    std::uint64_t address = 0;
    std::uint64_t bytesInFile = 0;

    [[nodiscard]] bool is(SegmentType wanted) const { return type == static_cast<std::uint32_t>(wanted); }
    [[nodiscard]] bool holds(std::uint64_t at) const { return at >= address && at - address < bytesInFile; }
    /// Whether the file ends before the segment does.
    [[nodiscard]] bool isCutOff(std::uint64_t fileSize) const
    {
        return offset > fileSize || bytesInFile > fileSize - offset;
    }
};

struct ElfFile
{
    bool isCore = false;
    std::vector<Segment> segments;

    /// The process's memory as the file has it; fewer bytes where that ends.
    [[nodiscard]] std::string memory(const ByteSource& bytes, std::uint64_t address, std::size_t count) const;
};

/// No process has more mappings than this, however its system is tuned.
inline constexpr std::size_t kMaxSegments = 1 << 19;

/// \errors std::errc::executable_format_error, with words on what the file is instead
[[nodiscard]] util::Result<ElfFile> readElf(const ByteSource& bytes);

} // namespace dbgr::corefile
