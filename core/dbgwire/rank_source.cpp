// SPDX-License-Identifier: BSD-3-Clause
#include "dbgwire/rank_source.h"

namespace dbgr::dbgwire {

std::string_view name(RanksFrom from)
{
    switch (from) {
    case RanksFrom::Pmix:
        return "pmix";
    case RanksFrom::Told:
        return "told";
    case RanksFrom::Agents:
        return "agents";
    case RanksFrom::Hydra:
        return "hydra";
    }
    return "";
}

std::optional<RanksFrom> ranksFromNamed(std::string_view text)
{
    for (const RanksFrom from : {RanksFrom::Pmix, RanksFrom::Told, RanksFrom::Agents, RanksFrom::Hydra}) {
        if (name(from) == text)
            return from;
    }
    return std::nullopt;
}

} // namespace dbgr::dbgwire
