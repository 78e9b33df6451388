// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/job_info.h"

#include "pmix/ops/reply.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <algorithm>
#include <iterator>

namespace dbgr::pmix {

namespace {

const Value* findIn(std::span<const KeyValue> values, std::string_view key)
{
    const auto found = std::ranges::find(values, key, &KeyValue::key);
    return found == values.end() ? nullptr : &found->value;
}

/// pmix.pblob: a buffer with a rank and that rank's values.
util::Result<void> readRankBlock(WireFormat format, const std::string& block, JobInfo& info)
{
    Unpacker unpacker(format, block);
    DBGR_TRY(const ProcRank rank, unpacker.unpack<DataType::Rank>());
    DBGR_TRY(std::vector<KeyValue> read, unpackRest<DataType::KeyValue>(unpacker));
    auto& values = info.ofRank[rank];
    values.insert(values.end(), std::make_move_iterator(read.begin()), std::make_move_iterator(read.end()));
    return util::ok();
}

/// pmix.pdata: an array whose first info is the rank.
void readRankArray(const std::vector<Info>& infos, JobInfo& info)
{
    const Value* rankValue = pmix::find(infos, keys::kRank);
    const auto rank = rankValue == nullptr ? std::nullopt : rankValue->asRank();
    if (!rank)
        return;
    auto& values = info.ofRank[*rank];
    for (const Info& each : infos)
        values.push_back(KeyValue{each.key, each.value});
}

} // namespace

const Value* JobInfo::find(std::string_view key) const
{
    return findIn(values, key);
}

const Value* JobInfo::find(ProcRank rank, std::string_view key) const
{
    const auto found = ofRank.find(rank);
    return found == ofRank.end() ? nullptr : findIn(found->second, key);
}

std::optional<Proc> JobInfo::debugTarget() const
{
    if (const Value* value = find(keys::kDebugTarget))
        if (auto proc = value->asProc())
            return proc;
    if (const Value* value = find(keys::kDebugJob))
        if (auto name = value->asString())
            return Proc{*name, kRankWildcard};
    return std::nullopt;
}

util::Result<std::string> encodeJobInfoRequest(WireFormat format)
{
    return beginCommand(format, Command::Request).finish();
}

util::Result<JobInfo> decodeJobInfo(WireFormat format, std::string_view body)
{
    // A refusal is a lone status, which would read as a text of negative length.
    Unpacker refusal(format, body);
    if (const auto status = refusal.unpack<DataType::Status>(); status && refusal.atEnd())
        DBGR_TRY(toResult(*status == Status::Success ? Status::ErrUnpackFailure : *status));

    Unpacker unpacker(format, body);
    JobInfo info;
    DBGR_TRY(const NullableString nspace, unpacker.unpack<DataType::String>());
    info.nspace = textOf(nspace);
    while (!unpacker.atEnd()) {
        DBGR_TRY(KeyValue pair, unpacker.unpack<DataType::KeyValue>());
        const std::string* bytes = pair.value.asBytes();
        const std::vector<Info>* infos = pair.value.asInfos();
        if (pair.key == keys::kProcBlob && bytes != nullptr) {
            DBGR_TRY(readRankBlock(format, *bytes, info));
        } else if (pair.key == keys::kProcData && infos != nullptr) {
            readRankArray(*infos, info);
        } else {
            info.values.push_back(std::move(pair));
        }
    }
    return info;
}

util::Result<std::string> encodeJobInfo(WireFormat format, const JobInfo& info)
{
    Packer packer(format);
    packer.pack<DataType::String>(info.nspace);
    packEach<DataType::KeyValue>(packer, info.values);
    for (const auto& [rank, values] : info.ofRank) {
        Packer block(format);
        block.pack<DataType::Rank>(rank);
        packEach<DataType::KeyValue>(block, values);
        DBGR_TRY(std::string bytes, block.finish());
        packer.pack<DataType::KeyValue>(
            {std::string(keys::kProcBlob), Value::of<DataType::ByteObject>(ByteObject{std::move(bytes)})});
    }
    return packer.finish();
}

} // namespace dbgr::pmix
