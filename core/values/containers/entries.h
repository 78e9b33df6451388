// SPDX-License-Identifier: BSD-3-Clause
// What a node of a map or set holds, as an Item. Way: trees, hash tables -> here. Thread: as ValueReader.
#pragma once

#include "values/containers/layout.h"

namespace dbgr::values {

/// Whether the class keeps keys apart from values, by its name.
[[nodiscard]] inline bool isMapName(std::string_view name)
{
    return name.ends_with("map");
}

/// \param links bytes before the element \return false: it is not known what nodes hold
[[nodiscard]] bool planEntries(ClassPlanner& planner, const ClassPart& table, std::uint64_t links);
[[nodiscard]] Item entryAt(const Source& source, Address node);

} // namespace dbgr::values
