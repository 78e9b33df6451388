// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/pmix/script_server.h"

#include "pmix/codec/pack.h"
#include "pmix/codec/unpack.h"
#include "pmix/frame/frame_writer.h"
#include "pmix/handshake/tool_handshake.h"
#include "util/byte_writer.h"

#include <algorithm>

namespace dbgr::test {

using namespace pmix;

ScriptServer::ScriptServer(net::EventLoop& loop, std::string nspace) : m_loop(loop), m_nspace(std::move(nspace))
{
    Packer nothing((WireFormat()));
    nothing.pack<DataType::String>("tool@7");
    replies[Command::Request] = nothing.finish().value();
    m_listener = net::TcpListener::listen(loop, net::Address::loopback(), [this](std::unique_ptr<net::ByteStream> s) {
                     greet(std::move(s));
                 }).value();
}

ScriptServer::~ScriptServer() = default;

std::string ScriptServer::uri() const
{
    return m_nspace + ".0;tcp4://" + m_listener->address().toString();
}

int ScriptServer::count(Command command) const
{
    return static_cast<int>(std::ranges::count(requests, command, [](const auto& each) { return each.first; }));
}

void ScriptServer::send(Tag tag, std::string_view body)
{
    write(encodeFrame(0, tag, body));
}

void ScriptServer::breakOff()
{
    m_loop.post([old = std::shared_ptr<net::ByteStream>(std::move(m_stream))] {}); // it may be on the stack below us
}

void ScriptServer::greet(std::unique_ptr<net::ByteStream> stream)
{
    m_stream = std::move(stream);
    m_helloBytes.clear();
    m_greeted = false;
    m_frames = std::make_unique<FrameReader>();
    m_stream->setReader([this](std::string_view bytes) { take(bytes); });
    m_stream->setClosed([this](const util::Result<void>&) { breakOff(); });
    if (breakAfter && *breakAfter == 0)
        breakOff();
}

void ScriptServer::take(std::string_view bytes)
{
    if (!m_greeted) {
        m_helloBytes += bytes;
        return takeHello();
    }
    m_frames->feed(bytes);
    while (m_stream) {
        const auto frame = m_frames->next().value();
        if (!frame)
            return;
        takeFrame(*frame);
    }
}

void ScriptServer::takeHello()
{
    if (m_helloBytes.size() < FrameHeader::kBytes)
        return;
    const std::size_t size = FrameHeader::kBytes + decodeConnectHeader(m_helloBytes).bodyBytes;
    if (m_helloBytes.size() < size)
        return;
    hellos.push_back(decodeConnectMessage(std::string_view(m_helloBytes).substr(FrameHeader::kBytes)).value());
    m_format = hellos.back().format;
    m_greeted = true;
    util::ByteWriter answer;
    answer.big(static_cast<std::uint32_t>(verdict));
    if (verdict == Status::Success) {
        if (roleGetsName(hellos.back().role))
            answer.bytes(encodeNameField(Proc{"tool@7", ProcRank(0)}));
        answer.bytes(encodeNameField(Proc{m_nspace, ProcRank(0)}));
        answer.big(std::uint32_t{0});
    }
    write(answer.view());
    if (verdict != Status::Success)
        breakOff();
}

void ScriptServer::takeFrame(const Frame& frame)
{
    Unpacker unpacker(m_format, frame.body);
    const Command command = unpacker.unpack<DataType::Command>().value();
    requests.emplace_back(command, frame.body.substr(unpacker.position()));
    if (command == Command::DeregisterEvents)
        return;
    const auto reply = replies.find(command);
    if (reply == replies.end()) {
        Packer packer(m_format);
        packer.pack<DataType::Status>(Status::Success);
        write(encodeFrame(0, frame.tag, packer.finish().value()));
    } else if (!reply->second.empty()) {
        write(encodeFrame(0, frame.tag, reply->second));
    }
}

void ScriptServer::write(std::string_view bytes)
{
    if (!m_stream)
        return;
    if (breakAfter && bytes.size() >= *breakAfter) {
        m_stream->write(bytes.substr(0, *breakAfter));
        breakAfter = 0;
        return breakOff();
    }
    if (breakAfter)
        *breakAfter -= bytes.size();
    m_stream->write(bytes);
}

} // namespace dbgr::test
