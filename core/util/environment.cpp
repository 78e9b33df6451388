// SPDX-License-Identifier: BSD-3-Clause
#include "util/environment.h"

namespace dbgr::util {

bool isVariable(std::string_view entry, std::string_view name)
{
    return entry.size() > name.size() && entry.starts_with(name) && entry[name.size()] == '=';
}

std::optional<std::string_view> findVariable(const std::vector<std::string>& environment, std::string_view name)
{
    for (const std::string_view entry : environment)
        if (isVariable(entry, name))
            return entry.substr(name.size() + 1);
    return std::nullopt;
}

} // namespace dbgr::util
