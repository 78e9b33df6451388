// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/info_values.h"

#include "launcher/job_map.h"
#include "pmix/types/all_types.h"

#include <chrono>
#include <cstddef>
#include <utility>
#include <vector>

namespace dbgr::launcher {

using pmix::DataType;
using pmix::ProcRank;
using pmix::Status;
using pmix::Value;

namespace {

constexpr std::size_t kMaxTextBytes = 4096;

tl::unexpected<util::Error> badValue(std::string why)
{
    return util::fail(Status::ErrBadParam, std::move(why));
}

util::Result<AllOrRanks> rankOf(const Value& value)
{
    std::optional<ProcRank> rank = value.asRank();
    if (const auto proc = value.asProc())
        rank = proc->rank;
    if (!rank || *rank == pmix::kRankUndef || *rank == pmix::kRankInvalid)
        return badValue("the value names no rank");
    if (*rank == pmix::kRankWildcard || *rank == pmix::kRankLocalNode)
        return AllOrRanks();
    if (rank->value() >= kMaxProcesses)
        return badValue("no job has a rank " + std::to_string(rank->value()));
    return AllOrRanks(util::RankSet(util::Rank(rank->value())));
}

} // namespace

util::Result<void> readFlag(const Value& value, bool& flag)
{
    const auto given = value.asBool();
    if (!given)
        return badValue("the value is no BOOL");
    flag = *given;
    return util::ok();
}

util::Result<void> readText(const Value& value, std::string& text)
{
    auto given = value.asString();
    if (!given || given->empty())
        return badValue("the value is no text");
    if (given->size() > kMaxTextBytes)
        return badValue("the text is longer than " + std::to_string(kMaxTextBytes) + " bytes");
    text = *std::move(given);
    return util::ok();
}

util::Result<void> readSeconds(const Value& value, std::optional<util::Duration>& limit)
{
    std::uint32_t seconds = 0;
    DBGR_TRY(readNumber(value, seconds));
    limit = seconds == 0 ? std::nullopt : std::optional<util::Duration>(std::chrono::seconds(seconds));
    return util::ok();
}

bool isFlag(const Value& value)
{
    return value.type() == DataType::Bool || value.type() == DataType::Undef;
}

util::Result<AllOrRanks> readRanks(const Value& value)
{
    const pmix::DataArray* array = value.asArray();
    if (array == nullptr)
        return rankOf(value);
    std::vector<util::RankSet::Interval> intervals;
    for (const Value& each : array->values) {
        DBGR_TRY(const AllOrRanks one, rankOf(each));
        if (!one)
            return AllOrRanks();
        intervals.push_back(one->intervals().front());
    }
    if (intervals.empty())
        return badValue("the array has no rank");
    return AllOrRanks(util::RankSet::fromIntervals(std::move(intervals)));
}

} // namespace dbgr::launcher
