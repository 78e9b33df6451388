// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/hydra_daemons.h"

#include "util/string_util.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace dbgr::session {

namespace {

/// Of mpiexec's variables, those that say how nodes are reached.
constexpr std::string_view kKept[] = {"HYDRA_LAUNCHER", "HYDRA_BOOTSTRAP", "HYDRA_IFACE", "MPIEXEC_PORT_RANGE",
                                      "MPIEXEC_PORTRANGE"};
/// Its others, such as a time limit for the job or a wish for a verbose trace; and what it tells ranks.
constexpr std::string_view kDropped[] = {"HYDRA_", "MPIEXEC_", "PMI_"};
/// Where hydra tells a process what it calls its node: MPICH 5, and MPICH 4.
constexpr const char* kHostFrom = "DBGR_HOST_FROM=PMI_HOSTNAME,MPIR_CVAR_CH3_INTERFACE_HOSTNAME";

bool startsWithOneOf(const std::string& variable, const auto& names)
{
    return std::ranges::any_of(names, [&](std::string_view name) { return variable.starts_with(name); });
}

} // namespace

std::vector<std::string> withoutHydraSettings(std::vector<std::string> environment)
{
    std::erase_if(environment, [](const std::string& variable) {
        return startsWithOneOf(variable, kDropped) && !startsWithOneOf(variable, kKept);
    });
    return environment;
}

std::vector<std::string> hydraDaemonPrefix(const std::string& mpiexec, const std::vector<jobs::HydraProxy>& elsewhere)
{
    std::vector<std::string> hosts;
    for (const jobs::HydraProxy& proxy : elsewhere)
        hosts.push_back(proxy.host);
    const jobs::HydraProxy& like = elsewhere.front();
    std::vector<std::string> prefix{mpiexec, "-launcher", like.launcher};
    if (!like.launcherExec.empty())
        prefix.insert(prefix.end(), {"-launcher-exec", like.launcherExec});
    // Nodes reach this one by the name by which they reach the job's mpiexec. One daemon's end is not the others'.
    prefix.insert(prefix.end(),
                  {"-localhost", like.controlPort.substr(0, like.controlPort.rfind(':')), "-disable-auto-cleanup",
                   "-hosts", util::join(hosts, ","), "-ppn", "1", "-n", std::to_string(hosts.size())});
    return prefix;
}

HydraDaemons::HydraDaemons(net::EventLoop& loop, const RunningLauncherProcess& mpiexec)
    : m_loop(loop), m_mpiexec(mpiexec.kind.path), m_pid(mpiexec.process.pid),
      m_environment(withoutHydraSettings(environmentOf(mpiexec.process.pid))), m_local(loop)
{}

void HydraDaemons::begin(const DaemonCommand& command, bool here, std::vector<jobs::HydraProxy> elsewhere,
                         std::function<void(util::Error)> failed)
{
    m_elsewhere = std::move(elsewhere);
    m_failed = std::move(failed);
    const auto tell = m_lifetime.guard([this](util::Error error) { m_failed(std::move(error)); });
    if (here) {
        DaemonCommand local = command;
        local.arguments.push_back("--mpiexec=" + std::to_string(m_pid.value()));
        m_local.startDaemons(local, {}, tell);
    }
    if (m_elsewhere.empty())
        return;
    DaemonCommand other = command;
    other.arguments.push_back("--control-port=" + m_elsewhere.front().controlPort);
    startElsewhere(std::move(other), tell);
}

void HydraDaemons::startElsewhere(DaemonCommand command, std::function<void(util::Error)> failed)
{
    command.environment.emplace_back(kHostFrom);
    m_started.push_back(
        std::make_unique<CommandDaemons>(m_loop, m_environment, [this](const std::vector<std::string>&) {
            return hydraDaemonPrefix(m_mpiexec, m_elsewhere);
        }));
    m_started.back()->startDaemons(command, {}, std::move(failed));
}

void HydraDaemons::startDaemons(const DaemonCommand&, const std::vector<std::string>&,
                                std::function<void(util::Error)> failed)
{
    m_failed = std::move(failed);
}

void HydraDaemons::startAgain(const DaemonCommand& command, const std::vector<std::string>&,
                              std::function<void(util::Error)> failed)
{
    if (!m_elsewhere.empty())
        startElsewhere(command, std::move(failed));
}

std::size_t HydraDaemons::reaching() const
{
    const auto pid = m_started.empty() ? std::nullopt : m_started.back()->pid();
    return pid ? jobs::hydraProxiesOf(*pid).size() : 0;
}

void HydraDaemons::endElsewhere()
{
    for (const auto& started : m_started)
        started->end();
}

} // namespace dbgr::session
