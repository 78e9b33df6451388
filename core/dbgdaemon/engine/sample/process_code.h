// SPDX-License-Identifier: BSD-3-Clause
// Where one process has code, by /proc/PID/maps. Way: StackSampler -> here -> CodeFiles. Thread: the sampler's.
#pragma once

#include "dbgdaemon/engine/sample/code_files.h"
#include "util/ids.h"
#include "util/result.h"
#include "values/unwind/code_map.h"

#include <optional>
#include <string_view>

namespace dbgr::daemon {

/// Of a line that maps code. Nothing for other lines.
[[nodiscard]] std::optional<CodeMapping> codeMapping(std::string_view line);

/// \errors those of the system: it has ended, or is not ours
[[nodiscard]] util::Result<values::CodeMap> codeOf(util::Pid pid, CodeFiles& files);

} // namespace dbgr::daemon
