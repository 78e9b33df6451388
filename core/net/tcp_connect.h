// SPDX-License-Identifier: BSD-3-Clause
// Streams over TCP. Thread: the loop's.
#pragma once

#include "net/address.h"
#include "net/byte_stream.h"
#include "net/event_loop.h"
#include "util/unique_fd.h"

namespace dbgr::net {

using OnConnected = std::function<void(util::Result<std::unique_ptr<ByteStream>>)>;

/// Connects to `address`; calls back once, unless the subscription is dropped before.
/// \errors Errc::Timeout; those of connect()
[[nodiscard]] util::Subscription connectTcp(EventLoop& loop, const Address& address, util::Duration timeout,
                                            OnConnected onConnected);

/// Makes a stream of a connected socket: no delay, keepalive; it outlives breaks of the network of up to two hours.
[[nodiscard]] util::Result<std::unique_ptr<ByteStream>> adoptTcp(EventLoop& loop, util::UniqueFd fd,
                                                                 const Address& peer);

} // namespace dbgr::net
