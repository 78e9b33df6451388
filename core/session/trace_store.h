// SPDX-License-Identifier: BSD-3-Clause
// What ranks have logged at tracepoints, within limits: the oldest records go first. Owned and changed by the session,
// read by faces. Thread: the session's.
#pragma once

#include "debug/breakpoint.h"
#include "debug/trace.h"
#include "util/ids.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

namespace dbgr::session {

class TraceStore
{
public:
    struct Limits
    {
        std::size_t records = 200'000;
        std::size_t bytes = std::size_t(64) << 20; ///< of the values' texts
    };
    /// What a tracepoint logs, also when it is there no more.
    struct Point
    {
        std::string place; ///< "ring.cpp:41"
        std::vector<std::string> expressions;
        std::size_t records = 0; ///< that are there of it
    };
    struct Row
    {
        std::uint64_t number = 0; ///< from 1, in the order of coming
        debug::TraceRecord record;
    };

    TraceStore() : TraceStore(Limits()) {}
    explicit TraceStore(Limits limits) : m_limits(limits) {}

    /// A tracepoint is set, whose records may come.
    void note(const debug::BreakpointSpec& spec);
    /// It is not set after all: no rank could log that.
    void forget(util::BreakpointId id);
    /// Records of tracepoints that nobody has noted are left out. \return the ids of those that came, one a record
    std::vector<util::BreakpointId> add(std::vector<debug::TraceRecord> records);
    /// Another job begins, or somebody wants them gone. Numbers go on.
    void clear();

    [[nodiscard]] const std::deque<Row>& rows() const { return m_rows; }
    [[nodiscard]] const std::map<util::BreakpointId, Point>& points() const { return m_points; }
    /// How many of the oldest are there no more, since there were too many.
    [[nodiscard]] std::uint64_t dropped() const { return m_dropped; }
    /// The number of the latest; 0 before the first.
    [[nodiscard]] std::uint64_t last() const { return m_last; }

private:
    void dropOldest();

    Limits m_limits;
    std::map<util::BreakpointId, Point> m_points;
    std::deque<Row> m_rows;
    std::size_t m_bytes = 0;
    std::uint64_t m_last = 0;
    std::uint64_t m_dropped = 0;
};

} // namespace dbgr::session
