// SPDX-License-Identifier: BSD-3-Clause
// The first message of either side: which versions it speaks, what it can do, and who it is. Thread: any; a value.
#pragma once

#include "util/ids.h"
#include "util/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::dbgwire {

/// The versions of the protocol that this program speaks. A message that older versions lack gets a feature name; only
/// a change that they would misread gets a version.
/// 2: a daemon attaches on an AttachOrder; with 1 it did so on the front end's hello.
inline constexpr std::uint32_t kLowestVersion = 2;
inline constexpr std::uint32_t kHighestVersion = 2;

/// Feature of a daemon: values can be changed and described, and shown in a style.
inline constexpr std::string_view kValuesFeature = "values";

/// Feature of a daemon: it sums numbers up (GetStatistics).
inline constexpr std::string_view kStatisticsFeature = "statistics";

/// Feature of a daemon: it gives input to ranks of which dbgr-exec made the standard input (GiveInput).
inline constexpr std::string_view kInputFeature = "input";

/// Feature of a daemon: it knows ranks that would not read what their launcher gives them (CheckInput).
inline constexpr std::string_view kInputCheckFeature = "input-check";

/// Feature of a daemon: it does several steps at a time, and steps of instructions (Steps), and runs to a place
/// (RunTo).
inline constexpr std::string_view kControlFeature = "control";

/// Feature of a daemon: breakpoints may be about data and exceptions, and may be passed a number of times; signals have
/// rules (SetSignal).
inline constexpr std::string_view kTriggersFeature = "triggers";
/// Feature of a daemon: it selects and freezes threads, steps one alone (Steps::alone), and evaluates in each thread.
inline constexpr std::string_view kThreadsFeature = "threads";
/// Feature of a daemon: it steps threads of a rank together (Steps::team).
inline constexpr std::string_view kThreadTeamsFeature = "thread-teams";
/// Feature of a daemon: it has threads go on elsewhere (Jump, ReturnNow).
inline constexpr std::string_view kMovesFeature = "moves";
/// Feature of a daemon: breakpoints may have ranks log values instead of stopping (SetBreakpoint::traced), and may be
/// at all functions of a pattern, or at an address, to which ranks may run, too.
inline constexpr std::string_view kTracesFeature = "traces";
/// Feature of a daemon: breakpoints may be about other moments than exceptions.
inline constexpr std::string_view kMomentsFeature = "moments";
/// Feature of a daemon: results of floating-point arithmetic may stop ranks (SetFloatTraps).
inline constexpr std::string_view kFloatTrapsFeature = "float-traps";
/// Feature of a daemon: breakpoints may be off at some of their places (SetBreakpoint::off).
inline constexpr std::string_view kPlacesFeature = "places";
/// Feature of a daemon: data may be watched by single steps (WatchedData::slow).
inline constexpr std::string_view kSlowWatchingFeature = "slow-watching";
/// Feature of a daemon: breakpoints may be in some files only (SetBreakpoint::within), data be watched for each write,
/// and signals be told of that stop nobody (SignalRule::tell).
inline constexpr std::string_view kWithinFeature = "within";
/// Feature of a daemon: it lists functions and source files (Describe).
inline constexpr std::string_view kCodeListsFeature = "code-lists";
/// Feature of a daemon: it says where ranks are that run (Sample).
inline constexpr std::string_view kSamplingFeature = "sampling";
/// Feature of a daemon: merged stacks say the threads as well (GetStacks::by).
inline constexpr std::string_view kThreadStacksFeature = "thread-stacks";
/// Feature of a daemon: it says where names are declared (Describe).
inline constexpr std::string_view kDeclarationsFeature = "declarations";

/// Feature of a daemon: it tells how often breakpoints were passed (CountHits, SetBreakpoint::tellsPassed).
inline constexpr std::string_view kHitCountsFeature = "hit-counts";
/// Feature of a daemon: what was asked of it can be cancelled (Cancel).
inline constexpr std::string_view kCancelFeature = "cancel";

struct Hello
{
    std::uint32_t lowestVersion = kLowestVersion;
    std::uint32_t highestVersion = kHighestVersion;
    std::string program;               ///< with its version, for people: "dbgd 0.1.0"
    std::string sources;               ///< util::sourceId() of it
    std::vector<std::string> features; ///< names of what it can do beyond its versions
    std::string host;                  ///< the node's name
    util::Pid pid;
    // A daemon only:
    std::string nspace;           ///< its PMIx namespace
    std::uint32_t rank = 0;       ///< its PMIx rank
    std::uint32_t localRanks = 0; ///< how many ranks of the job it found on its node

    [[nodiscard]] bool hasFeature(std::string_view name) const;
    /// "dbgd 0.1.0 on node7".
    [[nodiscard]] std::string whoAndWhere() const;
    friend bool operator==(const Hello&, const Hello&) = default;
};

/// The highest version that both speak.
/// \errors Errc::VersionMismatch, with both sides' programs and versions
[[nodiscard]] util::Result<std::uint32_t> negotiateVersion(const Hello& ours, const Hello& theirs);

} // namespace dbgr::dbgwire
