// SPDX-License-Identifier: BSD-3-Clause
// Processes that others want in their group: they name the group alone, and may come before or after those who want
// them. Brings both together. \std PMIX_GROUP_ADD_MEMBERS. Thread: its scheduler's.
#pragma once

#include "pmix/ops/group.h"
#include "pmix/server/job_store.h"
#include "pmix/server/requester.h"
#include "pmix/server/rounds.h"
#include "pmix/types/info.h"
#include "pmix/types/proc.h"
#include "util/scheduler.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace dbgr::pmix {

class GroupJoiners
{
public:
    /// Groups that one process may wait to be asked into.
    static constexpr std::size_t kMaxPerPeer = 256;

    struct Joiner
    {
        Requester who;
        std::vector<Info> brings; ///< as Arrival::brings
        bool wantsMore = false;   ///< a context id
        std::optional<util::Duration> limit;
        Answer<GroupReply> answer;
    };
    /// What a group asks for.
    struct Call
    {
        std::string group;
        std::set<Proc> makers;  ///< when one of them ends, it is as if one of the missing did
        std::set<Proc> missing; ///< may be empty, and have some that have ended
        Absence absence = Absence::Fails;
        std::optional<util::TimePoint> deadline;
        /// Gets all, in order of their names, and has to answer them; or the error that they were told as well.
        /// \errors ErrTimeout, GroupMemberFailed
        Answer<std::vector<Joiner>> done;
    };

    GroupJoiners(util::Scheduler& scheduler, const JobStore& jobs) : m_scheduler(scheduler), m_jobs(jobs) {}

    /// \errors (of its answer) ErrTimeout, GroupMemberFailed; ErrOutOfResource: it waits for too many groups
    void join(const std::string& group, Joiner joiner);
    void call(Call call);
    /// It is not answered any more. One that was asked for counts as having come all the same.
    void dropPeer(PeerId peer);
    void processEnded(const Proc& proc);

private:
    /// Nobody has asked for it yet.
    struct Waiting
    {
        std::string group;
        Joiner joiner;
        util::Subscription timer;
    };
    struct Open
    {
        Call call;
        std::vector<Joiner> came;
        util::Subscription timer;
    };
    using Calls = std::map<std::uint64_t, Open>;

    void come(Calls::iterator call, Joiner joiner);
    void end(std::uint64_t number);
    void fail(std::uint64_t number, const util::Error& why);

    util::Scheduler& m_scheduler;
    const JobStore& m_jobs;
    std::uint64_t m_nextNumber = 0;
    std::list<Waiting> m_waiting; ///< in order of their coming
    Calls m_calls;
};

} // namespace dbgr::pmix
