// SPDX-License-Identifier: GPL-3.0-or-later
// A running job in words, as the list of them and its details show it. Pure. Thread: GUI.
#pragma once

#include "launchers/running_job.h"

#include <QString>

#include <chrono>

namespace dbgr::ui {

/// Which job of which launcher it is, whatever else is known of it by now.
struct JobKey
{
    util::Pid pid;
    std::string nspace;
    friend bool operator==(const JobKey&, const JobKey&) = default;
    friend auto operator<=>(const JobKey&, const JobKey&) = default;
};

[[nodiscard]] JobKey keyOf(const launchers::RunningJob& job);
/// Learning its ranks means to speak with its launcher; of others they are seen from outside.
[[nodiscard]] bool ranksNeedTheLauncher(const launchers::RunningJob& job);

/// "mpiexec -n 4 ./ring"; what the launcher is where its command line cannot be seen.
[[nodiscard]] QString commandText(const launchers::RunningJob& job);
/// "64"; "8 here" where the rest is not known; "" nothing is.
[[nodiscard]] QString rankCountText(const launchers::RunningJob& job);
/// "2"; "" not known.
[[nodiscard]] QString hostCountText(const launchers::RunningJob& job);
/// "12 s", "5 min", "3 h 20 min", "4 d 2 h". Two units at most: it is read, not measured.
[[nodiscard]] QString ageText(std::chrono::seconds age);
/// "ready", "debugged by dbgr (process 4711)", "no permission".
[[nodiscard]] QString stateText(const launchers::RunningJob& job);
/// A few words for an error: why, without what was tried.
[[nodiscard]] QString shortReason(const util::Error& error);
/// All of it, as one or two sentences: what was tried, on what, why it failed, what to do.
[[nodiscard]] QString errorWords(const util::Error& error);
/// "prterun, process 4711, job prterun-n01-4711@1".
[[nodiscard]] QString launcherText(const launchers::RunningJob& job);

} // namespace dbgr::ui
