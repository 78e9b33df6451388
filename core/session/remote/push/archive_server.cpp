// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/push/archive_server.h"

#include "net/secret.h"
#include "util/log.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <unistd.h>

namespace dbgr::session {

namespace {

constexpr std::size_t kPieceBytes = std::size_t{256} << 10;

}

struct ArchiveServer::Caller
{
    std::unique_ptr<net::ByteStream> stream;
    std::string said;
    util::UniqueFd file; ///< what is still to be sent; none: it has not said the key
    util::Subscription patience;
};

util::Result<std::unique_ptr<ArchiveServer>> ArchiveServer::listen(net::EventLoop& loop,
                                                                   std::function<util::Result<util::UniqueFd>()> open)
{
    DBGR_TRY(const net::Secret random, net::Secret::generate()); // not the session's: this one is seen on the way
    std::unique_ptr<ArchiveServer> server(new ArchiveServer(loop, random.hex(), std::move(open)));
    DBGR_TRY(server->m_listener,
             net::TcpListener::listen(loop, net::Address::anyV4(),
                                      [self = server.get()](std::unique_ptr<net::ByteStream> stream) {
                                          self->onCaller(std::move(stream));
                                      }));
    return server;
}

ArchiveServer::ArchiveServer(net::EventLoop& loop, std::string key, std::function<util::Result<util::UniqueFd>()> open)
    : m_loop(loop), m_key(std::move(key)), m_open(std::move(open))
{}

ArchiveServer::~ArchiveServer() = default;

void ArchiveServer::onCaller(std::unique_ptr<net::ByteStream> stream)
{
    if (m_callers.size() >= kMaxCallers)
        return; // hangs up
    m_callers.push_back(std::make_unique<Caller>());
    Caller& caller = *m_callers.back();
    caller.stream = std::move(stream);
    caller.patience = m_loop.after(kKeyMayTake, [this, &caller] { drop(caller); });
    caller.stream->setClosed([this, &caller](const util::Result<void>&) { drop(caller); });
    caller.stream->setPressure(0, 0, [this, &caller](bool waits) {
        if (!waits)
            send(caller);
    });
    caller.stream->setReader([this, &caller](std::string_view bytes) { onBytes(caller, bytes); });
}

void ArchiveServer::onBytes(Caller& caller, std::string_view bytes)
{
    if (caller.file)
        return drop(caller); // it has nothing more to say
    caller.said.append(bytes.substr(0, m_key.size() + 2));
    if (caller.said.size() <= m_key.size())
        return;
    auto file = caller.said == m_key + '\n' ? m_open() : util::Result<util::UniqueFd>(util::UniqueFd());
    if (!file || !*file) {
        util::log::warning("push", "a caller gets nothing", {{"who", caller.stream->peerAddress()}});
        return drop(caller);
    }
    util::log::info("push", "a node is given the daemons", {{"who", caller.stream->peerAddress()}});
    caller.file = *std::move(file);
    send(caller);
}

void ArchiveServer::send(Caller& caller)
{
    std::string piece;
    while (caller.file && caller.stream->isOpen() && caller.stream->outputBytes() == 0) {
        piece.resize(kPieceBytes);
        const ssize_t count = ::read(caller.file.get(), piece.data(), piece.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return drop(caller); // the system has taken all, and delivers it
        piece.resize(static_cast<std::size_t>(count));
        caller.patience = m_loop.after(kPieceMayTake, [this, &caller] { drop(caller); });
        caller.stream->write(piece);
    }
}

void ArchiveServer::drop(const Caller& caller)
{
    const auto at = std::ranges::find_if(m_callers, [&](const auto& each) { return each.get() == &caller; });
    if (at == m_callers.end())
        return;
    std::shared_ptr<Caller> gone = std::move(*at); // a function of its own may have called
    m_callers.erase(at);
    gone->stream->close();
    gone->patience.cancel();
    m_loop.post([gone] {});
}

} // namespace dbgr::session
