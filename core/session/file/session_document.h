// SPDX-License-Identifier: BSD-3-Clause
// What a session file holds: how a job is started, and what the user has set up to debug it. Nothing of a job that
// runs. Way: session -> snapshot -> document -> session_json -> file, and back. Thread: any; values.
#pragma once

#include "debug/breakpoint_place.h"
#include "debug/line_text.h"
#include "launchers/launch_spec.h"
#include "session/source_folders.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::session {

/// How the job is started.
struct SavedLaunch
{
    std::vector<std::string> command;     ///< the launcher and all its arguments, as typed; never empty
    std::string folder;                   ///< where it runs: absolute
    std::vector<std::string> environment; ///< "NAME=value" each: only what is set on top of dbgr's own
    launchers::HoldPoint hold = launchers::HoldPoint::Init;

    friend bool operator==(const SavedLaunch&, const SavedLaunch&) = default;
};

struct SavedBreakpoint
{
    std::string text; ///< as a person types it: debug::textOf(), parseBreakpoint()
    bool enabled = true;
    bool temporary = false;    ///< each rank stops once
    std::uint32_t ignore = 0;  ///< how often each rank passes it first
    std::string barrier = {};  ///< ranks that gather there, as they are typed; "" it is no barrier
    std::string commands = {}; ///< BreakpointSpec::commands
    std::vector<debug::PlaceName> off = {};
    std::optional<debug::LineText> lineText = {};

    friend bool operator==(const SavedBreakpoint&, const SavedBreakpoint&) = default;
};

/// debug::SignalRule, of a signal that is not as is usual.
struct SavedSignal
{
    std::string name; ///< "SIGUSR1", "34"
    bool stop = true;
    bool pass = true;
    bool tell = false;

    friend bool operator==(const SavedSignal&, const SavedSignal&) = default;
};

/// Which results of floating-point arithmetic stop ranks.
struct SavedFloatTraps
{
    std::string ranks; ///< as they are typed
    std::string traps; ///< util::FloatTraps::text()

    friend bool operator==(const SavedFloatTraps&, const SavedFloatTraps&) = default;
};

/// A name for ranks: RankGroup.
struct SavedGroup
{
    std::string name;
    std::string ranks;  ///< an expression
    std::string origin; ///< what frozen ranks were chosen by, "where step < 10"; "" nothing to say

    friend bool operator==(const SavedGroup&, const SavedGroup&) = default;
};

using SavedFolder = SourceFolder;

/// A line that the user has marked in the window.
struct SavedBookmark
{
    std::string file; ///< as the program's debug information has it
    std::uint32_t line = 0;
    std::string text = {}; ///< of the line, by which it is found again when the file has changed; "" not known
    std::string remark = {};

    friend bool operator==(const SavedBookmark&, const SavedBookmark&) = default;
};

struct SessionDocument
{
    std::optional<SavedLaunch> launch; ///< nothing: it is not known, as of a job that was attached to
    std::vector<SavedBreakpoint> breakpoints;
    std::vector<SavedSignal> signalRules;
    std::vector<SavedFloatTraps> floatTraps;
    std::vector<SavedGroup> groups;
    std::string focus; ///< ranks as they are typed; "" all
    bool stopAll = false;
    bool catchReports = true;
    std::vector<std::string> watches; ///< expressions, as the window's list has them
    std::vector<SavedFolder> sourceFolders;
    std::vector<SavedBookmark> bookmarks;
    std::string layout; ///< the window's docks, in base64; "" as at first

    friend bool operator==(const SessionDocument&, const SessionDocument&) = default;
};

/// What a file may have at the most: far more than a person makes, and no more than costs a moment to read.
struct SessionLimits
{
    static constexpr std::size_t kFileBytes = 4 << 20;
    static constexpr std::size_t kTextBytes = 1 << 20;    ///< of one text
    static constexpr std::size_t kLayoutBytes = 32 << 10; ///< what Qt reads of it, it reads with less suspicion
    static constexpr int kDepth = 8;                      ///< of lists and objects in each other
    static constexpr std::size_t kWords = 100'000;        ///< of the command
    static constexpr std::size_t kVariables = 10'000;     ///< of the environment
    static constexpr std::size_t kBreakpoints = 10'000;
    static constexpr std::size_t kPlaces = debug::kMostPlaces; ///< that are off, of one breakpoint
    static constexpr std::size_t kSignals = 64;
    static constexpr std::size_t kFloatTraps = 64;
    static constexpr std::size_t kGroups = 256; ///< as many as RankGroups keeps
    static constexpr std::size_t kWatches = 10'000;
    static constexpr std::size_t kFolders = 10'000;
    static constexpr std::size_t kBookmarks = 10'000;
};

} // namespace dbgr::session
