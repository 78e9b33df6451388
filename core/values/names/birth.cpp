// SPDX-License-Identifier: BSD-3-Clause
#include "values/names/birth.h"

#include "values/dwarf/code_lines.h"
#include "values/dwarf/fixed_place.h"

#include <dwarf.h>

#include <algorithm>

namespace dbgr::values {

bool isOfNoCall(const Die& variable)
{
    std::optional<Dwarf_Attribute> location = variable.find(DW_AT_location);
    if (!location)
        return variable.tag() == DW_TAG_enumerator || variable.find(DW_AT_const_value) || variable.flag(DW_AT_external);
    return fixedAddressOf(*location).has_value();
}

bool isThreadLocal(const Die& variable)
{
    std::optional<Dwarf_Attribute> location = variable.find(DW_AT_location);
    Dwarf_Op* ops = nullptr;
    std::size_t count = 0;
    if (!location || dwarf_getlocation(&*location, &ops, &count) != 0)
        return false;
    return std::any_of(ops, ops + count, [](const Dwarf_Op& op) {
        return op.atom == DW_OP_form_tls_address || op.atom == DW_OP_GNU_push_tls_address;
    });
}

unsigned lineOfBirth(const Value& variable)
{
    if (!variable.variable || variable.isArgument || isOfNoCall(*variable.variable))
        return 0;
    return static_cast<unsigned>(variable.variable->number(DW_AT_decl_line).value_or(0));
}

std::string fileOfBirth(const Value& variable)
{
    const auto line = variable.variable ? declarationLine(*variable.variable) : std::nullopt;
    const std::string_view path = line ? line->file : "";
    return std::string(path.substr(path.rfind('/') + 1));
}

} // namespace dbgr::values
