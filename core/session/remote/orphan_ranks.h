// SPDX-License-Identifier: BSD-3-Clause
// Ends the ranks that a PMIx launcher of this node has left behind: one that died without a word, perhaps between the
// start of a rank and our hearing of it. Ranks that it held wait for it for ever. They are known by the namespace in
// their environment. Way: PmixLaunch, when its launcher has ended before its job. Thread: the loop's; reads /proc.
#pragma once

#include "jobs/proc_files.h"
#include "net/event_loop.h"
#include "util/ids.h"
#include "util/subscription.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace dbgr::session {

class OrphanRanks
{
public:
    /// A process that the launcher had forked, but that did not run its program yet, shows itself a moment later.
    static constexpr std::chrono::milliseconds kBetweenLooks{100};
    /// So many times in a row nobody is to be seen; and at most so many looks, where somebody does not end.
    static constexpr int kQuietLooks = 3;
    static constexpr int kMostLooks = 30;

    /// \param launcher its namespace \param job that of its job; "" if that is not known yet: then all that it started
    /// \param done once, after end(), when nobody is left, or nobody that could be ended
    OrphanRanks(net::EventLoop& loop, std::string launcher, std::string job, std::function<void()> done);

    void end();

    /// Whether a process with this environment is one of those that are to be ended.
    [[nodiscard]] static bool isOrphan(const std::vector<std::string>& environment, const std::string& launcher,
                                       const std::string& job);

private:
    void look();
    [[nodiscard]] std::vector<util::Pid> find() const;

    net::EventLoop& m_loop;
    const std::string m_launcher;
    const std::string m_job;
    std::function<void()> m_done;
    const jobs::ProcFiles m_files;
    int m_looks = 0;
    int m_quiet = 0;
    util::Subscription m_next;
};

} // namespace dbgr::session
