// SPDX-License-Identifier: BSD-3-Clause
#include "values/dwarf/fixed_place.h"

#include <dwarf.h>

#include <cstddef>
#include <span>

namespace dbgr::values {

namespace {

std::span<Dwarf_Op> operationsOf(Dwarf_Attribute& location)
{
    Dwarf_Op* ops = nullptr;
    std::size_t count = 0;
    return dwarf_getlocation(&location, &ops, &count) == 0 ? std::span(ops, count) : std::span<Dwarf_Op>();
}

} // namespace

bool isFixedAddress(unsigned operation)
{
    return operation == DW_OP_addr || operation == DW_OP_addrx || operation == DW_OP_GNU_addr_index;
}

bool beginsWithFixedAddress(Dwarf_Attribute location)
{
    const std::span<Dwarf_Op> ops = operationsOf(location);
    return !ops.empty() && isFixedAddress(ops.front().atom);
}

std::optional<FileAddress> fixedAddressOf(Dwarf_Attribute location)
{
    const std::span<Dwarf_Op> ops = operationsOf(location);
    if (ops.size() != 1 || !isFixedAddress(ops.front().atom))
        return std::nullopt;
    if (ops.front().atom == DW_OP_addr)
        return FileAddress{ops.front().number};
    Dwarf_Attribute entry;
    Dwarf_Addr address = 0;
    const bool isKnown =
        dwarf_getlocation_attr(&location, ops.data(), &entry) == 0 && dwarf_formaddr(&entry, &address) == 0;
    return isKnown ? std::optional(FileAddress{address}) : std::nullopt;
}

} // namespace dbgr::values
