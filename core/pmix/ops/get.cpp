// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/get.h"

#include "pmix/codec/compress.h"
#include "pmix/ops/reply.h"
#include "pmix/types/keys.h"

namespace dbgr::pmix {

namespace {

/// Clients of 6.1 compress long texts, and servers pass them on as they are.
util::Result<Value> readable(Value value)
{
    if (value.type() != DataType::CompressedString)
        return value;
    DBGR_TRY(std::string text, inflateBlock(*value.asBytes()));
    return Value::string(std::move(text));
}

} // namespace

util::Result<std::string> encodeGet(WireFormat format, const Proc& proc, const std::string& key)
{
    Packer packer = beginCommand(format, Command::Get);
    packer.pack<DataType::String>(proc.nspace);
    packer.pack<DataType::Rank>(proc.rank);
    const Info immediate(keys::kImmediate, Value::boolean(true));
    packer.packCounted<DataType::Info>(std::span(&immediate, 1));
    packer.pack<DataType::String>(key);
    return packer.finish();
}

util::Result<Value> decodeGetReply(WireFormat format, std::string_view body, const Proc& proc, std::string_view key)
{
    Unpacker unpacker(format, body);
    DBGR_TRY(unpackSuccess(unpacker));
    while (!unpacker.atEnd()) {
        DBGR_TRY(const ByteObject block, unpacker.unpack<DataType::ByteObject>());
        Unpacker inner(format, block.bytes);
        DBGR_TRY(const Proc owner, inner.unpack<DataType::Proc>());
        while (!inner.atEnd()) {
            DBGR_TRY(KeyValue pair, inner.unpack<DataType::KeyValue>());
            if (pair.key == key && owner.nspace == proc.nspace && (owner.rank == proc.rank || proc.rank == kRankUndef))
                return readable(std::move(pair.value));
        }
    }
    return util::fail(Status::ErrNotFound,
                      "the PMIx server has no value \"" + std::string(key) + "\" of " + toString(proc));
}

} // namespace dbgr::pmix
