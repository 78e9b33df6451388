// SPDX-License-Identifier: BSD-3-Clause
// Numbers of this processor as they lie in memory; programs that are debugged run on the same one. Thread: any; plain
// functions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

namespace dbgr::values {

/// \param bytes what is missing at their end is zero
template <class T>
[[nodiscard]] T fromBytes(std::span<const std::byte> bytes)
{
    T value{};
    std::memcpy(&value, bytes.data(), std::min(sizeof value, bytes.size()));
    return value;
}

/// \param count of bytes; those that the value has not are zero
template <class T>
void appendBytes(std::vector<std::byte>& out, const T& value, std::size_t count = sizeof(T))
{
    const auto own = std::as_bytes(std::span(&value, 1)).first(std::min(count, sizeof value));
    out.insert(out.end(), own.begin(), own.end());
    out.resize(out.size() + count - own.size());
}

} // namespace dbgr::values
