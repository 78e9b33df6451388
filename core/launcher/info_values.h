// SPDX-License-Identifier: BSD-3-Clause
// Reads the values of infos into what they mean, whatever type a library has sent them in. What cannot be read is
// Status::ErrBadParam, and nothing has changed. Thread: any; pure.
#pragma once

#include "pmix/types/status.h"
#include "pmix/types/value.h"
#include "util/clock.h"
#include "util/rank_set.h"
#include "util/result.h"

#include <limits>
#include <optional>
#include <string>

namespace dbgr::launcher {

/// A BOOL, a number, or nothing at all, which means true.
[[nodiscard]] util::Result<void> readFlag(const pmix::Value& value, bool& flag);
/// Not an empty one, and no longer than a path may be.
[[nodiscard]] util::Result<void> readText(const pmix::Value& value, std::string& text);
/// 0 is no limit.
[[nodiscard]] util::Result<void> readSeconds(const pmix::Value& value, std::optional<util::Duration>& limit);
template <class N>
[[nodiscard]] util::Result<void> readNumber(const pmix::Value& value, N& number)
{
    const auto given = value.asUnsigned();
    if (!given || *given > std::numeric_limits<N>::max())
        return util::fail(pmix::Status::ErrBadParam, "the value is no number that fits");
    number = static_cast<N>(*given);
    return util::ok();
}

/// Whether it is a flag, where ranks are possible, too.
[[nodiscard]] bool isFlag(const pmix::Value& value);
/// Nothing: all.
using AllOrRanks = std::optional<util::RankSet>;
/// One rank, a process, the wildcard, or an array of these.
[[nodiscard]] util::Result<AllOrRanks> readRanks(const pmix::Value& value);

} // namespace dbgr::launcher
