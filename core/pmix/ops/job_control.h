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

namespace dbgr::pmix {

/// The reply is a status, and perhaps more.
/// \wire ntargets:SIZE, targets:PROC, ndirs:SIZE, dirs:INFO
[[nodiscard]] util::Result<std::string> encodeJobControl(WireFormat format, std::span<const Proc> targets,
                                                         std::span<const Info> directives);

} // namespace dbgr::pmix
