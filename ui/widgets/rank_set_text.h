// SPDX-License-Identifier: GPL-3.0-or-later
// Rank sets as people type them: "0-3,7", "all", "stopped", "crashed,0". Pure. Thread: GUI.
#pragma once

#include "util/rank_set.h"
#include "util/result.h"

#include <QString>
#include <QStringList>

namespace dbgr::session {
class ProcessTable;
}

namespace dbgr::ui {

/// The words that stand for ranks: "all", "stopped", "running", ...; "stopped" is every rank that can be looked at, of
/// those that crashed and that are held, too.
[[nodiscard]] QStringList rankSetWords();

/// Numbers, ranges and words between commas; only ranks that the job has.
/// \errors std::errc::invalid_argument with a sentence for the user, also where no rank is meant
[[nodiscard]] util::Result<util::RankSet> readRankSet(const QString& text, const session::ProcessTable& processes);

/// The text ends in the middle of a word or of a range, so that it may still become a set.
[[nodiscard]] bool mayBecomeRankSet(const QString& text);

/// "all" for all of several ranks, else "0-3,7".
[[nodiscard]] QString rankSetText(const util::RankSet& ranks, const session::ProcessTable& processes);
/// As rank sets are written in sentences, those of many intervals cut: "0,2,4,6,... (512 ranks)".
[[nodiscard]] QString shortText(const util::RankSet& ranks);

} // namespace dbgr::ui
