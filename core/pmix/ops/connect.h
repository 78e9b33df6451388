// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Connect and PMIx_Disconnect: processes of several jobs become acquainted. Thread: any; pure.
#pragma once

#include "pmix/ops/fence.h"
#include "pmix/ops/job_info.h"

#include <optional>
#include <span>

namespace dbgr::pmix {

struct ConnectRequest
{
    CollectiveRequest who;
    /// 6.1 appends what the caller has put: its rank's values.
    std::optional<Info> endpoint;
};

[[nodiscard]] util::Result<std::string> encodeConnect(WireFormat format, const CollectiveRequest& request);
[[nodiscard]] util::Result<std::string> encodeDisconnect(WireFormat format, const CollectiveRequest& request);
/// \errors those of Unpacker; ErrBadParam without a process
[[nodiscard]] util::Result<ConnectRequest> decodeConnectRequest(WireFormat format, std::string_view fields);
[[nodiscard]] util::Result<CollectiveRequest> decodeDisconnectRequest(WireFormat format, std::string_view fields);

/// Success, with the job information of every namespace that took part.
/// \wire status, BYTE_OBJECT a namespace: nspace:STRING, KVALs
[[nodiscard]] util::Result<std::string> encodeConnectReply(WireFormat format, std::span<const JobInfo> jobs);
/// \errors the peer's status; those of Unpacker
[[nodiscard]] util::Result<std::vector<JobInfo>> decodeConnectReply(WireFormat format, std::string_view body);

} // namespace dbgr::pmix
