// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/rank_environment.h"

#include "launcher/job_record_builder.h"
#include "net/child_spec.h"
#include "pmix/handshake/environment.h"
#include "util/string_util.h"

namespace dbgr::launcher {

namespace {

/// Open MPI 4 takes itself for a process on its own unless these are there; it never contacts who they name, since it
/// finds a PMIx server first. \wire Open MPI 4.1: any address that can be parsed
constexpr std::string_view kOrteDaemon = "1.0;tcp://127.0.0.1:1";

/// What scripts of users and MPI libraries expect of an mpiexec.
void addRankVariables(std::vector<std::string>& environment, const MappedProcess& process, const JobSpec& spec,
                      const JobMap& map, const JobFacts& facts)
{
    const AppSpec& app = spec.apps.at(process.app);
    const std::string size = std::to_string(map.processes.size());
    const std::string localRank = std::to_string(process.localRank);
    std::vector<std::string> counts, firstRanks;
    for (const MappedProcess& each : map.processes) {
        if (each.appRank == 0)
            firstRanks.push_back(std::to_string(each.rank.value()));
        if (counts.size() <= each.app)
            counts.resize(each.app + 1, "0");
        counts[each.app] = std::to_string(each.appRank + 1);
    }
    const std::pair<const char*, std::string> variables[] = {
        {"OMPI_COMM_WORLD_RANK", std::to_string(process.rank.value())},
        {"OMPI_COMM_WORLD_SIZE", size},
        {"OMPI_COMM_WORLD_LOCAL_RANK", localRank},
        {"OMPI_COMM_WORLD_LOCAL_SIZE", size},
        {"OMPI_COMM_WORLD_NODE_RANK", std::to_string(process.nodeRank)},
        {"OMPI_UNIVERSE_SIZE", std::to_string(facts.universeSize)},
        {"OMPI_NUM_APP_CTX", std::to_string(spec.apps.size())},
        {"OMPI_APP_CTX_NUM_PROCS", util::join(counts, " ")},
        {"OMPI_FIRST_RANKS", util::join(firstRanks, " ")},
        {"OMPI_COMMAND", app.argv.front()},
        {"OMPI_ARGV", util::join({app.argv.begin() + 1, app.argv.end()}, " ")},
        {"OMPI_FILE_LOCATION", facts.jobDirectory},
        {"OMPI_MCA_initial_wdir", workingDirectoryOf(app, facts)},
        {"OMPI_MCA_orte_hnp_uri", std::string(kOrteDaemon)},
        {"OMPI_MCA_orte_local_daemon_uri", std::string(kOrteDaemon)},
        // Without it the children of MPI_Comm_spawn refuse to meet their parents.
        {"OMPI_MCA_pmix_server_uri", std::string(kOrteDaemon)},
    };
    for (const auto& [name, value] : variables)
        net::setVariable(environment, name, value);
}

} // namespace

std::vector<std::string> environmentOf(const MappedProcess& process, const JobSpec& spec, const JobMap& map,
                                       const JobFacts& facts, const std::vector<std::string>& base,
                                       const std::vector<std::string>& pmix)
{
    std::vector<std::string> environment = pmix::withoutPmixIdentity(base);
    if (!spec.debugger.daemons)
        addRankVariables(environment, process, spec, map, facts);
    net::setVariable(environment, "PWD", workingDirectoryOf(spec.apps.at(process.app), facts));
    for (const EnvironmentChange& change : spec.environment)
        applyChange(environment, change);
    for (const EnvironmentChange& change : spec.apps.at(process.app).environment)
        applyChange(environment, change);
    for (const std::string& entry : pmix) {
        const auto equals = entry.find('=');
        net::setVariable(environment, entry.substr(0, equals), entry.substr(equals + 1));
    }
    return environment;
}

std::vector<std::string> environmentOf(const AppSpec& app, const JobSpec& spec, const std::vector<std::string>& base)
{
    std::vector<std::string> environment = base;
    for (const auto* changes : {&spec.environment, &app.environment})
        for (const EnvironmentChange& change : *changes)
            applyChange(environment, change);
    return environment;
}

void applyChange(std::vector<std::string>& environment, const EnvironmentChange& change)
{
    using Kind = EnvironmentChange::Kind;
    const auto found = net::findVariable(environment, change.name);
    const std::string old(found.value_or(""));
    switch (change.kind) {
    case Kind::Set:
        return net::setVariable(environment, change.name, change.value);
    case Kind::AddIfMissing:
        if (!found)
            net::setVariable(environment, change.name, change.value);
        return;
    case Kind::Unset:
        return net::unsetVariable(environment, change.name);
    case Kind::Prepend:
        return net::setVariable(environment, change.name, found ? change.value + change.separator + old : change.value);
    case Kind::Append:
        return net::setVariable(environment, change.name, found ? old + change.separator + change.value : change.value);
    }
}

} // namespace dbgr::launcher
