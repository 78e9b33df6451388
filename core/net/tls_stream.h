// SPDX-License-Identifier: BSD-3-Clause
// Secrecy and mutual proof of the session's secret over any ByteStream: TLS 1.3 with a pre-shared key, no certificates.
// Sits between TcpStream and dbgwire::Channel. Thread: that of the stream below.
#pragma once

#include "net/byte_stream.h"
#include "net/secret.h"
#include "util/scheduler.h"

#include <chrono>

namespace dbgr::net {

/// Output written before the handshake is done waits for it; nothing is delivered before. A side that does not know
/// the secret, or does not speak TLS 1.3, is closed with Errc::HandshakeFailed (or Timeout); an end without TLS's own
/// farewell is Errc::CutOff.
inline constexpr std::chrono::seconds kTlsHandshakeTimeout{10};

/// The side that connected.
[[nodiscard]] util::Result<std::unique_ptr<ByteStream>> tlsClient(util::Scheduler& scheduler,
                                                                  std::unique_ptr<ByteStream> transport,
                                                                  const Secret& secret,
                                                                  util::Duration timeout = kTlsHandshakeTimeout);
/// The side that was connected to.
[[nodiscard]] util::Result<std::unique_ptr<ByteStream>> tlsServer(util::Scheduler& scheduler,
                                                                  std::unique_ptr<ByteStream> transport,
                                                                  const Secret& secret,
                                                                  util::Duration timeout = kTlsHandshakeTimeout);

} // namespace dbgr::net
