// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/attribute_support.h"

#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "util/string_util.h"

#include <algorithm>
#include <string>

namespace dbgr::pmix {

namespace {

struct Line
{
    SupportLevel level;
    std::string_view function;
    std::string_view key; ///< empty: the function is supported, and takes no attribute
};

constexpr std::string_view kNone;

constexpr Line kLines[] = {
#define DBGR_PMIX_SUPPORT(level, function, key) {SupportLevel::level, function, keys::key},
#define DBGR_PMIX_SUPPORT_NO_KEYS(level, function) {SupportLevel::level, function, kNone},
#include "pmix/server/attribute_support.inc"
#undef DBGR_PMIX_SUPPORT_NO_KEYS
#undef DBGR_PMIX_SUPPORT
};

std::vector<FunctionSupport> readLines()
{
    std::vector<FunctionSupport> functions;
    for (const Line& line : kLines) {
        auto found = std::ranges::find_if(functions, [&](const FunctionSupport& each) {
            return each.level == line.level && each.function == line.function;
        });
        if (found == functions.end())
            found = functions.insert(found, FunctionSupport{line.function, line.level, {}});
        if (!line.key.empty())
            found->keys.push_back(line.key);
    }
    return functions;
}

RegAttr describe(std::string_view key, SupportLevel level)
{
    RegAttr attribute;
    attribute.key = key;
    const KeyInfo* known = describeKey(key);
    attribute.name = known == nullptr ? key : known->name;
    attribute.type = known == nullptr ? DataType::Undef : known->type;
    attribute.description = {level == SupportLevel::Server ? "obeyed by the server" : "obeyed by the launcher"};
    return attribute;
}

Info functionsOf(SupportLevel level, std::string_view key)
{
    std::vector<std::string> names;
    for (const FunctionSupport& each : attributeSupport()) {
        if (each.level == level)
            names.emplace_back(each.function);
    }
    return Info(key, Value::string(util::join(names, ",")));
}

/// One info a function, whose value is an array of its attributes.
Info attributesOf(SupportLevel level, std::string_view key, const std::string& wanted)
{
    const std::vector<std::string_view> names = util::split(wanted, ',');
    std::vector<Info> functions;
    for (const FunctionSupport& each : attributeSupport()) {
        const bool isWanted =
            wanted.empty() || wanted == "all" || std::ranges::find(names, each.function) != names.end();
        if (each.level != level || !isWanted)
            continue;
        std::vector<RegAttr> attributes;
        for (const std::string_view attribute : each.keys)
            attributes.push_back(describe(attribute, level));
        functions.emplace_back(each.function,
                               Value::of<DataType::DataArray>(DataArray::of<DataType::RegAttr>(attributes)));
    }
    return Info(key, Value::infos(std::move(functions)));
}

} // namespace

std::span<const FunctionSupport> attributeSupport()
{
    static const std::vector<FunctionSupport> functions = readLines();
    return functions;
}

std::span<const std::string_view> supportedKeys(SupportLevel level, std::string_view function)
{
    const auto found = std::ranges::find_if(attributeSupport(), [&](const FunctionSupport& each) {
        return each.level == level && each.function == function;
    });
    return found == attributeSupport().end() ? std::span<const std::string_view>() : found->keys;
}

std::vector<Info> describeSupport(SupportLevel level, std::span<const Info> qualifiers)
{
    const bool server = level == SupportLevel::Server;
    const std::string_view functionsKey = server ? keys::kServerFunctions : keys::kHostFunctions;
    const std::string_view attributesKey = server ? keys::kServerAttributes : keys::kHostAttributes;
    std::vector<Info> found;
    for (const Info& each : qualifiers) {
        if (each.key == functionsKey)
            found.push_back(functionsOf(level, functionsKey));
        else if (each.key == attributesKey)
            found.push_back(attributesOf(level, attributesKey, each.value.asString().value_or("")));
    }
    if (qualifiers.empty())
        found.push_back(functionsOf(level, functionsKey));
    return found;
}

} // namespace dbgr::pmix
