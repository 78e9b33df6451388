// SPDX-License-Identifier: BSD-3-Clause
// Elements of an array, read many at once. Way: ValueReader -> here -> StopMemory. Thread: as ValueReader.
#pragma once

#include "util/result.h"
#include "values/target/stop_memory.h"
#include "values/value/value.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace dbgr::values {

/// Bytes that were read, and where in them elements are: at equal distances, backwards where a stride is negative.
struct ElementBlock
{
    static constexpr std::size_t kMostBytes = std::size_t{1} << 18; ///< of several elements; one may have more

    std::span<const std::byte> bytes;
    std::size_t first = 0; ///< byte at which the first element begins
    std::int64_t stride = 0;
    std::uint64_t count = 0;
    std::size_t elementBytes = 0;

    [[nodiscard]] std::span<const std::byte> operator[](std::uint64_t k) const
    {
        return bytes.subspan(first + static_cast<std::size_t>(times(stride, k)), elementBytes);
    }
};

/// All elements, in the order of memory, until `visit` says false. What lies between elements need not be readable.
/// \param elementBytes not 0 \errors those of StopMemory::read(), of the first element that cannot be read
[[nodiscard]] util::Result<void> readInBlocks(StopMemory& memory, const Value& array, std::size_t elementBytes,
                                              const std::function<bool(const ElementBlock&)>& visit);

} // namespace dbgr::values
