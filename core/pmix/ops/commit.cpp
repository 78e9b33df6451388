// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/commit.h"

#include "pmix/ops/reply.h"

namespace dbgr::pmix {

util::Result<std::string> encodeCommit(WireFormat format, const std::vector<CommitBlock>& blocks)
{
    Packer packer = beginCommand(format, Command::Commit);
    for (const CommitBlock& block : blocks) {
        Packer values(format);
        packEach<DataType::KeyValue>(values, block.values);
        DBGR_TRY(std::string bytes, values.finish());
        packer.pack<DataType::Scope>(block.scope);
        packer.pack<DataType::Buffer>(Buffer{format.buffer, std::move(bytes)});
    }
    return packer.finish();
}

util::Result<std::vector<CommitBlock>> decodeCommitRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    std::vector<CommitBlock> blocks;
    while (!unpacker.atEnd()) {
        CommitBlock block;
        DBGR_TRY(block.scope, unpacker.unpack<DataType::Scope>());
        DBGR_TRY(const Buffer buffer, unpacker.unpack<DataType::Buffer>());
        Unpacker inner({format.version, buffer.type}, buffer.bytes);
        DBGR_TRY(block.values, unpackRest<DataType::KeyValue>(inner));
        blocks.push_back(std::move(block));
    }
    return blocks;
}

} // namespace dbgr::pmix
