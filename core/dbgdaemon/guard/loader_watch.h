// SPDX-License-Identifier: BSD-3-Clause
// Keeps a rank's dynamic loader from stopping it for LLDB: a parallel program loads and unloads a hundred components,
// and LLDB wants a stop before and after each. Instead, LLDB hears at the next stop of any kind that the list of
// libraries has changed, and reads it then. Only where breakpoints may be in libraries to come the loader stops the
// rank, and LLDB learns of it where there is something to learn. Asked by RankRelay. Thread: the guard's.
#pragma once

#include "dbgdaemon/guard/breakpoint_ledger.h"
#include "dbgdaemon/guard/stop_reply.h"
#include "keeper/target/link_map.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace dbgr::daemon {

/// Libraries in which LLDB has found no place for any breakpoint, by BreakpointLedger::LoaderWish::about. What one rank
/// has taught holds for all ranks of the node.
using BarrenLibraries = std::map<std::uint32_t, std::set<std::string>>;

class LoaderWatch
{
public:
    LoaderWatch(std::function<BreakpointLedger::LoaderWish()> wish, keeper::LinkMapReader reader,
                std::shared_ptr<BarrenLibraries> barren)
        : m_wish(std::move(wish)), m_reader(std::move(reader)), m_barren(std::move(barren))
    {}

    /// What becomes of a stop.
    enum class Verdict
    {
        Tell,         ///< as it is
        TellWithNews, ///< and that the list of libraries has changed
        PassOver      ///< nobody is to know; the rank goes on
    };

    /// The breakpoint that is not to stand in the text while the rank runs now. \pre the rank is stopped
    [[nodiscard]] std::optional<std::uint64_t> leftOut();
    void onResume(std::string_view payload);
    void onInsert(std::uint64_t address);
    /// \param payload the stop reply; `lastResume()` is what led to it
    [[nodiscard]] Verdict onStop(std::string_view payload);
    [[nodiscard]] const std::string& lastResume() const { return m_lastResume; }

    /// Whether the rank stands where its loader tells of libraries. \pre it is stopped by that reply
    [[nodiscard]] bool isAtTrap(std::string_view payload);

    /// The answer to LLDB's question for the list of libraries, ready to be framed; nothing when it is the stub's to
    /// give, or another question.
    [[nodiscard]] std::optional<std::string> answer(std::string_view question);

    /// The rank has become another program.
    void forget();

private:
    using Objects = std::vector<keeper::LoadedObject>;

    [[nodiscard]] Verdict onTrap(const keeper::LinkMap& now, const BreakpointLedger::LoaderWish& wish, bool isNews);
    [[nodiscard]] std::set<std::string> filesMissing(const Objects& from, const Objects& in) const;

    std::function<BreakpointLedger::LoaderWish()> m_wish;
    keeper::LinkMapReader m_reader;
    std::shared_ptr<BarrenLibraries> m_barren;
    std::optional<Objects> m_told; // what LLDB has read
    bool m_settled = false;        // LLDB has read a whole list, and knows the program's first libraries
    std::string m_listing;         // the same, as text, while LLDB reads it in pieces
    std::string m_lastResume;
    std::optional<std::uint64_t> m_trap;
    std::uint32_t m_learningAbout = 0;
    std::set<std::string> m_learning; // barren, unless LLDB inserts a breakpoint before the rank goes on
};

} // namespace dbgr::daemon
