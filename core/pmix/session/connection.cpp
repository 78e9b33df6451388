// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/session/connection.h"

#include "pmix/frame/frame_writer.h"
#include "pmix/types/status.h"
#include "util/log.h"

#include <utility>

namespace dbgr::pmix {

namespace {

util::Error lost(const Peer& peer, const std::string& why)
{
    return util::Error{make_error_code(Status::ErrLostConnection),
                       "the connection with the PMIx peer " + toString(peer.proc) + " is lost" + why,
                       {}};
}

} // namespace

Connection::Connection(util::Scheduler& scheduler, std::unique_ptr<net::ByteStream> stream, std::string surplus,
                       WireFormat format, ConnectionRole role, Peer peer)
    : m_scheduler(scheduler), m_stream(std::move(stream)), m_format(format), m_peer(std::move(peer)),
      m_surplus(std::move(surplus)), m_requests(scheduler, role)
{}

void Connection::start(Handlers handlers)
{
    m_handlers = std::move(handlers);
    m_scheduler.post(m_lifetime.guard([this] {
        // Only now the stream: what it brings comes behind the surplus.
        const auto watch = m_lifetime.watch();
        take(std::exchange(m_surplus, {}));
        if (watch.expired() || !m_open)
            return;
        m_stream->setClosed([this](const util::Result<void>& why) {
            lose(lost(m_peer, why ? ": it closed it" : ": " + why.error().message()));
        });
        m_stream->setReader([this](std::string_view bytes) { take(bytes); });
    }));
}

void Connection::request(std::string what, std::string_view body, util::Duration limit, ReplyHandler handler)
{
    const Tag tag = m_requests.add(std::move(what), limit, std::move(handler));
    if (m_open)
        m_stream->write(encodeFrame(0, tag, body));
    else
        m_scheduler.post(m_lifetime.guard([this] { m_requests.failAll(lost(m_peer, {})); }));
}

void Connection::send(std::string_view body)
{
    if (m_open)
        m_stream->write(encodeFrame(0, m_requests.nextTag(), body));
}

void Connection::answer(Tag tag, std::string_view body)
{
    if (m_open)
        m_stream->write(encodeFrame(0, tag, body));
}

void Connection::tell(Tag tag, std::string_view body)
{
    if (m_open)
        m_stream->write(encodeFrame(0, tag, body));
}

void Connection::pauseReading(bool pause)
{
    if (!m_open)
        return;
    if (pause)
        m_stream->pauseReading();
    else
        m_stream->resumeReading();
}

void Connection::setPressure(std::size_t lowMark, std::size_t highMark, net::ByteStream::OnPressure pressure)
{
    if (m_open)
        m_stream->setPressure(lowMark, highMark, std::move(pressure));
}

void Connection::close()
{
    if (!std::exchange(m_open, false))
        return;
    m_stream->close();
    m_scheduler.post(m_lifetime.guard([this] { m_requests.failAll(lost(m_peer, ": we closed it")); }));
}

void Connection::take(std::string_view bytes)
{
    m_frames.feed(bytes);
    const auto watch = m_lifetime.watch();
    while (m_open) {
        auto frame = m_frames.next();
        if (!frame)
            return lose(std::move(frame).error().withContext("reading from the PMIx peer " + toString(m_peer.proc)));
        if (!*frame)
            return;
        dispatch(**frame);
        if (watch.expired())
            return;
    }
}

void Connection::dispatch(const Frame& frame)
{
    if (frame.tag == kNotifyTag && m_handlers.onEvent) {
        m_handlers.onEvent(frame.body);
    } else if (frame.tag == kIofTag && m_handlers.onIo) {
        m_handlers.onIo(frame.body);
    } else if (frame.tag == kHeartbeatTag && m_handlers.onHeartbeat) {
        m_handlers.onHeartbeat();
    } else if (!isDynamic(frame.tag)) {
        util::log::info("pmix", "message with a reserved tag dropped", {{"tag", frame.tag.value()}});
    } else if (!m_requests.deliver(frame.tag, frame.body)) {
        m_handlers.onRequest(frame.tag, frame.body);
    }
}

void Connection::lose(util::Error why)
{
    if (!std::exchange(m_open, false))
        return;
    m_stream->close();
    const auto watch = m_lifetime.watch();
    m_requests.failAll(why);
    if (!watch.expired() && m_handlers.onClosed)
        m_handlers.onClosed(why);
}

} // namespace dbgr::pmix
