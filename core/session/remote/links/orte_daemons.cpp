// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/orte_daemons.h"

#include "launchers/orte_plan.h"
#include "session/remote/command_daemons.h"
#include "session/remote/local_daemon.h"
#include "session/remote/this_node.h"
#include "util/string_util.h"

#include <algorithm>
#include <utility>

namespace dbgr::session {

std::vector<std::string> orteDaemonPrefix(const std::string& mpirun, const std::vector<std::string>& hosts,
                                          const std::vector<std::string>& variables)
{
    // A daemon that dies does not take the others with it.
    std::vector<std::string> prefix{mpirun,     "--enable-recovery",        "--host",    util::join(hosts, ","),
                                    "--map-by", "ppr:1:node:oversubscribe", "--bind-to", "none"};
    for (const std::string& name : variables)
        prefix.insert(prefix.end(), {"-x", name});
    return prefix;
}

OrteDaemons::OrteDaemons(net::EventLoop& loop, std::string mpirun, std::vector<std::string> environment)
    : m_loop(loop), m_mpirun(std::move(mpirun)), m_environment(launchers::withoutOrtePlan(std::move(environment)))
{}

void OrteDaemons::startDaemons(const DaemonCommand& command, const std::vector<std::string>& hosts,
                               std::function<void(util::Error)> failed)
{
    std::vector<std::string> variables;
    for (const std::string& variable : command.environment)
        variables.push_back(variable.substr(0, variable.find('=')));
    if (m_starter)
        m_earlier.push_back(std::move(m_starter)); // some of its daemons may live
    if (std::ranges::all_of(hosts, isThisNode))
        m_starter = std::make_unique<LocalDaemon>(m_loop);
    else
        m_starter = std::make_unique<CommandDaemons>(
            m_loop, m_environment, [mpirun = m_mpirun, variables](const std::vector<std::string>& where) {
                return orteDaemonPrefix(mpirun, where, variables);
            });
    m_starter->startDaemons(command, hosts, std::move(failed));
}

void OrteDaemons::giveUp()
{
    for (const auto& starter : m_earlier)
        starter->giveUp();
    if (m_starter)
        m_starter->giveUp();
}

} // namespace dbgr::session
