// SPDX-License-Identifier: BSD-3-Clause
#include "session/story.h"

#include "session/breakpoint_store.h"
#include "session/describe.h"
#include "session/error_text.h"
#include "session/step_together.h"
#include "util/overloaded.h"
#include "util/text_encoding.h"

#include <array>
#include <map>
#include <utility>

namespace dbgr::session {

using util::RankSet;

namespace {

using MaybeStory = std::optional<Story>;

std::string countOfRanks(const RankSet& ranks)
{
    return ranks.size() == 1 ? "1 rank" : std::to_string(ranks.size()) + " ranks";
}

/// "4 ranks on n01, n02"; many hosts are counted.
std::string placesText(const JobLaunched& job)
{
    constexpr std::size_t kMostHosts = 4;
    std::map<std::string, RankSet> hosts;
    RankSet all;
    for (const RankPlace& place : job.ranks) {
        hosts[place.host].insert(place.rank);
        all.insert(place.rank);
    }
    std::string text = countOfRanks(all) + " on ";
    if (hosts.size() > kMostHosts)
        return text + std::to_string(hosts.size()) + " hosts";
    for (const auto& [host, ranks] : hosts)
        text += (host == hosts.begin()->first ? "" : ", ") + host +
                (hosts.size() > 1 ? " [" + shortRanks(ranks) + "]" : "");
    return text;
}

const char* holdText(launchers::HoldPoint hold)
{
    switch (hold) {
    case launchers::HoldPoint::Init:
        return "in MPI_Init";
    case launchers::HoldPoint::Exec:
        return "before the program's first instruction";
    case launchers::HoldPoint::App:
        return "at the end of MPI_Init";
    case launchers::HoldPoint::None:
        break;
    }
    return "nowhere";
}

/// The words of a command line.
std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

/// Input as one line: without its line end, and not all of a long text.
std::string inputText(const GivenInput& given)
{
    constexpr std::size_t kMostBytes = 60;
    std::string text = given.text.substr(0, given.text.find('\n'));
    const bool cut = text.size() + 1 < given.text.size() || text.size() > kMostBytes;
    if (text.size() > kMostBytes)
        text.resize(kMostBytes);
    if (given.text.empty())
        return "end of input";
    return "input: " + text + (cut ? "..." : "") + (given.eof ? ", and its end" : "");
}

Story command(RankSet ranks, std::string text)
{
    return {Tone::Command, std::move(ranks), std::move(text)};
}

Story storyOfCommand(const GivenCommand& given)
{
    return std::visit(
        util::Overloaded{
            [](const GivenLaunch& e) { return command({}, "launch " + joined(e.spec.argv)); },
            [](const GivenAttach& e) { return command({}, "attach to " + describe(e.spec.target)); },
            [](const GivenAttachAgain& e) { return command(e.ranks, "attach again"); },
            [](const GivenAddBreakpoint& e) {
                return command({}, (e.temporary ? "new temporary breakpoint "
                                    : e.barrier ? "new barrier "
                                                : "new breakpoint ") +
                                       std::to_string(e.spec.id.value()) + ": " + describe(e.spec));
            },
            [](const GivenChangeBreakpoint& e) {
                return command({}, "breakpoint " + std::to_string(e.spec.id.value()) + " is now: " + describe(e.spec) +
                                       (e.spec.enabled ? "" : ", disabled"));
            },
            [](const GivenIgnoreBreakpoint& e) {
                return command({}, "breakpoint " + std::to_string(e.id.value()) + " is passed the next " +
                                       std::to_string(e.count) + " times in each rank");
            },
            [](const GivenBreakpointCommands& e) {
                return command({}, "when ranks stop at breakpoint " + std::to_string(e.id.value()) + ": " +
                                       (e.commands.empty() ? "nothing is done" : e.commands));
            },
            [](const GivenBreakpointGroup& e) {
                return command({}, "breakpoint " + std::to_string(e.id.value()) +
                                       (e.group.empty() ? " is in no group any more" : " is in group " + e.group));
            },
            [](const GivenSwitchPlace& e) {
                return command({}, "breakpoint " + numberText({e.id, e.place}) +
                                       (e.on ? " stops ranks again" : " stops nobody any more"));
            },
            [](const GivenRemoveBreakpoint& e) {
                return command({}, "breakpoint " + std::to_string(e.id.value()) + " is deleted");
            },
            [](const GivenFocus& e) { return command(e.ranks, "focus"); },
            [](const GivenSignal& e) {
                return command({}, "handle " + signalName(e.rule.signal) + ' ' + describe(e.rule));
            },
            [](const GivenFloatTraps& e) { return command(e.ranks, "float-traps " + e.traps.text()); },
            [](const GivenHold& e) { return command(e.ranks, e.on ? "hold" : "unhold"); },
            [](const GivenContinue& e) { return command(e.ranks, "continue"); },
            [](const GivenInterrupt& e) { return command(e.ranks, "pause"); },
            [](const GivenStep& e) {
                static constexpr std::array kNames{"step into", "step over", "step out", "step into an instruction",
                                                   "step over an instruction"};
                const std::string times = e.count == 1 ? "" : ", " + std::to_string(e.count) + " times";
                const std::string alone = e.alone ? ", this thread alone" : "";
                const std::string team = e.team ? ", threads together" : "";
                const std::string together = e.together ? ", together" : "";
                return command(e.ranks, kNames[static_cast<std::size_t>(e.kind)] + times + alone + team + together);
            },
            [](const GivenRunTo& e) { return command(e.ranks, debug::asTyped(e.what)); },
            [](const GivenMove& e) { return command(e.ranks, debug::asTyped(e.what)); },
            [](const GivenStopAll& e) {
                return command({}, e.on ? "stop all when one stops" : "stop ranks one by one");
            },
            [](const GivenCatchReports& e) {
                return command({}, e.on ? "stop at reports of errors" : "pass reports of errors");
            },
            [](const GivenInput& e) { return command(e.ranks, inputText(e)); },
            [](const GivenAssign& e) { return command(e.ranks, "set " + e.target + " = " + e.value); },
            [](const GivenCall& e) { return command(e.ranks, "call " + e.expression); },
            [](const GivenTakeBack& e) { return command(e.ranks, "undo"); },
            [](const GivenGroup& e) {
                const std::string origin = e.origin.empty() ? "" : " (" + e.origin + ")";
                return command({}, "group " + e.name + " = " + e.definition + origin);
            },
            [](const GivenDeleteGroup& e) { return command({}, "group " + e.name + " is deleted"); },
            [](const GivenRenameGroup& e) { return command({}, "group " + e.from + " is now called " + e.to); },
            [](const GivenSelectThread& e) { return command(e.ranks, "thread " + std::to_string(e.thread.value)); },
            [](const GivenFreeze& e) { return command(e.ranks, debug::asTyped(requestOf(e))); },
            [](const GivenLeader& e) { return command(util::RankSet(e.rank), "lead"); },
            [](const GivenDetach&) { return command({}, "detach"); },
            [](const GivenKill&) { return command({}, "kill the job"); },
            [](const GivenLeave&) { return command({}, "leave the job"); },
        },
        given);
}

MaybeStory storyOfStop(const debug::StopGroup& event)
{
    if (event.cause.reason == debug::StopReason::Attached)
        return {}; // JobAttached says so
    return Story{event.cause.isCrash() ? Tone::Bad : Tone::Good, event.ranks, describe(event)};
}

MaybeStory storyOfEnd(const JobStatus& status)
{
    return Story{Tone::Outcome, {}, describeEnd(status)};
}

MaybeStory failure(const RankSet& ranks, const std::string& doing, const util::Error& error)
{
    return Story{Tone::Failure, ranks, doing + errorText(ranks, error)};
}

/// Not all of a long line.
std::string shortLine(const std::string& text)
{
    constexpr std::size_t kMostBytes = 60;
    return text.size() <= kMostBytes ? text : text.substr(0, util::beginOfCharacter(text, kMostBytes)) + "...";
}

MaybeStory storyOfExit(const debug::RanksExited& event)
{
    const bool good = event.status == 0 && event.signal == 0;
    return Story{good ? Tone::Plain : Tone::Bad, event.ranks, describeExit(event.status, event.signal)};
}

std::string apartText(const RanksApart& event)
{
    const std::string leader = "rank " + std::to_string(event.leader.value());
    switch (event.course) {
    case Course::Together:
        break;
    case Course::Behind:
        return "behind " + leader + " still, after " + std::to_string(StepTogether::kMostCatchingUp) + " steps";
    case Course::Ahead:
        return "ahead of " + leader + ": left standing until it comes";
    case Course::Elsewhere:
        return "not on the way of " + leader + ": left standing";
    }
    return "with " + leader;
}

/// "Breakpoint 2 moved from stencil.c:55 to stencil.c:61: the line moved in the source"
MaybeStory storyOfLine(const LineFollowed& event)
{
    const std::string file = baseName(event.from.file) + ":";
    const std::string who = "Breakpoint " + numberText({event.id});
    const std::string before = file + std::to_string(event.from.line);
    if (event.what == LineFate::What::Moved)
        return Story{Tone::Plain,
                     {},
                     who + " moved from " + before + " to " + file + std::to_string(event.line) +
                         ": the line moved in the source"};
    const bool isGone = event.what == LineFate::What::Gone;
    return Story{Tone::Warning,
                 {},
                 who + " stays at " + before + ", where the source changed: '" + shortLine(event.text) + "' is " +
                     (isGone ? "not there any more" : "in several lines now")};
}

MaybeStory storyOfStart(const LauncherStarted& event)
{
    std::string text = (event.found ? "Found " : "Started ") + event.command;
    if (!event.kind.empty())
        text += " (" + event.kind + ")";
    if (event.pid.value() > 0)
        text += ", process " + std::to_string(event.pid.value());
    if (!event.way.empty())
        text += ", controlled by " + event.way;
    return Story{Tone::Plain, {}, text + "."};
}

MaybeStory storyOfBusy(const debug::EngineBusy& e)
{
    return Story{Tone::Quiet, e.ranks, "still busy: " + e.what + ", for " + std::to_string(e.since.count()) + " s"};
}

MaybeStory storyOfSilence(const NodeSilence& e)
{
    if (e.over)
        return Story{Tone::Plain, e.ranks, "dbgd on " + e.host + " is heard again"};
    return Story{Tone::Warning, e.ranks,
                 "silent: nothing comes from dbgd on " + e.host + "; what is shown is how they were before"};
}

} // namespace

std::optional<Story> storyOf(const SessionEvent& event)
{
    return std::visit(
        util::Overloaded{
            [](const CommandGiven& e) -> MaybeStory {
                if (std::holds_alternative<GivenLeader>(e.what)) // at each look at another rank
                    return {};
                return storyOfCommand(e.what);
            },
            [](const LauncherStarted& e) { return storyOfStart(e); },
            [](const LaunchProgress& e) -> MaybeStory {
                return Story{Tone::Quiet, {}, e.step + " ..."};
            },
            [](const JobLaunched& e) -> MaybeStory {
                return Story{Tone::Plain,
                             {},
                             "The job " + (e.nspace.empty() ? "" : e.nspace + ' ') + "has " + placesText(e) + "."};
            },
            [](const JobHeld& e) -> MaybeStory {
                return Story{Tone::Plain, e.ranks, std::string("held ") + holdText(e.where)};
            },
            [](const NodeJoined& e) -> MaybeStory {
                return Story{Tone::Detail, e.ranks, "the daemon on " + e.host + " has joined"};
            },
            [](const JobAttached& e) {
                return e.attached.empty() ? MaybeStory() : Story{Tone::Plain, e.attached, "attached"};
            },
            [](const AttachedAgain& e) {
                return e.attached.empty() ? MaybeStory() : Story{Tone::Plain, e.attached, "attached again"};
            },
            [](const debug::AttachFailed& e) { return failure(e.ranks, "", e.error); },
            [](const debug::StopGroup& e) { return storyOfStop(e); },
            [](const debug::RanksResumed& e) -> MaybeStory {
                return Story{Tone::Detail, e.ranks, "running"};
            },
            [](const debug::RanksStand& e) -> MaybeStory {
                return Story{Tone::Detail, e.ranks, "standing"};
            },
            [](const debug::SignalsSeen& e) -> MaybeStory {
                return Story{Tone::Plain, e.ranks,
                             "got " + signalName(e.signal) + ", and " + (e.ranks.size() == 1 ? "goes on" : "go on")};
            },
            [](const RanksReleased& e) -> MaybeStory {
                return Story{Tone::Detail, e.ranks, "let out of the hold"};
            },
            [](const LineFollowed& e) { return storyOfLine(e); },
            [](const HoldChanged& e) -> MaybeStory {
                return Story{Tone::Plain, e.ranks, e.on ? "on hold: stand while others go" : "off hold"};
            },
            [](const BarrierReached& e) -> MaybeStory {
                return Story{Tone::Plain, e.ranks, "all are at barrier " + std::to_string(e.id.value())};
            },
            [](const RanksApart& e) -> MaybeStory {
                return Story{Tone::Plain, e.ranks, apartText(e)};
            },
            [](const CommandFailed& e) -> MaybeStory {
                return Story{Tone::Failure, e.ranks, failureText(e.what, e.ranks, e.error)};
            },
            [](const InputDone& e) { return e.result ? MaybeStory() : failure(e.ranks, "", e.result.error()); },
            [](const debug::EngineBusy& e) { return storyOfBusy(e); },
            [](const debug::RanksLost& e) { return failure(e.ranks, hasEnded(e) ? "" : "lost: ", e.error); },
            [](const NodeSilence& e) { return storyOfSilence(e); },
            [](const NodeLost& e) { return failure(e.ranks, "lost: ", e.error); },
            [](const debug::RanksExited& e) { return storyOfExit(e); },
            [](const debug::RanksDetached& e) -> MaybeStory {
                return Story{Tone::Plain, e.ranks, "on their own, without dbgr"};
            },
            [](const BackendWarning& e) -> MaybeStory {
                return Story{Tone::Warning, {}, errorText(e.error)};
            },
            [](const BackendFailed& e) -> MaybeStory {
                return Story{Tone::Fatal, {}, errorText(e.error)};
            },
            [](const Ended& e) { return storyOfEnd(e.status); },
            [](const auto&) { return MaybeStory(); },
        },
        event);
}

} // namespace dbgr::session
