// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/spawn_attributes.h"

#include "launcher/placement.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "pmix/types/status.h"
#include "util/string_util.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>

namespace dbgr::launcher {

using pmix::DataType;
using pmix::Info;
using pmix::ProcRank;
using pmix::Status;
using pmix::Value;
namespace keys = pmix::keys;
using Scope = SpawnScope;
using Done = util::Result<void>;

namespace {

tl::unexpected<util::Error> bad(std::string why)
{
    return util::fail(Status::ErrBadParam, std::move(why));
}

Done readFlag(const Value& value, bool& flag)
{
    const auto given = value.asBool();
    if (!given)
        return bad("the value is no BOOL");
    flag = *given;
    return util::ok();
}

Done readText(const Value& value, std::string& text)
{
    auto given = value.asString();
    if (!given || given->empty())
        return bad("the value is no text");
    text = *std::move(given);
    return util::ok();
}

template <class N>
Done readNumber(const Value& value, N& number)
{
    const auto given = value.asUnsigned();
    if (!given || *given > std::numeric_limits<N>::max())
        return bad("the value is no number that fits");
    number = static_cast<N>(*given);
    return util::ok();
}

/// 0 is no limit.
Done readSeconds(const Value& value, std::optional<util::Duration>& limit)
{
    std::uint32_t seconds = 0;
    DBGR_TRY(readNumber(value, seconds));
    limit = seconds == 0 ? std::nullopt : std::optional<util::Duration>(std::chrono::seconds(seconds));
    return util::ok();
}

// ---- What only fills in a member

template <auto Member>
Done flagOf(Scope& scope, const Info& info)
{
    return readFlag(info.value, scope.job.*Member);
}

template <auto Part, auto Member>
Done flagOf(Scope& scope, const Info& info)
{
    return readFlag(info.value, (scope.job.*Part).*Member);
}

template <auto Member>
Done textOf(Scope& scope, const Info& info)
{
    return readText(info.value, scope.job.*Member);
}

template <auto Part, auto Member>
Done textOf(Scope& scope, const Info& info)
{
    return readText(info.value, (scope.job.*Part).*Member);
}

template <auto Part, auto Member>
Done numberOf(Scope& scope, const Info& info)
{
    return readNumber(info.value, (scope.job.*Part).*Member);
}

template <auto Member>
Done secondsOf(Scope& scope, const Info& info)
{
    return readSeconds(info.value, scope.job.*Member);
}

template <auto Parse>
Done placementBy(Scope& scope, const Info& info)
{
    std::string text;
    DBGR_TRY(readText(info.value, text));
    return Parse(text, scope.job.placement);
}

Done refuseOversubscription(Scope& scope, const Info& info)
{
    bool refused = false;
    DBGR_TRY(readFlag(info.value, refused));
    scope.job.placement.oversubscribe = !refused;
    return util::ok();
}

/// Tools want to follow what they launch.
Done noteTool(Scope& scope, const Info& info)
{
    bool isTool = false;
    DBGR_TRY(readFlag(info.value, isTool));
    scope.job.notifyJobEvents |= isTool;
    return util::ok();
}

// ---- Ranks

/// All, or some.
using Ranks = std::optional<util::RankSet>;

util::Result<Ranks> rankOf(const Value& value)
{
    std::optional<ProcRank> rank = value.asRank();
    if (const auto proc = value.asProc())
        rank = proc->rank;
    if (!rank || *rank == pmix::kRankUndef || *rank == pmix::kRankInvalid)
        return bad("the value names no rank");
    if (*rank == pmix::kRankWildcard || *rank == pmix::kRankLocalNode)
        return Ranks();
    return Ranks(util::RankSet(util::Rank(rank->value())));
}

/// One rank, the wildcard, or an array of either. \pre no BOOL
util::Result<Ranks> ranksOf(const Value& value)
{
    const pmix::DataArray* array = value.asArray();
    if (array == nullptr)
        return rankOf(value);
    std::vector<util::RankSet::Interval> intervals;
    for (const Value& each : array->values) {
        DBGR_TRY(const Ranks one, rankOf(each));
        if (!one)
            return Ranks();
        intervals.push_back(one->intervals().front());
    }
    if (intervals.empty())
        return bad("the array has no rank");
    return Ranks(util::RankSet::fromIntervals(std::move(intervals)));
}

[[nodiscard]] bool isFlag(const Value& value)
{
    return value.type() == DataType::Bool || value.type() == DataType::Undef;
}

template <HoldSpec::Point P>
Done holdAt(Scope& scope, const Info& info)
{
    HoldSpec& hold = scope.job.hold;
    Ranks ranks;
    if (!isFlag(info.value)) {
        DBGR_TRY(ranks, ranksOf(info.value));
    } else if (!info.value.asBool().value_or(true)) {
        return util::ok();
    }
    if (!ranks)
        ranks = scope.appRanks;
    if (hold.point == HoldSpec::Point::None) {
        hold = {P, std::move(ranks)};
    } else if (hold.point != P) {
        return bad("the processes are already to stop elsewhere: ask for one place");
    } else if (!ranks || !hold.ranks) {
        hold.ranks.reset();
    } else {
        *hold.ranks |= *ranks;
    }
    return util::ok();
}

void sendInput(StdinSpec& input, Ranks ranks)
{
    input.kind = ranks ? StdinSpec::Kind::Ranks : StdinSpec::Kind::All;
    input.ranks = ranks ? *std::move(ranks) : util::RankSet();
}

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
    DBGR_TRY(Ranks ranks, ranksOf(info.value));
    if (!scope.stdinTargetGiven)
        sendInput(input, std::move(ranks));
    return util::ok();
}

Done targetInput(Scope& scope, const Info& info)
{
    DBGR_TRY(Ranks ranks, ranksOf(info.value));
    sendInput(scope.job.standardInput, std::move(ranks));
    scope.stdinTargetGiven = true;
    return util::ok();
}

// ---- Environment, folders, nodes

using Kind = EnvironmentChange::Kind;

Done addChange(Scope& scope, EnvironmentChange change)
{
    if (change.name.empty() || change.name.find_first_of(std::string_view("=\0", 2)) != std::string::npos)
        return bad("'" + change.name + "' is no name of a variable");
    for (AppSpec& app : scope.apps)
        app.environment.push_back(change);
    return util::ok();
}

template <Kind K>
Done changeVariable(Scope& scope, const Info& info)
{
    if (info.value.type() != DataType::Envar)
        return bad("the value is no ENVAR");
    const auto& envar = info.value.get<DataType::Envar>();
    return addChange(scope, {K, envar.name, pmix::textOf(envar.value), envar.separator});
}

Done unsetVariable(Scope& scope, const Info& info)
{
    std::string name;
    DBGR_TRY(readText(info.value, name));
    return addChange(scope, {Kind::Unset, std::move(name), {}, ':'});
}

Done setWorkingDirectory(Scope& scope, const Info& info)
{
    std::string folder;
    DBGR_TRY(readText(info.value, folder));
    for (AppSpec& app : scope.apps)
        app.workingDirectory = folder;
    return util::ok();
}

Done setPsetName(Scope& scope, const Info& info)
{
    std::string name;
    DBGR_TRY(readText(info.value, name));
    for (AppSpec& app : scope.apps)
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
        return bad("the value is no PROC");
    scope.job.debugger.target = *proc;
    return util::ok();
}

/// PMIX_DEBUG_JOB of OpenPMIx 3.
Done setTargetJob(Scope& scope, const Info& info)
{
    std::string nspace;
    DBGR_TRY(readText(info.value, nspace));
    scope.job.debugger.target = pmix::Proc{std::move(nspace), pmix::kRankWildcard};
    return util::ok();
}

/// Infos in infos: not deeper than these two levels.
Done applyNested(Scope& scope, const Info& info)
{
    const std::vector<Info>* const infos = info.value.asInfos();
    if (infos == nullptr)
        return bad("the value is no array of INFO");
    if (!scope.job.debugger.daemons)
        return util::ok(); // they are for the daemons of the same request, which get them, too
    for (const Info& each : *infos)
        if (each.key == keys::kDebugJobDirectives || each.key == keys::kDebugAppDirectives)
            return bad("directives for the debugger within each other");
    return applyInfos(scope, *infos);
}

Done forwardDirective(Scope& scope, const Info& info)
{
    scope.job.forward.directives.push_back(info);
    return util::ok();
}

Done passOn(Scope& scope, const Info& info)
{
    scope.job.passedOn.push_back(info);
    return util::ok();
}

Done nothingToDo(Scope&, const Info&)
{
    return util::ok();
}

/// PMIX_FORKEXEC_AGENT in the Standard's text; OpenPMIx has another key for it.
constexpr std::string_view kForkexecAgentOfStandard = "pmix.frkex.agnt";

constexpr std::array kAttributes{
    // Placement
    SpawnAttribute{keys::kMapby, placementBy<parseMapBy>},
    SpawnAttribute{keys::kRankby, placementBy<parseRankBy>},
    SpawnAttribute{keys::kBindto, placementBy<parseBindTo>},
    SpawnAttribute{keys::kPpr, placementBy<parsePerResource>},
    SpawnAttribute{keys::kCpusPerProc, numberOf<&JobSpec::placement, &Placement::cpusPerProcess>},
    SpawnAttribute{keys::kNoOversubscribe, refuseOversubscription},
    SpawnAttribute{keys::kHost, checkHosts},
    SpawnAttribute{keys::kAddHost, checkHosts},
    SpawnAttribute{keys::kHostfile, refuseHostfile},
    SpawnAttribute{keys::kAddHostfile, refuseHostfile},
    // Programs
    SpawnAttribute{keys::kWdir, setWorkingDirectory},
    SpawnAttribute{keys::kPsetName, setPsetName},
    SpawnAttribute{keys::kSetEnvar, changeVariable<Kind::Set>},
    SpawnAttribute{keys::kAddEnvar, changeVariable<Kind::AddIfMissing>},
    SpawnAttribute{keys::kUnsetEnvar, unsetVariable},
    SpawnAttribute{keys::kPrependEnvar, changeVariable<Kind::Prepend>},
    SpawnAttribute{keys::kAppendEnvar, changeVariable<Kind::Append>},
    // Input and output
    SpawnAttribute{keys::kFwdStdin, forwardInput},
    SpawnAttribute{keys::kStdinTgt, targetInput},
    SpawnAttribute{keys::kFwdStdout, flagOf<&JobSpec::forward, &ForwardSpec::standardOutput>},
    SpawnAttribute{keys::kFwdStderr, flagOf<&JobSpec::forward, &ForwardSpec::standardError>},
    SpawnAttribute{keys::kFwdStddiag, flagOf<&JobSpec::forward, &ForwardSpec::diagnostics>},
    SpawnAttribute{keys::kIofCacheSize, forwardDirective},
    SpawnAttribute{keys::kIofDropOldest, forwardDirective},
    SpawnAttribute{keys::kIofDropNewest, forwardDirective},
    SpawnAttribute{keys::kIofBufferingSize, forwardDirective},
    SpawnAttribute{keys::kIofBufferingTime, forwardDirective},
    SpawnAttribute{keys::kIofCopy, forwardDirective},
    SpawnAttribute{keys::kIofRedirect, forwardDirective},
    SpawnAttribute{keys::kIofTagOutput, flagOf<&JobSpec::output, &OutputSpec::tag>},
    SpawnAttribute{keys::kTagOutput, flagOf<&JobSpec::output, &OutputSpec::tag>},
    SpawnAttribute{keys::kIofTagDetailedOutput, flagOf<&JobSpec::output, &OutputSpec::tagDetailed>},
    SpawnAttribute{keys::kIofTagFullnameOutput, flagOf<&JobSpec::output, &OutputSpec::tagFullname>},
    SpawnAttribute{keys::kIofRankOutput, flagOf<&JobSpec::output, &OutputSpec::rank>},
    SpawnAttribute{keys::kIofTimestampOutput, flagOf<&JobSpec::output, &OutputSpec::timestamp>},
    SpawnAttribute{keys::kTimestampOutput, flagOf<&JobSpec::output, &OutputSpec::timestamp>},
    SpawnAttribute{keys::kIofXmlOutput, flagOf<&JobSpec::output, &OutputSpec::xml>},
    SpawnAttribute{keys::kIofOutputRaw, flagOf<&JobSpec::output, &OutputSpec::raw>},
    SpawnAttribute{keys::kIofOutputToFile, textOf<&JobSpec::output, &OutputSpec::file>},
    SpawnAttribute{keys::kOutputToFile, textOf<&JobSpec::output, &OutputSpec::file>},
    SpawnAttribute{keys::kIofOutputToDirectory, textOf<&JobSpec::output, &OutputSpec::directory>},
    SpawnAttribute{keys::kOutputToDirectory, textOf<&JobSpec::output, &OutputSpec::directory>},
    SpawnAttribute{keys::kIofFilePattern, flagOf<&JobSpec::output, &OutputSpec::filePattern>},
    SpawnAttribute{keys::kIofFileOnly, flagOf<&JobSpec::output, &OutputSpec::fileOnly>},
    SpawnAttribute{keys::kOutputNocopy, flagOf<&JobSpec::output, &OutputSpec::fileOnly>},
    SpawnAttribute{keys::kIofMergeStderrStdout, flagOf<&JobSpec::output, &OutputSpec::mergeStderr>},
    SpawnAttribute{keys::kMergeStderrStdout, flagOf<&JobSpec::output, &OutputSpec::mergeStderr>},
    // Debuggers
    SpawnAttribute{keys::kDebugStopOnExec, holdAt<HoldSpec::Point::Exec>},
    SpawnAttribute{keys::kDebugStopInInit, holdAt<HoldSpec::Point::Init>},
    SpawnAttribute{keys::kDebugStopInApp, holdAt<HoldSpec::Point::App>},
    SpawnAttribute{keys::kDebuggerDaemons, flagOf<&JobSpec::debugger, &DebuggerSpec::daemons>},
    SpawnAttribute{keys::kCospawnApp, nothingToDo}, // planSpawn() makes a job of its own of it
    SpawnAttribute{keys::kDebugTarget, setTarget},
    SpawnAttribute{keys::kDebugJob, setTargetJob},
    SpawnAttribute{keys::kDebugDaemonsPerNode, numberOf<&JobSpec::debugger, &DebuggerSpec::perNode>},
    SpawnAttribute{keys::kDebugDaemonsPerProc, numberOf<&JobSpec::debugger, &DebuggerSpec::perProcess>},
    SpawnAttribute{keys::kDebugJobDirectives, applyNested},
    SpawnAttribute{keys::kDebugAppDirectives, applyNested},
    SpawnAttribute{keys::kBreakpoint, passOn},
    SpawnAttribute{keys::kExecAgent, textOf<&JobSpec::execAgent>},
    SpawnAttribute{keys::kForkexecAgent, textOf<&JobSpec::forkExecAgent>},
    SpawnAttribute{kForkexecAgentOfStandard, textOf<&JobSpec::forkExecAgent>},
    // The job's life
    SpawnAttribute{keys::kNotifyCompletion, flagOf<&JobSpec::notifyCompletion>},
    SpawnAttribute{keys::kNotifyJobEvents, flagOf<&JobSpec::notifyJobEvents>},
    SpawnAttribute{keys::kRequestorIsTool, noteTool},
    SpawnAttribute{keys::kNotifyProcTermination, flagOf<&JobSpec::notifyProcessEnds>},
    SpawnAttribute{keys::kNotifyProcAbnormalTermination, flagOf<&JobSpec::notifyAbnormalEnds>},
    SpawnAttribute{keys::kEventSilentTermination, flagOf<&JobSpec::silentTermination>},
    SpawnAttribute{keys::kLogJobEvents, flagOf<&JobSpec::logJobEvents>},
    SpawnAttribute{keys::kLogCompletion, flagOf<&JobSpec::logCompletion>},
    SpawnAttribute{keys::kNohup, flagOf<&JobSpec::surviveTool>},
    SpawnAttribute{keys::kJobTimeout, secondsOf<&JobSpec::jobTimeout>},
    SpawnAttribute{keys::kSpawnTimeout, secondsOf<&JobSpec::spawnTimeout>},
    SpawnAttribute{keys::kTimeout, secondsOf<&JobSpec::spawnTimeout>},
    // True of every job of ours, or known by itself
    SpawnAttribute{keys::kSpawnTool, nothingToDo},
    SpawnAttribute{keys::kParentId, nothingToDo},
    SpawnAttribute{keys::kRequestorIsClient, nothingToDo},
    SpawnAttribute{keys::kEnvarsHarvested, nothingToDo},
    SpawnAttribute{keys::kPersonality, nothingToDo},
};

util::Result<void> applyInfo(SpawnScope& scope, const Info& info)
{
    const auto* const attribute = std::ranges::find(kAttributes, info.key, &SpawnAttribute::key);
    if (attribute != kAttributes.end())
        return attribute->apply(scope, info);
    if ((info.flags & pmix::info_flags::kRequired) != 0)
        return util::fail(Status::ErrNotSupported, "it is required, but dbgrun does not support it",
                          "spawn without it, or do not mark it as required");
    if (!info.key.starts_with("pmix.")) // the asker's own: its processes may want to read it
        scope.job.passedOn.push_back(info);
    return util::ok();
}

/// As the Standard calls it.
std::string nameOf(const std::string& key)
{
    const pmix::KeyInfo* known = pmix::describeKey(key);
    return known == nullptr ? "'" + key + "'" : std::string(known->name);
}

} // namespace

std::span<const SpawnAttribute> spawnAttributeTable()
{
    return kAttributes;
}

util::Result<void> applyInfos(SpawnScope& scope, std::span<const Info> infos)
{
    for (const Info& info : infos) {
        auto applied = applyInfo(scope, info);
        if (!applied)
            return util::fail(std::move(applied).error().withContext(nameOf(info.key)));
    }
    return util::ok();
}

} // namespace dbgr::launcher
