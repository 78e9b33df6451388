// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/engine_settings.h"

#include <algorithm>
#include <string_view>

namespace dbgr::ui {

std::vector<std::string> withEngineSettings(std::vector<std::string> environment, const Settings& settings)
{
    const auto add = [&](std::string_view name, const SettingKey<QString>& key) {
        const QString value = settings.value(key);
        const std::string begin = std::string(name) + '=';
        const bool isSet = std::any_of(environment.begin(), environment.end(),
                                       [&](const std::string& variable) { return variable.starts_with(begin); });
        if (!value.isEmpty() && !isSet)
            environment.push_back(begin + value.toStdString());
    };
    add("DBGR_DBGD", setting::kDaemonProgram);
    add("DBGR_DAEMON_LOG", setting::kDaemonLog);
    return environment;
}

} // namespace dbgr::ui
