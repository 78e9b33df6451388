// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/process_host.h"

#include "net/fd_stream.h"
#include "net/pty.h"
#include "pmix/types/status.h"
#include "util/log.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace dbgr::launcher {

using pmix::IofChannel;
using pmix::Status;

namespace {

/// The two ends of a channel that is no pipe of the ChildProcess: ours, and the child's until it is started.
struct Ends
{
    util::UniqueFd ours;
    util::UniqueFd childs;
};

util::Result<Ends> makePipe()
{
    int fds[2];
    if (::pipe2(fds, O_CLOEXEC) != 0)
        return util::fail(util::systemError(errno, "making a pipe for a process's output"));
    return Ends{util::UniqueFd(fds[0]), util::UniqueFd(fds[1])};
}

util::Result<util::UniqueFd> duplicate(const util::UniqueFd& fd)
{
    util::UniqueFd copy(::fcntl(fd.get(), F_DUPFD_CLOEXEC, 0));
    if (!copy)
        return util::fail(util::systemError(errno, "duplicating the descriptor of a pseudo terminal"));
    return copy;
}

net::ChildSpec specOf(const ProcessStart& what)
{
    net::ChildSpec spec;
    spec.program = what.program.empty() ? what.arguments.front() : what.program;
    spec.arguments = what.arguments;
    spec.environment = what.environment;
    spec.workingDirectory = what.workingDirectory;
    spec.cpus = what.cpus;
    spec.stopOnExec = what.stopOnExec;
    spec.siblingsMayTrace = true; // dbgd is one
    spec.ownProcessGroup = true;
    spec.ownSession = what.pseudoTerminal;
    spec.keepProcessGroup = true;
    spec.parentDeathSignal = SIGKILL; // should we be killed ourselves
    spec.standardInput = what.givesInput ? net::Stdio::pipe() : net::Stdio::null();
    spec.standardOutput = net::Stdio::pipe();
    spec.standardError = net::Stdio::pipe();
    return spec;
}

} // namespace

util::Result<std::unique_ptr<ProcessHost>> ProcessHost::start(net::EventLoop& loop, const ProcessStart& what,
                                                              Handlers handlers)
{
    if (what.arguments.empty())
        return util::fail(Status::ErrBadParam, "no program was given");
    std::unique_ptr<ProcessHost> host(new ProcessHost(loop, std::move(handlers)));
    DBGR_TRY(host->launch(what));
    return host;
}

ProcessHost::ProcessHost(net::EventLoop& loop, Handlers handlers) : m_loop(loop), m_handlers(std::move(handlers))
{}

ProcessHost::~ProcessHost()
{
    if (m_child)
        (void)m_child->signalGroup(SIGKILL); // nobody left is as good
}

util::Result<void> ProcessHost::launch(const ProcessStart& what)
{
    if (const std::string& folder = what.workingDirectory; !folder.empty() && ::access(folder.c_str(), X_OK) != 0)
        return util::fail(util::systemError(errno, "changing to the working directory " + folder));
    net::ChildSpec spec = specOf(what);
    Ends output; // where the ChildProcess is not to make a pipe
    if (what.pseudoTerminal) {
        DBGR_TRY(net::Pty pty, net::openPty());
        output = {std::move(pty.ours), std::move(pty.childs)};
        if (what.givesInput)
            spec.standardInput = net::Stdio::fromFd(output.childs.get());
    } else if (what.mergeStderr) {
        DBGR_TRY(output, makePipe());
    }
    if (output.childs)
        spec.standardOutput = net::Stdio::fromFd(output.childs.get());
    if (what.mergeStderr)
        spec.standardError = spec.standardOutput;
    spec.holdBeforeExec = m_handlers.onExec != nullptr;
    DBGR_TRY(m_child, net::ChildProcess::start(m_loop, spec));
    output.childs.reset();
    if (spec.holdBeforeExec)
        DBGR_TRY(become());

    util::UniqueFd input = m_child->takeStandardInput();
    if (what.pseudoTerminal && what.givesInput) {
        m_inputIsTerminal = true;
        DBGR_TRY(input, duplicate(output.ours));
    }
    if (input)
        DBGR_TRY(attachInput(std::move(input)));
    DBGR_TRY(attachOutput(IofChannel::Stdout, output.ours ? std::move(output.ours) : m_child->takeStandardOutput()));
    if (!what.mergeStderr)
        DBGR_TRY(attachOutput(IofChannel::Stderr, m_child->takeStandardError()));
    m_child->setExited([this](net::ExitStatus status) {
        const auto watch = m_lifetime.watch();
        if (m_handlers.onExit)
            m_handlers.onExit(status);
        if (!watch.expired())
            checkGone();
    });
    return util::ok();
}

/// Where the system does not let us follow it, it runs all the same.
util::Result<void> ProcessHost::become()
{
    auto follower = net::ExecFollower::seize(m_loop, m_child->pid(), m_handlers.onExec);
    if (!follower) {
        util::log::info("launcher", "a process is not followed", {{"why", follower.error().message()}});
        return m_child->go();
    }
    m_follower = std::move(*follower);
    return m_child->go([this] { m_follower->catchUp(); });
}

void ProcessHost::stopFollowing()
{
    if (m_follower)
        m_follower->letGo();
}

// ---- Output

util::Result<void> ProcessHost::attachOutput(IofChannel channel, util::UniqueFd fd)
{
    DBGR_TRY(auto stream, net::FdStream::create(m_loop, std::move(fd), "the output of a process"));
    // However it ended: a terminal's end is an error of its reading.
    stream->setClosed([this, channel](const util::Result<void>&) { outputEnded(channel); });
    stream->setReader([this, channel](std::string_view bytes) {
        if (m_handlers.onOutput)
            m_handlers.onOutput(channel, bytes);
    });
    m_outputs.push_back({channel, std::move(stream)});
    return util::ok();
}

void ProcessHost::outputEnded(IofChannel channel)
{
    const auto output =
        std::find_if(m_outputs.begin(), m_outputs.end(), [channel](const Output& o) { return o.channel == channel; });
    if (output == m_outputs.end() || !std::exchange(output->open, false))
        return;
    const auto watch = m_lifetime.watch();
    if (m_handlers.onOutputEnd)
        m_handlers.onOutputEnd(channel);
    if (!watch.expired())
        checkGone();
}

void ProcessHost::pauseOutput(bool pause)
{
    for (const Output& output : m_outputs) {
        if (pause)
            output.stream->pauseReading();
        else
            output.stream->resumeReading();
    }
}

void ProcessHost::closeOutput()
{
    for (const Output& output : m_outputs) {
        if (!output.open)
            continue;
        output.stream->close();
        m_loop.post(m_lifetime.guard([this, channel = output.channel] { outputEnded(channel); }));
    }
}

void ProcessHost::checkGone()
{
    const bool silent = std::none_of(m_outputs.begin(), m_outputs.end(), [](const Output& o) { return o.open; });
    if (m_gone || !silent || !m_child->status())
        return;
    m_gone = true;
    if (m_handlers.onGone)
        m_handlers.onGone();
}

// ---- Input

util::Result<void> ProcessHost::attachInput(util::UniqueFd fd)
{
    DBGR_TRY(m_input, net::FdStream::create(m_loop, std::move(fd), "the input of a process"));
    m_input->setClosed([this](const util::Result<void>&) { inputGone(); });
    m_input->setPressure(kInputLowMark, kInputHighMark, [this](bool high) { inputPressure(high); });
    return util::ok();
}

void ProcessHost::writeInput(std::string_view bytes, Done done)
{
    if (!takesInput())
        return done(util::fail(Status::ErrNotFound, "the process is given no input (any more)"));
    if (m_input->outputBytes() + bytes.size() > kMaxInputBytes)
        return done(util::fail(Status::ErrOutOfResource, "the process does not read its input, and " +
                                                             std::to_string(m_input->outputBytes()) + " bytes wait"));
    m_input->write(bytes);
    if (m_input->outputBytes() <= kInputHighMark)
        done(util::ok());
    else
        m_waitingInput.push_back(std::move(done));
}

void ProcessHost::endInput()
{
    if (!takesInput())
        return;
    m_inputEnding = true;
    if (m_inputIsTerminal) // which stays open: its other end is the output
        return m_input->write(std::string_view(&net::kPtyEndOfInput, 1));
    if (m_input->outputBytes() == 0)
        return inputGone();
    // Told when all has gone; it may have gone before the first telling.
    m_input->setPressure(0, 0, [this](bool high) { inputPressure(high); });
    m_loop.post(m_lifetime.guard([this] { checkInputEnd(); }));
}

void ProcessHost::checkInputEnd()
{
    if (m_input && m_inputEnding && !m_inputIsTerminal && m_input->outputBytes() == 0)
        inputGone();
}

void ProcessHost::inputPressure(bool high)
{
    const auto watch = m_lifetime.watch();
    if (!high)
        for (const Done& done : std::exchange(m_waitingInput, {}))
            done(util::ok());
    if (!watch.expired())
        checkInputEnd();
}

/// The process closed it, or its end was told and all of it read.
void ProcessHost::inputGone()
{
    m_input.reset();
    for (const Done& done : std::exchange(m_waitingInput, {}))
        done(util::ok());
}

} // namespace dbgr::launcher
