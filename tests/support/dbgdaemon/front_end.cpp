// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/dbgdaemon/front_end.h"

#include "net/tls_stream.h"

#include <csignal>
#include <unistd.h>

namespace dbgr::test {

namespace {

constexpr std::chrono::seconds kAskLimit{30};

} // namespace

FrontEnd::FrontEnd() : m_secret(net::Secret::generate().value()), m_loop(net::EventLoop::create().value())
{
    m_loop->startThread();
    onLoop([this] {
        m_listener = net::TcpListener::listen(*m_loop, net::Address::loopback(), [this](auto stream) {
                         accept(std::move(stream));
                     }).value();
    });
}

FrontEnd::~FrontEnd()
{
    onLoop([this] {
        m_channel.reset();
        m_listener.reset();
        m_daemon.reset();
    });
}

void FrontEnd::onLoop(const std::function<void()>& task)
{
    std::promise<void> done;
    m_loop->post([&] {
        task();
        done.set_value();
    });
    done.get_future().wait();
}

void FrontEnd::accept(std::unique_ptr<net::ByteStream> stream)
{
    dbgwire::Hello hello;
    hello.program = "test";
    dbgwire::Channel::Handlers handlers;
    handlers.onHello = [this](const dbgwire::Hello&) {
        if (!m_orderHeld)
            m_channel->sendAttach(m_order);
    };
    handlers.onEvent = [this](debug::DaemonEvent event) { m_events.push_back(std::move(event)); };
    handlers.onClosed = [this](const util::Result<void>&) { m_channel.reset(); };
    m_channel = std::make_unique<dbgwire::Channel>(
        *m_loop, net::tlsServer(*m_loop, std::move(stream), m_secret).value(), hello, std::move(handlers));
}

bool FrontEnd::startDaemon(const std::vector<std::pair<util::Rank, util::Pid>>& ranks)
{
    onLoop([&] {
        for (const auto& [rank, pid] : ranks)
            m_order.processes.push_back({rank, pid, {}});
        net::ChildSpec spec;
        spec.program = DBGR_TEST_BIN_DIR "/dbgd";
        spec.arguments = {"dbgd", "--ranks=told", "--for", "testhost:" + std::to_string(::getpid())};
        spec.environment = net::currentEnvironment();
        net::setVariable(spec.environment, "DBGR_FRONTEND", m_listener->address().toString());
        net::setVariable(spec.environment, "DBGR_SECRET", m_secret.hex());
        auto child = net::ChildProcess::start(*m_loop, spec);
        if (child) {
            m_daemon = *std::move(child);
            m_daemonPid = m_daemon->pid();
        }
    });
    return m_daemon != nullptr;
}

void FrontEnd::holdOrder()
{
    onLoop([this] { m_orderHeld = true; });
}

void FrontEnd::giveOrder()
{
    onLoop([this] { m_channel->sendAttach(m_order); });
}

bool FrontEnd::daemonRuns()
{
    bool runs = false;
    onLoop([&] { runs = m_daemon && m_daemon->running(); });
    return runs;
}

void FrontEnd::signalDaemon(int number)
{
    onLoop([&] { [[maybe_unused]] const auto sent = m_daemon->signal(number); });
}

void FrontEnd::hangUp()
{
    onLoop([this] {
        m_listener.reset();
        m_channel.reset();
    });
}

bool FrontEnd::connected()
{
    bool yes = false;
    onLoop([&] { yes = m_channel && m_channel->peer(); });
    return yes;
}

dbgwire::Hello FrontEnd::hello()
{
    dbgwire::Hello hello;
    onLoop([&] {
        if (m_channel && m_channel->peer())
            hello = *m_channel->peer();
    });
    return hello;
}

util::Result<debug::EngineReply> FrontEnd::ask(const util::RankSet& ranks, debug::EngineRequest request)
{
    std::promise<util::Result<debug::EngineReply>> reply;
    m_loop->post([&] {
        if (m_channel)
            m_channel->sendRequest(
                {ranks, std::move(request)}, kAskLimit,
                [&](util::Result<debug::EngineReply> result) { reply.set_value(std::move(result)); });
        else
            reply.set_value(util::fail(std::make_error_code(std::errc::not_connected), "no daemon"));
    });
    return reply.get_future().get();
}

std::vector<util::Result<debug::EngineReply>> FrontEnd::askAtOnce(const util::RankSet& ranks,
                                                                  const std::vector<debug::EngineRequest>& requests)
{
    std::vector<std::promise<util::Result<debug::EngineReply>>> promises(requests.size());
    signalDaemon(SIGSTOP); // it reads what is there when it goes on
    onLoop([&] {
        for (std::size_t i = 0; i < requests.size(); ++i) {
            if (!m_channel) {
                promises[i].set_value(util::fail(std::make_error_code(std::errc::not_connected), "no daemon"));
                continue;
            }
            m_channel->sendRequest({ranks, requests[i]}, kAskLimit, [&, i](util::Result<debug::EngineReply> result) {
                promises[i].set_value(std::move(result));
            });
        }
    });
    signalDaemon(SIGCONT);
    std::vector<util::Result<debug::EngineReply>> replies;
    for (auto& promise : promises)
        replies.push_back(promise.get_future().get());
    return replies;
}

util::RankSet FrontEnd::stopped(debug::StopReason reason)
{
    util::RankSet ranks;
    for (const debug::StopGroup& group : eventsOf<debug::StopGroup>())
        if (group.cause.reason == reason)
            ranks |= group.ranks;
    return ranks;
}

void FrontEnd::clearEvents()
{
    onLoop([this] { m_events.clear(); });
}

} // namespace dbgr::test
