// SPDX-License-Identifier: BSD-3-Clause
// Names for the elements of C++'s packs of arguments. clang gives all of them the pack's name: args#0, args#1. gcc does
// not tell it: pack#0, pack#1, those of all packs of the function. Way: ScopeTree -> here. Thread: that of the file.
#pragma once

#include "values/dwarf/die.h"

#include <cstdint>
#include <string>
#include <unordered_map>

namespace dbgr::values {

/// By the offset of the parameter in the function that is described whole: an inlined body says nothing of those that
/// are gone, and the others keep their numbers. Parameters that are not of packs are not in it.
using PackNames = std::unordered_map<std::uint64_t, std::string>;
[[nodiscard]] PackNames packNamesOf(const Die& function);

/// "" it is of no pack.
[[nodiscard]] std::string nameInPack(const PackNames& names, const Die& parameter);

} // namespace dbgr::values
