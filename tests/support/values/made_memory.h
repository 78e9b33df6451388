// SPDX-License-Identifier: GPL-3.0-or-later
// A process's memory that a test makes of bytes at addresses; all else is not readable. Thread: the test's.
#pragma once

#include "values/target/memory.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <type_traits>

namespace dbgr::test {

class MadeMemory final : public values::Memory
{
public:
    /// \param bytes over what was there before
    void put(values::Address address, std::span<const std::byte> bytes)
    {
        for (std::size_t i = 0; i < bytes.size(); ++i)
            m_bytes[address.value + i] = bytes[i];
    }
    void put(values::Address address, std::string_view text) { put(address, std::as_bytes(std::span(text))); }
    /// An object as it is in this machine's memory.
    template <class T>
    void putObject(values::Address address, const T& object)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        put(address, std::as_bytes(std::span(&object, 1)));
    }
    /// What was there is no longer readable.
    void remove(values::Address address, std::size_t count)
    {
        m_bytes.erase(m_bytes.lower_bound(address.value), m_bytes.lower_bound(address.value + count));
    }

    /// How often it was asked: for tests of what is read once.
    [[nodiscard]] std::size_t reads() const { return m_reads; }

    [[nodiscard]] bool read(values::Address address, std::span<std::byte> out) override
    {
        ++m_reads;
        auto at = m_bytes.lower_bound(address.value);
        for (std::size_t i = 0; i < out.size(); ++i, ++at) {
            if (at == m_bytes.end() || at->first != address.value + i)
                return false;
            out[i] = at->second;
        }
        return true;
    }

private:
    std::map<std::uint64_t, std::byte> m_bytes;
    std::size_t m_reads = 0;
};

} // namespace dbgr::test
