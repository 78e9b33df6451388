// SPDX-License-Identifier: BSD-3-Clause
// Output and input of the ranks, through the launcher. Thread: net.
#pragma once

#include "pmix/tool/tool.h"
#include "session/backend_event.h"
#include "util/lifetime.h"
#include "util/rank_set.h"

#include <functional>
#include <string>
#include <vector>

namespace dbgr::session {

class JobIo
{
public:
    /// Output that comes before the job's namespace is known is kept up to this many bytes.
    static constexpr std::size_t kMaxEarlyBytes = 1 << 20;
    /// A launcher may never answer a push.
    static constexpr std::chrono::seconds kPushMayTake{10};

    /// LauncherLink::Events::checkInput
    using Check = std::function<void(const util::RankSet& ranks, std::function<void(util::Result<void>)> done)>;

    JobIo(pmix::Tool& tool, std::function<void(BackendEvent)> tell, Check check)
        : m_tool(tool), m_tell(std::move(tell)), m_check(std::move(check))
    {}

    /// Whose output counts; what came of it before is passed on now.
    void setJob(const std::string& nspace);
    /// A piece of any process's output; that of other jobs (our daemons) is dropped.
    void onOutput(const pmix::Proc& source, pmix::IofChannel channel, std::string_view bytes);
    /// Answered by one InputAccepted. A launcher takes what it then drops, so those who would lose it are asked first.
    void send(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof);

private:
    struct Early
    {
        pmix::Proc source;
        pmix::IofChannel channel;
        std::string bytes;
    };

    void push(util::RequestId id, const util::RankSet& ranks, std::string bytes, bool eof);

    pmix::Tool& m_tool;
    std::function<void(BackendEvent)> m_tell;
    Check m_check;
    std::string m_nspace;
    std::vector<Early> m_early;
    std::size_t m_earlyBytes = 0;
    util::Lifetime m_lifetime; ///< daemons may answer when the job is over
};

/// The processes of a job, rank by rank: launchers lose what is sent to a wildcard.
[[nodiscard]] std::vector<pmix::Proc> procsOf(const std::string& nspace, const util::RankSet& ranks);

} // namespace dbgr::session
