// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/process_tree.h"

#include "util/string_util.h"

#include <fstream>
#include <iterator>

namespace dbgr::pmix {

namespace {

/// Generations that are looked at; a longer chain of scripts is none of ours.
constexpr int kMaxGenerations = 64;

} // namespace

std::optional<util::Pid> parentOf(util::Pid pid, const std::string& procRoot)
{
    std::ifstream file(procRoot + "/" + std::to_string(pid.value()) + "/stat");
    const std::string stat{std::istreambuf_iterator<char>(file), {}};
    // "pid (name) state parent ...", where the name may hold blanks and parentheses.
    const std::size_t nameEnd = stat.rfind(") ");
    if (nameEnd == std::string::npos)
        return std::nullopt;
    const auto fields = util::split(std::string_view(stat).substr(nameEnd + 2), ' ');
    const auto parent = fields.size() < 2 ? std::nullopt : util::parseNumber<std::int32_t>(fields[1]);
    if (!parent || *parent <= 0)
        return std::nullopt;
    return util::Pid(*parent);
}

bool descendsFrom(util::Pid pid, util::Pid ancestor, const std::string& procRoot)
{
    std::optional<util::Pid> at = pid;
    for (int generation = 0; at && generation < kMaxGenerations; ++generation) {
        if (*at == ancestor)
            return true;
        at = parentOf(*at, procRoot);
    }
    return false;
}

} // namespace dbgr::pmix
