// SPDX-License-Identifier: BSD-3-Clause
// Where in its program an entry is declared: namespaces, classes, functions around it. Way: Lookup, base classes ->
// here. Thread: that of the entry's file; plain functions.
#pragma once

#include "values/dwarf/die.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::values {

/// What an entry completes: of a definition its declaration, of an inlined or cloned body its original; else itself.
[[nodiscard]] Die declarationOf(const Die& die);
/// Namespaces, classes, enumerations, functions and blocks that the entry stands in, the outermost first; without its
/// unit.
[[nodiscard]] std::vector<Die> enclosing(const Die& die);

/// Of one that is looked into for one name or place, how many of its bases and members are looked into besides: what
/// debug information says of classes may go in circles.
inline constexpr unsigned kMostClasses = 1000;

[[nodiscard]] bool isClassTag(unsigned tag);
/// Of an entry whose names are visible in what it is in, too: unnamed and inline namespaces, C's enumerations.
[[nodiscard]] bool isTransparent(const Die& die);
/// Whether a path of entries is "a", "b", ... in a program, in which transparent ones may be left out. Never for what
/// is inside of a function.
[[nodiscard]] bool isPath(std::span<const Die> path, std::span<const std::string> names);

/// "geo::Base", "(anonymous namespace)::Tag". What is in a function has the function's name before it.
[[nodiscard]] std::string qualifiedName(const Die& die);
/// "a", "b", "c<d::e>" of "a::b::c<d::e>"
[[nodiscard]] std::vector<std::string> partsOfName(std::string_view qualified);

} // namespace dbgr::values
