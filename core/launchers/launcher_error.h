// SPDX-License-Identifier: BSD-3-Clause
// What can be wrong with a launcher before it is started, to branch on. Thread: any.
#pragma once

#include "launchers/launcher_kind.h"
#include "util/error.h"

#include <string_view>
#include <system_error>

namespace dbgr::launchers {

enum class Errc
{
    NotFound = 1, ///< no such program in PATH
    Unsupported,  ///< nothing that dbgr can control jobs of
    Incomplete,   ///< a program that comes with dbgr is missing
};

[[nodiscard]] const std::error_category& launcherCategory();
[[nodiscard]] std::error_code make_error_code(Errc code);

/// No such program in PATH.
[[nodiscard]] util::Error noSuchLauncher(std::string_view typed);
/// What has to stand in front of the ranks' program is not where dbgr is. \param otherWay what to do without it; ""
[[nodiscard]] util::Error agentMissing(std::string_view otherWay);
/// A script that does not say which launcher it runs was taken for one that speaks PMIx, and that failed. The code of
/// the error stays.
[[nodiscard]] util::Error scriptGuessedWrong(util::Error error, std::string_view script);
/// A program that is none, as far as dbgr knows.
[[nodiscard]] util::Error unknownLauncher(const LauncherKind& launcher);

} // namespace dbgr::launchers

template <>
struct std::is_error_code_enum<dbgr::launchers::Errc> : std::true_type
{};
