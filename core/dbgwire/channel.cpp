// SPDX-License-Identifier: BSD-3-Clause
#include "dbgwire/channel.h"

#include "dbgwire/convert.h"
#include "dbgwire/wire_error.h"
#include "debug/debug_error.h"
#include "util/log.h"
#include "util/overloaded.h"
#include "util/thread_check.h"

#include <utility>

namespace dbgr::dbgwire {

namespace {

std::string seconds(util::Duration duration)
{
    return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(duration).count()) + " s";
}

} // namespace

Channel::Channel(util::Scheduler& scheduler, std::unique_ptr<net::ByteStream> stream, Hello ours, Handlers handlers)
    : m_scheduler(scheduler), m_stream(std::move(stream)), m_ours(std::move(ours)), m_handlers(std::move(handlers)),
      m_link(kHelloMayTake, scheduler.now())
{
    m_stream->setReader([this](std::string_view bytes) { onBytes(bytes); });
    m_stream->setClosed([this](util::Result<void> why) { end(std::move(why)); });
    lookLater();
    const bool sent = send(m_ours);
    DBGR_ASSERT(sent);
}

Channel::~Channel()
{
    close();
}

std::string Channel::peerName() const
{
    return m_peer ? m_peer->whoAndWhere() : m_stream->peerAddress();
}

void Channel::onBytes(std::string_view bytes)
{
    const bool again = m_link.heard(m_scheduler.now());
    m_reader.feed(bytes);
    const auto alive = m_lifetime.watch();
    if (again)
        tellLink();
    while (!alive.expired() && m_open) {
        const auto frame = m_reader.next();
        if (!frame) {
            breakDown(frame.error());
            return;
        }
        if (!*frame)
            return;
        auto message = decode(**frame);
        const auto handled = message ? handle(*std::move(message)) : util::fail(message.error());
        if (!handled) {
            breakDown(handled.error());
            return;
        }
    }
}

util::Result<void> Channel::handle(Message message)
{
    if (!m_peer && !std::holds_alternative<Hello>(message))
        return util::fail(Errc::Malformed, "its first message is no hello");
    return std::visit(util::Overloaded{
                          [this](Hello& hello) { return handleHello(std::move(hello)); },
                          [this](Request& request) {
                              handleRequest(std::move(request));
                              return util::ok();
                          },
                          [this](Reply& reply) {
                              handleReply(std::move(reply));
                              return util::ok();
                          },
                          [this](debug::DaemonEvent& event) {
                              if (const auto onEvent = m_handlers.onEvent)
                                  onEvent(std::move(event));
                              return util::ok();
                          },
                          [](Heartbeat&) { return util::ok(); },
                          [this](debug::AttachOrder& order) {
                              if (const auto onAttach = m_handlers.onAttach)
                                  onAttach(std::move(order));
                              return util::ok();
                          },
                          [this](Cancel& cancel) {
                              if (const auto onCancel = m_handlers.onCancel)
                                  onCancel(cancel.id);
                              return util::ok();
                          },
                      },
                      message);
}

util::Result<void> Channel::handleHello(Hello theirs)
{
    if (m_peer)
        return util::fail(Errc::Malformed, "it said hello twice");
    DBGR_TRY(const std::uint32_t version, negotiateVersion(m_ours, theirs));
    m_peer = std::move(theirs);
    m_link.setLostAfter(m_lostAfter);
    util::log::info("wire", "hello", {{"from", m_peer->whoAndWhere()}, {"version", version}});
    if (const auto onHello = m_handlers.onHello)
        onHello(Hello(*m_peer));
    return util::ok();
}

void Channel::handleRequest(Request request)
{
    const util::RequestId id = request.id;
    const auto onRequest = m_handlers.onRequest;
    if (!onRequest) {
        respond(id,
                util::fail(std::make_error_code(std::errc::operation_not_supported), "this side takes no requests"));
        return;
    }
    onRequest(id, std::move(request.command), m_lifetime.guard([this, id, done = false](auto result) mutable {
        if (!std::exchange(done, true))
            respond(id, std::move(result));
    }));
}

void Channel::respond(util::RequestId id, util::Result<debug::EngineReply> result)
{
    if (!send(Reply{id, std::move(result)}))
        (void)send(Reply{id, util::fail(Errc::TooLarge, "the answer is too large to be sent", "ask for less at once")});
}

void Channel::handleReply(Reply reply)
{
    finish(reply.id, std::move(reply.result)); // of no effect when the deadline was faster
}

void Channel::finish(util::RequestId id, util::Result<debug::EngineReply> result)
{
    auto pending = m_pending.extract(id);
    if (pending)
        pending.mapped().onReply(std::move(result));
}

util::RequestId Channel::sendRequest(const debug::EngineCommand& command, util::Duration timeout, OnReply onReply)
{
    return sendRequest(std::make_shared<const Question>(command.request), command.ranks, timeout, std::move(onReply));
}

util::RequestId Channel::sendRequest(std::shared_ptr<const Question> question, const util::RankSet& ranks,
                                     util::Duration timeout, OnReply onReply)
{
    DBGR_ON_THREAD(m_scheduler);
    const util::RequestId id = m_lastRequest = m_lastRequest.next();
    Pending& pending = m_pending[id];
    pending.question = std::move(question);
    pending.ranks = ranks;
    pending.onReply = std::move(onReply);
    pending.deadline = m_scheduler.after(timeout, [this, id, timeout] { onTimeout(id, timeout); });
    if (!m_open)
        pending.deadline = m_scheduler.after({}, [this, id] {
            finish(id, util::fail(debug::Errc::DaemonLost, "the connection to " + peerName() + " is closed"));
        });
    else if (!sendBytes(encodeRequest(id, ranks, pending.question->bytes())))
        pending.deadline = m_scheduler.after(
            {}, [this, id] { finish(id, util::fail(Errc::TooLarge, "the request is too large to be sent")); });
    return id;
}

void Channel::cancelRequest(util::RequestId id, util::Duration patience)
{
    DBGR_ON_THREAD(m_scheduler);
    const auto pending = m_pending.find(id);
    if (pending == m_pending.end() || !m_open)
        return;
    const bool canCancel = m_peer && m_peer->hasFeature(kCancelFeature);
    if (canCancel)
        (void)send(Cancel{id});
    pending->second.deadline =
        m_scheduler.after(canCancel ? patience : util::Duration{}, [this, id] { onCancelTime(id); });
}

void Channel::onCancelTime(util::RequestId id)
{
    const std::string what = m_pending.at(id).question->what();
    finish(id, util::fail(debug::Errc::Cancelled, "'" + what + "' was cancelled before " + peerName() +
                                                      " had answered: it may still be at work on it"));
}

void Channel::onTimeout(util::RequestId id, util::Duration timeout)
{
    const std::string what = m_pending.at(id).question->what();
    finish(id, util::fail(debug::Errc::Timeout, peerName() + " did not answer '" + what + "' in " + seconds(timeout)));
}

void Channel::sendAttach(const debug::AttachOrder& order)
{
    DBGR_ON_THREAD(m_scheduler);
    if (!send(order))
        util::log::error("wire", "an order to attach is too large to be sent");
}

void Channel::sendEvent(const debug::DaemonEvent& event)
{
    DBGR_ON_THREAD(m_scheduler);
    if (!send(event))
        util::log::error("wire", "an event is too large to be sent");
}

bool Channel::send(const Message& message)
{
    return !m_open || sendBytes(encode(message));
}

bool Channel::sendBytes(const std::string& bytes)
{
    if (bytes.size() > kMaxMessageBytes)
        return false;
    m_stream->write(frameMessage(bytes));
    return true;
}

void Channel::loseAfter(util::Duration silence)
{
    m_lostAfter = silence;
    if (m_peer)
        m_link.setLostAfter(silence);
}

void Channel::lookLater()
{
    m_look = m_scheduler.after(m_link.due() - m_scheduler.now(), [this] { onLookTime(); });
}

void Channel::onLookTime()
{
    const bool changed = m_link.look(m_scheduler.now());
    if (m_link.state() == LinkState::Lost) {
        end(util::fail(Errc::Silent, "no word from " + peerName() + " for " + seconds(m_link.silence()),
                       "check that its node is up and that the network lets it through"));
        return;
    }
    (void)send(Heartbeat{});
    lookLater();
    if (changed)
        tellLink();
}

void Channel::tellLink()
{
    util::log::info("wire", m_link.state() == LinkState::Alive ? "heard again" : "silent", {{"who", peerName()}});
    if (const auto onLink = m_handlers.onLink; onLink && m_peer)
        onLink(m_link.state());
}

void Channel::breakDown(util::Error error)
{
    end(util::fail(std::move(error).withContext("talking to " + peerName())));
}

void Channel::end(util::Result<void> why)
{
    if (!std::exchange(m_open, false))
        return;
    m_look.cancel();
    m_stream->close();
    if (!m_pending.empty()) {
        const Pending& oldest = m_pending.begin()->second;
        m_unanswered = Unanswered{oldest.question->asTyped(), oldest.ranks};
    }
    const auto alive = m_lifetime.watch();
    const std::string reason = why ? "it closed the connection" : why.error().message();
    while (!alive.expired() && !m_pending.empty()) {
        const auto first = m_pending.begin();
        finish(first->first,
               util::fail(debug::Errc::DaemonLost, "waiting for '" + std::string(first->second.question->what()) +
                                                       "' from " + peerName() + ": " + reason));
    }
    if (alive.expired())
        return;
    if (const auto onClosed = std::exchange(m_handlers.onClosed, nullptr))
        onClosed(std::move(why));
}

void Channel::close()
{
    m_open = false;
    m_look.cancel();
    m_stream->close();
    m_pending.clear();
    m_handlers = {};
}

} // namespace dbgr::dbgwire
