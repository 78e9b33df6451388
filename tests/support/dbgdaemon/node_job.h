// SPDX-License-Identifier: GPL-3.0-or-later
// A job of ranks on this node under a dbgd that a test is the front end of. Thread: the test's.
#pragma once

#include "debug/daemon_event.h"
#include "debug/engine_request.h"
#include "tests/support/dbgdaemon/front_end.h"
#include "tests/support/dbgdaemon/watched_process.h"

#include <QTest>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace dbgr::test {

inline constexpr int kStartMilliseconds = 20000;
inline constexpr int kEndMilliseconds = 12000;

inline bool gone(util::Pid pid)
{
    const char state = processState(pid);
    return state == 0 || state == 'Z';
}

/// A job of ranks on this node, attached to.
struct NodeJob
{
    NodeJob(const std::string& program, unsigned size, const std::vector<std::string>& arguments = {})
    {
        for (unsigned rank = 0; rank < size; ++rank)
            ranks.push_back(std::make_unique<WatchedProcess>(program, arguments));
        all = util::RankSet::firstN(size);
    }
    bool start()
    {
        std::vector<std::pair<util::Rank, util::Pid>> pairs;
        for (unsigned rank = 0; rank < ranks.size(); ++rank)
            pairs.emplace_back(util::Rank(rank), ranks[rank]->pid());
        return frontEnd.startDaemon(pairs);
    }
    bool stoppedFor(debug::StopReason reason)
    {
        return QTest::qWaitFor([&] { return frontEnd.stopped(reason) == all; }, kStartMilliseconds);
    }
    bool attach() { return start() && stoppedFor(debug::StopReason::Attached); }
    bool breakAt(const std::string& function)
    {
        const auto reply =
            frontEnd.ask(all, debug::SetBreakpoint{{util::BreakpointId(1), debug::FunctionName{function}, "", true}});
        const auto* body = reply ? std::get_if<debug::BreakpointReply>(&reply->body) : nullptr;
        return body && body->status.resolved == all;
    }
    bool resume()
    {
        frontEnd.clearEvents();
        return frontEnd.ask(all, debug::Continue{}).has_value();
    }
    /// A process of that name that dbgd has started; 0 none. Asked just when one is made or ends, the system may leave
    /// out another one: to be asked again.
    [[nodiscard]] util::Pid helper(const std::string& name)
    {
        for (const util::Pid child : childrenOf(frontEnd.daemonPid())) {
            if (nameOf(child) == name && !gone(child))
                return child;
        }
        return {};
    }
    /// One that is not `old`, as soon as there is one; 0: there is none in time.
    [[nodiscard]] util::Pid awaitHelper(const std::string& name, util::Pid old = {},
                                        int milliseconds = kStartMilliseconds)
    {
        util::Pid found;
        const auto isThere = [&] {
            const util::Pid now = helper(name);
            found = now != old ? now : util::Pid();
            return found != util::Pid();
        };
        static_cast<void>(QTest::qWaitFor(isThere, milliseconds));
        return found;
    }
    /// What dbgd has started, and what those have.
    void noteHelpers()
    {
        for (const util::Pid child : childrenOf(frontEnd.daemonPid())) {
            helpers.push_back(child);
            for (const util::Pid grandchild : childrenOf(child))
                helpers.push_back(grandchild);
        }
    }
    bool nothingOfOursIsLeft()
    {
        return QTest::qWaitFor(
            [&] { return !frontEnd.daemonRuns() && std::all_of(helpers.begin(), helpers.end(), gone); },
            kEndMilliseconds);
    }
    bool ranksRunUntraced()
    {
        return std::all_of(ranks.begin(), ranks.end(), [](const auto& rank) {
            return rank->running() && statusNumber(rank->pid(), "TracerPid") == 0 &&
                   QTest::qWaitFor([&] { return processState(rank->pid()) != 'T'; });
        });
    }

    std::vector<std::unique_ptr<WatchedProcess>> ranks;
    util::RankSet all;
    FrontEnd frontEnd;
    std::vector<util::Pid> helpers;
};

} // namespace dbgr::test
