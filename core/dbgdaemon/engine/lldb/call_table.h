// SPDX-License-Identifier: BSD-3-Clause
// The user's breakpoints at system calls in one rank. LLDB has none for them: what holds the rank stops it, and says
// why, and we say for which of them that is. Way: request_runner -> set() -> AttachTarget::catchCalls; stop_reason ->
// at(). Thread: engine.
#pragma once

#include "debug/breakpoint.h"
#include "debug/engine_request.h"
#include "debug/system_call.h"
#include "util/ids.h"
#include "util/result.h"
#include "util/system_call_words.h"

#include <lldb/API/SBThread.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace dbgr::daemon {

class CallTable
{
public:
    /// Numbers of calls; nothing: all.
    using Numbers = std::optional<std::set<std::uint32_t>>;

    /// \param say AttachTarget::catchCalls; what an engine before us has said is taken back
    CallTable(util::Rank rank, std::function<void(const Numbers&)> say);

    /// Sets the breakpoint, or changes the one with this id.
    /// \errors NoSuchPlace: the rank's processor has no such call, or what holds the rank sees none
    util::Result<debug::BreakpointStatus> set(const debug::SetBreakpoint& request);
    /// \return false if there is none with that number
    bool remove(util::BreakpointId id);
    [[nodiscard]] bool has(util::BreakpointId id) const { return m_entries.contains(id); }
    /// Whether since the last time calls were asked for that a rank which runs has not been let run for.
    [[nodiscard]] bool takeIsNew() { return std::exchange(m_isNew, false); }

    /// At what the thread stands, if it is that. \pre the rank stands
    [[nodiscard]] static std::optional<util::SystemCallStop> stopOf(lldb::SBThread thread);
    /// As a person is told.
    [[nodiscard]] static debug::SystemCall factsOf(const util::SystemCallStop& stop);
    /// Those that are about the call and the thread, ascending.
    [[nodiscard]] std::vector<util::BreakpointId> at(const util::SystemCallStop& stop, lldb::SBThread thread) const;
    /// A hit with all that was asked for: whether it is one of those that are to be passed, which is counted.
    [[nodiscard]] bool isToBePassed(util::BreakpointId id);

private:
    struct Entry
    {
        debug::BreakpointSpec spec;
        Numbers numbers;
        std::uint32_t toIgnore = 0;
    };
    [[nodiscard]] Numbers wanted() const;
    void say();

    util::Rank m_rank;
    std::function<void(const Numbers&)> m_say;
    std::map<util::BreakpointId, Entry> m_entries;
    bool m_isNew = false;
};

} // namespace dbgr::daemon
