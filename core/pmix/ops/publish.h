// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Publish, PMIx_Lookup and PMIx_Unpublish: values that anybody may find by key. Thread: any; pure.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/info.h"
#include "util/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

/// Values and directives (PMIX_RANGE, PMIX_PERSISTENCE, PMIX_ACCESS_...) come in one list.
struct PublishRequest
{
    std::uint32_t uid = 0; ///< as the sender claims it
    std::vector<Info> infos;
};

/// Lookup and unpublish alike. No key at all: everything that the sender has published (unpublish only).
struct LookupRequest
{
    std::uint32_t uid = 0;
    std::vector<std::string> keys;
    std::vector<Info> infos;
};

/// What a lookup found; PartialSuccess when some keys were not there.
struct LookupFound
{
    Status status = Status::Success;
    std::vector<PublishedData> data;
};

[[nodiscard]] util::Result<std::string> encodePublish(WireFormat format, const PublishRequest& request);
[[nodiscard]] util::Result<std::string> encodeLookup(WireFormat format, const LookupRequest& request);
[[nodiscard]] util::Result<std::string> encodeUnpublish(WireFormat format, const LookupRequest& request);
/// \errors (all) those of Unpacker
[[nodiscard]] util::Result<PublishRequest> decodePublishRequest(WireFormat format, std::string_view fields);
[[nodiscard]] util::Result<LookupRequest> decodeLookupRequest(WireFormat format, std::string_view fields);
[[nodiscard]] util::Result<LookupRequest> decodeUnpublishRequest(WireFormat format, std::string_view fields);

/// Success (or PartialSuccess where some keys were not found), with what was found.
[[nodiscard]] util::Result<std::string> encodeLookupReply(WireFormat format, Status status,
                                                          std::span<const PublishedData> found);
/// \errors the peer's status; those of Unpacker
[[nodiscard]] util::Result<std::vector<PublishedData>> decodeLookupReply(WireFormat format, std::string_view body);

} // namespace dbgr::pmix
