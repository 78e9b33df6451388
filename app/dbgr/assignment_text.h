// SPDX-License-Identifier: GPL-3.0-or-later
// "x%n = 3": where the target of an assignment ends and its value begins, in C, C++ and Fortran. Pure. Thread: any.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

namespace dbgr::app {

struct AssignmentText
{
    std::string_view target; ///< without blanks at its ends; may be empty
    std::string_view value;  ///< the same
    std::string_view joined; ///< "+=" and its kin, which are no assignment here; "" none
};

/// At the first `=` outside of quotes and brackets that is no part of ==, <=, >=, !=, /= or =>. Nothing: there is none.
[[nodiscard]] std::optional<AssignmentText> splitAssignment(std::string_view text);

} // namespace dbgr::app
