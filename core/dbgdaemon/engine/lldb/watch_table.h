// SPDX-License-Identifier: BSD-3-Clause
// Data of one rank whose use stops it: the processor watches some bytes, or what holds the rank does, by having it
// execute one instruction at a time; and we say whether what happened there is what was asked for. What a call owns is
// watched until that call is over. The processor does not see what the kernel and other processes write.
// Way: request_runner -> set() -> LLDB, AttachTarget::watchSlowly; stop_reason -> news(). Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/rank_values.h"
#include "dbgdaemon/engine/lldb/watch_scope.h"
#include "debug/breakpoint.h"
#include "debug/stop.h"
#include "util/ids.h"
#include "util/memory_change.h"
#include "util/result.h"

#include <lldb/API/SBThread.h>
#include <lldb/API/SBWatchpoint.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::daemon {

class LldbSession;

class WatchTable
{
public:
    /// \param watchSlowly AttachTarget's; what an engine before us has said is taken back
    WatchTable(LldbSession& session, std::function<void(std::span<const util::MemoryArea>)> watchSlowly);

    /// Finds the data and watches it; of one that is watched by this number, only changes how.
    /// \errors NotStopped, NoSuchFrame, NoSuchPlace (no such data, no memory of its own, more than can be watched)
    util::Result<debug::BreakpointStatus> set(const debug::SetBreakpoint& request);
    /// \return false if there is none with that number
    bool remove(util::BreakpointId id);
    /// Whether since the last time something is watched slowly for which a rank that runs has not been let run.
    [[nodiscard]] bool takeIsNew() { return std::exchange(m_isNew, false); }

    /// What a stop means to those who watch.
    struct News
    {
        std::vector<debug::WatchedChange> changes; ///< all but their ranks
        std::vector<util::BreakpointId> ended;     ///< their calls are over; ascending
        std::string function;                      ///< of the first of those
        bool isReturn = false;                     ///< a call is over of which data was watched, though that may be off
        bool isFromOutside = false;                ///< no instruction of the rank has made the changes

        [[nodiscard]] bool empty() const { return changes.empty() && ended.empty(); }
    };
    /// Where it stands since memory has changed that is watched slowly.
    [[nodiscard]] static std::optional<util::MemoryChange> slowStopOf(lldb::SBThread thread);
    /// Found out once a stop, however often it is asked.
    [[nodiscard]] const News& news(lldb::SBThread thread);
    /// "step", "step, p->x"
    [[nodiscard]] std::string expressionsOf(const std::vector<util::BreakpointId>& ids) const;

    /// The rank is about to run: until now somebody may have changed what is watched.
    void look();
    void forgetStop() { m_news.clear(); }
    /// Takes out what is over. \return what there is to tell of it
    [[nodiscard]] std::vector<debug::BreakpointStatus> takeOutEnded();
    /// The rank has become another program: none of its data is left.
    void endAll();

private:
    using Bytes = std::vector<std::byte>;
    struct Entry
    {
        debug::BreakpointSpec spec;
        std::shared_ptr<RankValues> finder; ///< that has found the place, and has its type
        KeptPlace place;
        lldb::SBWatchpoint watchpoint;   ///< none of what is watched slowly
        std::optional<WatchScope> scope; ///< none: the data is there as long as the program
        Bytes last;                      ///< that was there when the rank last stood
        debug::ValueGroup lastValue;
        std::uint32_t toIgnore = 0;
        bool isOurs = false; ///< our reader judges the condition
        std::string wrong;   ///< with the condition
        std::string over;    ///< why it is not watched any more; "" it is
        bool isOverTold = false;
    };

    [[nodiscard]] util::Result<Entry> watch(const debug::SetBreakpoint& request);
    [[nodiscard]] util::Result<void> checkSize(const Entry& entry) const;
    [[nodiscard]] util::Result<void> checkSlowRoom(const Entry& entry) const;
    [[nodiscard]] util::Result<lldb::SBWatchpoint> arm(const Entry& entry);
    /// Why the processor does not watch it.
    [[nodiscard]] tl::unexpected<util::Error> noRegister(const Entry& entry) const;
    [[nodiscard]] static bool isWatchedSlowly(const Entry& entry);
    [[nodiscard]] std::vector<util::MemoryArea> slowAreas() const;
    void say();
    void checkCondition(Entry& entry, ShownFrame frame);
    [[nodiscard]] util::Result<void> adjust(Entry& entry, const debug::SetBreakpoint& request);
    [[nodiscard]] util::Result<void> enable(Entry& entry, bool enabled);
    void takeOut(Entry& entry);
    [[nodiscard]] debug::BreakpointStatus statusOf(const Entry& entry) const;
    [[nodiscard]] debug::WatchRegisters registersOf(const Entry& entry) const;
    [[nodiscard]] std::uint32_t registersOfProcessor() const;
    [[nodiscard]] Bytes bytesOf(const Entry& entry) const;
    [[nodiscard]] News newsOf(lldb::SBThread thread);
    [[nodiscard]] bool endIfOver(Entry& entry, lldb::SBThread thread, bool isHit);
    /// Nothing: it was not what is watched for. \param isHit LLDB names it
    [[nodiscard]] std::optional<debug::WatchedChange> changeOf(Entry& entry, lldb::SBThread thread, bool isHit);
    [[nodiscard]] bool isWanted(Entry& entry, lldb::SBThread thread);

    LldbSession& m_session;
    std::function<void(std::span<const util::MemoryArea>)> m_watchSlowly;
    std::optional<std::vector<util::MemoryArea>> m_said; ///< what is watched slowly; nothing: by a session before
    std::map<util::BreakpointId, Entry> m_entries;
    std::map<std::uint64_t, News> m_news; ///< of this stop, by thread
    bool m_isNew = false;
};

} // namespace dbgr::daemon
