// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/command_daemons.h"

#include "session/remote/push/push_scripts.h"
#include "session/remote/remote_error.h"
#include "util/string_util.h"

#include <csignal>
#include <utility>

namespace dbgr::session {

CommandDaemons::CommandDaemons(net::EventLoop& loop, std::vector<std::string> environment, Prefix prefix)
    : m_loop(loop), m_environment(std::move(environment)), m_prefix(std::move(prefix))
{}

/// The daemons end by themselves when we hang up, and the command after them; but for a node of which nothing is heard
/// it would wait for ever. Where it is killed, daemons that have not got to their end leave the rest to their keepers.
CommandDaemons::~CommandDaemons()
{
    if (m_child && !m_givenUp)
        m_child->release();
}

void CommandDaemons::startDaemons(const DaemonCommand& command, const std::vector<std::string>& hosts,
                                  std::function<void(util::Error)> failed)
{
    net::ChildSpec spec;
    spec.arguments = m_prefix(hosts);
    spec.program = spec.arguments.front();
    std::vector<std::string> shown = spec.arguments;
    const std::vector<std::string> daemon = command.elsewhere();
    spec.arguments.insert(spec.arguments.end(), daemon.begin(), daemon.end());
    shown.push_back(command.program);
    shown.insert(shown.end(), command.arguments.begin(), command.arguments.end());
    spec.environment = m_environment;
    for (const std::string& variable : command.environment) {
        const std::size_t equals = variable.find('=');
        net::setVariable(spec.environment, variable.substr(0, equals), variable.substr(equals + 1));
    }
    spec.standardInput = net::Stdio::null();
    spec.standardOutput = spec.standardError = net::Stdio::pipe();
    spec.ownSession = true;
    const std::string typed = util::join(shown, " ");
    auto child = net::ChildProcess::start(m_loop, spec);
    if (!child) {
        m_loop.post([failed = std::move(failed), typed, error = std::move(child).error()]() mutable {
            failed(std::move(error).withContext("starting dbgr's daemons by: " + typed));
        });
        return;
    }
    if (m_child)
        m_child->release(); // it may still have daemons to care for
    m_child = std::move(*child);
    m_output.emplace(m_loop, m_child->takeStandardOutput(), m_child->takeStandardError(), [](const OutputBytes&) {});
    m_child->setExited([this, failed = std::move(failed), typed](net::ExitStatus status) {
        m_output->drain();
        if (const std::string why = pushWords(m_output->text()); !why.empty())
            failed(pushFailed(why));
        else if (!status.success())
            failed(daemonCommandFailed(typed, status.toString(), m_output->text()));
    });
}

std::optional<util::Pid> CommandDaemons::pid() const
{
    return m_child && m_child->running() ? std::optional(m_child->pid()) : std::nullopt;
}

std::string CommandDaemons::words()
{
    if (!m_output)
        return {};
    m_output->drain();
    return m_output->text();
}

void CommandDaemons::end()
{
    if (m_child && m_child->running())
        static_cast<void>(m_child->signal(SIGTERM)); // else it has ended meanwhile
}

} // namespace dbgr::session
