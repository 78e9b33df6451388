// SPDX-License-Identifier: BSD-3-Clause
#include "launchers/environment.h"

namespace dbgr::launchers {

std::string_view environmentValue(const std::vector<std::string>& environment, std::string_view name)
{
    for (const std::string& entry : environment) {
        if (entry.size() > name.size() && entry[name.size()] == '=' && entry.starts_with(name))
            return std::string_view(entry).substr(name.size() + 1);
    }
    return {};
}

void setDefault(std::vector<std::string>& environment, std::string_view name, std::string_view value)
{
    if (environmentValue(environment, name).empty())
        environment.push_back(std::string(name) + '=' + std::string(value));
}

} // namespace dbgr::launchers
