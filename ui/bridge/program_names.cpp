// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/program_names.h"

#include "debug/debug_error.h"
#include "session/session.h"
#include "ui/bridge/session_bridge.h"

#include <utility>

namespace dbgr::ui {

void ProgramNames::ask(util::Rank rank, debug::Describe what, Taker take)
{
    using Answer = util::Result<session::Answer<std::vector<debug::Description>>>;
    const auto hand = [take = std::move(take)](const Answer& answer) {
        if (!answer)
            return take(util::fail(answer.error()));
        const debug::Description* const found = answer->value.empty() ? nullptr : &answer->value.front();
        if (found && found->problem.empty())
            return take(*found);
        take(util::fail(debug::Errc::NoDebugInfo, found ? found->problem : "the rank did not answer"));
    };
    m_bridge.session().describe(util::RankSet(rank), std::move(what), {}, m_answer.expect(hand));
}

} // namespace dbgr::ui
