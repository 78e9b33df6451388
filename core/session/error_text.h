// SPDX-License-Identifier: BSD-3-Clause
// The one place where an error becomes text for a person.
// Thread: any.
#pragma once

#include "util/error.h"
#include "util/rank_set.h"

#include <string>
#include <string_view>

namespace dbgr::session {

/// What was tried, on what, why it failed; and in lines of their own what to do now. No line end behind it.
/// \code
/// launching: /usr/bin/ls is no launcher that dbgr knows
///   What to do: ...
/// \endcode
[[nodiscard]] std::string errorText(const util::Error& error);

/// The same, to stand behind `ranks`: where the detail's first words name the same ranks, they are not named again.
[[nodiscard]] std::string errorText(const util::RankSet& ranks, const util::Error& error);
/// Why a command could not be done in `ranks`: "continue: already ended".
[[nodiscard]] std::string failureText(const std::string& command, const util::RankSet& ranks, const util::Error& error);

} // namespace dbgr::session
