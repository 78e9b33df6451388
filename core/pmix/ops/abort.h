// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Abort: a process asks for the end of its job, or of some processes. Thread: any; pure.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/byte_object.h"
#include "pmix/types/proc.h"
#include "pmix/types/status.h"
#include "util/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

struct AbortRequest
{
    Status status = Status::Success; ///< also the exit status that the job is to have
    NullableString message;
    std::vector<Proc> targets; ///< none: the sender's whole namespace
};

/// \wire status:STATUS, msg:STRING, nprocs:SIZE, procs:PROC; the reply is a status
[[nodiscard]] util::Result<std::string> encodeAbort(WireFormat format, const AbortRequest& request);
/// \errors those of Unpacker
[[nodiscard]] util::Result<AbortRequest> decodeAbortRequest(WireFormat format, std::string_view fields);

} // namespace dbgr::pmix
