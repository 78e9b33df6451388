// SPDX-License-Identifier: BSD-3-Clause
// What holds the ranks of a node under their debugger: attaches to them, lets them go whoever dies, knows how they
// ended. Thread: net.
#pragma once

#include "keeper/stub/wishes.h"
#include "util/error.h"
#include "util/ids.h"
#include "util/rank_end.h"
#include "util/rank_set.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <cstdint>
#include <functional>
#include <optional>

namespace dbgr::daemon {

/// What becomes of a rank that is unattended: nobody has spoken on its connection yet. Of others only their ends.
enum class HolderNews
{
    Held,          ///< attached to, it stands
    NotHeld,       ///< it could not be attached to: whyEnded()
    Stopped,       ///< it was let run, and stands
    BecameAnother, ///< the same, since it runs another program
    Ended,         ///< endingOf()
    Released       ///< it runs on by itself
};

/// To users, where it holds a rank no longer that has not ended.
inline constexpr const char* kReattachAdvice =
    "The processes run on; 'reattach' (in the window: Attach Again) attaches to them again.";

/// Flow: open() for every rank; all are attached to at the same time -> each descriptor goes to the engine, when that
/// is needed for the rank; until then, run() and stand() -> shutdown(), after the engine has let the ranks go.
class RankHolder
{
public:
    struct Observer
    {
        /// Ranks that were held are no longer ours, and run on. Said here since liblldb does not notice while a rank
        /// is stopped.
        std::function<void(util::RankSet, util::Error)> onLost;
        /// The rank stands, perhaps as it was asked to; its stop follows from the engine, if anybody is to hear of it.
        std::function<void(util::Rank)> onStands = {};
    };

    virtual ~RankHolder() = default;

    enum class AtFirst
    {
        Stands,
        RunsOn ///< unattended, as after run()
    };
    /// Attaches to the process. \return the engine's end of a gdb-remote connection to it, at once; if attaching fails,
    /// the connection ends, and whyEnded() knows more
    /// \errors debug::Errc::KeeperFailed when the holder is dead; those of socketpair()
    [[nodiscard]] virtual util::Result<util::UniqueFd> open(util::Rank rank, util::Pid pid, AtFirst how) = 0;
    [[nodiscard]] util::Result<util::UniqueFd> open(util::Rank rank, util::Pid pid)
    {
        return open(rank, pid, AtFirst::Stands);
    }

    /// Who hears of unattended ranks; on the loop, not inside of a call.
    virtual void setListener(std::function<void(util::Rank, HolderNews)> listener) = 0;
    /// Of an unattended rank: it runs, but for signals whose usual rule is to stop.
    virtual void run(util::Rank rank) = 0;
    /// Of an unattended rank: it stands, for somebody who is about to speak on its connection.
    virtual void stand(util::Rank rank) = 0;

    /// For an engine that takes the place of one that is gone: as open(), of a process that is held already. It stands
    /// when the connection is answered, and has no breakpoints.
    [[nodiscard]] virtual util::Result<util::UniqueFd> openAgain(util::Rank rank) = 0;
    /// Copies what the rank's threads have in their registers and on their stacks, at any time: one that runs stands
    /// for it as shortly as possible, and neither its debugger nor a listener notices. \param done called once, on the
    /// loop and not inside of this call: a file in memory with what util::encode() makes of a util::RankSnapshot
    /// \errors debug::Errc::KeeperFailed: it is not held, or the holder is dead; debug::Errc::Ended: it ends meanwhile
    virtual void sample(util::Rank rank, std::function<void(util::Result<util::UniqueFd>)> done) = 0;
    /// \param socket control socket of an engine, by which it reads memory of ranks that it may not look into itself:
    /// keeper::Order::ReadMemory. In the place of the one before; of no effect when the holder is dead
    virtual void serveMemory(util::UniqueFd socket) = 0;
    /// Whether it stops where an error of MPI is about to end it. At any time, whoever is connected; of no effect on
    /// one that is not held.
    virtual void catchMpiErrors(util::Rank rank, bool isWanted) = 0;
    /// Lets it run on by itself; of no effect on one that is not held.
    virtual void release(util::Rank rank) = 0;

    /// AttachTarget::slot of a rank that was opened.
    [[nodiscard]] virtual std::uint32_t slotOf(util::Rank rank) const = 0;
    /// By these slots; the holder's.
    [[nodiscard]] virtual const keeper::Wishes& wishes() const = 0;

    /// Why the rank is not held, or no longer; nothing if that is not so, as far as is known now.
    [[nodiscard]] virtual std::optional<util::Error> whyEnded(util::Rank rank) = 0;
    /// How the rank has ended, while it was held.
    [[nodiscard]] virtual std::optional<util::RankEnd> endingOf(util::Rank rank) = 0;

    /// Lets go of whatever is still held. `done` is called when the holder has ended, or after its limit.
    virtual void shutdown(std::function<void()> done) = 0;

    /// The process that traces the ranks.
    [[nodiscard]] virtual util::Pid tracer() const = 0;
};

} // namespace dbgr::daemon
