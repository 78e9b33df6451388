// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/agent_daemons.h"

#include "session/remote/links/this_node.h"
#include "session/remote/remote_error.h"

#include <algorithm>
#include <utility>

namespace dbgr::session {

void AgentDaemons::startAgain(const DaemonCommand& command, const std::vector<std::string>& hosts,
                              std::function<void(util::Error)> failed)
{
    std::vector<std::string> others;
    std::ranges::remove_copy_if(hosts, std::back_inserter(others), isThisNode);
    if (others.size() < hosts.size())
        m_here.startDaemons(
            command, hosts, others.empty() ? failed : [](const util::Error&) {});
    if (!others.empty())
        m_loop.post([others, failed = std::move(failed)] { failed(cannotStartAgain(others)); });
}

} // namespace dbgr::session
