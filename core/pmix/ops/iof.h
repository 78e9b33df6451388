// SPDX-License-Identifier: BSD-3-Clause
// Forwarding of input and output: pull, push, deregister, and the deliveries on tag 2. Thread: any; pure.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/info.h"
#include "pmix/types/iof_channel.h"
#include "pmix/types/proc.h"
#include "util/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

/// Bytes that one push may carry; launchers stumble over larger ones.
inline constexpr std::size_t kMaxPushBytes = 4096;

/// A registration for output.
struct IoPull
{
    /// Ours: deliveries name it.
    std::uint64_t localId = 0;
    /// The server's: what deregistering has to name.
    std::uint64_t remoteId = 0;
};

/// A piece of output that a server delivers. An empty payload means that the stream ended (PRRTE 3 sends none).
struct IoDelivery
{
    Proc source;
    IofChannels channel;
    /// IoPull::localId of the registration that it belongs to; 0 for output that nobody pulled.
    std::uint64_t localId = 0;
    std::string bytes;
};

/// \param directives PMIX_IOF_COPY and its like; none about how output looks: 5.0 servers then format it themselves,
/// with the wrong names
[[nodiscard]] util::Result<std::string> encodeIofPull(WireFormat format, std::span<const Proc> sources,
                                                      IofChannels channels, std::uint64_t localId,
                                                      std::span<const Info> directives = {});
/// The server's id. \errors the peer's status; those of Unpacker
[[nodiscard]] util::Result<std::uint64_t> decodeIofPullReply(WireFormat format, std::string_view body);
/// The reply is a status, and perhaps more.
[[nodiscard]] util::Result<std::string> encodeIofDeregister(WireFormat format, std::uint64_t remoteId,
                                                            std::span<const Info> directives = {});
/// Empty `bytes` end the targets' standard input.
[[nodiscard]] util::Result<std::string> encodeIofPush(WireFormat format, std::span<const Proc> targets,
                                                      std::string_view bytes);
/// ErrIofComplete is the success of a push that ends a stream, ErrIofXoff one of which the launcher has taken the bytes
/// and would rather wait with the next: PRRTE 5 keeps those, too. \errors the peer's status; those of Unpacker
[[nodiscard]] util::Result<void> decodeIofPushReply(WireFormat format, std::string_view body);
/// A message on tag 2. \errors those of Unpacker
[[nodiscard]] util::Result<IoDelivery> decodeIofDelivery(WireFormat format, std::string_view body);

/// IOF_PULL as it comes from a peer. Tools of 3.2 send no id of their own.
struct IoPullRequest
{
    std::vector<Proc> sources;
    std::vector<Info> directives; ///< PMIX_IOF_CACHE_SIZE, PMIX_IOF_REDIRECT ...
    IofChannels channels;
    std::uint64_t localId = 0;
};
struct IoDeregisterRequest
{
    std::vector<Info> directives;
    std::uint64_t remoteId = 0;
};
struct IoPushRequest
{
    std::vector<Proc> targets;
    std::vector<Info> directives;
    std::string bytes; ///< empty: the end
};
/// \errors (all) those of Unpacker
[[nodiscard]] util::Result<IoPullRequest> decodeIofPullRequest(WireFormat format, std::string_view fields);
[[nodiscard]] util::Result<IoDeregisterRequest> decodeIofDeregisterRequest(WireFormat format, std::string_view fields);
[[nodiscard]] util::Result<IoPushRequest> decodeIofPushRequest(WireFormat format, std::string_view fields);
/// Success with our number for the registration; also what a deregistration is answered with, since tools up to 5.0
/// wait for that field.
[[nodiscard]] util::Result<std::string> encodeIofPullReply(WireFormat format, std::uint64_t remoteId);
/// A message on tag 2. Empty bytes tell of the end of the stream.
[[nodiscard]] util::Result<std::string> encodeIofDelivery(WireFormat format, const IoDelivery& delivery);
/// IOF_PULL with directives. \wire from 4.2: nprocs:SIZE, procs:PROC, ndirs:SIZE, dirs:INFO, channels, local id:SIZE
[[nodiscard]] util::Result<std::string> encodeIofPullRequest(WireFormat format, const IoPullRequest& request);
/// \wire ntargets:SIZE, targets:PROC, ndirs:SIZE, dirs:INFO, data:BYTE_OBJECT
[[nodiscard]] util::Result<std::string> encodeIofPushRequest(WireFormat format, const IoPushRequest& request);

} // namespace dbgr::pmix
