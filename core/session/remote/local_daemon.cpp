// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/local_daemon.h"

#include "session/remote/remote_error.h"

#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <utility>

namespace dbgr::session {

/// The daemon ends by itself when we hang up: killed, it could not let go of its ranks in order.
LocalDaemon::~LocalDaemon()
{
    if (m_child)
        m_child->release();
}

/// Its connections end a moment before it does. It is left for its owner to reap.
std::optional<net::ExitStatus> LocalDaemon::howEnded()
{
    if (!m_child || m_child->status())
        return m_child ? m_child->status() : std::nullopt;
    const auto limit = std::chrono::steady_clock::now() + kEndMayTake;
    for (;;) {
        siginfo_t info{};
        const auto pid = static_cast<id_t>(m_child->pid().value());
        if (::waitid(P_PID, pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0)
            return std::nullopt;
        if (info.si_pid != 0) {
            const bool exited = info.si_code == CLD_EXITED;
            return net::ExitStatus{exited ? net::ExitStatus::Kind::Exited : net::ExitStatus::Kind::Signalled,
                                   info.si_status, info.si_code == CLD_DUMPED};
        }
        if (std::chrono::steady_clock::now() >= limit)
            return std::nullopt;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

void LocalDaemon::startDaemons(const DaemonCommand& command, const std::vector<std::string>&,
                               std::function<void(util::Error)> failed)
{
    net::ChildSpec spec;
    spec.program = command.program;
    spec.arguments = {command.program};
    spec.arguments.insert(spec.arguments.end(), command.arguments.begin(), command.arguments.end());
    spec.environment = net::currentEnvironment();
    for (const std::string& variable : command.environment) {
        const std::size_t equals = variable.find('=');
        net::setVariable(spec.environment, variable.substr(0, equals), variable.substr(equals + 1));
    }
    spec.workingDirectory = "/";
    spec.standardInput = spec.standardOutput = spec.standardError = net::Stdio::null();
    spec.ownSession = true;
    auto child = net::ChildProcess::start(m_loop, spec);
    if (!child) {
        m_loop.post([failed = std::move(failed), error = std::move(child).error()]() mutable {
            failed(std::move(error).withContext("starting dbgd on this node"));
        });
        return;
    }
    if (m_child)
        m_child->release(); // it may still have ranks of its own
    m_child = std::move(*child);
    m_child->setExited([failed = std::move(failed), program = command.program](net::ExitStatus status) {
        if (!status.success())
            failed(daemonsEnded(program));
    });
}

} // namespace dbgr::session
