// SPDX-License-Identifier: GPL-3.0-or-later
// The columns and roles that variables and watches share, so that one delegate paints both. Thread: any; constants.
#pragma once

#include <Qt>

namespace dbgr::ui {

namespace value_column {
inline constexpr int kName = 0;
inline constexpr int kValue = 1;
inline constexpr int kAcross = 2;
inline constexpr int kType = 3;
inline constexpr int kCount = 4;
} // namespace value_column

namespace value_role {
/// A set of value_look bits.
inline constexpr int kLook = Qt::UserRole;
/// const Across*: what is to be drawn beside the text; null nothing. Valid until the model changes.
inline constexpr int kAcross = Qt::UserRole + 1;
/// The text beside that drawing where there is no room for the whole.
inline constexpr int kBrief = Qt::UserRole + 2;
} // namespace value_role

namespace value_look {
inline constexpr int kChanged = 1; ///< another value than at the last stop
inline constexpr int kStale = 2;   ///< of an earlier stop
inline constexpr int kProblem = 4; ///< words in place of a value
inline constexpr int kAction = 8;  ///< not a value, but something that can be done
inline constexpr int kError = 16;  ///< the user's own mistake
inline constexpr int kQuiet = 32;  ///< says nothing that stands out
inline constexpr int kState = 64;  ///< what a variable is that has no value
} // namespace value_look

} // namespace dbgr::ui
