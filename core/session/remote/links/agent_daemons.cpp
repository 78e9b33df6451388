// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/agent_daemons.h"

#include "session/remote/remote_error.h"

#include <utility>

namespace dbgr::session {

void AgentDaemons::startAgain(const DaemonCommand&, const std::vector<std::string>& hosts,
                              std::function<void(util::Error)> failed)
{
    m_loop.post([hosts, failed = std::move(failed)] { failed(cannotStartAgain(hosts)); });
}

} // namespace dbgr::session
