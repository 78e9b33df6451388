// SPDX-License-Identifier: BSD-3-Clause
// Why there is no value, to branch on: faces show some of these as states, not as failures. Thread: any.
#pragma once

#include "util/result.h"

#include <string_view>
#include <system_error>

namespace dbgr::values {

enum class Errc
{
    NotAllocated = 1, ///< an allocatable variable without its memory
    NotAssociated,    ///< a pointer that points to nothing
    NotPresent,       ///< an optional argument that the caller left out
    OptimizedOut,     ///< the compiler kept it nowhere, at this place
    NotRecorded,      ///< the debug information does not say what would be needed
    Unreadable,       ///< there is no such memory, or it cannot be read
    NoSuchName,       ///< nothing of that name is visible there
    Wrong,            ///< the expression makes no sense, whatever the values are: types, syntax
    Undefined,        ///< the language gives it no value: a subscript out of bounds, a division by zero
    TooLarge,         ///< beyond a limit of ours
    NotOurs,          ///< a question that this reader leaves to others: calls, templates, ...
    ReadOnly,         ///< it can be read, but not be changed
};

[[nodiscard]] const std::error_category& valuesCategory();
[[nodiscard]] std::error_code make_error_code(Errc code);

/// Faces know the state by its words, which the reason follows. \param why "" none is known
[[nodiscard]] tl::unexpected<util::Error> optimizedOut(std::string_view why = {});

/// Whether it says what the variable is (not allocated, ...), rather than that something went wrong.
[[nodiscard]] bool isState(const std::error_code& code);

} // namespace dbgr::values

template <>
struct std::is_error_code_enum<dbgr::values::Errc> : std::true_type
{};
