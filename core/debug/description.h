// SPDX-License-Identifier: BSD-3-Clause
// What the debug information of some ranks says of a type, or which names it has. Thread: any; a value.
#pragma once

#include "util/rank_set.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::debug {

/// A member of a type, or a name that was listed.
struct DescribedName
{
    std::string name;
    std::string type;
    std::string place = {};                   ///< module, file; "" unknown
    std::uint32_t level = 0;                  ///< of members of members
    std::optional<std::uint64_t> offset = {}; ///< bytes from the beginning of the whole
    std::optional<std::uint64_t> bytes = {};
    std::uint32_t bits = 0; ///< of a bit field; 0: it is none
    std::uint32_t bitOffset = 0;

    friend bool operator==(const DescribedName&, const DescribedName&) = default;
};

/// Either text and names, or a problem.
struct Description
{
    util::RankSet ranks;
    std::string text; ///< "type(field)"; "" for a list of names
    std::vector<DescribedName> names;
    std::uint64_t left = 0; ///< how many names are not told
    std::string problem = {};

    [[nodiscard]] bool sameAs(const Description& other) const
    {
        return text == other.text && names == other.names && left == other.left && problem == other.problem;
    }
};

} // namespace dbgr::debug
