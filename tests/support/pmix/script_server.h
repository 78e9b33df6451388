// SPDX-License-Identifier: GPL-3.0-or-later
// A PMIx server that says what a test tells it to: shakes hands as a real one, then answers each command from a table.
// It can refuse, fall silent, or break off after any number of bytes. Real sockets on the loopback interface, on the
// test's loop.
#pragma once

#include "net/event_loop.h"
#include "net/tcp_listener.h"
#include "pmix/frame/frame_reader.h"
#include "pmix/handshake/connect_message.h"
#include "pmix/types/command.h"
#include "pmix/types/proc.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::test {

class ScriptServer
{
public:
    explicit ScriptServer(net::EventLoop& loop, std::string nspace = "server@0");
    ~ScriptServer();

    /// "server@0.0;tcp4://127.0.0.1:PORT"
    [[nodiscard]] std::string uri() const;

    // ---- What it does; set before the tool connects.

    /// The first status of the handshake.
    pmix::Status verdict = pmix::Status::Success;
    /// The body of the reply to a command; a command that is not in it gets a bare Success. An empty body: silence.
    std::map<pmix::Command, std::string> replies;
    /// Breaks off once it has sent that many bytes.
    std::optional<std::size_t> breakAfter;

    // ---- What it saw.

    std::vector<pmix::ConnectMessage> hellos;
    /// Command and fields of each request, in order.
    std::vector<std::pair<pmix::Command, std::string>> requests;
    [[nodiscard]] int count(pmix::Command command) const;

    /// A frame to the tool, unasked: an event (tag 0) or output (tag 2).
    void send(pmix::Tag tag, std::string_view body);
    void breakOff();

private:
    void greet(std::unique_ptr<net::ByteStream> stream);
    void take(std::string_view bytes);
    void takeHello();
    void takeFrame(const pmix::Frame& frame);
    void write(std::string_view bytes);

    net::EventLoop& m_loop;
    const std::string m_nspace;
    std::unique_ptr<net::TcpListener> m_listener;
    std::unique_ptr<net::ByteStream> m_stream;
    std::string m_helloBytes;
    bool m_greeted = false;
    pmix::WireFormat m_format;
    std::unique_ptr<pmix::FrameReader> m_frames;
};

} // namespace dbgr::test
