// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/spawn_attributes.h"

#include "launcher/info_values.h"
#include "launcher/placement.h"
#include "launcher/spawn_actions.h"
#include "pmix/types/keys.h"
#include "pmix/types/status.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace dbgr::launcher {

using pmix::Info;
using pmix::Status;
namespace keys = pmix::keys;
using Scope = SpawnScope;
using Done = util::Result<void>;

namespace {

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

// ---- The rest

template <HoldSpec::Point P>
Done stopAt(Scope& scope, const Info& info)
{
    return holdAt(P, scope, info);
}

using Kind = EnvironmentChange::Kind;

template <Kind K>
Done change(Scope& scope, const Info& info)
{
    return changeVariable(K, scope, info);
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
    SpawnAttribute{keys::kSetEnvar, change<Kind::Set>},
    SpawnAttribute{keys::kAddEnvar, change<Kind::AddIfMissing>},
    SpawnAttribute{keys::kUnsetEnvar, unsetVariable},
    SpawnAttribute{keys::kPrependEnvar, change<Kind::Prepend>},
    SpawnAttribute{keys::kAppendEnvar, change<Kind::Append>},
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
    SpawnAttribute{keys::kDebugStopOnExec, stopAt<HoldSpec::Point::Exec>},
    SpawnAttribute{keys::kDebugStopInInit, stopAt<HoldSpec::Point::Init>},
    SpawnAttribute{keys::kDebugStopInApp, stopAt<HoldSpec::Point::App>},
    SpawnAttribute{keys::kDebuggerDaemons, flagOf<&JobSpec::debugger, &DebuggerSpec::daemons>},
    SpawnAttribute{keys::kCospawnApp, nothingToDo}, // planSpawn() makes a job of its own of it
    SpawnAttribute{keys::kDebugTarget, setTarget},
    SpawnAttribute{keys::kDebugJob, setTargetJob},
    SpawnAttribute{keys::kDebugDaemonsPerNode, numberOf<&JobSpec::debugger, &DebuggerSpec::perNode>},
    SpawnAttribute{keys::kDebugDaemonsPerProc, numberOf<&JobSpec::debugger, &DebuggerSpec::perProcess>},
    SpawnAttribute{keys::kDebugJobDirectives, applyToDebugger},
    SpawnAttribute{keys::kDebugAppDirectives, applyToDebugger},
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
