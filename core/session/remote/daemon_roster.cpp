// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/daemon_roster.h"

#include "debug/debug_error.h"
#include "session/rank_refusal.h"
#include "util/overloaded.h"

#include <algorithm>
#include <utility>

namespace dbgr::session {

namespace {

/// A proctable may have "n01" where the node calls itself "n01.cluster", or the other way round.
std::string withoutDomain(const std::string& host)
{
    return host.substr(0, host.find('.'));
}

} // namespace

DaemonRoster::DaemonRoster(const JobLaunched& job, const std::optional<util::RankSet>& only)
{
    for (const RankPlace& place : job.ranks) {
        if (only && !only->contains(place.rank))
            continue;
        Host& host = m_hosts[withoutDomain(place.host)];
        host.name = place.host;
        host.ranks.insert(place.rank);
        host.due.insert(place.rank);
        m_processes.push_back({place.rank, place.pid, place.executable});
        m_all.insert(place.rank);
    }
    m_unheard = m_all;
    m_missing = m_hosts.size();
    if (!std::ranges::is_sorted(m_processes, {}, &debug::LocalProcess::rank))
        std::ranges::stable_sort(m_processes, {}, &debug::LocalProcess::rank);
}

std::vector<std::string> DaemonRoster::hosts() const
{
    std::vector<std::string> names;
    for (const auto& [key, host] : m_hosts)
        names.push_back(host.name);
    return names;
}

debug::LocalProcess* DaemonRoster::processOf(util::Rank rank)
{
    const auto found = std::ranges::lower_bound(m_processes, rank, {}, &debug::LocalProcess::rank);
    return found != m_processes.end() && found->rank == rank ? &*found : nullptr;
}

std::vector<debug::LocalProcess> DaemonRoster::processesOn(const std::string& host) const
{
    const auto found = m_hosts.find(withoutDomain(host));
    std::vector<debug::LocalProcess> processes;
    if (found == m_hosts.end())
        return processes;
    auto at = m_processes.begin();
    found->second.due.forEach([&](util::Rank rank) {
        at = std::lower_bound(at, m_processes.end(), rank,
                              [](const debug::LocalProcess& process, util::Rank its) { return process.rank < its; });
        for (; at != m_processes.end() && at->rank == rank; ++at)
            processes.push_back(*at);
    });
    return processes;
}

bool DaemonRoster::onlyOn(const std::string& host) const
{
    return m_hosts.size() == 1 && m_hosts.begin()->first == withoutDomain(host);
}

std::optional<util::RankSet> DaemonRoster::join(const std::string& host)
{
    const auto found = m_hosts.find(withoutDomain(host));
    if (found == m_hosts.end() || found->second.called)
        return std::nullopt;
    found->second.called = true;
    --m_missing;
    return found->second.due;
}

util::RankSet DaemonRoster::lose(const util::RankSet& ranks)
{
    util::RankSet lost = (ranks & m_ours) | (ranks & m_unheard);
    m_lost |= lost;
    drop(ranks);
    return lost;
}

util::RankSet DaemonRoster::takeBack()
{
    const util::RankSet back = std::exchange(m_lost, {});
    m_takenBack |= back;
    m_attached -= back;
    m_failed -= back;
    m_unheard |= back & m_all;
    for (auto& [key, host] : m_hosts)
        if (host.ranks.intersects(back)) {
            host.due = host.ranks & back;
            m_missing += host.called ? 1 : 0;
            host.called = false;
        }
    return back;
}

util::RankSet DaemonRoster::abandonMissing(const std::vector<std::string>& hosts)
{
    util::RankSet given;
    for (const std::string& name : hosts)
        if (const auto found = m_hosts.find(withoutDomain(name));
            found != m_hosts.end() && !std::exchange(found->second.called, true)) {
            --m_missing;
            given |= found->second.due;
        }
    return lose(given);
}

std::vector<std::string> DaemonRoster::hostsOf(const util::RankSet& ranks) const
{
    std::vector<std::string> names;
    for (const auto& [key, host] : m_hosts)
        if (host.ranks.intersects(ranks))
            names.push_back(host.name);
    return names;
}

void DaemonRoster::drop(const util::RankSet& ranks)
{
    fail(ranks - m_attached);
    m_ours -= ranks;
}

void DaemonRoster::fail(const util::RankSet& ranks)
{
    m_failed |= ranks;
    m_unheard -= ranks;
}

std::string DaemonRoster::placesOf(const util::RankSet& ranks) const
{
    std::string places;
    for (const auto& [key, host] : m_hosts) {
        const util::RankSet here = host.ranks & ranks;
        if (!here.empty())
            places += (places.empty() ? "" : ", ") + host.name + " (" + ranksText(here) + ")";
    }
    return places;
}

std::string DaemonRoster::missingHosts() const
{
    std::string names;
    for (const auto& [name, host] : m_hosts)
        if (!host.called)
            names += (names.empty() ? "" : ", ") + name;
    return names;
}

void DaemonRoster::noteAttached(const debug::RanksAttached& attached)
{
    util::RankSet ranks;
    for (const debug::AttachedRank& rank : attached.ranks) {
        ranks.insert(rank.rank);
        debug::LocalProcess* const process = rank.pid.value() > 0 ? processOf(rank.rank) : nullptr;
        if (process) {
            process->pid = rank.pid;
            process->executable = rank.executable;
        }
    }
    m_attached |= ranks;
    m_ours |= ranks;
    m_unheard -= ranks;
}

void DaemonRoster::note(const debug::DaemonEvent& event)
{
    std::visit(util::Overloaded{[&](const debug::RanksAttached& attached) { noteAttached(attached); },
                                [&](const debug::AttachFailed& failed) {
                                    fail(failed.ranks);
                                    if (failed.error.code != make_error_code(debug::Errc::Ended))
                                        m_lost |= failed.ranks & m_takenBack; // as they were before
                                },
                                [&](const debug::RanksExited& exited) { drop(exited.ranks); },
                                [&](const debug::RanksDetached& detached) { drop(detached.ranks); },
                                [&](const debug::RanksLost& lost) { lose(lost.ranks); }, [](const auto&) {}},
               event);
}

} // namespace dbgr::session
