// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/tool/launcher_run.h"

#include "pmix/handshake/environment.h"
#include "pmix/tool/keepalive.h"
#include "pmix/types/status.h"

#include <utility>

namespace dbgr::pmix {

namespace {

net::ChildSpec specOf(const LauncherCommand& command, const std::string& uri)
{
    net::ChildSpec spec;
    spec.program = command.arguments.front();
    spec.arguments = command.arguments;
    spec.environment = withoutPmixIdentity(command.environment);
    net::setVariable(spec.environment, "PMIX_LAUNCHER_RNDZ_URI", uri);
    spec.workingDirectory = command.workingDirectory;
    spec.standardInput = command.standardInput;
    spec.standardOutput = command.standardOutput;
    spec.standardError = command.standardError;
    spec.ownProcessGroup = command.ownProcessGroup;
    spec.holdBeforeExec = true;
    return spec;
}

} // namespace

util::Result<std::unique_ptr<LauncherRun>> LauncherRun::start(net::EventLoop& loop, LauncherGate& gate,
                                                              const LauncherCommand& command, OnConnected onConnected)
{
    if (command.arguments.empty())
        return util::fail(Status::ErrBadParam, "no launcher was given");
    std::unique_ptr<LauncherRun> run(new LauncherRun(loop, gate, std::move(onConnected)));
    if (auto launched = run->launch(command); !launched) {
        gate.expectNobody();
        return util::fail(std::move(launched).error());
    }
    return run;
}

LauncherRun::LauncherRun(net::EventLoop& loop, LauncherGate& gate, OnConnected onConnected)
    : m_loop(loop), m_gate(gate), m_onConnected(std::move(onConnected))
{}

util::Result<void> LauncherRun::launch(const LauncherCommand& command)
{
    net::ChildSpec spec = specOf(command, m_gate.uri());
    Keepalive keepalive;
    if (command.keepalive) {
        DBGR_TRY(keepalive, Keepalive::addTo(spec));
        m_keepalive = std::move(keepalive.writeEnd);
    }
    DBGR_TRY(m_child, net::ChildProcess::start(m_loop, spec));
    m_gate.expect([pid = m_child->pid()](const ConnectMessage& hello) { return comesFrom(hello, pid); },
                  [this](std::unique_ptr<Connection> connection) { connected(std::move(connection)); });
    DBGR_TRY(m_child->go());
    m_child->setExited([this](net::ExitStatus status) { exited(status); });
    m_limit = m_loop.after(command.connectLimit, [this] {
        connected(util::fail(Status::ErrTimeout, "the launcher did not connect to us within its time limit",
                             "It may be one without PMIx tool support; Open MPI 5 and PRRTE have it."));
    });
    return util::ok();
}

LauncherStarted LauncherRun::takeStarted()
{
    return {m_child->pid(), m_child->takeStandardInput(), m_child->takeStandardOutput(), m_child->takeStandardError()};
}

void LauncherRun::setExited(OnExit onExit)
{
    m_onExit = std::move(onExit);
    if (m_status)
        m_loop.post(m_lifetime.guard([this] {
            if (const auto handler = std::exchange(m_onExit, nullptr))
                handler(*m_status);
        }));
}

void LauncherRun::release()
{
    m_child->release();
    (void)m_keepalive.release(); // open until our process ends
}

void LauncherRun::connected(util::Result<std::unique_ptr<Connection>> outcome)
{
    m_limit.cancel();
    m_gate.expectNobody();
    if (const auto onConnected = std::exchange(m_onConnected, nullptr))
        onConnected(std::move(outcome)); // may destroy this
}

void LauncherRun::exited(net::ExitStatus status)
{
    m_status = status;
    const auto watch = m_lifetime.watch();
    connected(
        util::fail(Status::ErrJobTermWoSync, "the launcher ended before it started a job (" + status.toString() + ")"));
    if (watch.expired())
        return;
    if (const auto handler = std::exchange(m_onExit, nullptr))
        handler(status);
}

} // namespace dbgr::pmix
