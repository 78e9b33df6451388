// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/spawn_actions.h"

#include "launcher/info_values.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "pmix/types/status.h"
#include "util/string_util.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace dbgr::launcher {

using pmix::DataType;
using pmix::Info;
using pmix::Status;
namespace keys = pmix::keys;
using Scope = SpawnScope;
using Done = util::Result<void>;

namespace {

tl::unexpected<util::Error> badAction(std::string why)
{
    return util::fail(Status::ErrBadParam, std::move(why));
}

} // namespace

// ---- Ranks

Done holdAt(HoldSpec::Point point, Scope& scope, const Info& info)
{
    HoldSpec& hold = scope.job.hold;
    AllOrRanks ranks;
    if (!isFlag(info.value)) {
        DBGR_TRY(ranks, readRanks(info.value));
    } else if (!info.value.asBool().value_or(true)) {
        return util::ok();
    }
    if (!ranks)
        ranks = scope.appRanks;
    if (hold.point == HoldSpec::Point::None) {
        hold = {point, std::move(ranks)};
    } else if (hold.point != point) {
        return badAction("the processes are already to stop elsewhere: ask for one place");
    } else if (!ranks || !hold.ranks) {
        hold.ranks.reset();
    } else {
        *hold.ranks |= *ranks;
    }
    return util::ok();
}

namespace {

void sendInput(StdinSpec& input, AllOrRanks ranks)
{
    input.kind = ranks ? StdinSpec::Kind::Ranks : StdinSpec::Kind::All;
    input.ranks = ranks ? *std::move(ranks) : util::RankSet();
}

} // namespace

Done forwardInput(Scope& scope, const Info& info)
{
    StdinSpec& input = scope.job.standardInput;
    if (isFlag(info.value)) {
        if (!info.value.asBool().value_or(true))
            input = {StdinSpec::Kind::None, {}};
        else if (input.kind == StdinSpec::Kind::None)
            input = {}; // rank 0
        return util::ok();
    }
    DBGR_TRY(AllOrRanks ranks, readRanks(info.value));
    if (!scope.stdinTargetGiven)
        sendInput(input, std::move(ranks));
    return util::ok();
}

Done targetInput(Scope& scope, const Info& info)
{
    AllOrRanks ranks;
    const bool isText = info.value.type() == DataType::String; // as mpiexec's --stdin has it; PRRTE takes it, too
    const std::string text = isText ? info.value.asString().value_or("") : std::string();
    if (text == "none") {
        scope.job.standardInput = {StdinSpec::Kind::None, {}};
        scope.stdinTargetGiven = true;
        return util::ok();
    }
    if (!isText) {
        DBGR_TRY(ranks, readRanks(info.value));
    } else if (text != "all") {
        DBGR_TRY(ranks, util::RankSet::parse(text, {}));
    }
    sendInput(scope.job.standardInput, std::move(ranks));
    scope.stdinTargetGiven = true;
    return util::ok();
}

// ---- Environment, folders, nodes

namespace {

Done addChange(Scope& scope, EnvironmentChange change)
{
    if (change.name.empty() || change.name.find_first_of(std::string_view("=\0", 2)) != std::string::npos)
        return badAction("'" + change.name + "' is no name of a variable");
    (scope.app == nullptr ? scope.job.environment : scope.app->environment).push_back(std::move(change));
    return util::ok();
}

/// Those that an info for programs is for.
std::span<AppSpec> appsOf(Scope& scope)
{
    return scope.app == nullptr ? std::span(scope.job.apps) : std::span(scope.app, 1);
}

} // namespace

Done changeVariable(EnvironmentChange::Kind kind, Scope& scope, const Info& info)
{
    if (info.value.type() != DataType::Envar)
        return badAction("the value is no ENVAR");
    const auto& envar = info.value.get<DataType::Envar>();
    return addChange(scope, {kind, envar.name, pmix::textOf(envar.value), envar.separator});
}

Done unsetVariable(Scope& scope, const Info& info)
{
    std::string name;
    DBGR_TRY(readText(info.value, name));
    return addChange(scope, {EnvironmentChange::Kind::Unset, std::move(name), {}, ':'});
}

Done setWorkingDirectory(Scope& scope, const Info& info)
{
    std::string folder;
    DBGR_TRY(readText(info.value, folder));
    for (AppSpec& app : appsOf(scope))
        app.workingDirectory = folder;
    return util::ok();
}

Done setPsetName(Scope& scope, const Info& info)
{
    std::string name;
    DBGR_TRY(readText(info.value, name));
    for (AppSpec& app : appsOf(scope))
        app.psetName = name;
    return util::ok();
}

Done checkHosts(Scope& scope, const Info& info)
{
    std::string hosts;
    DBGR_TRY(readText(info.value, hosts));
    for (const std::string_view part : util::split(hosts, ',')) {
        const std::string_view host = util::trimmed(part.substr(0, part.find(':')));
        if (host.empty() || host == "localhost" || host == "127.0.0.1" ||
            std::ranges::find(scope.nodeNames, host) != scope.nodeNames.end())
            continue;
        return util::fail(Status::ErrJobAllocFailed,
                          "processes are asked for on " + std::string(host) +
                              ", but dbgrun starts them on this node (" +
                              (scope.nodeNames.empty() ? std::string("localhost") : scope.nodeNames.front()) + ") only",
                          "leave the host out, or use a launcher for several nodes");
    }
    return util::ok();
}

Done refuseHostfile(Scope&, const Info&)
{
    return util::fail(Status::ErrJobAllocFailed, "a file of hosts is given, but dbgrun starts processes on one node",
                      "leave it out, or use a launcher for several nodes");
}

// ---- Debuggers, and what is told on

Done setTarget(Scope& scope, const Info& info)
{
    const auto proc = info.value.asProc();
    if (!proc || proc->nspace.empty())
        return badAction("the value is no PROC");
    scope.job.debugger.target = *proc;
    return util::ok();
}

Done setTargetJob(Scope& scope, const Info& info)
{
    std::string nspace;
    DBGR_TRY(readText(info.value, nspace));
    scope.job.debugger.target = pmix::Proc{std::move(nspace), pmix::kRankWildcard};
    return util::ok();
}

Done applyToDebugger(Scope& scope, const Info& info)
{
    const std::vector<Info>* const infos = info.value.asInfos();
    if (infos == nullptr)
        return badAction("the value is no array of INFO");
    if (!scope.job.debugger.daemons)
        return util::ok(); // they are for the daemons of the same request, which get them, too
    for (const Info& each : *infos)
        if (each.key == keys::kDebugJobDirectives || each.key == keys::kDebugAppDirectives)
            return badAction("directives for the debugger within each other");
    return applyInfos(scope, *infos);
}

} // namespace dbgr::launcher
