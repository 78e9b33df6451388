// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/engine/process/engine_child.h"

#include "dbgdaemon/engine/process/handover.h"
#include "dbgdaemon/engine/process/samples.h"
#include "net/datagram.h"
#include "net/fd_stream.h"
#include "net/unix_stream.h"

#include <csignal>
#include <utility>

namespace dbgr::daemon {

namespace {

/// The router gives up before; a request without a limit is not to be had.
constexpr std::chrono::hours kNoLimit{24};

} // namespace

util::Result<std::unique_ptr<EngineChild>> EngineChild::start(net::EventLoop& loop, net::ChildSpec program,
                                                              RankHolder& holder, Handlers handlers)
{
    std::unique_ptr<EngineChild> child(new EngineChild(loop, std::move(handlers)));
    DBGR_TRY(child->run(std::move(program), holder));
    return child;
}

util::Result<void> EngineChild::run(net::ChildSpec program, RankHolder& holder)
{
    const keeper::Wishes& wishes = holder.wishes();
    DBGR_TRY(auto channel, net::socketPair());
    DBGR_TRY(auto handover, net::controlSocketPair());
    DBGR_TRY(auto samples, net::controlSocketPair());
    DBGR_TRY(auto memory, net::controlSocketPair());
    program.extraFds = {{channel.second.get(), kEngineChannelFd}, {handover.second.get(), kEngineHandoverFd},
                        {wishes.file(), kEngineWishesFd},         {wishes.bell(), kEngineBellFd},
                        {samples.second.get(), kEngineSamplesFd}, {memory.second.get(), kEngineMemoryFd}};
    DBGR_TRY(m_process, net::ChildProcess::start(m_loop, program));
    holder.serveMemory(std::move(memory.first));
    m_process->setExited([this](net::ExitStatus) { onExited(); });
    m_handover = std::move(handover.first);
    m_samples = std::move(samples.first);
    DBGR_TRY(auto stream, net::FdStream::create(m_loop, std::move(channel.first), "dbgd-engine"));
    dbgwire::Hello hello;
    hello.program = "dbgd";
    dbgwire::Channel::Handlers handlers;
    handlers.onHello = [this](const dbgwire::Hello&) {
        m_isReady = true;
        m_handlers.onReady();
    };
    handlers.onEvent = [this](const debug::DaemonEvent& event) { m_handlers.onEvent(event); };
    handlers.onClosed = [this](const util::Result<void>& why) {
        // Mostly it is about to end, and how it did says more.
        const std::string words = why ? "it closed its connection" : why.error().message();
        m_end = m_loop.after(kEndMayTake, [this, words] { kill(words); });
    };
    m_channel = std::make_unique<dbgwire::Channel>(m_loop, std::move(stream), std::move(hello), std::move(handlers));
    return util::ok();
}

void EngineChild::dismiss()
{
    m_end.cancel();
    m_channel.reset();
    if (!m_process)
        return;
    m_process->setExited({});
    static_cast<void>(m_process->signal(SIGKILL));
}

void EngineChild::kill(std::string why)
{
    if (m_why.empty())
        m_why = std::move(why);
    static_cast<void>(m_process->signal(SIGKILL));
}

bool EngineChild::give(AttachTarget& target)
{
    const auto sent = handOver(m_handover.get(), target);
    if (!sent && net::isForLater(sent.error()))
        return false;
    target.stub.reset(); // another error means that the process is gone, which its end tells us
    return true;
}

bool EngineChild::give(RankSample& sample)
{
    const auto sent = handOver(m_samples.get(), sample);
    if (!sent && net::isForLater(sent.error()))
        return false;
    sample.file.reset();
    return true;
}

void EngineChild::attach(const std::vector<AttachTarget>& targets)
{
    m_channel->sendAttach(orderFor(targets));
}

util::RequestId EngineChild::ask(const debug::EngineCommand& command, dbgwire::Channel::Respond done)
{
    return m_channel->sendRequest(command, kNoLimit, std::move(done));
}

void EngineChild::cancel(util::RequestId asked)
{
    m_channel->cancelRequest(asked, kNoLimit);
}

void EngineChild::onExited()
{
    const std::string status = m_process->status() ? m_process->status()->toString() : "";
    m_end.cancel();
    m_channel.reset(); // what it still said is nobody's
    m_handlers.onGone(m_why.empty() ? status : m_why);
}

} // namespace dbgr::daemon
