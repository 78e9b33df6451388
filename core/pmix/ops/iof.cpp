// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/iof.h"

#include "pmix/ops/reply.h"
#include "pmix/types/keys.h"

namespace dbgr::pmix {

namespace {

/// What ends a delivery or a push. Some peers leave it out when it is empty.
util::Result<std::string> unpackPayload(Unpacker& unpacker)
{
    if (unpacker.atEnd())
        return std::string();
    DBGR_TRY(ByteObject payload, unpacker.unpack<DataType::ByteObject>());
    return std::move(payload.bytes);
}

} // namespace

util::Result<std::string> encodeIofPull(WireFormat format, std::span<const Proc> sources, IofChannels channels,
                                        std::uint64_t localId, std::span<const Info> directives)
{
    return encodeIofPullRequest(
        format, {{sources.begin(), sources.end()}, {directives.begin(), directives.end()}, channels, localId});
}

util::Result<std::uint64_t> decodeIofPullReply(WireFormat format, std::string_view body)
{
    Unpacker unpacker(format, body);
    DBGR_TRY(unpackSuccess(unpacker));
    return unpacker.unpack<DataType::Size>();
}

util::Result<std::string> encodeIofDeregister(WireFormat format, std::uint64_t remoteId,
                                              std::span<const Info> directives)
{
    Packer packer = beginCommand(format, Command::IofDeregister);
    packer.packCounted<DataType::Info>(directives);
    packer.pack<DataType::Size>(remoteId);
    return packer.finish();
}

util::Result<std::string> encodeIofPush(WireFormat format, std::span<const Proc> targets, std::string_view bytes)
{
    IoPushRequest request{{targets.begin(), targets.end()}, {}, std::string(bytes)};
    if (bytes.empty())
        request.directives.emplace_back(keys::kIofComplete, Value::boolean(true));
    return encodeIofPushRequest(format, request);
}

util::Result<void> decodeIofPushReply(WireFormat format, std::string_view body)
{
    Unpacker unpacker(format, body);
    DBGR_TRY(const Status status, unpacker.unpack<DataType::Status>());
    const bool taken = status == Status::ErrIofComplete || status == Status::ErrIofXoff;
    return taken ? util::ok() : toResult(status);
}

util::Result<IoDelivery> decodeIofDelivery(WireFormat format, std::string_view body)
{
    Unpacker unpacker(format, body);
    IoDelivery delivery;
    DBGR_TRY(delivery.source, unpacker.unpack<DataType::Proc>());
    DBGR_TRY(delivery.channel, unpacker.unpack<DataType::IofChannel>());
    DBGR_TRY(delivery.localId, unpacker.unpack<DataType::Size>());
    DBGR_TRY(unpacker.unpackCounted<DataType::Info>());
    DBGR_TRY(delivery.bytes, unpackPayload(unpacker));
    return delivery;
}

util::Result<std::string> encodeIofPullRequest(WireFormat format, const IoPullRequest& request)
{
    Packer packer = beginCommand(format, Command::IofPull);
    packer.packCounted<DataType::Proc>(request.sources);
    packer.packCounted<DataType::Info>(request.directives);
    packer.pack<DataType::IofChannel>(request.channels);
    packer.pack<DataType::Size>(request.localId);
    return packer.finish();
}

util::Result<std::string> encodeIofPushRequest(WireFormat format, const IoPushRequest& request)
{
    Packer packer = beginCommand(format, Command::IofPush);
    packer.packCounted<DataType::Proc>(request.targets);
    packer.packCounted<DataType::Info>(request.directives);
    packer.pack<DataType::ByteObject>(ByteObject{request.bytes});
    return packer.finish();
}

util::Result<IoPullRequest> decodeIofPullRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    IoPullRequest request;
    DBGR_TRY(request.sources, unpacker.unpackCounted<DataType::Proc>());
    DBGR_TRY(request.directives, unpacker.unpackCounted<DataType::Info>());
    DBGR_TRY(request.channels, unpacker.unpack<DataType::IofChannel>());
    if (!unpacker.atEnd()) {
        DBGR_TRY(request.localId, unpacker.unpack<DataType::Size>());
    }
    return request;
}

util::Result<IoDeregisterRequest> decodeIofDeregisterRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    IoDeregisterRequest request;
    DBGR_TRY(request.directives, unpacker.unpackCounted<DataType::Info>());
    DBGR_TRY(request.remoteId, unpacker.unpack<DataType::Size>());
    return request;
}

util::Result<IoPushRequest> decodeIofPushRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    IoPushRequest request;
    DBGR_TRY(request.targets, unpacker.unpackCounted<DataType::Proc>());
    DBGR_TRY(request.directives, unpacker.unpackCounted<DataType::Info>());
    DBGR_TRY(request.bytes, unpackPayload(unpacker));
    return request;
}

util::Result<std::string> encodeIofPullReply(WireFormat format, std::uint64_t remoteId)
{
    Packer packer(format);
    packer.pack<DataType::Status>(Status::Success);
    packer.pack<DataType::Size>(remoteId);
    return packer.finish();
}

util::Result<std::string> encodeIofDelivery(WireFormat format, const IoDelivery& delivery)
{
    Packer packer(format);
    packer.pack<DataType::Proc>(delivery.source);
    packer.pack<DataType::IofChannel>(delivery.channel);
    packer.pack<DataType::Size>(delivery.localId);
    packer.pack<DataType::Size>(0); // no infos
    packer.pack<DataType::ByteObject>(ByteObject{delivery.bytes});
    return packer.finish();
}

} // namespace dbgr::pmix
