// SPDX-License-Identifier: GPL-3.0-or-later
// What the notes of a core file of x86-64 say of its first thread's registers and of the files that were mapped.
// Thread: any; values.
#pragma once

#include "corefile/byte_source.h"
#include "corefile/elf_file.h"
#include "util/result.h"
#include "values/target/address.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dbgr::test {

/// By the numbers that DWARF gives them on x86-64.
namespace x86_64 {
inline constexpr unsigned kRbx = 3, kRbp = 6, kRsp = 7, kR12 = 12, kR15 = 15;
inline constexpr unsigned kReturnAddress = 16; ///< of the innermost frame: its pc
inline constexpr unsigned kGeneralCount = 17;
inline constexpr unsigned kXmm0 = 17, kSt0 = 33, kFsBase = 58;
inline constexpr unsigned kXmmCount = 16, kStCount = 8;
inline constexpr std::size_t kXmmBytes = 16, kStBytes = 10;
} // namespace x86_64

struct CoreRegisters
{
    std::array<std::optional<std::uint64_t>, x86_64::kGeneralCount> general;
    std::optional<std::uint64_t> threadPointer; ///< the same in all frames
    std::string floating;                       ///< as FXSAVE writes it; "" unknown

    /// The low bytes of any register. False: unknown, or it has fewer.
    [[nodiscard]] bool read(unsigned number, std::span<std::byte> out) const;
};

struct MappedFile
{
    std::string path;
    values::Address begin, end;
    std::uint64_t offset = 0; ///< in the file

    [[nodiscard]] bool holds(values::Address address) const { return address >= begin && address < end; }
};

struct CoreNotes
{
    CoreRegisters registers;
    std::vector<MappedFile> files;
    values::Address programHeaders; ///< of the program, not of a library; null unknown
};

/// \errors std::errc::executable_format_error if there is no thread in it, or notes are broken
[[nodiscard]] util::Result<CoreNotes> readCoreNotes(const corefile::ByteSource& bytes, const corefile::ElfFile& core);

} // namespace dbgr::test
