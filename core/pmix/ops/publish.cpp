// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/publish.h"

#include "pmix/ops/reply.h"

namespace dbgr::pmix {

namespace {

util::Result<std::string> encodeKeys(WireFormat format, Command command, const LookupRequest& request)
{
    Packer packer = beginCommand(format, command);
    packer.pack<DataType::Uint32>(request.uid);
    packer.pack<DataType::Size>(request.keys.size());
    for (const std::string& key : request.keys)
        packer.pack<DataType::String>(key);
    packer.packCounted<DataType::Info>(request.infos);
    return packer.finish();
}

} // namespace

util::Result<std::string> encodePublish(WireFormat format, const PublishRequest& request)
{
    Packer packer = beginCommand(format, Command::Publish);
    packer.pack<DataType::Uint32>(request.uid);
    packer.packCounted<DataType::Info>(request.infos);
    return packer.finish();
}

util::Result<std::string> encodeLookup(WireFormat format, const LookupRequest& request)
{
    return encodeKeys(format, Command::Lookup, request);
}

util::Result<std::string> encodeUnpublish(WireFormat format, const LookupRequest& request)
{
    return encodeKeys(format, Command::Unpublish, request);
}

util::Result<PublishRequest> decodePublishRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    PublishRequest request;
    DBGR_TRY(request.uid, unpacker.unpack<DataType::Uint32>());
    DBGR_TRY(request.infos, unpacker.unpackCounted<DataType::Info>());
    return request;
}

util::Result<LookupRequest> decodeLookupRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    LookupRequest request;
    DBGR_TRY(request.uid, unpacker.unpack<DataType::Uint32>());
    DBGR_TRY(const std::uint64_t count, unpacker.unpack<DataType::Size>());
    for (std::uint64_t i = 0; i < count; ++i) { // ends with the message, whatever was announced
        DBGR_TRY(const NullableString key, unpacker.unpack<DataType::String>());
        request.keys.push_back(textOf(key));
    }
    DBGR_TRY(request.infos, unpacker.unpackCounted<DataType::Info>());
    return request;
}

util::Result<LookupRequest> decodeUnpublishRequest(WireFormat format, std::string_view fields)
{
    return decodeLookupRequest(format, fields);
}

util::Result<std::string> encodeLookupReply(WireFormat format, Status status, std::span<const PublishedData> found)
{
    Packer packer(format);
    packer.pack<DataType::Status>(status);
    packer.packCounted<DataType::PublishedData>(found);
    return packer.finish();
}

util::Result<std::vector<PublishedData>> decodeLookupReply(WireFormat format, std::string_view body)
{
    Unpacker unpacker(format, body);
    DBGR_TRY(const Status status, unpacker.unpack<DataType::Status>());
    if (status != Status::ErrPartialSuccess)
        DBGR_TRY(toResult(status));
    return unpacker.unpackCounted<DataType::PublishedData>();
}

} // namespace dbgr::pmix
