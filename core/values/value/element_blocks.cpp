// SPDX-License-Identifier: BSD-3-Clause
#include "values/value/element_blocks.h"

#include <algorithm>
#include <utility>

namespace dbgr::values {

namespace {

/// The extent that varies fastest first.
std::vector<Extent> inMemoryOrder(const Value& array)
{
    std::vector<Extent> extents = array.array->extents;
    if (!array.array->element->isFortran())
        std::reverse(extents.begin(), extents.end());
    return extents;
}

/// Extents that are one behind the other in memory, as one: in the order of memory.
std::vector<Extent> merged(const std::vector<Extent>& extents)
{
    std::vector<Extent> result;
    for (const Extent& extent : extents) {
        if (extent.count == 1)
            continue;
        if (!result.empty() && extent.stride == times(result.back().stride, result.back().count))
            result.back().count *= extent.count;
        else
            result.push_back(extent);
    }
    return result;
}

/// Visits the beginning of each run along the fastest dimension. \return false when `visit` did
template <class Visit>
util::Result<bool> forEachRun(Address base, std::span<const Extent> slower, Visit& visit)
{
    if (slower.empty())
        return visit(base);
    const Extent& slowest = slower.back();
    for (std::uint64_t i = 0; i < slowest.count; ++i) {
        DBGR_TRY(const bool goesOn,
                 forEachRun(base.plus(times(slowest.stride, i)), slower.first(slower.size() - 1), visit));
        if (!goesOn)
            return false;
    }
    return true;
}

/// One run of elements: those that are not far from each other in large pieces, with what lies between them.
class RunReader
{
public:
    RunReader(StopMemory& memory, const Extent& extent, std::size_t bytes,
              const std::function<bool(const ElementBlock&)>& visit)
        : m_memory(memory), m_extent(extent), m_bytes(bytes), m_visit(visit)
    {}

    util::Result<bool> operator()(Address base)
    {
        const std::uint64_t most = atOnce();
        for (std::uint64_t i = 0; i < m_extent.count;) {
            const Address at = base.plus(times(m_extent.stride, i));
            const std::uint64_t count = std::min(most, m_extent.count - i);
            DBGR_TRY(const bool goesOn, fetch(at, count) ? visit(count) : oneByOne(at, count));
            if (!goesOn)
                return false;
            i += count;
        }
        return true;
    }

private:
    /// How many elements are read at once.
    [[nodiscard]] std::uint64_t atOnce() const
    {
        const bool isFar = distance() > std::max(StopMemory::kPage, m_bytes);
        return isFar ? 1 : std::max<std::uint64_t>(1, ElementBlock::kMostBytes / std::max(distance(), m_bytes));
    }
    /// Between the beginnings of two elements.
    [[nodiscard]] std::size_t distance() const
    {
        const auto stride = static_cast<std::size_t>(m_extent.stride);
        return isBackwards() ? 0 - stride : stride;
    }
    [[nodiscard]] bool isBackwards() const { return m_extent.stride < 0; }
    [[nodiscard]] util::Result<void> fetch(Address first, std::uint64_t count)
    {
        const std::size_t others = static_cast<std::size_t>(count - 1) * distance();
        m_buffer.resize(others + m_bytes);
        return m_memory.read(isBackwards() ? first.plus(times(m_extent.stride, count - 1)) : first, m_buffer);
    }
    [[nodiscard]] bool visit(std::uint64_t count) const
    {
        return m_visit({m_buffer, isBackwards() ? m_buffer.size() - m_bytes : 0, m_extent.stride, count, m_bytes});
    }
    /// What cannot be read may lie between them, or behind some of them.
    [[nodiscard]] util::Result<bool> oneByOne(Address first, std::uint64_t count)
    {
        for (std::uint64_t k = 0; k < count; ++k) {
            DBGR_TRY(fetch(first.plus(times(m_extent.stride, k)), 1));
            if (!visit(1))
                return false;
        }
        return true;
    }

    StopMemory& m_memory;
    const Extent m_extent;
    const std::size_t m_bytes;
    const std::function<bool(const ElementBlock&)>& m_visit;
    std::vector<std::byte> m_buffer;
};

} // namespace

util::Result<void> readInBlocks(StopMemory& memory, const Value& array, std::size_t elementBytes,
                                const std::function<bool(const ElementBlock&)>& visit)
{
    const std::vector<Extent> extents = merged(inMemoryOrder(array));
    const Extent single{0, 1, static_cast<std::int64_t>(elementBytes)};
    RunReader run(memory, extents.empty() ? single : extents.front(), elementBytes, visit);
    const std::span<const Extent> slower = extents.empty() ? std::span<const Extent>() : std::span(extents).subspan(1);
    auto done = forEachRun(array.array->base, slower, run);
    return done ? util::ok() : util::Result<void>(util::fail(std::move(done).error()));
}

} // namespace dbgr::values
