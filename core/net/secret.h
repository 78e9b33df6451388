// SPDX-License-Identifier: BSD-3-Clause
// The secret of a session, by which dbgr and its daemons know each other. Thread: any; a value.
#pragma once

#include "util/result.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace dbgr::net {

/// 32 random bytes; wiped from memory when they are given up. Has no way into a log: hex() is for the environment of a
/// child and for nothing else.
class Secret
{
public:
    static constexpr std::size_t kBytes = 32;

    /// From the system's source of randomness. \errors those of getrandom()
    [[nodiscard]] static util::Result<Secret> generate();
    /// \errors Errc::BadSecret; the text is never part of the error
    [[nodiscard]] static util::Result<Secret> fromHex(std::string_view hex);

    Secret(const Secret&) = default;
    Secret& operator=(const Secret&) = default;
    ~Secret();

    /// 64 hexadecimal digits.
    [[nodiscard]] std::string hex() const;
    [[nodiscard]] std::span<const unsigned char, kBytes> bytes() const { return m_bytes; }
    /// Takes the same time for every pair.
    friend bool operator==(const Secret& a, const Secret& b);

private:
    Secret() = default;
    std::array<unsigned char, kBytes> m_bytes{};
};

} // namespace dbgr::net
