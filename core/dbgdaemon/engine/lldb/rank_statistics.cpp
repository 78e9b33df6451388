// SPDX-License-Identifier: BSD-3-Clause
// RankValues: what the numbers of an array are like. They are summed up here, next to them.
#include "dbgdaemon/engine/lldb/parsed.h"
#include "dbgdaemon/engine/lldb/rank_values.h"

#include "values/describe/statistics_text.h"

#include <utility>

namespace dbgr::daemon {

debug::StatisticsGroup RankValues::statistics(const ShownFrame& frame, const std::string& expression)
{
    const values::FrameRef ref = refOf(frame);
    const values::Language language = m_reader.language(ref);
    const auto look = [&]() -> util::Result<debug::StatisticsGroup> {
        DBGR_TRY(const values::Tree tree, parsed(expression, language));
        DBGR_TRY(const values::Answer answer, m_reader.evaluate(ref, tree));
        return values::describeStatistics(m_reader.values(), answer, language);
    };
    util::Result<debug::StatisticsGroup> found = look();
    if (found)
        return *std::move(found);
    debug::StatisticsGroup group;
    group.problem = found.error().message();
    return group;
}

} // namespace dbgr::daemon
