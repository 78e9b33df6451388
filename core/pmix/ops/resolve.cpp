// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/resolve.h"

#include "pmix/ops/reply.h"

namespace dbgr::pmix {

util::Result<std::string> encodeResolvePeers(WireFormat format, const ResolvePeersRequest& request)
{
    Packer packer = beginCommand(format, Command::ResolvePeers);
    packer.pack<DataType::String>(request.node);
    packer.pack<DataType::String>(request.nspace);
    return packer.finish();
}

util::Result<std::string> encodeResolveNodes(WireFormat format, const std::string& nspace)
{
    Packer packer = beginCommand(format, Command::ResolveNode);
    packer.pack<DataType::String>(nspace);
    return packer.finish();
}

util::Result<std::string> encodeRefreshCache(WireFormat format, const Proc& proc)
{
    Packer packer = beginCommand(format, Command::RefreshCache);
    packer.pack<DataType::String>(proc.nspace);
    packer.pack<DataType::Rank>(proc.rank);
    return packer.finish();
}

util::Result<ResolvePeersRequest> decodeResolvePeersRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    ResolvePeersRequest request;
    DBGR_TRY(request.node, unpacker.unpack<DataType::String>());
    DBGR_TRY(const NullableString nspace, unpacker.unpack<DataType::String>());
    request.nspace = textOf(nspace);
    return request;
}

util::Result<std::string> decodeResolveNodesRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    DBGR_TRY(const NullableString nspace, unpacker.unpack<DataType::String>());
    return textOf(nspace);
}

util::Result<Proc> decodeRefreshCacheRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    DBGR_TRY(const NullableString nspace, unpacker.unpack<DataType::String>());
    DBGR_TRY(const ProcRank rank, unpacker.unpack<DataType::Rank>());
    return Proc{textOf(nspace), rank};
}

util::Result<std::string> encodeResolvePeersReply(WireFormat format, std::span<const Proc> procs)
{
    Packer packer(format);
    packer.pack<DataType::Status>(Status::Success);
    packer.packCounted<DataType::Proc>(procs);
    return packer.finish();
}

util::Result<std::string> encodeResolveNodesReply(WireFormat format, const std::string& nodes)
{
    Packer packer(format);
    packer.pack<DataType::Status>(Status::Success);
    packer.pack<DataType::String>(nodes.empty() ? NullableString() : nodes); // as PRRTE says that there are none
    return packer.finish();
}

util::Result<std::string> encodeRefreshCacheReply(WireFormat format, std::span<const KeyValue> values)
{
    Packer packer(format);
    packer.pack<DataType::Status>(Status::Success);
    packEach<DataType::KeyValue>(packer, values);
    return packer.finish();
}

util::Result<std::vector<Proc>> decodeResolvePeersReply(WireFormat format, std::string_view body)
{
    Unpacker unpacker(format, body);
    DBGR_TRY(unpackSuccess(unpacker));
    return unpacker.unpackCounted<DataType::Proc>();
}

util::Result<std::string> decodeResolveNodesReply(WireFormat format, std::string_view body)
{
    Unpacker unpacker(format, body);
    DBGR_TRY(unpackSuccess(unpacker));
    DBGR_TRY(const NullableString nodes, unpacker.unpack<DataType::String>());
    return textOf(nodes);
}

util::Result<std::vector<KeyValue>> decodeRefreshCacheReply(WireFormat format, std::string_view body)
{
    Unpacker unpacker(format, body);
    DBGR_TRY(unpackSuccess(unpacker));
    return unpackRest<DataType::KeyValue>(unpacker);
}

} // namespace dbgr::pmix
