// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/values/stop_on_change.h"

#include "ui/bridge/current_place.h"
#include "ui/bridge/notices.h"
#include "ui/bridge/session_bridge.h"
#include "ui/window/ui_context.h"

namespace dbgr::ui {

void stopOnChange(UiContext& context, const std::string& expression, bool slow)
{
    if (expression.empty())
        return;
    debug::BreakpointSpec spec;
    spec.where = debug::WatchedData{expression, debug::WatchedData::Use::Change, slow};
    const auto added = context.bridge.session().addBreakpoint(std::move(spec), context.place.choice());
    context.notices.showResult(QStringLiteral("breakpoints"), added.map([](util::BreakpointId) {}));
}

} // namespace dbgr::ui
