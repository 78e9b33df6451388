// SPDX-License-Identifier: BSD-3-Clause
// The memory of an interpreter's process for one question: each page is read once, and no more of them than there is
// time for while it stands. Way: StackReader -> here -> Read. Thread: one at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <unordered_map>

namespace dbgr::python {

/// All of `out`, or false.
using Read = std::function<bool(std::uint64_t address, std::span<std::byte> out)>;

class PagedMemory
{
public:
    static constexpr std::size_t kPage = 4096;
    static constexpr std::size_t kMostPages = 2048; ///< 8 MiB

    explicit PagedMemory(Read read) : m_read(std::move(read)) {}

    /// All of `out`, or false.
    [[nodiscard]] bool read(std::uint64_t address, std::span<std::byte> out);
    template <class T>
    [[nodiscard]] std::optional<T> get(std::uint64_t address)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        T value{};
        return read(address, std::as_writable_bytes(std::span(&value, 1))) ? std::optional(value) : std::nullopt;
    }
    /// No more was read, though it may be there.
    [[nodiscard]] bool isUsedUp() const { return m_pages.size() >= kMostPages; }

private:
    using Page = std::array<std::byte, kPage>;
    /// Null: it cannot be read.
    [[nodiscard]] const Page* page(std::uint64_t number);

    Read m_read;
    std::unordered_map<std::uint64_t, std::unique_ptr<Page>> m_pages; // null: not readable
};

} // namespace dbgr::python
