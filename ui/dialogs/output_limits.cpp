// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/output_limits.h"

#include "session/session.h"
#include "ui/bridge/session_bridge.h"
#include "ui/settings/setting_keys.h"

#include <algorithm>

namespace dbgr::ui {

session::OutputStore::Limits outputLimits(const Settings& settings)
{
    session::OutputStore::Limits limits;
    limits.linesPerRank = static_cast<std::size_t>(std::max(1, settings.value(setting::kOutputLines)));
    limits.bytesInAll = static_cast<std::size_t>(std::max(1, settings.value(setting::kOutputMegabytes))) << 20;
    limits.bytesPerRank = std::min(limits.bytesPerRank, limits.bytesInAll);
    return limits;
}

void followOutputLimits(const UiContext& context, QObject* owner)
{
    const auto follow = [&session = context.bridge.session(), &settings = context.settings] {
        session.limitOutput(outputLimits(settings));
    };
    follow();
    QObject::connect(&context.settings, &Settings::changed, owner, [follow](const QString& name) {
        if (name == QLatin1String(setting::kOutputLines.name) || name == QLatin1String(setting::kOutputMegabytes.name))
            follow();
    });
}

} // namespace dbgr::ui
