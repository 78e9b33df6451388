// SPDX-License-Identifier: GPL-3.0-or-later
// The node where dbgr itself runs: the window, the launchers at hand, and whether a job can be debugged at all.
// Thread: any.
#pragma once

#include "app/doctor/finding.h"
#include "app/doctor/node_facts.h"
#include "app/doctor/run_program.h"
#include "launchers/launcher_kind.h"

#include <optional>
#include <string>
#include <vector>

namespace dbgr::doctor {

struct DisplayFacts
{
    bool built = true;    ///< this dbgr has a window
    std::string platform; ///< QT_QPA_PLATFORM; "" Qt chooses
    std::string name;     ///< "DISPLAY=:0"; "" there is none
    Tried connected;      ///< nothing: how to try is not known
};

struct LauncherFacts
{
    launchers::LauncherKind kind;
    ProgramRun version; ///< of `PATH --version`
    ProgramRun parts;   ///< of the `prte_info` that is beside it, where its family has one
};

struct FrontFacts
{
    DisplayFacts display;
    std::vector<LauncherFacts> launchers; ///< of others, in PATH
    std::optional<ProgramRun> trial;      ///< dbgr --json ... on a job of one rank; nothing: it was not tried
};

/// \param withWindow whether this dbgr has one. Blocks for some seconds.
[[nodiscard]] FrontFacts collectFrontFacts(const std::vector<std::string>& environment, bool withWindow);

/// Pure.
[[nodiscard]] Findings checkFront(const FrontFacts& facts);

} // namespace dbgr::doctor
