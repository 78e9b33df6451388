// SPDX-License-Identifier: BSD-3-Clause
// Who are my ranks? Answered by the PMIx server that started dbgd, by the front end, or by agents in front of the
// ranks: one implementation each. Thread: net.
#pragma once

#include "debug/attach_order.h"
#include "debug/daemon_event.h"
#include "debug/engine_reply.h"
#include "debug/engine_request.h"
#include "util/rank_set.h"
#include "util/result.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::daemon {

/// What is known of the node's ranks before the front end is called.
struct LocalJob
{
    std::string daemonNspace; ///< of dbgd itself; "" without PMIx
    std::uint32_t daemonRank = 0;
    std::string nspace; ///< of the job to debug; "" unknown
    std::vector<debug::LocalProcess> processes;
};

/// Flow: find() -> found -> cameLater()... -> chosen() -> happened()... -> leave().
class LocalRankSource
{
public:
    struct Events
    {
        /// Once, perhaps inside find(); the front end is called then. Without ranks where they are told, or come later.
        std::function<void(util::Result<LocalJob>)> found;
        /// Ranks that were not among those; the front end hears of them.
        std::function<void(debug::RanksFound)> cameLater;
    };

    virtual ~LocalRankSource() = default;

    virtual void find(Events events) = 0;
    /// The front end's order came: these of the ranks are attached to now, the others never.
    virtual void chosen(const util::RankSet& ranks) { static_cast<void>(ranks); }
    /// Why a rank that it found has no process. \return nothing: that is not known
    [[nodiscard]] virtual std::optional<util::Error> whyNone() const { return std::nullopt; }
    /// What dbgd tells its front end; of ranks that are attached, or could not be, above all.
    virtual void happened(const debug::DaemonEvent& event) { static_cast<void>(event); }
    /// For the standard input of these ranks, if they have it from here. `done` runs once, perhaps inside the call,
    /// with those that do not get it, when the others have it.
    virtual void giveInput(const util::RankSet& ranks, const debug::GiveInput& input,
                           std::function<void(std::vector<debug::RankFailure>)> done)
    {
        static_cast<void>(input);
        done({{ranks,
               {std::make_error_code(std::errc::operation_not_supported), "their launcher has their standard input",
                ""}}});
    }
    /// The last call: dbgd has let go of all ranks. Those of `ours` that still wait for a word get it, since nobody
    /// will give it later. `done` may come inside this call.
    virtual void leave(const util::RankSet& ours, std::function<void()> done) = 0;
};

} // namespace dbgr::daemon
