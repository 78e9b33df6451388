// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/job_channels.h"

#include "launchers/launch_plan.h"
#include "ui/bridge/session_bridge.h"

#include <QCoreApplication>

#include <variant>

namespace dbgr::ui {

namespace {

QString text(const char* source)
{
    return QCoreApplication::translate("JobChannels", source);
}

/// Only a PMIx launcher lets others have a part in the channels of a job that runs.
bool isElsewhere(const SessionBridge& bridge)
{
    const auto& launcher = bridge.launcher();
    return launcher && launcher->found && launcher->way != launchers::name(launchers::LaunchWay::Pmix);
}

} // namespace

QString whereOutputGoes(const SessionBridge& bridge)
{
    if (bridge.session().nothingRuns())
        return text("Core files hold no output.");
    return isElsewhere(bridge) ? text("This job was started elsewhere: what it writes goes there, as before.")
                               : QString();
}

QString whyNoInput(const SessionBridge& bridge)
{
    if (bridge.session().nothingRuns())
        return text("these are core files");
    return isElsewhere(bridge) ? text("this job reads its input where it was started") : QString();
}

} // namespace dbgr::ui
