// SPDX-License-Identifier: BSD-3-Clause
// What a handshake wants of whoever owns the socket. Thread: any; plain values.
//
// Flow: 1. next() says what to do  2. do it; for a ReadBytes give exactly that many bytes to feed()  3. again, until it
// is HandshakeDone or HandshakeFailed. Bytes beyond what was asked for belong to the frames that follow.
#pragma once

#include "util/error.h"

#include <cstddef>
#include <string>
#include <variant>

namespace dbgr::pmix {

/// Send these.
struct WriteBytes
{
    std::string bytes;
};

/// Wait for exactly that many.
struct ReadBytes
{
    std::size_t count = 0;
};

/// The peer has said who it is: somebody has to decide about it, now or later.
struct AwaitVerdict
{};

/// The peer is who it should be; frames follow.
struct HandshakeDone
{};

/// Close the socket.
struct HandshakeFailed
{
    util::Error error;
};

using HandshakeAction = std::variant<WriteBytes, ReadBytes, AwaitVerdict, HandshakeDone, HandshakeFailed>;

} // namespace dbgr::pmix
