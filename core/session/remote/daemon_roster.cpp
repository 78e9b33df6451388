// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/daemon_roster.h"

#include "debug/debug_error.h"
#include "session/rank_refusal.h"
#include "util/overloaded.h"

#include <algorithm>
#include <iterator>
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
        host.processes.push_back({place.rank, place.pid, place.executable});
        m_all.insert(place.rank);
    }
}

std::vector<std::string> DaemonRoster::hosts() const
{
    std::vector<std::string> names;
    for (const auto& [key, host] : m_hosts)
        names.push_back(host.name);
    return names;
}

std::vector<debug::LocalProcess> DaemonRoster::processesOn(const std::string& host) const
{
    const auto found = m_hosts.find(withoutDomain(host));
    std::vector<debug::LocalProcess> processes;
    if (found != m_hosts.end())
        std::ranges::copy_if(
            found->second.processes, std::back_inserter(processes),
            [&](const debug::LocalProcess& process) { return found->second.due.contains(process.rank); });
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
    return found->second.due;
}

util::RankSet DaemonRoster::lose(const util::RankSet& ranks)
{
    util::RankSet lost = ranks & (m_ours | unheard());
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
    for (auto& [key, host] : m_hosts)
        if (host.ranks.intersects(back)) {
            host.due = host.ranks & back;
            host.called = false;
        }
    return back;
}

util::RankSet DaemonRoster::abandonMissing(const std::vector<std::string>& hosts)
{
    util::RankSet given;
    for (const std::string& name : hosts)
        if (const auto found = m_hosts.find(withoutDomain(name));
            found != m_hosts.end() && !std::exchange(found->second.called, true))
            given |= found->second.due;
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
    m_failed |= ranks - m_attached;
    m_ours -= ranks;
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

void DaemonRoster::noteProcesses(const std::vector<debug::AttachedRank>& attached)
{
    std::map<util::Rank, const debug::AttachedRank*> byRank;
    for (const debug::AttachedRank& rank : attached)
        if (rank.pid.value() > 0)
            byRank.emplace(rank.rank, &rank);
    for (auto& [key, host] : m_hosts)
        for (debug::LocalProcess& process : host.processes)
            if (const auto known = byRank.find(process.rank); known != byRank.end()) {
                process.pid = known->second->pid;
                process.executable = known->second->executable;
            }
}

void DaemonRoster::note(const debug::DaemonEvent& event)
{
    std::visit(util::Overloaded{[&](const debug::RanksAttached& attached) {
                                    for (const debug::AttachedRank& rank : attached.ranks) {
                                        m_attached.insert(rank.rank);
                                        m_ours.insert(rank.rank);
                                    }
                                    noteProcesses(attached.ranks);
                                },
                                [&](const debug::AttachFailed& failed) {
                                    m_failed |= failed.ranks;
                                    if (failed.error.code != make_error_code(debug::Errc::Ended))
                                        m_lost |= failed.ranks & m_takenBack; // as they were before
                                },
                                [&](const debug::RanksExited& exited) { drop(exited.ranks); },
                                [&](const debug::RanksDetached& detached) { drop(detached.ranks); },
                                [&](const debug::RanksLost& lost) { lose(lost.ranks); }, [](const auto&) {}},
               event);
}

} // namespace dbgr::session
