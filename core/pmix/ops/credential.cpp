// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/ops/credential.h"

#include "pmix/ops/reply.h"

namespace dbgr::pmix {

namespace {

void packCredential(Packer& packer, const Credential& credential)
{
    packer.pack<DataType::ByteObject>(ByteObject{credential.bytes});
    packer.packCounted<DataType::Info>(credential.infos);
}

util::Result<Credential> unpackCredential(Unpacker& unpacker)
{
    Credential credential;
    DBGR_TRY(ByteObject bytes, unpacker.unpack<DataType::ByteObject>());
    credential.bytes = std::move(bytes.bytes);
    DBGR_TRY(credential.infos, unpacker.unpackCounted<DataType::Info>());
    return credential;
}

} // namespace

util::Result<std::string> encodeGetCredential(WireFormat format, const std::vector<Info>& infos)
{
    Packer packer = beginCommand(format, Command::GetCredential);
    packer.packCounted<DataType::Info>(infos);
    return packer.finish();
}

util::Result<std::string> encodeValidateCredential(WireFormat format, const Credential& request)
{
    Packer packer = beginCommand(format, Command::ValidateCredential);
    packCredential(packer, request);
    return packer.finish();
}

util::Result<std::vector<Info>> decodeGetCredentialRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    return unpacker.unpackCounted<DataType::Info>();
}

util::Result<Credential> decodeValidateCredentialRequest(WireFormat format, std::string_view fields)
{
    Unpacker unpacker(format, fields);
    return unpackCredential(unpacker);
}

util::Result<std::string> encodeCredentialReply(WireFormat format, const Credential& credential)
{
    Packer packer(format);
    packer.pack<DataType::Status>(Status::Success);
    packCredential(packer, credential);
    return packer.finish();
}

util::Result<Credential> decodeCredentialReply(WireFormat format, std::string_view body)
{
    Unpacker unpacker(format, body);
    DBGR_TRY(unpackSuccess(unpacker));
    return unpackCredential(unpacker);
}

} // namespace dbgr::pmix
