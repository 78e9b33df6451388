// SPDX-License-Identifier: BSD-3-Clause
// Eigen's dense matrices and arrays: "2x3 {1, 2, 3, 4, 5, 6}", row by row however they lie in memory, instead of the
// classes that they are built of. Thread: engine.
#pragma once

#include <lldb/API/SBTypeCategory.h>

#include <optional>
#include <string>

namespace dbgr::daemon {

/// What a type's name says: `Eigen::Matrix<double, -1, 3, 1, -1, 3>`; a size of -1 is in the value.
struct EigenShape
{
    long rows = 0;
    long columns = 0;
};
/// \param name without typedefs and qualifiers \return nothing for all other types
[[nodiscard]] std::optional<EigenShape> eigenShape(const std::string& name);

void addEigenFormatters(lldb::SBTypeCategory& category);

} // namespace dbgr::daemon
