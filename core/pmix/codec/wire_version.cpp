// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/codec/wire_version.h"

#include "util/string_util.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace dbgr::pmix {

namespace {

constexpr std::array<WireTraits, 7> kTraits{{
    {"v20", false, true, false},
    {"v21", false, false, false},
    {"v3", false, false, false},
    {"v4", true, false, false},
    {"v41", true, false, false},
    {"v51", true, false, true},
    {"v61", true, false, true},
}};

/// Major and minor number at the start of a version text.
std::optional<std::pair<int, int>> majorMinor(std::string_view text)
{
    if (text.starts_with('v'))
        text.remove_prefix(1);
    const auto takeNumber = [&text] {
        const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
        const auto number = util::parseNumber<int>(text.substr(0, end));
        text.remove_prefix(end);
        return number;
    };
    const auto first = takeNumber();
    if (!first)
        return std::nullopt;
    if (text.starts_with('.'))
        text.remove_prefix(1);
    return std::pair(*first, takeNumber().value_or(0));
}

} // namespace

const WireTraits& traits(WireVersion version)
{
    return kTraits[static_cast<std::size_t>(version)];
}

bool hasType(WireVersion version, DataType type)
{
    using enum WireVersion;
    constexpr auto Never = static_cast<WireVersion>(kTraits.size());
    switch (type) {
#define DBGR_PMIX_TYPE(name, code, text, cppType, since, until)                                                        \
    case DataType::name:                                                                                               \
        return version >= since && version < until;
#include "pmix/types/data_types.inc"
#undef DBGR_PMIX_TYPE
    }
    return false;
}

std::optional<WireVersion> wireVersionNamed(std::string_view names)
{
    std::optional<WireVersion> best;
    for (const std::string_view name : util::split(names, ',')) {
        for (std::size_t i = 0; i < kTraits.size(); ++i) {
            const auto version = static_cast<WireVersion>(i);
            if (kTraits[i].name == util::trimmed(name) && (!best || version > *best))
                best = version;
        }
    }
    return best;
}

WireVersion wireVersionForServer(std::string_view versionText)
{
    const std::string_view text = util::trimmed(versionText);
    if (text.empty())
        return WireVersion::V20;
    const auto number = majorMinor(text);
    if (!number || *number >= std::pair(4, 1))
        return WireVersion::V41;
    if (number->first == 4)
        return WireVersion::V4;
    if (number->first == 3)
        return WireVersion::V3;
    return *number >= std::pair(2, 1) ? WireVersion::V21 : WireVersion::V20;
}

} // namespace dbgr::pmix
