// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Get_credential and PMIx_Validate_credential. Thread: any; pure.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/info.h"
#include "util/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

struct Credential
{
    std::string bytes;
    std::vector<Info> infos;
};

/// \wire ninfo:SIZE, info:INFO
[[nodiscard]] util::Result<std::string> encodeGetCredential(WireFormat format, const std::vector<Info>& infos);
/// \wire cred:BYTE_OBJECT, ndirs:SIZE, dirs:INFO; the reply is an InfoReply
[[nodiscard]] util::Result<std::string> encodeValidateCredential(WireFormat format, const Credential& request);
/// \errors (all) those of Unpacker
[[nodiscard]] util::Result<std::vector<Info>> decodeGetCredentialRequest(WireFormat format, std::string_view fields);
[[nodiscard]] util::Result<Credential> decodeValidateCredentialRequest(WireFormat format, std::string_view fields);

/// \wire status, cred:BYTE_OBJECT, ninfo:SIZE, info:INFO
[[nodiscard]] util::Result<std::string> encodeCredentialReply(WireFormat format, const Credential& credential);
/// \errors the peer's status; those of Unpacker
[[nodiscard]] util::Result<Credential> decodeCredentialReply(WireFormat format, std::string_view body);

} // namespace dbgr::pmix
