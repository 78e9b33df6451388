// SPDX-License-Identifier: BSD-3-Clause
// Variables that have not come into being where a frame stands. Found out once for all ranks that stand there.
// Way: RankValues -> here -> scope. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/shown_frame.h"
#include "util/result.h"
#include "values/value/value.h"

#include <functional>
#include <string>

namespace dbgr::daemon {

/// \param variable as values::Lookup found it in that frame, not settled
[[nodiscard]] bool isEarly(const ShownFrame& frame, const values::Value& variable);
/// The same of what a name means there. \param find is asked where no rank has stood before
[[nodiscard]] bool isEarly(const ShownFrame& frame, const std::string& name,
                           const std::function<util::Result<values::Value>()>& find);

} // namespace dbgr::daemon
