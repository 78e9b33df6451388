// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/session/recorder.h"

namespace dbgr::test {

void Recorder::sessionChanged(const session::ChangeSet& changes, std::span<const session::SessionEvent> news)
{
    batches.push_back(changes);
    events.insert(events.end(), news.begin(), news.end());
    if (onBatch)
        onBatch();
}

void Recorder::clear()
{
    batches.clear();
    events.clear();
}

std::string Recorder::text(util::Rank rank, session::OutputChannel channel) const
{
    std::string whole;
    for (const auto& piece : all<session::OutputText>()) {
        if (piece.rank == rank && piece.channel == channel)
            whole += piece.text;
    }
    return whole;
}

} // namespace dbgr::test
