// SPDX-License-Identifier: BSD-3-Clause
// One of the places at which a breakpoint stops ranks: an overload, an instance of a template, a copy that was inlined.
// Way: engine -> BreakpointStatus -> session. Thread: any; values.
#pragma once

#include "debug/frame.h"
#include "util/rank_set.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::debug {

/// More of one breakpoint are counted, but not told one by one.
inline constexpr std::size_t kMostPlaces = 256;

/// What tells a place from the others of its breakpoint: the same in all ranks, and in jobs to come. No line is in it,
/// nor an address: both change when the program is built again.
struct PlaceName
{
    std::string file;          ///< of the source, without folders; "" none is known
    std::string function;      ///< with its parameters; "" none is known
    std::string module;        ///< the program or library, without folders
    std::uint32_t ordinal = 0; ///< by address, among those of which all else is the same
    friend auto operator<=>(const PlaceName&, const PlaceName&) = default;
};

struct BreakpointPlace
{
    PlaceName name;
    SourceLocation where; ///< in the lowest of the ranks
    std::string module;   ///< the path of the program or library
    /// In the file of the module, as its symbols have it; nothing: it is not the same in all ranks, or not known.
    std::optional<std::uint64_t> address;
    util::RankSet ranks; ///< that have it
    friend bool operator==(const BreakpointPlace&, const BreakpointPlace&) = default;
};

/// The last part of a path.
[[nodiscard]] std::string_view fileNameOf(std::string_view path);
/// Takes in what other ranks say of the same place.
void join(BreakpointPlace& kept, const BreakpointPlace& next);
/// Both are in the order of their names, and so is the whole.
void mergePlaces(std::vector<BreakpointPlace>& whole, const std::vector<BreakpointPlace>& next);

} // namespace dbgr::debug
