// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/group.h"

#include "pmix/ops/reply.h"

namespace dbgr::pmix {

namespace {

/// What servers before 6.1 send where no context id was asked for.
constexpr std::uint64_t kNoContextId = UINT64_MAX;

Packer beginGroup(WireFormat format, Command command, const GroupRequest& request)
{
    Packer packer = beginCommand(format, command);
    packer.pack<DataType::String>(request.id);
    return packer;
}

util::Result<GroupRequest> decodeGroup(WireFormat format, bool hasMembers, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    GroupRequest request;
    DBGR_TRY(const NullableString id, unpacker.unpack<DataType::String>());
    request.id = textOf(id);
    if (hasMembers) {
        DBGR_TRY(request.members, unpacker.unpackCounted<DataType::Proc>());
    }
    DBGR_TRY(request.infos, unpacker.unpackCounted<DataType::Info>());
    if (request.id.empty())
        return util::fail(Status::ErrBadParam, "a request about a group does not name it");
    return request;
}

} // namespace

GroupLayout groupLayoutOf(std::optional<int> majorVersion)
{
    const int version = majorVersion.value_or(4);
    if (version >= 6)
        return GroupLayout::V6;
    return version == 5 ? GroupLayout::V5 : GroupLayout::V4;
}

util::Result<std::string> encodeGroupConstruct(WireFormat format, const GroupRequest& request)
{
    Packer packer = beginGroup(format, Command::GroupConstruct, request);
    packer.packCounted<DataType::Proc>(request.members);
    packer.packCounted<DataType::Info>(request.infos);
    return packer.finish();
}

util::Result<std::string> encodeGroupDestruct(WireFormat format, GroupLayout layout, const GroupRequest& request)
{
    Packer packer = beginGroup(format, Command::GroupDestruct, request);
    if (layout != GroupLayout::V4)
        packer.packCounted<DataType::Proc>(request.members);
    packer.packCounted<DataType::Info>(request.infos);
    return packer.finish();
}

util::Result<std::string> encodeGroupLeave(WireFormat format, const GroupRequest& request)
{
    Packer packer = beginGroup(format, Command::GroupLeave, request);
    packer.packCounted<DataType::Info>(request.infos);
    return packer.finish();
}

util::Result<GroupRequest> decodeGroupConstructRequest(WireFormat format, std::string_view fields)
{
    return decodeGroup(format, true, fields);
}

util::Result<GroupRequest> decodeGroupDestructRequest(WireFormat format, GroupLayout layout, std::string_view fields)
{
    return decodeGroup(format, layout != GroupLayout::V4, fields);
}

util::Result<GroupRequest> decodeGroupLeaveRequest(WireFormat format, std::string_view fields)
{
    return decodeGroup(format, false, fields);
}

util::Result<std::string> encodeGroupReply(WireFormat format, GroupLayout layout, const GroupReply& reply)
{
    Packer packer(format);
    packer.pack<DataType::Status>(Status::Success);
    if (layout != GroupLayout::V4)
        packer.packCounted<DataType::Proc>(reply.members);
    if (layout == GroupLayout::V6)
        packer.pack<DataType::Bool>(reply.contextId.has_value());
    if (layout != GroupLayout::V6 || reply.contextId)
        packer.pack<DataType::Size>(reply.contextId.value_or(kNoContextId));
    if (layout == GroupLayout::V6)
        packer.pack<DataType::Size>(0); // no infos of the group
    return packer.finish();
}

util::Result<GroupReply> decodeGroupReply(WireFormat format, GroupLayout layout, std::string_view body)
{
    Unpacker unpacker(format, body);
    DBGR_TRY(unpackSuccess(unpacker));
    GroupReply reply;
    if (layout != GroupLayout::V4) {
        DBGR_TRY(reply.members, unpacker.unpackCounted<DataType::Proc>());
    }
    bool hasContextId = true;
    if (layout == GroupLayout::V6) {
        DBGR_TRY(hasContextId, unpacker.unpack<DataType::Bool>());
    }
    if (hasContextId) {
        DBGR_TRY(const std::uint64_t contextId, unpacker.unpack<DataType::Size>());
        if (contextId != kNoContextId)
            reply.contextId = contextId;
    }
    return reply;
}

} // namespace dbgr::pmix
