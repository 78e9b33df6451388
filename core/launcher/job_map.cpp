// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/job_map.h"

#include "launcher/placement.h"
#include "launcher/processor_seats.h"
#include "pmix/types/status.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace dbgr::launcher {

using pmix::HardwareLevel;
using pmix::Status;

namespace {

std::string counted(std::uint64_t count, const std::string& noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : noun.ends_with("s") ? "es" : "s");
}

// ---- How many processes

using Counts = std::vector<std::uint32_t>; ///< by app

util::Result<Counts> countDaemons(const JobSpec& spec, std::uint32_t targetRanks)
{
    const DebuggerSpec& debugger = spec.debugger;
    if (debugger.perNode != 0 && debugger.perProcess != 0)
        return util::fail(Status::ErrBadParam, "debugger daemons are asked for both by node and by process",
                          "give PMIX_DEBUG_DAEMONS_PER_NODE or PMIX_DEBUG_DAEMONS_PER_PROC");
    if (debugger.perProcess != 0 && targetRanks == 0)
        return util::fail(Status::ErrJobFailedToMap,
                          "a debugger daemon for each process is asked for, but none of the target runs here",
                          "name a job that runs in PMIX_DEBUG_TARGET");
    Counts counts;
    for (const AppSpec& app : spec.apps) {
        if (debugger.perProcess != 0)
            counts.push_back(std::min(debugger.perProcess * targetRanks, kMaxProcesses + 1));
        else if (debugger.perNode != 0)
            counts.push_back(debugger.perNode);
        else if (spec.placement.perResource != 0)
            counts.push_back(spec.placement.perResource);
        else
            counts.push_back(std::max(app.processes, 1U));
    }
    return counts;
}

/// What an app without a number of its own gets.
std::uint64_t countWanted(const JobSpec& spec, const pmix::Topology& topology, const NodeUse& use)
{
    if (spec.placement.perResource != 0)
        return std::uint64_t{spec.placement.perResource} * topology.count(mapLevel(spec.placement));
    return use.totalSlots > use.slotsInUse ? use.totalSlots - use.slotsInUse : 1;
}

util::Result<Counts> countProcesses(const JobSpec& spec, const pmix::Topology& topology, const NodeUse& use)
{
    const std::uint64_t wanted = countWanted(spec, topology, use);
    Counts counts;
    for (const AppSpec& app : spec.apps) {
        if (app.processes == 0 && spec.apps.size() > 1)
            return util::fail(Status::ErrBadParam, "'" + app.argv.front() + "' has no number of processes",
                              "with several programs, say for each of them how many: -n N");
        const std::uint64_t count = app.processes == 0 ? wanted : app.processes;
        counts.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(count, kMaxProcesses + 1)));
    }
    const auto total = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    if (spec.placement.perResource != 0 && total > wanted)
        return util::fail(
            Status::ErrJobFailedToMap,
            counted(total, "process") + " were asked for, but ppr:" + std::to_string(spec.placement.perResource) + ":" +
                std::string(levelName(mapLevel(spec.placement))) + " makes " + std::to_string(wanted) + " on this node",
            "ask for fewer processes, or for more on each of them");
    return counts;
}

// ---- Where they go

enum class Binding
{
    None,
    IfRoom, ///< nobody asked for it: rather not at all than two on one processor
    Must,
};

Binding bindingOf(const Placement& placement, bool oversubscribed)
{
    if (placement.bind == BindTarget::None)
        return Binding::None;
    if (placement.bind == BindTarget::To || placement.cpusPerProcess != 0)
        return Binding::Must;
    return oversubscribed || placement.mapBy == HardwareLevel::Node ? Binding::None : Binding::IfRoom;
}

std::string bindName(const Placement& placement)
{
    if (placement.bind == BindTarget::To)
        return std::string(levelName(placement.bindTo));
    if (placement.cpusPerProcess != 0)
        return placement.hardwareThreads ? "HWTHREAD" : "CORE";
    return std::string(levelName(mapLevel(placement)));
}

std::string mapName(const Placement& placement, bool oversubscribe)
{
    const bool bySlot = placement.mapBy == HardwareLevel::Node && placement.perResource == 0;
    return "BY" + (bySlot ? std::string("SLOT") : std::string(levelName(mapLevel(placement)))) +
           (oversubscribe ? ":OVERSUBSCRIBE" : ":NOOVERSUBSCRIBE");
}

/// All processes in the order of their ranks, bound to nothing.
std::vector<MappedProcess> unbound(const Counts& counts, std::uint32_t nextNodeRank)
{
    std::vector<MappedProcess> processes;
    for (std::uint32_t app = 0; app < counts.size(); ++app) {
        for (std::uint32_t appRank = 0; appRank < counts[app]; ++appRank) {
            const auto rank = static_cast<std::uint32_t>(processes.size());
            processes.push_back({.rank = util::Rank(rank),
                                 .app = app,
                                 .appRank = appRank,
                                 .localRank = rank,
                                 .nodeRank = nextNodeRank + rank,
                                 .cpus = {},
                                 .taken = {},
                                 .locality = {}});
        }
    }
    return processes;
}

/// False: there are not enough processors.
bool bind(std::vector<MappedProcess>& processes, ProcessorSeats& seats, const Placement& placement,
          const pmix::Topology& topology)
{
    std::vector<ProcessorSeats::Seat> given;
    for (std::size_t i = 0; i < processes.size(); ++i) {
        auto seat = seats.next();
        if (!seat)
            return false;
        given.push_back(*std::move(seat));
    }
    for (auto first = processes.begin(); first != processes.end() && placement.rankOrder == RankOrder::Fill;) {
        const auto last = std::find_if(first, processes.end(), [&](const auto& p) { return p.app != first->app; });
        const auto offset = first - processes.begin();
        std::ranges::stable_sort(given.begin() + offset, given.begin() + (last - processes.begin()), {},
                                 &ProcessorSeats::Seat::place);
        first = last;
    }
    for (std::size_t i = 0; i < processes.size(); ++i) {
        processes[i].cpus = seats.boundTo(given[i]);
        processes[i].locality = topology.localityString(processes[i].cpus);
        processes[i].taken = std::move(given[i].taken);
    }
    return true;
}

tl::unexpected<util::Error> noSlots(std::uint64_t total, const NodeUse& use)
{
    const std::uint32_t free = use.totalSlots > use.slotsInUse ? use.totalSlots - use.slotsInUse : 0;
    return util::fail(Status::ErrJobFailedToMap,
                      counted(total, "process") + (total == 1 ? " was" : " were") + " asked for, but only " +
                          std::to_string(free) + " of this node's " + counted(use.totalSlots, "slot") +
                          (free == 1 ? " is" : " are") + " free",
                      "ask for fewer processes, give the node more slots (--host-slots N), or allow more processes "
                      "than slots (--oversubscribe, PMIX_MAPBY \":OVERSUBSCRIBE\")");
}

tl::unexpected<util::Error> noCpus(std::size_t processes, const Placement& placement, std::size_t cpus,
                                   const NodeUse& use)
{
    std::string detail = counted(processes, "process");
    if (placement.cpusPerProcess > 1)
        detail += " of " + counted(placement.cpusPerProcess, "processor") + " each";
    detail += " cannot be bound to processors of their own: this node has " + std::to_string(cpus);
    if (!use.cpusInUse.empty())
        detail += ", and other jobs are bound to some of them";
    return util::fail(Status::ErrJobFailedToMap, std::move(detail),
                      "ask for fewer processes, do not bind them (--bind-to none), or let them share processors "
                      "(--bind-to " +
                          bindName(placement) + ":overload-allowed)");
}

util::Result<JobMap> mapDaemons(const JobSpec& spec, std::uint32_t targetRanks)
{
    DBGR_TRY(const Counts counts, countDaemons(spec, targetRanks));
    const auto total = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    if (total > kMaxProcesses)
        return util::fail(Status::ErrJobFailedToMap, "too many debugger daemons: " + std::to_string(total));
    return JobMap{.processes = unbound(counts, 0),
                  .oversubscribed = false,
                  .mapBy = spec.debugger.perNode + spec.debugger.perProcess != 0 ? "COLOCATE" : "BYNODE",
                  .rankBy = "SLOT",
                  .bindTo = "NONE"};
}

} // namespace

util::Result<JobMap> mapJob(const JobSpec& spec, const pmix::Topology& topology, const NodeUse& use,
                            std::uint32_t targetRanks)
{
    if (spec.debugger.daemons)
        return mapDaemons(spec, targetRanks);
    const Placement& placement = spec.placement;
    DBGR_TRY(const Counts counts, countProcesses(spec, topology, use));
    const auto total = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
    if (total > kMaxProcesses)
        return util::fail(Status::ErrJobFailedToMap,
                          "more than " + std::to_string(kMaxProcesses) + " processes do not go on one node");
    const bool oversubscribed = use.slotsInUse + total > use.totalSlots;
    const bool allowed = placement.oversubscribe.value_or(!use.slotsGiven);
    if (oversubscribed && !allowed)
        return noSlots(total, use);

    JobMap map{.processes = unbound(counts, use.nextNodeRank),
               .oversubscribed = oversubscribed,
               .mapBy = mapName(placement, allowed),
               .rankBy = placement.rankOrder == RankOrder::Span ? "SPAN" : "FILL",
               .bindTo = "NONE"};
    const Binding binding = bindingOf(placement, oversubscribed);
    if (binding == Binding::None)
        return map;
    ProcessorSeats seats(placement, topology, pmix::united(use.cpusInUse, use.cpusOfOthers));
    if (bind(map.processes, seats, placement, topology)) {
        map.bindTo = bindName(placement);
        return map;
    }
    if (binding == Binding::IfRoom) {
        map.note = use.cpusOfOthers.empty() ? "not bound: there are too few processors left"
                                            : "not bound: other dbgruns of yours have the processors";
        return map;
    }
    // Asked for, it is done: as if the other launchers were strangers.
    ProcessorSeats shared(placement, topology, use.cpusInUse);
    if (use.cpusOfOthers.empty() || !bind(map.processes, shared, placement, topology))
        return noCpus(map.processes.size(), placement, seats.cpus(), use);
    map.bindTo = bindName(placement);
    map.note = "bound to processors that other dbgruns of yours use, too";
    return map;
}

std::string describe(const JobMap& map)
{
    std::string text = counted(map.processes.size(), "process") + " mapped " + map.mapBy + ", bound to " + map.bindTo;
    if (!map.note.empty())
        text += " (" + map.note + ")";
    for (const MappedProcess& process : map.processes)
        if (!process.cpus.empty())
            text += "\n  rank " + std::to_string(process.rank.value()) + ": processing units " +
                    pmix::Topology::listString(process.cpus);
    return text;
}

} // namespace dbgr::launcher
