// SPDX-License-Identifier: BSD-3-Clause
// The connection between dbgr and a daemon: the same object on both sides. Sits between a ByteStream (TLS over TCP) and
// session/remote on the one side, dbgdaemon's router on the other. Thread: that of the scheduler.
#pragma once

#include "dbgwire/link_watch.h"
#include "dbgwire/message.h"
#include "dbgwire/question.h"
#include "dbgwire/wire_frame.h"
#include "net/byte_stream.h"
#include "util/lifetime.h"
#include "util/scheduler.h"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace dbgr::dbgwire {

/// For how long the other side may be silent before its hello; and after it, unless loseAfter() said otherwise.
inline constexpr std::chrono::seconds kHelloMayTake{30};

/// Flow: made -> both sides send their hello -> onHello -> requests, replies, events -> onClosed.
///
/// Callbacks run from the scheduler, never inside a call to the channel; none runs after close() or destruction. A
/// callback may destroy the channel.
class Channel
{
public:
    using OnReply = std::function<void(util::Result<debug::EngineReply>)>;
    /// Answers one request, once; of no effect when the channel is gone. May be kept for as long as it takes.
    using Respond = std::function<void(util::Result<debug::EngineReply>)>;

    struct Handlers
    {
        /// The other side is known and speaks a version of ours: the first callback, once.
        std::function<void(const Hello&)> onHello;
        std::function<void(util::RequestId, debug::EngineCommand, Respond)> onRequest; ///< a daemon's
        /// A daemon's. Of a request that was answered, too: the answer may have been on its way.
        std::function<void(util::RequestId)> onCancel;
        std::function<void(debug::AttachOrder)> onAttach; ///< a daemon's
        std::function<void(debug::DaemonEvent)> onEvent;  ///< a front end's
        /// After its hello: nothing has come for a while (Suspected), or something comes again (Alive).
        std::function<void(LinkState)> onLink;
        /// A value: the other side closed in an orderly way. Every open request has failed before. The last callback.
        std::function<void(util::Result<void>)> onClosed;
    };

    /// A request that the other side never answered.
    struct Unanswered
    {
        std::string request; ///< as a user types it
        util::RankSet ranks;
    };

    /// Takes the stream over and sends our hello.
    Channel(util::Scheduler& scheduler, std::unique_ptr<net::ByteStream> stream, Hello ours, Handlers handlers);
    ~Channel();
    Channel(const Channel&) = delete;
    Channel& operator=(const Channel&) = delete;

    /// Asks; onReply runs exactly once, unless the channel is closed by us. \pre the other side's hello came
    /// \return by which cancelRequest() names it
    /// \errors debug::Errc::Timeout, debug::Errc::DaemonLost; Errc::TooLarge; what the other side answered
    util::RequestId sendRequest(const debug::EngineCommand& command, util::Duration timeout, OnReply onReply);
    /// The same of a question that many are asked.
    util::RequestId sendRequest(std::shared_ptr<const Question> question, const util::RankSet& ranks,
                                util::Duration timeout, OnReply onReply);
    /// Has the other side end a request, if it can (kCancelFeature); its answer says what was done. Of no effect once
    /// it is answered. \param patience then it is answered with debug::Errc::Cancelled
    void cancelRequest(util::RequestId id, util::Duration patience);
    /// Tells a daemon what to attach to. Of no effect on a closed channel. \pre the other side's hello came
    void sendAttach(const debug::AttachOrder& order);
    /// Of no effect on a closed channel. \pre the other side's hello came
    void sendEvent(const debug::DaemonEvent& event);
    /// Silence for so long ends the connection (Errc::Silent), once the other side has said hello.
    void loseAfter(util::Duration silence);
    /// Ends the connection, after what was sent before.
    void close();

    [[nodiscard]] bool isOpen() const { return m_open; }
    /// Who is there, once they said so.
    [[nodiscard]] const std::optional<Hello>& peer() const { return m_peer; }
    /// "dbgd 0.1.0 on node7", or before its hello the address.
    [[nodiscard]] std::string peerName() const;
    /// Once it is closed by the other side: the oldest request that was not answered.
    [[nodiscard]] const std::optional<Unanswered>& unanswered() const { return m_unanswered; }

private:
    struct Pending
    {
        std::shared_ptr<const Question> question;
        util::RankSet ranks;
        OnReply onReply;
        util::Subscription deadline;
    };

    void onBytes(std::string_view bytes);
    [[nodiscard]] util::Result<void> handle(Message message);
    [[nodiscard]] util::Result<void> handleHello(Hello theirs);
    void handleRequest(Request request);
    void handleReply(Reply reply);
    void lookLater();
    void onLookTime();
    void tellLink();
    void onTimeout(util::RequestId id, util::Duration timeout);
    void onCancelTime(util::RequestId id);
    /// \return false when it is too large to be sent
    [[nodiscard]] bool send(const Message& message);
    [[nodiscard]] bool sendBytes(const std::string& bytes);
    void respond(util::RequestId id, util::Result<debug::EngineReply> result);
    void finish(util::RequestId id, util::Result<debug::EngineReply> result);
    void breakDown(util::Error error);
    /// Ends everything because of the other side, or of what it sent.
    void end(util::Result<void> why);

    util::Scheduler& m_scheduler;
    std::unique_ptr<net::ByteStream> m_stream;
    Hello m_ours;
    Handlers m_handlers;
    bool m_open = true;
    FrameReader m_reader;
    std::optional<Hello> m_peer;
    util::RequestId m_lastRequest;
    std::map<util::RequestId, Pending> m_pending;
    std::optional<Unanswered> m_unanswered;
    util::Duration m_lostAfter = kHelloMayTake;
    LinkWatch m_link;
    util::Subscription m_look; // and a heartbeat with it
    util::Lifetime m_lifetime;
};

} // namespace dbgr::dbgwire
