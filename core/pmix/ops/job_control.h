// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Job_control: kill and signal. PRRTE obeys for whole jobs only: a single rank's kill is silently ignored, and a
// signal for one rank reaches all. Thread: any; pure.
#pragma once

#include "pmix/codec/wire_format.h"
#include "pmix/types/info.h"
#include "pmix/types/proc.h"
#include "util/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

/// The reply is a status, and perhaps more.
/// \wire ntargets:SIZE, targets:PROC, ndirs:SIZE, dirs:INFO
[[nodiscard]] util::Result<std::string> encodeJobControl(WireFormat format, std::span<const Proc> targets,
                                                         std::span<const Info> directives);

struct JobControlRequest
{
    std::vector<Proc> targets; ///< none: the sender's whole namespace
    std::vector<Info> directives;
};
/// The reply is an InfoReply. \errors those of Unpacker
[[nodiscard]] util::Result<JobControlRequest> decodeJobControlRequest(WireFormat format, std::string_view fields);

} // namespace dbgr::pmix
