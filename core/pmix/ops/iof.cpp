// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/iof.h"

#include "pmix/ops/reply.h"
#include "pmix/types/keys.h"

namespace dbgr::pmix {

util::Result<std::string> encodeIofPull(WireFormat format, std::span<const Proc> sources, IofChannels channels,
                                        std::uint64_t localId)
{
    Packer packer = beginCommand(format, Command::IofPull);
    packer.packCounted<DataType::Proc>(sources);
    // No directives: 5.0 servers format the output themselves when asked to, with the wrong names.
    packer.pack<DataType::Size>(0);
    packer.pack<DataType::IofChannel>(channels);
    packer.pack<DataType::Size>(localId);
    return packer.finish();
}

util::Result<std::uint64_t> decodeIofPullReply(WireFormat format, std::string_view body)
{
    Unpacker unpacker(format, body);
    DBGR_TRY(unpackSuccess(unpacker));
    return unpacker.unpack<DataType::Size>();
}

util::Result<std::string> encodeIofDeregister(WireFormat format, std::uint64_t remoteId)
{
    Packer packer = beginCommand(format, Command::IofDeregister);
    packer.pack<DataType::Size>(0);
    packer.pack<DataType::Size>(remoteId);
    return packer.finish();
}

util::Result<std::string> encodeIofPush(WireFormat format, std::span<const Proc> targets, std::string_view bytes)
{
    Packer packer = beginCommand(format, Command::IofPush);
    packer.packCounted<DataType::Proc>(targets);
    if (bytes.empty()) {
        const Info complete(keys::kIofComplete, Value::boolean(true));
        packer.packCounted<DataType::Info>(std::span(&complete, 1));
    } else {
        packer.pack<DataType::Size>(0);
    }
    packer.pack<DataType::ByteObject>(ByteObject{std::string(bytes)});
    return packer.finish();
}

util::Result<void> decodeIofPushReply(WireFormat format, std::string_view body)
{
    Unpacker unpacker(format, body);
    DBGR_TRY(const Status status, unpacker.unpack<DataType::Status>());
    return status == Status::ErrIofComplete ? util::ok() : toResult(status);
}

util::Result<IoDelivery> decodeIofDelivery(WireFormat format, std::string_view body)
{
    Unpacker unpacker(format, body);
    IoDelivery delivery;
    DBGR_TRY(delivery.source, unpacker.unpack<DataType::Proc>());
    DBGR_TRY(delivery.channel, unpacker.unpack<DataType::IofChannel>());
    DBGR_TRY(delivery.localId, unpacker.unpack<DataType::Size>());
    DBGR_TRY(unpacker.unpackCounted<DataType::Info>());
    if (!unpacker.atEnd()) {
        DBGR_TRY(ByteObject payload, unpacker.unpack<DataType::ByteObject>());
        delivery.bytes = std::move(payload.bytes);
    }
    return delivery;
}

} // namespace dbgr::pmix
