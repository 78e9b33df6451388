// SPDX-License-Identifier: BSD-3-Clause
// What the links over PMIx share: the end of a job as an event tells it, and the end that we ask for. Thread: net.
#pragma once

#include "pmix/tool/tool.h"
#include "session/backend_event.h"

#include <string>

namespace dbgr::session {

/// The namespace whose end a PMIX_EVENT_JOB_END tells; "" unclear.
[[nodiscard]] std::string endedJob(const pmix::Event& event);
/// How it ended.
[[nodiscard]] JobEnded jobEndOf(const pmix::Event& event);
/// Ends all of a job's processes; its end is told by an event. A refusal is logged only: the launcher itself may be
/// ended then.
void killByJobControl(pmix::Tool& tool, const std::string& nspace);

} // namespace dbgr::session
