// SPDX-License-Identifier: GPL-3.0-or-later
// Words for frames and rows of stacks, and for answers that came in part. Pure. Thread: any.
#pragma once

#include "session/answer.h"
#include "ui/stacks/stack_rows.h"

#include "debug/frame.h"

#include <QString>

namespace dbgr::ui {

/// "work(int)", "no symbols".
[[nodiscard]] QString functionText(const debug::Frame& frame);
/// "ns::work<int>" of "ns::work<int>(int, char) const": for narrow views.
[[nodiscard]] QString withoutArguments(const QString& function);
/// "ring.cpp:41", or else the module.
[[nodiscard]] QString placeText(const debug::Frame& frame);
/// "work(int) at ring.cpp:41".
[[nodiscard]] QString frameText(const debug::Frame& frame);
/// Function, file with its path, module: a line each.
[[nodiscard]] QString frameTip(const debug::Frame& frame);

// Rows of the stack tree
[[nodiscard]] QString placeText(const StackRow& row);
[[nodiscard]] QString whereText(const StackRow& row);
/// "4", or "4 (12)" for 4 ranks and 12 threads.
[[nodiscard]] QString countText(const StackRow& row);
/// "0-3", or the beginning of a long set; by thread "0-3.1; 0-3.2-4 OpenMP worker": names only where they tell threads
/// of the row apart.
[[nodiscard]] QString rankText(const StackRow& row);
[[nodiscard]] QString tipText(const StackRow& row);

// What a view shows, for the line above it
/// "4 ranks, 12 threads", "3 of 4 ranks, 9 threads": those of the focus that stand.
[[nodiscard]] QString stacksSummary(const util::RankSet& shown, std::uint64_t threads, const util::RankSet& focus);
/// "8 threads without source".
[[nodiscard]] QString hiddenSummary(std::uint64_t threads);
/// "rank 3", "rank 3, thread 4711".
[[nodiscard]] QString placeSummary(std::optional<util::Rank> rank, std::optional<util::ThreadId> thread,
                                   bool truncated);
/// "worker", "worker (OpenMP worker), frozen".
[[nodiscard]] QString threadNameText(const debug::ThreadInfo& thread);
/// "3 threads of 1 rank".
[[nodiscard]] QString threadsSummary(int threads, std::size_t ranks);

/// "rank 3", "ranks 0-3".
[[nodiscard]] QString ranksText(const util::RankSet& ranks);
/// "" for what only says that the rank has moved on meanwhile: the view will follow.
[[nodiscard]] QString problemText(const util::Error& error);
/// One line a failure, with its ranks.
[[nodiscard]] QString problemText(const std::vector<debug::RankFailure>& failures);

/// Why an answer is missing, wholly or in some ranks; "" it is whole.
template <class T>
[[nodiscard]] QString problemText(const util::Result<session::Answer<T>>& answer)
{
    return answer ? problemText(answer->failures) : problemText(answer.error());
}

} // namespace dbgr::ui
