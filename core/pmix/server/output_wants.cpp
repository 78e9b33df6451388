// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/output_wants.h"

#include <algorithm>
#include <set>
#include <utility>

namespace dbgr::pmix {

namespace {

bool covers(const Proc& wide, const Proc& narrow)
{
    return OutputSource{wide, {}}.covers(narrow) && (!narrow.nspace.empty() || wide.nspace.empty());
}

/// Calls `visit` with the entries whose processes have some in common with `source`, until it returns false.
template <typename Map, typename Visit>
void forOverlaps(Map& map, const Proc& source, Visit visit)
{
    if (!source.nspace.empty() && source.rank != kRankWildcard) { // only these names can mean it
        for (const Proc& name : namesOfSource(source))
            if (const auto found = map.find(name); found != map.end() && !visit(*found))
                return;
        return;
    }
    const auto visitFrom = [&](const std::string& nspace) {
        for (auto each = map.lower_bound(Proc{nspace, ProcRank{0}}); each != map.end(); ++each) {
            const Proc& name = each->first;
            if (!source.nspace.empty() && name.nspace != nspace)
                return true;
            const bool common = source.rank == kRankWildcard || name.rank == kRankWildcard || source.rank == name.rank;
            if (common && !visit(*each))
                return false;
        }
        return true;
    };
    if (visitFrom({}) && !source.nspace.empty()) // the empty namespace, which is the first, means all
        visitFrom(source.nspace);
}

/// What is to be done with the same channels is one call.
std::vector<OutputWants::Ask> asksOf(const std::map<Proc, IofChannels>& sources)
{
    std::map<std::uint16_t, OutputWants::Ask> byChannels;
    for (const auto& [source, channels] : sources) {
        OutputWants::Ask& ask = byChannels[channels.bits()];
        ask.channels = channels;
        ask.sources.push_back(source);
    }
    std::vector<OutputWants::Ask> asks;
    for (auto& [bits, ask] : byChannels)
        asks.push_back(std::move(ask));
    return asks;
}

} // namespace

std::vector<OutputWants::Ask> OutputWants::begin(std::uint64_t id, PeerId peer, const std::vector<Proc>& sources,
                                                 IofChannels channels)
{
    Request& request = m_requests[id];
    request.peer = peer;
    std::map<Proc, IofChannels> fresh;
    for (const Proc& each : sources) {
        const Proc source = normalizedSource(each);
        if (!request.sources.emplace(source, channels).second)
            continue;
        count(source, channels, true);
        IofChannels told;
        for (const Proc& wide : namesOfSource(source))
            if (const auto found = m_told.find(wide); found != m_told.end() && covers(wide, source))
                told = told | found->second;
        const IofChannels missing = channels.without(told);
        if (missing.empty())
            continue;
        m_told[source] = m_told[source] | missing;
        fresh.emplace(source, missing);
    }
    return asksOf(fresh);
}

std::vector<OutputWants::Ask> OutputWants::end(std::uint64_t id)
{
    const auto request = m_requests.extract(id);
    std::vector<Proc> ended;
    if (!request)
        return {};
    for (const auto& [source, channels] : request.mapped().sources) {
        count(source, channels, false);
        ended.push_back(source);
    }
    return review(ended);
}

std::vector<OutputWants::Ask> OutputWants::stop(PeerId peer, const std::vector<Proc>& sources, IofChannels channels)
{
    std::vector<Proc> ended;
    for (auto& [id, request] : m_requests) {
        if (request.peer != peer)
            continue;
        for (auto& [source, wanted] : request.sources) {
            const bool named = std::any_of(sources.begin(), sources.end(), [&source = source](const Proc& each) {
                return covers(normalizedSource(each), source);
            });
            const IofChannels stopped = wanted & channels;
            if (!named || stopped.empty())
                continue;
            count(source, stopped, false);
            wanted = wanted.without(stopped);
            ended.push_back(source);
        }
    }
    return review(ended);
}

std::vector<OutputWants::Ask> OutputWants::dropPeer(PeerId peer)
{
    std::vector<Proc> ended;
    for (auto& [id, request] : m_requests) {
        if (request.peer != peer)
            continue;
        for (const auto& [source, channels] : request.sources) {
            count(source, channels, false);
            ended.push_back(source);
        }
    }
    std::erase_if(m_requests, [peer](const auto& entry) { return entry.second.peer == peer; });
    return review(ended);
}

void OutputWants::count(const Proc& source, IofChannels channels, bool more)
{
    Counts& counts = m_wants[source];
    for (std::size_t bit = 0; bit < kChannels; ++bit)
        if ((channels.bits() >> bit & 1) != 0)
            counts[bit] += more ? 1 : std::size_t(-1);
    if (counts == Counts{})
        m_wants.erase(source);
}

IofChannels OutputWants::wantedOf(const Proc& told, IofChannels channels) const
{
    IofChannels wanted;
    forOverlaps(m_wants, told, [&](const auto& entry) {
        for (std::size_t bit = 0; bit < kChannels; ++bit)
            if (entry.second[bit] > 0)
                wanted = wanted | (channels & IofChannels::fromBits(static_cast<std::uint16_t>(1U << bit)));
        return wanted != channels;
    });
    return wanted;
}

/// A wide one stays as long as anything in it is wanted: to exchange it for a narrow one would lose what comes between.
std::vector<OutputWants::Ask> OutputWants::review(const std::vector<Proc>& ended)
{
    std::set<Proc> touched;
    for (const Proc& source : ended)
        forOverlaps(m_told, source, [&](const auto& entry) {
            touched.insert(entry.first);
            return true;
        });
    std::map<Proc, IofChannels> over;
    for (const Proc& source : touched) {
        IofChannels& told = m_told.at(source);
        const IofChannels wanted = wantedOf(source, told);
        if (wanted == told)
            continue;
        over.emplace(source, told.without(wanted));
        told = wanted;
        if (told.empty())
            m_told.erase(source);
    }
    return asksOf(over);
}

} // namespace dbgr::pmix
