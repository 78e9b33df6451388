// SPDX-License-Identifier: BSD-3-Clause
// Where a program or library has its symbols, by name. Reads the few tables that it needs, in pieces: files may be
// huge, and anybody's. Way: /proc/PID/maps -> mapped_files -> here -> target. Thread: any; no state but the file's.
#pragma once

#include "util/result.h"
#include "util/unique_fd.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dbgr::mpir {

struct Symbol
{
    std::uint64_t address; ///< as the file has it, or absolute: see who hands it out
    std::uint64_t sizeBytes;
    friend bool operator==(const Symbol&, const Symbol&) = default;
};

/// A 64-bit ELF file of this machine's byte order.
class ElfSymbols
{
public:
    /// Fills all of `out` from the file's `offset` on, or fails.
    using ReadAt = std::function<bool(std::uint64_t offset, std::span<std::byte> out)>;
    enum class Table
    {
        Dynamic, ///< what it offers to other modules; also in stripped files
        Static,
    };
    /// A table larger than this is not looked at.
    static constexpr std::uint64_t kMaxTableBytes = std::uint64_t(1) << 28U;

    /// \errors Errc::NotElf, Errc::ThirtyTwoBit, Errc::Damaged
    [[nodiscard]] static util::Result<ElfSymbols> open(ReadAt file);
    [[nodiscard]] static util::Result<ElfSymbols> open(util::UniqueFd file);

    /// Of `names` those that the file defines, with the addresses of the file. Files without section headers have none.
    [[nodiscard]] std::map<std::string, Symbol> find(Table table, const std::vector<std::string>& names) const;

    /// What to add to the file's addresses where `fileOffset` was mapped at `start`; nothing: no segment begins there.
    [[nodiscard]] std::optional<std::uint64_t> loadBias(std::uint64_t start, std::uint64_t fileOffset) const;

    /// What the file has at one of its addresses: at most that many bytes, fewer where its segment ends, none where it
    /// has nothing.
    [[nodiscard]] std::vector<std::byte> bytesAt(std::uint64_t address, std::size_t most) const;

private:
    struct Segment
    {
        std::uint64_t offset, address, sizeBytes;
    };
    struct Section
    {
        std::uint32_t type, link;
        std::uint64_t offset, sizeBytes;
    };
    /// Offset in a table of strings -> the wanted name that ends there.
    using NameOffsets = std::map<std::uint32_t, std::string>;

    explicit ElfSymbols(ReadAt file) : m_file(std::move(file)) {}
    [[nodiscard]] util::Result<void> readHeaders();
    [[nodiscard]] NameOffsets offsetsOf(const std::vector<std::string>& names, const Section& strings) const;
    [[nodiscard]] std::map<std::string, Symbol> symbolsNamed(const NameOffsets& names, const Section& symbols) const;
    [[nodiscard]] bool eachPiece(const Section& section, std::size_t overlapBytes,
                                 const std::function<void(std::uint64_t at, std::string_view piece)>& visit) const;

    ReadAt m_file;
    std::vector<Segment> m_segments;
    std::vector<Section> m_sections;
};

} // namespace dbgr::mpir
