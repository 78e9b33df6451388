// SPDX-License-Identifier: BSD-3-Clause
// One connection with a peer after the handshake: the only pump between bytes and messages. Frames come in from the
// stream and go, by their tag, to whoever waits for the reply, or to the handlers of events, output and requests.
// Thread: that of its scheduler.
#pragma once

#include "net/byte_stream.h"
#include "pmix/codec/wire_format.h"
#include "pmix/frame/frame_reader.h"
#include "pmix/session/peer.h"
#include "pmix/session/request_table.h"
#include "util/lifetime.h"
#include "util/scheduler.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace dbgr::pmix {

/// Callbacks run from the scheduler, never inside a call to the connection, and not after its destruction. They may
/// destroy it.
class Connection
{
public:
    struct Handlers
    {
        std::function<void(std::string_view body)> onEvent; // tag 0
        std::function<void(std::string_view body)> onIo;    // tag 2
        /// A sign of life, tag 1; may be left out, as those above where only a server sends them.
        std::function<void()> onHeartbeat;
        /// A request of the peer, to be answered under its tag.
        std::function<void(Tag tag, std::string_view body)> onRequest;
        /// The connection is gone; what waited has been told. Not after close().
        std::function<void(const util::Error& why)> onClosed;
    };

    /// \param surplus what arrived behind the handshake
    Connection(util::Scheduler& scheduler, std::unique_ptr<net::ByteStream> stream, std::string surplus,
               WireFormat format, ConnectionRole role, Peer peer);

    /// Begins to read. Call once.
    void start(Handlers handlers);

    [[nodiscard]] const Peer& peer() const { return m_peer; }
    [[nodiscard]] WireFormat format() const { return m_format; }
    [[nodiscard]] bool isOpen() const { return m_open; }

    /// Sends a request; `handler` gets the reply's body. \param what for errors: "PMIx_Spawn"
    void request(std::string what, std::string_view body, util::Duration limit, ReplyHandler handler);
    /// Sends a request that gets no reply.
    void send(std::string_view body);
    /// Answers a request of the peer.
    void answer(Tag tag, std::string_view body);
    /// Sends a message that gets no reply, under a reserved tag: an event or output.
    void tell(Tag tag, std::string_view body);
    void pauseReading(bool pause);
    /// When to call back about what the peer has not taken yet. \pre lowMark < highMark
    void setPressure(std::size_t lowMark, std::size_t highMark, net::ByteStream::OnPressure pressure);
    /// Bytes that the peer has not taken yet.
    [[nodiscard]] std::size_t outputBytes() const { return m_open ? m_stream->outputBytes() : 0; }

    /// Ends the connection. What waits for a reply is told, from the scheduler, as long as this object lives.
    void close();

private:
    void take(std::string_view bytes);
    void dispatch(const Frame& frame);
    void lose(util::Error why);

    util::Scheduler& m_scheduler;
    std::unique_ptr<net::ByteStream> m_stream;
    const WireFormat m_format;
    const Peer m_peer;
    std::string m_surplus;
    FrameReader m_frames;
    RequestTable m_requests;
    Handlers m_handlers;
    bool m_open = true;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::pmix
