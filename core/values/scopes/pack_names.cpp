// SPDX-License-Identifier: BSD-3-Clause
#include "values/scopes/pack_names.h"

#include <dwarf.h>

#include <vector>

namespace dbgr::values {

namespace {

/// What the body of an inlined function, or one that was made anew, is a body of.
Die inFull(const Die& die)
{
    const std::optional<Dwarf_Attribute> origin = die.own(DW_AT_abstract_origin);
    return origin ? referenceOf(*origin).value_or(die) : die;
}

void addPack(const std::string& name, const std::vector<Die>& elements, PackNames& to)
{
    for (std::size_t i = 0; i < elements.size(); ++i)
        to.emplace(elements[i].offset(), name + "#" + std::to_string(i));
}

std::vector<Die> parametersOf(const Die& parent)
{
    std::vector<Die> result;
    parent.forEachChild([&](const Die& child) {
        if (child.tag() == DW_TAG_formal_parameter)
            result.push_back(child);
    });
    return result;
}

} // namespace

PackNames packNamesOf(const Die& function)
{
    PackNames names;
    const Die whole = inFull(function);
    std::unordered_map<std::string, std::vector<Die>> byName;
    for (const Die& parameter : parametersOf(whole)) {
        if (std::string name = parameter.name(); !name.empty())
            byName[std::move(name)].push_back(parameter);
    }
    for (const auto& [name, parameters] : byName) {
        if (parameters.size() > 1)
            addPack(name, parameters, names);
    }
    std::vector<Die> nameless;
    whole.forEachChild([&](const Die& child) {
        if (child.tag() != DW_TAG_GNU_formal_parameter_pack)
            return;
        const std::vector<Die> elements = parametersOf(child);
        nameless.insert(nameless.end(), elements.begin(), elements.end());
    });
    addPack("pack", nameless, names);
    return names;
}

std::string nameInPack(const PackNames& names, const Die& parameter)
{
    const auto found = names.find(inFull(parameter).offset());
    return found == names.end() ? std::string() : found->second;
}

} // namespace dbgr::values
