// SPDX-License-Identifier: BSD-3-Clause
// Gives the daemons' archive to nodes that call for it, over plain TCP: what is in it is no secret, and what arrives is
// compared with a checksum that goes to the node by the launcher (push_scripts.h). A caller says a key of this session
// and nothing else, or gets nothing. Thread: net.
#pragma once

#include "net/event_loop.h"
#include "net/tcp_listener.h"
#include "util/lifetime.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dbgr::session {

class ArchiveServer
{
public:
    static constexpr std::size_t kMaxCallers = 1024; ///< at once; others are hung up on, and call again
    static constexpr std::chrono::seconds kKeyMayTake{10};
    /// A caller that takes nothing for so long is gone.
    static constexpr std::chrono::seconds kPieceMayTake{60};

    /// \param open yields the file anew for each caller \errors those of listening, and of getrandom()
    [[nodiscard]] static util::Result<std::unique_ptr<ArchiveServer>>
    listen(net::EventLoop& loop, std::function<util::Result<util::UniqueFd>()> open);
    ~ArchiveServer();

    /// What callers have to say, without the end of the line.
    [[nodiscard]] const std::string& key() const { return m_key; }
    [[nodiscard]] std::uint16_t port() const { return m_listener->address().port(); }

private:
    struct Caller;
    ArchiveServer(net::EventLoop& loop, std::string key, std::function<util::Result<util::UniqueFd>()> open);
    void onCaller(std::unique_ptr<net::ByteStream> stream);
    void onBytes(Caller& caller, std::string_view bytes);
    void send(Caller& caller);
    void drop(const Caller& caller);

    net::EventLoop& m_loop;
    const std::string m_key;
    std::function<util::Result<util::UniqueFd>()> m_open;
    std::vector<std::unique_ptr<Caller>> m_callers;
    std::unique_ptr<net::TcpListener> m_listener;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::session
