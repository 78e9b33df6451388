// SPDX-License-Identifier: BSD-3-Clause
#include "values/describe/code_lists.h"

#include "values/names/code_names.h"

#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace dbgr::values {

namespace {

constexpr std::size_t kMostKept = 200'000;

/// What is the program's own comes first; without case, so that the order is that of people.
using Key = std::tuple<bool, bool, std::string, std::string>;

bool isOfLibrary(std::string_view name)
{
    return name.starts_with('_') || name.starts_with("std::") || name.starts_with("void std::") ||
           name.find("__gnu_cxx") != std::string_view::npos;
}

debug::Description firstOf(std::map<Key, debug::DescribedName>& sorted, std::uint32_t most)
{
    debug::Description description;
    for (auto& [key, name] : sorted) {
        if (description.names.size() < most)
            description.names.push_back(std::move(name));
        else
            ++description.left;
    }
    return description;
}

} // namespace

debug::Description describeFunctions(std::span<const LoadedFile* const> files, std::string_view text,
                                     std::uint32_t most)
{
    std::map<Key, debug::DescribedName> sorted;
    const std::string wanted = folded(text);
    for (const LoadedFile* const file : files) {
        const bool isOther = file != files.front();
        forEachFunction(file->debug(), [&](const FunctionPlace& one) {
            std::string name = folded(one.name);
            if (name.find(wanted) == std::string::npos)
                return true;
            const std::string place = one.file.empty() ? "" : one.file + ":" + std::to_string(one.line);
            sorted.try_emplace({isOther, isOfLibrary(one.name), std::move(name), place},
                               debug::DescribedName{one.name, {}, place});
            return sorted.size() < kMostKept;
        });
    }
    return firstOf(sorted, most);
}

debug::Description describeSources(std::span<const LoadedFile* const> files, std::string_view text, std::uint32_t most)
{
    std::map<Key, debug::DescribedName> sorted;
    const std::string wanted = folded(text);
    for (const LoadedFile* const file : files) {
        const bool isOther = file != files.front();
        for (const std::string& path : sourcesOf(file->debug())) {
            const std::string base = folded(path.substr(path.rfind('/') + 1));
            if (folded(path).find(wanted) != std::string::npos && sorted.size() < kMostKept)
                sorted.try_emplace({isOther, path.starts_with("/usr/"), base, path}, debug::DescribedName{path, {}});
        }
    }
    return firstOf(sorted, most);
}

} // namespace dbgr::values
