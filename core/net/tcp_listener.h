// SPDX-License-Identifier: BSD-3-Clause
// Waits for connections. How many of them may be open at once is the owner's business. Thread: the loop's.
#pragma once

#include "net/address.h"
#include "net/byte_stream.h"
#include "net/event_loop.h"
#include "util/lifetime.h"
#include "util/unique_fd.h"

namespace dbgr::net {

class TcpListener
{
public:
    using OnAccept = std::function<void(std::unique_ptr<ByteStream>)>;

    /// Listens at `address`; port 0 lets the system choose, see address().
    /// \errors those of socket(), bind(), listen()
    [[nodiscard]] static util::Result<std::unique_ptr<TcpListener>> listen(EventLoop& loop, const Address& address,
                                                                           OnAccept onAccept);

    /// Where it listens, with the real port.
    [[nodiscard]] const Address& address() const { return m_address; }

private:
    TcpListener(EventLoop& loop, util::UniqueFd fd, Address address, OnAccept onAccept);
    void startWatching();
    void acceptSome();

    EventLoop& m_loop;
    util::UniqueFd m_fd;
    const Address m_address;
    OnAccept m_onAccept;
    util::Subscription m_watch;
    util::Subscription m_retry;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::net
