// SPDX-License-Identifier: BSD-3-Clause
#include "session/trace_store.h"

#include <numeric>
#include <utility>

namespace dbgr::session {

namespace {

std::size_t bytesOf(const debug::TraceRecord& record)
{
    return std::accumulate(record.values.begin(), record.values.end(), std::size_t(0),
                           [](std::size_t sum, const debug::TracedValue& value) {
                               return sum + value.value.size() + value.problem.size();
                           });
}

} // namespace

void TraceStore::note(const debug::BreakpointSpec& spec)
{
    if (!spec.isTrace())
        return;
    m_points.insert_or_assign(spec.id, Point{debug::placeTextOf(spec), spec.traced, 0}); // its number is new
}

void TraceStore::forget(util::BreakpointId id)
{
    if (const auto point = m_points.find(id); point != m_points.end() && point->second.records == 0)
        m_points.erase(point);
}

std::vector<util::BreakpointId> TraceStore::add(std::vector<debug::TraceRecord> records)
{
    std::vector<util::BreakpointId> ids;
    for (debug::TraceRecord& record : records) {
        const auto point = m_points.find(record.id);
        if (point == m_points.end() || point->second.expressions.size() != record.values.size())
            continue;
        ids.push_back(record.id);
        ++point->second.records;
        m_bytes += bytesOf(record);
        m_rows.push_back({++m_last, std::move(record)});
        while (m_rows.size() > m_limits.records || (m_bytes > m_limits.bytes && m_rows.size() > 1))
            dropOldest();
    }
    return ids;
}

void TraceStore::dropOldest()
{
    m_bytes -= bytesOf(m_rows.front().record);
    --m_points.at(m_rows.front().record.id).records;
    m_rows.pop_front();
    ++m_dropped;
}

void TraceStore::clear()
{
    m_rows.clear();
    for (auto& [id, point] : m_points)
        point.records = 0;
    m_bytes = 0;
    m_dropped = 0;
}

} // namespace dbgr::session
