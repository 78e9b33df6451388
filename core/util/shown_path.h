// SPDX-License-Identifier: BSD-3-Clause
// Paths as the kernel shows them in links and lists of /proc.
#pragma once

#include <string_view>

namespace dbgr::util {

/// What the kernel puts behind the path of a file that has no name any more.
inline constexpr std::string_view kDeletedMark = " (deleted)";

struct ShownPath
{
    std::string_view path; ///< without the mark; into the text that was given
    bool isDeleted = false;
};

/// \param shown a target of /proc/PID/exe, a path in /proc/PID/maps, ...
[[nodiscard]] constexpr ShownPath shownPath(std::string_view shown)
{
    const bool isDeleted = shown.ends_with(kDeletedMark);
    shown.remove_suffix(isDeleted ? kDeletedMark.size() : 0);
    return {shown, isDeleted};
}

} // namespace dbgr::util
