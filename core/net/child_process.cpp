// SPDX-License-Identifier: BSD-3-Clause
#include "net/child_process.h"

#include "net/child_launch_p.h"
#include "net/net_error.h"
#include "net/traced_child.h"
#include "util/log.h"
#include "util/thread_check.h"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <poll.h>
#include <sys/wait.h>
extern "C" { // glibc 2.36 forgot it
#include <sys/pidfd.h>
}

namespace dbgr::net {

namespace {

/// How long a killed child may take to be gone when its object is destroyed.
constexpr int kReapMilliseconds = 1000;
/// How often a child that is traced until its exec is looked after meanwhile.
constexpr int kTracedMilliseconds = 20;

util::Error launchError(const LaunchFailure& failure, const std::string& program, const std::string& folder)
{
    switch (failure.step) {
    case LaunchStep::Descriptors:
        return util::systemError(failure.errnoValue, "arranging the descriptors of " + program);
    case LaunchStep::WorkingDirectory:
        return util::systemError(failure.errnoValue, "changing to the working directory " + folder + " of " + program);
    case LaunchStep::Affinity:
        return util::systemError(failure.errnoValue, "binding " + program + " to its processing units");
    case LaunchStep::Execute:
        break;
    }
    util::Error error = util::systemError(failure.errnoValue, "executing " + program);
    if (failure.errnoValue == ENOENT) // the file was there: it is its interpreter that is missing
        return util::Error{Errc::NoSuchProgram, error.message(), "check the interpreter that it names"};
    if (failure.errnoValue == ENOEXEC || failure.errnoValue == EACCES)
        return util::Error{Errc::NotExecutable, error.message(), "check that it is a program for this machine"};
    return error;
}

ExitStatus toExitStatus(const siginfo_t& info)
{
    if (info.si_code == CLD_EXITED)
        return {ExitStatus::Kind::Exited, info.si_status, false};
    return {ExitStatus::Kind::Signalled, info.si_status, info.si_code == CLD_DUMPED};
}

} // namespace

std::string ExitStatus::toString() const
{
    if (kind == Kind::Exited)
        return "exit status " + std::to_string(number);
    return "signal " + std::to_string(number) + " (" + ::strsignal(number) + ")";
}

util::Result<std::unique_ptr<ChildProcess>> ChildProcess::start(EventLoop& loop, const ChildSpec& spec)
{
    DBGR_ON_THREAD(loop);
    DBGR_TRY(const std::string path,
             findProgram(spec.program, findVariable(spec.environment, "PATH").value_or(""), spec.workingDirectory));
    DBGR_TRY(LaunchedChild launched, launchChild(path, spec));
    std::unique_ptr<ChildProcess> child(
        new ChildProcess(loop, spec, path, launched.pid, util::UniqueFd(::pidfd_open(launched.pid, 0))));
    if (!child->m_pidFd) {
        const int reason = errno;
        ::kill(launched.pid, SIGKILL);
        ::waitpid(launched.pid, nullptr, 0);
        child->m_status = ExitStatus{ExitStatus::Kind::Signalled, SIGKILL, false};
        return util::fail(util::systemError(reason, "watching the process of " + path));
    }
    child->m_holdPipe = std::move(launched.holdPipe);
    child->m_errorPipe = std::move(launched.errorPipe);
    child->m_stdin = std::move(launched.standardInput);
    child->m_stdout = std::move(launched.standardOutput);
    child->m_stderr = std::move(launched.standardError);
    child->m_exitWatch = loop.watch(child->m_pidFd.get(), Interest::Read, [raw = child.get()] { raw->onEnded(); });
    if (!spec.holdBeforeExec)
        DBGR_TRY(child->awaitExec({}));
    return child;
}

ChildProcess::ChildProcess(EventLoop& loop, const ChildSpec& spec, std::string program, int pid, util::UniqueFd pidFd)
    : m_loop(loop), m_program(std::move(program)), m_workingDirectory(spec.workingDirectory), m_pid(pid),
      m_keepProcessGroup(spec.keepProcessGroup), m_stopOnExec(spec.stopOnExec), m_pidFd(std::move(pidFd))
{}

ChildProcess::~ChildProcess()
{
    m_exitWatch.cancel();
    if (!m_status && !m_released) {
        ::pidfd_send_signal(m_pidFd.get(), SIGKILL, nullptr, 0);
        reap(kReapMilliseconds);
    }
    if (m_status && m_keepProcessGroup)
        ::waitpid(m_pid, nullptr, WNOHANG); // the zombie that kept the number
}

util::Result<void> ChildProcess::go(const util::Task& meanwhile)
{
    DBGR_ASSERT(m_holdPipe);
    const char byte = 'g';
    [[maybe_unused]] const auto ignored = ::write(m_holdPipe.get(), &byte, 1); // it died: its end is on its way
    m_holdPipe.reset();
    return awaitExec(meanwhile);
}

util::Result<void> ChildProcess::awaitExec(const util::Task& meanwhile)
{
    LaunchFailure failure;
    const bool failed = readFailure(&failure, sizeof failure, meanwhile);
    m_errorPipe.reset();
    if (!failed) { // the program runs, or a signal ended it, which setExited() tells
        if (m_stopOnExec)
            leaveAtExec(pid());
        return util::ok();
    }
    m_exitWatch.cancel();
    m_onExit = nullptr;
    reap(kReapMilliseconds);
    return util::fail(launchError(failure, m_program, m_workingDirectory));
}

/// Reads what the child says before its exec closes the pipe.
bool ChildProcess::readFailure(void* failure, std::size_t size, const util::Task& meanwhile)
{
    pollfd pipe{m_errorPipe.get(), POLLIN, 0};
    while ((m_stopOnExec || meanwhile) && ::poll(&pipe, 1, kTracedMilliseconds) == 0) {
        if (m_stopOnExec)
            passSignalOn(pid());
        if (meanwhile)
            meanwhile();
    }
    ssize_t count;
    do
        count = ::read(m_errorPipe.get(), failure, size);
    while (count < 0 && errno == EINTR);
    return count == static_cast<ssize_t>(size);
}

void ChildProcess::setExited(OnExit onExit)
{
    DBGR_ON_THREAD(m_loop);
    m_onExit = std::move(onExit);
    if (m_status)
        m_loop.post(m_lifetime.guard([this] { tellExit(); }));
}

void ChildProcess::onEnded()
{
    reap(0);
    if (!m_status)
        return;
    m_exitWatch.cancel();
    tellExit();
}

void ChildProcess::reap(int waitMilliseconds)
{
    pollfd ended{m_pidFd.get(), POLLIN, 0};
    ::poll(&ended, 1, waitMilliseconds);
    siginfo_t info{};
    const int options = WEXITED | WNOHANG | (m_keepProcessGroup ? WNOWAIT : 0);
    if (::waitid(P_PIDFD, static_cast<id_t>(m_pidFd.get()), &info, options) == 0) {
        if (info.si_pid != 0)
            m_status = toExitStatus(info);
        return;
    }
    util::log::warning("net", "someone else took the exit status of our child", {{"program", m_program}});
    m_status = ExitStatus{ExitStatus::Kind::Exited, 255, false};
}

void ChildProcess::tellExit()
{
    if (const auto onExit = std::exchange(m_onExit, nullptr))
        onExit(*m_status);
}

util::Result<void> ChildProcess::signal(int number)
{
    if (::pidfd_send_signal(m_pidFd.get(), number, nullptr, 0) != 0)
        return util::fail(util::systemError(errno, "sending signal " + std::to_string(number) + " to " + m_program));
    return util::ok();
}

util::Result<void> ChildProcess::signalGroup(int number)
{
    if (::kill(-m_pid, number) != 0)
        return util::fail(util::systemError(errno, "sending signal " + std::to_string(number) +
                                                       " to the process group of " + m_program));
    return util::ok();
}

} // namespace dbgr::net
