// SPDX-License-Identifier: BSD-3-Clause
// Operations that processes do together: fence, connect, disconnect, group construct and destruct. Collects the
// participants of this node, then asks the host, then answers all. No socket. Thread: its owner's.
//
// Invitations to a group and their acceptance are events between its members: nothing is to be done for them here.
#pragma once

#include "pmix/ops/connect.h"
#include "pmix/ops/fence.h"
#include "pmix/ops/group.h"
#include "pmix/server/group_joiners.h"
#include "pmix/server/job_store.h"
#include "pmix/server/participants.h"
#include "pmix/server/requester.h"
#include "pmix/server/rounds.h"
#include "pmix/server/server_host.h"
#include "util/lifetime.h"
#include "util/scheduler.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::pmix {

/// Those who are to be told when a process ends without having disconnected, or left its groups.
/// \std PMIx_Connect; PMIX_GROUP_NOTIFY_TERMINATION
struct Departure
{
    struct Group
    {
        std::string id;
        std::vector<Proc> members; ///< that remain
        bool notify = false;       ///< a member wants all to be told. \std PMIX_GROUP_NOTIFY_TERMINATION
    };
    std::vector<Proc> connected;
    std::vector<Group> groups;
};

class Collectives
{
public:
    /// Groups and connections that may exist at once, and bytes of a group's name.
    static constexpr std::size_t kMaxGroups = 4096;
    static constexpr std::size_t kMaxConnections = 4096;
    static constexpr std::size_t kMaxGroupNameBytes = 255; ///< PMIX_MAX_NSLEN
    /// What the members of one group may tell each other, in bytes of all their values together.
    static constexpr std::size_t kMaxGroupInfoBytes = std::size_t{4} << 20;

    /// \param limit for a collective without PMIX_TIMEOUT; zero: none
    Collectives(util::Scheduler& scheduler, JobStore& jobs, ServerHost& host, util::Duration limit);

    /// With PMIX_COLLECT_DATA of any of them, the host gets what all have put for other nodes.
    /// \errors (of all answers) ErrTimeout; ErrBadParam: the asker is not among the participants; ErrOutOfResource;
    /// those of the host; ErrLostConnection, as libpmix's servers say, and for groups GroupMemberFailed: a participant
    /// ended before it arrived, be it before the first one asked
    void fence(const Requester& who, const CollectiveRequest& request, Answer<void> answer);
    /// The answer has the job information of all namespaces that take part.
    void connect(const Requester& who, const ConnectRequest& request, Answer<std::vector<JobInfo>> answer);
    /// Does not wait for those that have ended, nor does it ask whether they were connected.
    void disconnect(const Requester& who, const CollectiveRequest& request, Answer<void> answer);
    /// Assigns a context id when PMIX_GROUP_ASSIGN_CONTEXT_ID asks for one. With PMIX_GROUP_OPTIONAL the group is made
    /// of those that live. Other processes may have a group of the same name; the same ones get a new context id.
    /// What members give as PMIX_GROUP_INFO is found by PMIx_Get, with the context id as a qualifier.
    ///
    /// Who is in it need not be known to all. With PMIX_GROUP_BOOTSTRAP it is made by so many leaders, whoever they
    /// are: processes of this server, each of which names itself or nobody. Those that any of them names as
    /// PMIX_GROUP_ADD_MEMBERS come by a request without members, before or after the others. Makers come first in the
    /// list of members, by name, and PMIX_GROUP_FINAL_MEMBERSHIP_ORDER puts it into another order.
    /// \errors also ErrBadParam: a name that is too long, infos that are none, an order that names who is no member,
    /// leaders that do not agree how many they are; ErrOutOfResource: too many of them; ErrNotSupported: a process of
    /// another node is to be added
    void constructGroup(const Requester& who, const GroupRequest& request, Answer<GroupReply> answer);
    /// Does not wait for members that have ended. \errors also ErrNotFound
    void destructGroup(const Requester& who, const GroupRequest& request, Answer<void> answer);
    /// \return the members that remain \errors ErrNotFound: it is in no such group
    [[nodiscard]] util::Result<std::vector<Proc>> leaveGroup(const Requester& who, const std::string& id);

    [[nodiscard]] std::vector<std::string> groupNames() const;
    /// Null when there is none; of several groups of that name, any.
    [[nodiscard]] const std::vector<Proc>* groupMembers(const std::string& id) const;

    void dropPeer(PeerId peer);
    /// It left PMIx, but lives, and may call PMIx_Init again, as MPI programs with sessions do: collectives still wait
    /// for it, but those to which it need not come. Its connections end, and it is in no group any more.
    void processFinalized(const Proc& proc);
    /// Its connections end, it is in no group any more, and collectives go on or fail. \return whom it leaves behind
    Departure processEnded(const Proc& proc);

private:
    struct Group
    {
        std::vector<Proc> members;
        std::optional<std::uint64_t> contextId;
        bool notifyTermination = false;
    };
    /// By name and those who made it; of a bootstrap, by name alone.
    using Groups = std::map<std::pair<std::string, Participants>, Group>;

    [[nodiscard]] std::optional<util::Duration> limitOf(std::span<const Info> infos) const;
    [[nodiscard]] util::Result<Arrival> arrivalOf(CollectiveKind kind, const Requester& who,
                                                  const CollectiveRequest& request) const;
    [[nodiscard]] std::vector<JobInfo> jobsOf(const Participants& participants) const;
    [[nodiscard]] util::Result<void> takeEndpoint(const Requester& who, const std::optional<Info>& endpoint);
    [[nodiscard]] util::Result<Arrival> arrivalAtGroup(const Requester& who, const GroupRequest& request) const;
    void askIntoGroup(const Groups::key_type& key, const Requester& who, Absence absence,
                      const std::vector<Info>& infos, const Gathered& makers, const Answer<void>& done);
    void makeGroup(const Groups::key_type& key, std::vector<Proc> members, const std::vector<Info>& infos,
                   const Gathered& all, const Answer<void>& done);
    [[nodiscard]] util::Result<void> formGroup(const Groups::key_type& key, const std::vector<Proc>& asked,
                                               const Gathered& gathered, const InfoReply& host);
    [[nodiscard]] util::Result<GroupReply> replyOf(const Groups::key_type& key) const;
    void forget(const Group& group);
    Departure depart(const Proc& proc);
    [[nodiscard]] Groups::iterator groupOf(const std::string& id, const Proc& member);

    JobStore& m_jobs;
    ServerHost& m_host;
    const util::Duration m_limit;
    /// How often each set of processes is connected.
    std::map<Participants, std::size_t> m_connections;
    Groups m_groups;
    /// Counts down, as PRRTE's: MPI libraries count theirs up.
    std::uint64_t m_nextContextId = UINT32_MAX;
    Rounds m_rounds;
    GroupJoiners m_joiners;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::pmix
