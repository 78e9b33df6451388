// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/local_daemon.h"

#include "session/remote/remote_error.h"

#include <utility>

namespace dbgr::session {

/// The daemon ends by itself when we hang up: killed, it could not let go of its ranks in order.
LocalDaemon::~LocalDaemon()
{
    if (m_child)
        m_child->release();
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
    m_child = std::move(*child);
    m_child->setExited([failed = std::move(failed), program = command.program](net::ExitStatus status) {
        if (!status.success())
            failed(daemonsEnded(program));
    });
}

} // namespace dbgr::session
