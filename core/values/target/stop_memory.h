// SPDX-License-Identifier: BSD-3-Clause
// The memory of one rank at one stop: each page is read once, with those beside it that are needed then, and what the
// compiler keeps in registers or in pieces has an address, too, so that all behind this knows addresses only. Way:
// value -> StopMemory -> Memory. Thread: one at a time; made anew for each stop.
#pragma once

#include "util/result.h"
#include "values/target/memory.h"
#include "values/target/spare_pages.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace dbgr::values {

class StopMemory
{
public:
    static constexpr std::size_t kPage = sizeof(MemoryPage);
    static constexpr std::size_t kMaxPages = 4096;                   ///< 16 MiB; then the cache begins anew
    static constexpr std::size_t kMaxMadeUp = std::size_t{64} << 20; ///< bytes of values without an address

    /// \param memory outlives this
    explicit StopMemory(Memory& memory) : m_memory(memory) {}

    /// All of `out`. \errors Unreadable (with the address), OptimizedOut, TooLarge
    [[nodiscard]] util::Result<void> read(Address address, std::span<std::byte> out);
    template <class T>
    [[nodiscard]] util::Result<T> get(Address address)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        T value{};
        DBGR_TRY(read(address, std::as_writable_bytes(std::span(&value, 1))));
        return value;
    }
    /// Of at most eight bytes, the lowest first. \errors as read()
    [[nodiscard]] util::Result<std::uint64_t> getUnsigned(Address address, std::size_t bytes);
    [[nodiscard]] util::Result<std::int64_t> getSigned(Address address, std::size_t bytes);

    /// Something has written to the memory meanwhile.
    void forgetPages() { m_pages.clear(); }

    /// All of `bytes`; what was read there before is forgotten. \errors ReadOnly
    [[nodiscard]] util::Result<void> write(Address address, std::span<const std::byte> bytes);

    /// Where bytes come from that have no address.
    enum class MadeOf
    {
        Computed,
        Constant,
        Register,
        Pieces ///< not all of them in memory
    };
    /// An address for bytes that have none. \param known for each byte whether it is known; none: all are
    /// \errors TooLarge
    [[nodiscard]] util::Result<Address> makeUp(std::vector<std::byte> bytes, std::vector<bool> known = {},
                                               MadeOf from = MadeOf::Computed);
    [[nodiscard]] static bool isMadeUp(Address address) { return address.value >= kMadeUp; }
    /// \pre isMadeUp(address)
    [[nodiscard]] MadeOf madeOf(Address address) const;

private:
    struct MadeUp
    {
        std::vector<std::byte> bytes;
        std::vector<bool> known;
        MadeOf from = MadeOf::Computed;
    };
    // No process of x86-64 or aarch64 has memory there; the next one begins a gap later, so that none is run over.
    static constexpr std::uint64_t kMadeUp = 0xF000'0000'0000'0000;
    static constexpr unsigned kGapBits = 28;

    [[nodiscard]] util::Result<void> readMadeUp(Address address, std::span<std::byte> out) const;
    /// Null: it cannot be read. \param last up to which pages are needed, too: what is missing of them is read with it
    [[nodiscard]] const MemoryPage* page(std::uint64_t number, std::uint64_t last);
    void fetch(std::uint64_t first, std::size_t count);

    Memory& m_memory;
    std::unordered_map<std::uint64_t, OwnedPage> m_pages;
    std::vector<MadeUp> m_madeUp;
    std::size_t m_madeUpBytes = 0;
};

} // namespace dbgr::values
