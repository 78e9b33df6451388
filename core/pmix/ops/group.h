// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Group_construct, PMIx_Group_destruct and PMIx_Group_leave. Invitations travel as events. What differs
// between libraries follows the version that the peer told of itself. Thread: any; pure.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/info.h"
#include "pmix/types/proc.h"
#include "pmix/types/status.h"
#include "util/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

/// How a peer lays out groups: by the major version of its library.
enum class GroupLayout
{
    V4, ///< destruct without members; the reply only has the context id
    V5, ///< members in both
    V6, ///< the context id is optional, group infos follow
};

/// \param majorVersion of Peer::majorVersion(); nothing means V4
[[nodiscard]] GroupLayout groupLayoutOf(std::optional<int> majorVersion);

/// Construct and destruct alike; a V4 destruct has no members.
struct GroupRequest
{
    std::string id;
    std::vector<Proc> members;
    std::vector<Info> infos;
};

struct GroupReply
{
    std::vector<Proc> members;
    std::optional<std::uint64_t> contextId;
};

[[nodiscard]] util::Result<std::string> encodeGroupConstruct(WireFormat format, const GroupRequest& request);
[[nodiscard]] util::Result<std::string> encodeGroupDestruct(WireFormat format, GroupLayout layout,
                                                            const GroupRequest& request);
/// Of `request`, only its id and infos.
[[nodiscard]] util::Result<std::string> encodeGroupLeave(WireFormat format, const GroupRequest& request);
/// \errors (all) those of Unpacker; ErrBadParam without an id
[[nodiscard]] util::Result<GroupRequest> decodeGroupConstructRequest(WireFormat format, std::string_view fields);
[[nodiscard]] util::Result<GroupRequest> decodeGroupDestructRequest(WireFormat format, GroupLayout layout,
                                                                    std::string_view fields);
/// Only `id` and `infos`. \wire grpid:STRING, ninfo:SIZE, info:INFO; the reply is a status
[[nodiscard]] util::Result<GroupRequest> decodeGroupLeaveRequest(WireFormat format, std::string_view fields);

/// The reply to a construct that worked; a destruct is answered by a bare status.
[[nodiscard]] util::Result<std::string> encodeGroupReply(WireFormat format, GroupLayout layout,
                                                         const GroupReply& reply);
/// \errors the peer's status; those of Unpacker
[[nodiscard]] util::Result<GroupReply> decodeGroupReply(WireFormat format, GroupLayout layout, std::string_view body);

} // namespace dbgr::pmix
