// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/get.h"

#include "pmix/codec/compress.h"
#include "pmix/ops/reply.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <algorithm>

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
    return encodeGetRequest(format, {proc, {Info(keys::kImmediate, Value::boolean(true))}, key});
}

util::Result<Value> decodeGetReply(WireFormat format, std::string_view body, const Proc& proc, std::string_view key)
{
    DBGR_TRY(std::vector<ProcValues> blocks, decodeGetReplyBlocks(format, body));
    for (auto& [owner, values] : blocks) {
        if (owner.nspace != proc.nspace || (owner.rank != proc.rank && proc.rank != kRankUndef))
            continue;
        const auto found = std::ranges::find(values, key, &KeyValue::key);
        if (found != values.end())
            return readable(std::move(found->value));
    }
    return util::fail(Status::ErrNotFound,
                      "the PMIx server has no value \"" + std::string(key) + "\" of " + toString(proc));
}

util::Result<std::string> encodeGetRequest(WireFormat format, const GetRequest& request)
{
    Packer packer = beginCommand(format, Command::Get);
    packer.pack<DataType::String>(request.proc.nspace);
    packer.pack<DataType::Rank>(request.proc.rank);
    packer.packCounted<DataType::Info>(request.infos);
    packer.pack<DataType::String>(request.key);
    return packer.finish();
}

util::Result<GetRequest> decodeGetRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    GetRequest request;
    DBGR_TRY(const NullableString nspace, unpacker.unpack<DataType::String>());
    request.proc.nspace = textOf(nspace);
    DBGR_TRY(request.proc.rank, unpacker.unpack<DataType::Rank>());
    DBGR_TRY(request.infos, unpacker.unpackCounted<DataType::Info>());
    DBGR_TRY(request.key, unpacker.unpack<DataType::String>());
    return request;
}

util::Result<std::string> encodeGetReply(WireFormat format, std::span<const ProcValues> blocks)
{
    Packer packer(format);
    packer.pack<DataType::Status>(Status::Success);
    for (const auto& [proc, values] : blocks) {
        Packer block(format);
        block.pack<DataType::Proc>(proc);
        packEach<DataType::KeyValue>(block, values);
        DBGR_TRY(std::string bytes, block.finish());
        packer.pack<DataType::ByteObject>(ByteObject{std::move(bytes)});
    }
    return packer.finish();
}

KeyValue valueOfGroup(const KeyValue& value, std::uint64_t contextId)
{
    std::vector<Info> infos;
    infos.emplace_back(value.key, value.value);
    infos.emplace_back(keys::kGroupContextId, Value::of<DataType::Size>(contextId), info_flags::kQualifier);
    return {std::string(keys::kQualifiedValue), Value::infos(std::move(infos))};
}

std::optional<std::uint64_t> groupContextOf(std::span<const Info> infos)
{
    const Value* context = find(infos, keys::kGroupContextId);
    return context == nullptr ? std::nullopt : context->asUnsigned();
}

const Value* findOfGroup(std::span<const ProcValues> blocks, const Proc& proc, std::string_view key,
                         std::uint64_t contextId)
{
    for (const auto& [owner, values] : blocks) {
        for (const KeyValue& each : values) {
            const std::vector<Info>* infos = each.key == keys::kQualifiedValue ? each.value.asInfos() : nullptr;
            if (owner == proc && infos != nullptr && groupContextOf(*infos) == contextId && infos->front().key == key)
                return &infos->front().value;
        }
    }
    return nullptr;
}

util::Result<std::vector<ProcValues>> decodeGetReplyBlocks(WireFormat format, std::string_view body)
{
    Unpacker unpacker(format, body);
    DBGR_TRY(unpackSuccess(unpacker));
    std::vector<ProcValues> blocks;
    while (!unpacker.atEnd()) {
        DBGR_TRY(const ByteObject bytes, unpacker.unpack<DataType::ByteObject>());
        Unpacker inner(format, bytes.bytes);
        ProcValues block;
        DBGR_TRY(block.proc, inner.unpack<DataType::Proc>());
        DBGR_TRY(block.values, unpackRest<DataType::KeyValue>(inner));
        blocks.push_back(std::move(block));
    }
    return blocks;
}

} // namespace dbgr::pmix
