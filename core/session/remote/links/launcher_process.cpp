// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/launcher_process.h"

#include "util/log.h"

#include <utility>

namespace dbgr::session {

util::Result<std::unique_ptr<LauncherProcess>>
LauncherProcess::start(net::EventLoop& loop, const launchers::LaunchPlan& plan, Callbacks callbacks, Options options)
{
    net::ChildSpec spec;
    spec.program = plan.argv.front();
    spec.arguments = plan.argv;
    spec.environment = plan.environment;
    spec.workingDirectory = plan.workingDirectory;
    spec.standardInput = spec.standardOutput = spec.standardError = net::Stdio::pipe();
    spec.ownProcessGroup = true;
    spec.stopOnExec = options.stopOnExec;
    DBGR_TRY(auto child, net::ChildProcess::start(loop, spec));
    std::unique_ptr<LauncherProcess> process(new LauncherProcess(loop, std::move(callbacks), std::move(child)));
    process->m_onOurDeath = options.onOurDeath;
    process->m_wrapped = plan.wrapped;
    if (auto reaper = LauncherReaper::start(process->pid(), process->m_output.pipes())) {
        process->m_reaper = std::move(*reaper);
        process->m_reaper.set(options.onOurDeath);
    } else {
        process->m_callbacks.warning(
            std::move(reaper).error().withAdvice("If dbgr is killed before the job runs, end the launcher by hand."));
    }
    return process;
}

LauncherProcess::LauncherProcess(net::EventLoop& loop, Callbacks callbacks, std::unique_ptr<net::ChildProcess> child)
    : m_callbacks(std::move(callbacks)), m_child(std::move(child)), m_input(loop, m_child->takeStandardInput()),
      m_output(loop, m_child->takeStandardOutput(), m_child->takeStandardError(),
               [this](OutputBytes bytes) { m_callbacks.output(std::move(bytes)); })
{
    m_child->setExited([this](net::ExitStatus status) {
        util::log::info("launch", "the launcher ended", {{"how", status.toString()}});
        m_output.drain();
        m_callbacks.exited(status);
    });
}

LauncherProcess::~LauncherProcess() = default;

void LauncherProcess::sendInput(std::string_view bytes, bool eof, LauncherInput::Done done)
{
    m_input.send(bytes, eof, std::move(done));
}

void LauncherProcess::signal(int number)
{
    // A script need not pass it on to the launcher that it waits for.
    if (auto sent = m_wrapped ? m_child->signalGroup(number) : m_child->signal(number); !sent)
        util::log::debug("launch", "launcher not signalled", {{"why", sent.error().message()}});
}

void LauncherProcess::onOurDeath(OnOurDeath wish)
{
    m_onOurDeath = wish;
    m_reaper.set(wish);
}

void LauncherProcess::guard(util::Pid launcher)
{
    auto reaper = LauncherReaper::start(launcher, m_output.pipes());
    if (!reaper)
        return;
    m_reaper = std::move(*reaper);
    m_reaper.set(m_onOurDeath);
}

void LauncherProcess::letLive()
{
    m_reaper.set(OnOurDeath::LeaveAlone);
    m_child->release();
}

const std::string& LauncherProcess::lastWords()
{
    m_output.drain();
    return m_output.text();
}

} // namespace dbgr::session
