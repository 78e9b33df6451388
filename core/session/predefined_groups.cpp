// SPDX-License-Identifier: BSD-3-Clause
#include "session/predefined_groups.h"

#include "util/string_util.h"

#include <algorithm>
#include <unordered_map>

namespace dbgr::session {

using util::RankSet;

namespace {

using NamedRanks = PredefinedGroups::NamedRanks;

constexpr RankState kNamedStates[] = {RankState::Starting, RankState::Held, RankState::Running, RankState::Crashed,
                                      RankState::Ended,    RankState::Lost, RankState::Detached};

constexpr std::string_view kSilent = "silent";
constexpr std::string_view kOnHold = "onhold"; // "held" are those that nobody has let go so far

/// Adds up ranks by name, told in ascending order.
class RanksByName
{
public:
    void add(std::string_view name, util::Rank rank)
    {
        if (name.empty())
            return;
        const auto [found, isNew] = m_slots.emplace(name, m_ranks.size());
        if (isNew)
            m_ranks.emplace_back();
        auto& intervals = m_ranks[found->second];
        if (!intervals.empty() && intervals.back().last + 1 == rank.value())
            intervals.back().last = rank.value();
        else
            intervals.push_back({rank.value(), rank.value()});
    }
    [[nodiscard]] std::vector<NamedRanks> take()
    {
        std::vector<NamedRanks> named(m_ranks.size());
        for (const auto& [name, slot] : m_slots)
            named[slot] = {std::string(name), RankSet::fromIntervals(std::move(m_ranks[slot]))};
        return named;
    }

private:
    std::unordered_map<std::string_view, std::size_t> m_slots;
    std::vector<std::vector<RankSet::Interval>> m_ranks;
};

std::optional<RankSet> ranksOfPlace(const std::vector<NamedRanks>& places, std::string_view name)
{
    const auto found = std::find_if(places.begin(), places.end(), [&](const auto& one) { return one.first == name; });
    return found == places.end() ? std::nullopt : std::optional(found->second);
}

} // namespace

const std::vector<std::string_view>& PredefinedGroups::words()
{
    static const std::vector<std::string_view> words = [] {
        std::vector<std::string_view> all{"all", "none", "stopped"};
        for (const RankState state : kNamedStates)
            all.emplace_back(name(state));
        all.emplace_back(kOnHold);
        all.emplace_back(kSilent);
        return all;
    }();
    return words;
}

bool PredefinedGroups::isWord(std::string_view name)
{
    return std::find(words().begin(), words().end(), util::lowered(name)) != words().end();
}

std::optional<RankSet> PredefinedGroups::find(std::string_view text) const
{
    constexpr std::string_view kHost = "host:";
    constexpr std::string_view kProgram = "program:";
    if (text.starts_with(kHost))
        return ranksOfPlace(hosts(), text.substr(kHost.size()));
    if (text.starts_with(kProgram))
        return ranksOfPlace(programs(), text.substr(kProgram.size()));
    const std::string word = util::lowered(text);
    if (word == "all")
        return m_processes.all();
    if (word == "none")
        return RankSet();
    if (word == "stopped")
        return m_processes.standing();
    if (word == kOnHold)
        return m_processes.onHold();
    if (word == kSilent)
        return m_processes.silent();
    for (const RankState state : kNamedStates) {
        if (word == name(state))
            return m_processes.inState(state);
    }
    return std::nullopt;
}

const std::vector<NamedRanks>& PredefinedGroups::hosts() const
{
    lookAtPlaces();
    return m_hosts;
}

const std::vector<NamedRanks>& PredefinedGroups::programs() const
{
    lookAtPlaces();
    return m_programs;
}

void PredefinedGroups::lookAtPlaces() const
{
    if (std::exchange(m_seen, m_processes.placesGeneration()) == m_processes.placesGeneration())
        return;
    RanksByName hosts;
    RanksByName programs;
    m_processes.all().forEach([&](util::Rank rank) {
        const RankRecord& record = m_processes.at(rank);
        hosts.add(record.host, rank);
        const std::string_view program = record.executable;
        programs.add(program.substr(program.rfind('/') + 1), rank);
    });
    m_hosts = hosts.take();
    m_programs = programs.take();
}

} // namespace dbgr::session
