// SPDX-License-Identifier: BSD-3-Clause
// What a daemon has to know for a request, so that older ones are not asked. Pure. Thread: any.
#pragma once

#include "debug/engine_request.h"

#include <string_view>

namespace dbgr::session {

/// The feature (dbgwire/hello.h) without which a daemon would take the request for rubbish; "" none.
[[nodiscard]] std::string_view neededFeature(const debug::EngineRequest& request);

} // namespace dbgr::session
