// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/connect.h"

#include "pmix/ops/reply.h"

namespace dbgr::pmix {

util::Result<std::string> encodeConnect(WireFormat format, const CollectiveRequest& request)
{
    Packer packer = beginCommand(format, Command::Connect);
    packCollective(packer, request);
    return packer.finish();
}

util::Result<std::string> encodeDisconnect(WireFormat format, const CollectiveRequest& request)
{
    Packer packer = beginCommand(format, Command::Disconnect);
    packCollective(packer, request);
    return packer.finish();
}

util::Result<ConnectRequest> decodeConnectRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    ConnectRequest request;
    DBGR_TRY(request.who, unpackCollective(unpacker));
    if (!unpacker.atEnd()) {
        DBGR_TRY(request.endpoint, unpacker.unpack<DataType::Info>());
    }
    return request;
}

util::Result<CollectiveRequest> decodeDisconnectRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    return unpackCollective(unpacker);
}

util::Result<std::string> encodeConnectReply(WireFormat format, std::span<const JobInfo> jobs)
{
    Packer packer(format);
    packer.pack<DataType::Status>(Status::Success);
    for (const JobInfo& job : jobs) {
        DBGR_TRY(std::string block, encodeJobInfo(format, job));
        packer.pack<DataType::ByteObject>(ByteObject{std::move(block)});
    }
    return packer.finish();
}

util::Result<std::vector<JobInfo>> decodeConnectReply(WireFormat format, std::string_view body)
{
    Unpacker unpacker(format, body);
    DBGR_TRY(unpackSuccess(unpacker));
    std::vector<JobInfo> jobs;
    while (!unpacker.atEnd()) {
        DBGR_TRY(const ByteObject block, unpacker.unpack<DataType::ByteObject>());
        DBGR_TRY(JobInfo job, decodeJobInfo(format, block.bytes));
        jobs.push_back(std::move(job));
    }
    return jobs;
}

} // namespace dbgr::pmix
