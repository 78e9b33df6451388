// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/front_end_link.h"

#include "net/tls_stream.h"
#include "util/log.h"

#include <utility>

namespace dbgr::daemon {

void FrontEndLink::start(dbgwire::Hello hello)
{
    m_hello = std::move(hello);
    m_giveUp = m_loop.now() + kReachLimit;
    tryNext();
}

void FrontEndLink::tryNext()
{
    const net::Address& address = m_environment.frontEnds[m_next];
    m_next = (m_next + 1) % m_environment.frontEnds.size();
    util::log::debug("link", "connecting", {{"to", address.toString()}});
    m_attempt =
        net::connectTcp(m_loop, address, kConnectLimit, [this](util::Result<std::unique_ptr<net::ByteStream>> stream) {
            onConnected(std::move(stream));
        });
}

void FrontEndLink::onConnected(util::Result<std::unique_ptr<net::ByteStream>> stream)
{
    if (stream)
        stream = net::tlsClient(m_loop, *std::move(stream), m_environment.secret, kHandshakeLimit);
    if (stream)
        openChannel(*std::move(stream));
    else
        retry(std::move(stream.error()));
}

void FrontEndLink::openChannel(std::unique_ptr<net::ByteStream> stream)
{
    m_opened = m_loop.now();
    dbgwire::Channel::Handlers handlers;
    handlers.onHello = [this](const dbgwire::Hello& theirs) {
        util::log::info("link", "front end", {{"who", theirs.whoAndWhere()}});
        m_greeted = true;
        m_handlers.onHello();
    };
    handlers.onAttach = [this](debug::AttachOrder order) { m_handlers.onAttach(std::move(order)); };
    handlers.onRequest = m_handlers.onCommand;
    handlers.onCancel = m_handlers.onCancel;
    handlers.onClosed = [this](const util::Result<void>& why) { onChannelClosed(why); };
    m_channel = std::make_unique<dbgwire::Channel>(m_loop, std::move(stream), m_hello, std::move(handlers));
    m_channel->loseAfter(kPatience);
}

void FrontEndLink::onChannelClosed(const util::Result<void>& why)
{
    util::Error error = why ? util::Error{std::make_error_code(std::errc::connection_aborted),
                                          "the front end has closed the connection",
                                          {}}
                            : why.error();
    m_channel.reset();
    if (m_loop.now() - m_opened >= kLasting)
        m_giveUp = m_loop.now() + kReachLimit;
    m_greeted ? end(std::move(error)) : retry(std::move(error));
}

void FrontEndLink::retry(util::Error why)
{
    util::log::warning("link", why.message());
    if (m_loop.now() >= m_giveUp)
        end(std::move(why));
    else
        m_attempt = m_loop.after(kBetweenAttempts, [this] { tryNext(); });
}

void FrontEndLink::end(util::Error why)
{
    if (!std::exchange(m_over, true))
        m_handlers.onEnd(std::move(why));
}

void FrontEndLink::tell(const debug::DaemonEvent& event)
{
    if (m_channel && m_greeted)
        m_channel->sendEvent(event);
}

void FrontEndLink::close()
{
    m_over = true;
    m_attempt.cancel();
    if (m_channel)
        m_channel->close();
}

} // namespace dbgr::daemon
