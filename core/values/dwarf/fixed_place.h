// SPDX-License-Identifier: BSD-3-Clause
// Places that stay the same as long as the program runs: written out, or by their number in the unit's list of
// addresses (DWARF 5, split DWARF). Thread: that of the entry's file; plain functions.
#pragma once

#include "values/dwarf/die.h"
#include "values/target/address.h"

#include <optional>

namespace dbgr::values {

/// Whether an operation is an address of the file.
[[nodiscard]] bool isFixedAddress(unsigned operation);
/// Whether a location begins with one: it may be a part of what is there.
[[nodiscard]] bool beginsWithFixedAddress(Dwarf_Attribute location);
/// The address, where the location is nothing else.
[[nodiscard]] std::optional<FileAddress> fixedAddressOf(Dwarf_Attribute location);

} // namespace dbgr::values
