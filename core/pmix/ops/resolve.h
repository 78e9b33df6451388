// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Resolve_peers, PMIx_Resolve_nodes (requests from 5.0 on) and the refresh of a cache. Thread: any; pure.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/byte_object.h"
#include "pmix/types/info.h"
#include "pmix/types/proc.h"
#include "util/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

struct ResolvePeersRequest
{
    NullableString node; ///< NULL: the sender's own
    std::string nspace;
};

[[nodiscard]] util::Result<std::string> encodeResolvePeers(WireFormat format, const ResolvePeersRequest& request);
[[nodiscard]] util::Result<std::string> encodeResolveNodes(WireFormat format, const std::string& nspace);
[[nodiscard]] util::Result<std::string> encodeRefreshCache(WireFormat format, const Proc& proc);
/// \errors (all) those of Unpacker
[[nodiscard]] util::Result<ResolvePeersRequest> decodeResolvePeersRequest(WireFormat format, std::string_view fields);
[[nodiscard]] util::Result<std::string> decodeResolveNodesRequest(WireFormat format, std::string_view fields);
[[nodiscard]] util::Result<Proc> decodeRefreshCacheRequest(WireFormat format, std::string_view fields);

[[nodiscard]] util::Result<std::string> encodeResolvePeersReply(WireFormat format, std::span<const Proc> procs);
/// \param nodes separated by commas; "" when there are none
[[nodiscard]] util::Result<std::string> encodeResolveNodesReply(WireFormat format, const std::string& nodes);
[[nodiscard]] util::Result<std::string> encodeRefreshCacheReply(WireFormat format, std::span<const KeyValue> values);
/// \errors (all) the peer's status; those of Unpacker
[[nodiscard]] util::Result<std::vector<Proc>> decodeResolvePeersReply(WireFormat format, std::string_view body);
[[nodiscard]] util::Result<std::string> decodeResolveNodesReply(WireFormat format, std::string_view body);
[[nodiscard]] util::Result<std::vector<KeyValue>> decodeRefreshCacheReply(WireFormat format, std::string_view body);

} // namespace dbgr::pmix
