// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/codec/wire_version.h"

#include "util/string_util.h"

#include <array>
#include <cstddef>

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
    const auto numberUpTo = [&text](std::string_view stops) {
        const auto end = std::min(text.find_first_of(stops), text.size());
        const auto number = util::parseNumber<int>(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        return number;
    };
    const auto major = numberUpTo(".");
    if (!major)
        return std::nullopt;
    // "6" alone is taken as 6.0, and so is "6.x".
    const auto end = std::min(text.find_first_not_of("0123456789"), text.size());
    return std::pair(*major, util::parseNumber<int>(text.substr(0, end)).value_or(0));
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
