// SPDX-License-Identifier: BSD-3-Clause
#include "values/names/argument_storage.h"

#include <dwarf.h>

#include <optional>

namespace dbgr::values {

namespace {

ArgumentStorage storageOf(const Die& argument)
{
    std::optional<Dwarf_Attribute> location = argument.find(DW_AT_location);
    if (!location)
        return ArgumentStorage::Unknown;
    Dwarf_Op* ops = nullptr;
    std::size_t count = 0;
    if (dwarf_getlocation(&*location, &ops, &count) != 0 || count == 0) // a list
        return ArgumentStorage::Described;
    if (ops[0].atom != DW_OP_fbreg)
        return ArgumentStorage::Described;
    const bool isOfCaller = static_cast<Dwarf_Sword>(ops[0].number) >= 0;
    return isOfCaller ? ArgumentStorage::Unknown : ArgumentStorage::InFrame;
}

} // namespace

ArgumentStorage argumentStorageAt(DebugFile& file, FileAddress pc)
{
    const Scope* const procedure = procedureOf(file.scopeAt(pc));
    auto storage = ArgumentStorage::Unknown;
    if (!procedure)
        return storage;
    procedure->die.forEachChild([&](const Die& child) {
        if (child.tag() != DW_TAG_formal_parameter || storage == ArgumentStorage::Described)
            return;
        if (const ArgumentStorage one = storageOf(child); one != ArgumentStorage::Unknown)
            storage = one;
    });
    return storage;
}

} // namespace dbgr::values
