// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Allocation_request. Thread: any; pure.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/codes.h"
#include "pmix/types/info.h"
#include "util/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

struct AllocationRequest
{
    AllocDirective directive = AllocDirective::Undef;
    std::vector<Info> infos;
};

/// \wire directive:ALLOC_DIRECTIVE, ninfo:SIZE, info:INFO; the reply is an InfoReply
[[nodiscard]] util::Result<std::string> encodeAllocation(WireFormat format, const AllocationRequest& request);
/// \errors those of Unpacker
[[nodiscard]] util::Result<AllocationRequest> decodeAllocationRequest(WireFormat format, std::string_view fields);

} // namespace dbgr::pmix
