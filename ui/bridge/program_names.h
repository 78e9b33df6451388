// SPDX-License-Identifier: GPL-3.0-or-later
// Names of the program's functions and files, as a rank that stands knows them by its debug information. Only the
// answer to the newest question comes. Way: palettes and dialogs -> here -> session. Thread: GUI.
#pragma once

#include "debug/description.h"
#include "debug/engine_request.h"
#include "ui/bridge/latest_answer.h"
#include "util/ids.h"
#include "util/result.h"

#include <functional>
#include <vector>

namespace dbgr::ui {

class SessionBridge;

class ProgramNames
{
public:
    /// The names, or why there are none, in words for the place where they would stand.
    using Taker = std::function<void(util::Result<debug::Description>)>;

    explicit ProgramNames(SessionBridge& bridge) : m_bridge(bridge) {}

    /// \param what debug::Describe's Functions or Sources
    void ask(util::Rank rank, debug::Describe what, Taker take);
    [[nodiscard]] bool underWay() const { return m_answer.underWay(); }

private:
    SessionBridge& m_bridge;
    LatestAnswer<std::vector<debug::Description>> m_answer;
};

} // namespace dbgr::ui
