// SPDX-License-Identifier: BSD-3-Clause
// Streams within one node, between our own processes. Thread: the loop's.
#pragma once

#include "net/byte_stream.h"
#include "net/event_loop.h"
#include "util/unique_fd.h"

#include <utility>

namespace dbgr::net {

/// Two connected stream sockets, close-on-exec; one is usually handed to a child (ChildSpec::extraFds).
[[nodiscard]] util::Result<std::pair<util::UniqueFd, util::UniqueFd>> socketPair();

/// Two streams, each the other's peer.
[[nodiscard]] util::Result<std::pair<std::unique_ptr<ByteStream>, std::unique_ptr<ByteStream>>>
streamPair(EventLoop& loop);

} // namespace dbgr::net
