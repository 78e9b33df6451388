// SPDX-License-Identifier: BSD-3-Clause
// The tracepoints of a rank whose hits the keeper notes, by the numbers that it knows them by, and what it has noted.
// Way: BreakpointTable -> TracedPlaces <- TraceRing. Thread: engine.
#pragma once

#include "bytecode/trace_ring.h"
#include "dbgdaemon/engine/lldb/traced_place.h"
#include "debug/trace.h"
#include "util/ids.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace dbgr::daemon {

class TracedPlaces
{
public:
    /// What another engine has not taken is lost: only that one knew what it meant.
    TracedPlaces(util::Rank rank, bytecode::TraceRing notes);

    /// A number by which the keeper may note hits of it, from now on and also when it is long gone.
    [[nodiscard]] std::uint32_t add(std::shared_ptr<const TracedPlace> place);
    /// Whether hits may be noted, or have been.
    [[nodiscard]] bool areAny() const { return !m_places.empty(); }

    enum class When
    {
        Runs,  ///< a thread may still have to do the instruction of its latest hit
        Stands ///< or has ended
    };
    /// What was noted since the last time, in the order of the hits.
    [[nodiscard]] std::vector<debug::TraceRecord> take(When when);
    /// How many hits were noted whose records are lost, since this was asked last.
    [[nodiscard]] std::size_t takeLost() { return std::exchange(m_lost, 0); }

private:
    util::Rank m_rank;
    bytecode::TraceRing m_notes;
    std::uint32_t m_last = 0;
    std::map<std::uint32_t, std::shared_ptr<const TracedPlace>> m_places;
    std::size_t m_lost = 0;
};

} // namespace dbgr::daemon
