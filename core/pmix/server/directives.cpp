// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/directives.h"

#include "pmix/types/keys.h"

#include <algorithm>
#include <cstdint>

namespace dbgr::pmix {

bool hasFlag(std::span<const Info> infos, std::string_view key)
{
    const Value* value = find(infos, key);
    return value != nullptr && value->asBool().value_or(true);
}

std::optional<util::Duration> timeoutOf(std::span<const Info> infos)
{
    constexpr std::int64_t kCentury = std::int64_t{100} * 365 * 24 * 3600;
    const Value* value = find(infos, keys::kTimeout);
    const auto seconds = value == nullptr ? std::nullopt : value->asSigned();
    if (!seconds || *seconds <= 0)
        return std::nullopt;
    return std::chrono::seconds(std::min(*seconds, kCentury));
}

bool isReservedKey(std::string_view key)
{
    return key.starts_with("pmix.");
}

} // namespace dbgr::pmix
