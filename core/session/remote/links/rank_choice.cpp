// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/rank_choice.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace dbgr::session {
namespace {

using Places = std::vector<std::optional<util::PlaceInJob>>;

/// "" if the places are ranks of one job.
std::string whyNotOneJob(const Places& places, const std::vector<std::string>& names)
{
    std::map<util::Rank, std::size_t> seen;
    const util::PlaceInJob* first = nullptr;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto& place = places[i];
        if (!place)
            return names[i] + " has no rank in its environment, others have one";
        if (first && place->job != first->job)
            return names[i] + " is of job " + place->job + ", and " + names[0] + " of job " + first->job;
        const auto [other, isNew] = seen.try_emplace(place->rank, i);
        if (!isNew)
            return names[other->second] + " and " + names[i] + " are both rank " + std::to_string(place->rank.value());
        if (!first)
            first = &*place;
    }
    return {};
}

RankChoice numbered(std::size_t count)
{
    RankChoice choice;
    for (std::size_t i = 0; i < count; ++i)
        choice.ranks.emplace_back(static_cast<std::uint32_t>(i));
    return choice;
}

} // namespace

RankChoice chooseRanks(const Places& places, const std::vector<std::string>& names)
{
    const bool nobodyKnows = std::ranges::none_of(places, [](const auto& place) { return place.has_value(); });
    std::string oddity = nobodyKnows ? std::string() : whyNotOneJob(places, names);
    if (nobodyKnows || !oddity.empty()) {
        RankChoice choice = numbered(places.size());
        choice.oddity = std::move(oddity);
        return choice;
    }
    RankChoice choice;
    choice.fromEnvironment = true;
    for (const auto& place : places) {
        choice.ranks.push_back(place->rank);
        choice.job = place->job;
        choice.jobSize = std::max(choice.jobSize, place->jobSize);
    }
    return choice;
}

} // namespace dbgr::session
