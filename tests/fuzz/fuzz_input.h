// SPDX-License-Identifier: GPL-3.0-or-later
// Takes the first bytes of a fuzzer's input as choices, and leaves the rest as what a peer sent.
#pragma once

#include "pmix/codec/wire_format.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace dbgr::test {

class FuzzInput
{
public:
    FuzzInput(const std::uint8_t* data, std::size_t size) : m_left(reinterpret_cast<const char*>(data), size) {}

    /// 0 when nothing is left.
    std::uint8_t choice()
    {
        if (m_left.empty())
            return 0;
        const auto byte = static_cast<std::uint8_t>(m_left.front());
        m_left.remove_prefix(1);
        return byte;
    }
    pmix::WireFormat wireFormat()
    {
        const unsigned byte = choice() % 14U;
        return {static_cast<pmix::WireVersion>(byte / 2),
                byte % 2 == 0 ? pmix::BufferType::NonDescribed : pmix::BufferType::FullyDescribed};
    }
    [[nodiscard]] std::string_view rest() const { return m_left; }

private:
    std::string_view m_left;
};

/// What must hold whatever the input is.
inline void mustHold(bool condition, const char* what)
{
    if (condition)
        return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

} // namespace dbgr::test
