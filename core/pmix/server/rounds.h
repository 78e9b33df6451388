// SPDX-License-Identifier: BSD-3-Clause
// Gathers the processes of this node for one collective after the other. Knows nothing of what they do together.
// Thread: its scheduler's.
//
// Flow: 1. arrive() for each participant  2. the last one here runs its `gathered`, which asks the host
//       3. the host's answer, a timeout or the end of a participant answers all who wait.
#pragma once

#include "pmix/server/participants.h"
#include "pmix/server/requester.h"
#include "pmix/types/info.h"
#include "pmix/types/proc.h"
#include "pmix/types/status.h"
#include "util/lifetime.h"
#include "util/scheduler.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::pmix {

enum class CollectiveKind
{
    Fence,
    Connect,
    Disconnect,
    ConstructGroup,
    DestructGroup,
};

/// Which collective an arrival belongs to.
struct RoundKey
{
    CollectiveKind kind = CollectiveKind::Fence;
    std::string name; ///< of a group
    Participants participants;

    friend auto operator<=>(const RoundKey&, const RoundKey&) = default;
};

/// What to do about a participant that ends before it arrives.
enum class Absence
{
    Fails,   ///< who waits is told of it
    Excused, ///< the others go on without it
};

/// What a round has when all are here.
struct Gathered
{
    std::vector<Proc> came;                    ///< those that did, in order
    std::map<Proc, std::vector<Info>> brought; ///< Arrival::brings of those that had something
    bool wantsMore = false;                    ///< any of them
    std::optional<util::TimePoint> deadline;   ///< of the first that has one
};

struct Arrival
{
    RoundKey key;
    /// Participants that must arrive at this server; asked for when a round begins.
    std::function<std::vector<Proc>()> here;
    std::size_t leaders = 0; ///< so many are to come beside these, whoever they are
    Requester who;
    Absence absence = Absence::Fails;
    bool wantsMore = false;   ///< of a fence: data; of a group: a context id
    std::vector<Info> brings; ///< for the others: PMIX_GROUP_INFO
    std::optional<util::Duration> limit;
    /// Runs when all are here: to ask the host, and to call `done` with what it says. Of the last one to arrive.
    std::function<void(const Gathered& gathered, Answer<void> done)> gathered;
    Answer<void> answer;
};

class Rounds
{
public:
    /// Collectives that one asker may wait for at once.
    static constexpr std::size_t kMaxPerPeer = 256;

    using HasEnded = std::function<bool(const Proc&)>;

    Rounds(util::Scheduler& scheduler, HasEnded hasEnded) : m_scheduler(scheduler), m_hasEnded(std::move(hasEnded)) {}

    /// \errors (of its answer) ErrTimeout, ErrOutOfResource, the host's; ErrLostConnection, for groups
    /// GroupMemberFailed: a participant ended and is not excused; ErrBadParam: others expect another number of leaders
    void arrive(Arrival arrival);
    /// Its answers are dropped. It counts as arrived all the same, where it had.
    void dropPeer(PeerId peer);
    /// It left PMIx, but may come back: a program may call PMIx_Init again, and MPI programs with sessions do. Rounds
    /// that excuse it go on, all others wait on.
    void processFinalized(const Proc& proc);
    void processEnded(const Proc& proc);
    /// Rounds of this key do not wait for it any more.
    void excuse(const RoundKey& key, const Proc& proc);

    /// What those are told who waited for a process that has ended.
    [[nodiscard]] static util::Error lost(const Proc& proc, CollectiveKind kind);

private:
    /// The number tells rounds of one key apart: a process may begin the next before the last has ended.
    using Id = std::pair<RoundKey, std::uint64_t>;
    struct Waiting
    {
        PeerId peer;
        Answer<void> answer;
    };
    struct Round
    {
        std::set<Proc> missing;
        std::size_t leaders = 0;
        Gathered gathering;
        std::vector<Waiting> waiting;
        Absence absence = Absence::Fails;
        decltype(Arrival::gathered) gathered;
        util::Subscription timer;

        [[nodiscard]] bool isComplete() const { return missing.empty() && gathering.came.size() >= leaders; }
        [[nodiscard]] bool awaits(const Proc& proc) const;
    };
    using Table = std::map<Id, Round>;

    [[nodiscard]] Table::iterator openRound(const Arrival& arrival);
    [[nodiscard]] util::Result<Table::iterator> newRound(const Arrival& arrival);
    void limit(Table::iterator round, const Arrival& arrival);
    void finishGathering(const Id& id);
    void end(const Id& id, const util::Result<void>& result);

    util::Scheduler& m_scheduler;
    HasEnded m_hasEnded;
    std::uint64_t m_nextNumber = 0;
    Table m_rounds;
    std::map<PeerId, std::size_t> m_perPeer;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::pmix
