// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Fence: processes wait for each other. Thread: any; pure.
#pragma once

#include "pmix/codec/pack.h"
#include "pmix/codec/unpack.h"
#include "pmix/codec/wire_format.h"
#include "pmix/types/info.h"
#include "pmix/types/proc.h"
#include "util/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

/// What fence, disconnect and connect send alike: who takes part, with the wildcard rank for a whole namespace.
struct CollectiveRequest
{
    std::vector<Proc> procs;
    std::vector<Info> infos;
};

/// \wire nprocs:SIZE, procs:PROC, ninfo:SIZE, info:INFO; the reply is a status
[[nodiscard]] util::Result<std::string> encodeFence(WireFormat format, const CollectiveRequest& request);
/// \errors those of Unpacker; ErrBadParam without a process
[[nodiscard]] util::Result<CollectiveRequest> decodeFenceRequest(WireFormat format, std::string_view fields);

/// The fields that fence, connect and disconnect begin with.
void packCollective(Packer& packer, const CollectiveRequest& request);
/// \errors those of Unpacker; ErrBadParam without a process
[[nodiscard]] util::Result<CollectiveRequest> unpackCollective(Unpacker& unpacker);

} // namespace dbgr::pmix
