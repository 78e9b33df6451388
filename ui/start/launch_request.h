// SPDX-License-Identifier: GPL-3.0-or-later
// What the launch form says, as typed, and what becomes of it. Pure, but for a look whether the folder is there.
// Way: launch form -> launchRequested -> launchers::LaunchSpec -> session. Thread: GUI.
#pragma once

#include "debug/breakpoint.h"
#include "launchers/launch_spec.h"
#include "util/result.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace dbgr::ui {

class Settings;

struct LaunchRequest
{
    QString command;         ///< as in a terminal: the launcher and all its arguments; NAME=value may stand before it
    QString folder;          ///< where it runs
    QStringList environment; ///< "NAME=value" each, on top of dbgr's own
    launchers::HoldPoint hold = launchers::HoldPoint::Init;
    QString firstStop; ///< "main", "ring.cpp:29"; "" nowhere

    friend bool operator==(const LaunchRequest&, const LaunchRequest&) = default;
};

/// What is wrong with a request, by field; "" where nothing is.
struct LaunchProblems
{
    QString command;
    QString folder;
    QString environment;
    QString firstStop;

    [[nodiscard]] bool any() const;
};

[[nodiscard]] LaunchProblems problemsOf(const LaunchRequest& request);
/// What is not wrong, but hardly meant: a first stop that the ranks have passed when they are held. "" nothing.
[[nodiscard]] QString firstStopRemark(const LaunchRequest& request);
/// \pre !problemsOf(request).any()
/// \param inherited dbgr's own environment, "NAME=value" each \param patience from the settings
[[nodiscard]] launchers::LaunchSpec toLaunchSpec(const LaunchRequest& request, const QStringList& inherited,
                                                 std::chrono::milliseconds patience);
/// With this process's environment, and what the settings say of patience and daemons.
[[nodiscard]] launchers::LaunchSpec toLaunchSpec(const LaunchRequest& request, const Settings& settings);
/// What a form would have said for it; environment and first stop are not known.
[[nodiscard]] LaunchRequest toLaunchRequest(const launchers::LaunchSpec& spec);

/// "ring.cpp:29" or "main". Nothing for "". \errors std::errc::invalid_argument, with what could not be read
[[nodiscard]] util::Result<std::optional<debug::BreakpointSpec>> firstStopOf(const LaunchRequest& request);
/// Reads launchers::name(); HoldPoint::Init for other words.
[[nodiscard]] launchers::HoldPoint holdPointOf(const QString& name);

} // namespace dbgr::ui
