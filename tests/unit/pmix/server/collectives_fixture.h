// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives of two jobs, "a" of four ranks and "b" of two, with a host that answers as it is told. Time stands still.
#pragma once

#include "pmix/server/collectives.h"
#include "pmix/types/keys.h"
#include "tests/support/net/manual_scheduler.h"
#include "tests/unit/pmix/server/server_data.h"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dbgr::test {

/// Answers at once, or keeps what it was asked.
class CollectivesHost final : public pmix::ServerHost
{
public:
    void fence(const std::vector<pmix::Proc>& /*procs*/, const std::vector<pmix::Info>& /*infos*/,
               std::vector<pmix::ProcValues> data, pmix::Answer<std::vector<pmix::ProcValues>> answer) override
    {
        fenced.push_back(data);
        if (holds)
            held = std::move(answer);
        else
            answer(std::move(data));
    }

    void group(pmix::GroupOperation operation, const std::string& id, const std::vector<pmix::Proc>& procs,
               const std::vector<pmix::Info>& infos, pmix::Answer<pmix::InfoReply> answer) override
    {
        groups.push_back({operation, id, procs, infos});
        if (holdsGroups)
            heldGroup = std::move(answer);
        else if (groupError)
            answer(util::fail(*groupError, "the host refuses"));
        else
            answer(groupAnswer);
    }

    struct GroupCall
    {
        pmix::GroupOperation operation;
        std::string id;
        std::vector<pmix::Proc> procs;
        std::vector<pmix::Info> infos;
    };
    std::vector<GroupCall> groups;
    pmix::InfoReply groupAnswer;
    std::optional<pmix::Status> groupError;
    bool holdsGroups = false;
    pmix::Answer<pmix::InfoReply> heldGroup;
    bool holds = false;
    std::vector<std::vector<pmix::ProcValues>> fenced;
    pmix::Answer<std::vector<pmix::ProcValues>> held;
};

struct CollectivesFixture
{
    explicit CollectivesFixture(util::Duration limit = util::Duration::zero())
        : collectives(scheduler, jobs, host, limit)
    {
        (void)jobs.add(makeJob("a", 4));
        (void)jobs.add(makeJob("b", 2));
    }

    Got<void>& fence(const pmix::Requester& who, std::vector<pmix::Proc> procs, std::vector<pmix::Info> infos = {})
    {
        collectives.fence(who, pmix::CollectiveRequest{std::move(procs), std::move(infos)},
                          results.emplace_back().answer());
        return results.back();
    }
    Got<void>& fence(std::uint32_t rank) { return fence(client("a", rank), {wholeJob("a")}); }
    Got<void>& disconnect(const pmix::Requester& who, std::vector<pmix::Proc> procs)
    {
        collectives.disconnect(who, pmix::CollectiveRequest{std::move(procs), {}}, results.emplace_back().answer());
        return results.back();
    }
    Got<void>& destruct(const pmix::Requester& who, const std::string& id, std::vector<pmix::Proc> members = {})
    {
        collectives.destructGroup(who, pmix::GroupRequest{id, std::move(members), {}}, results.emplace_back().answer());
        return results.back();
    }
    Got<std::vector<pmix::JobInfo>>& connect(const pmix::Requester& who, std::vector<pmix::Proc> procs,
                                             std::optional<pmix::Info> endpoint = {})
    {
        collectives.connect(who, pmix::ConnectRequest{{std::move(procs), {}}, std::move(endpoint)},
                            connected.emplace_back().answer());
        return connected.back();
    }
    Got<pmix::GroupReply>& construct(const pmix::Requester& who, const std::string& id, std::vector<pmix::Proc> members,
                                     std::vector<pmix::Info> infos = {})
    {
        collectives.constructGroup(who, pmix::GroupRequest{id, std::move(members), std::move(infos)},
                                   groups.emplace_back().answer());
        return groups.back();
    }
    pmix::Departure end(const pmix::Proc& process)
    {
        jobs.processEnded(process);
        return collectives.processEnded(process);
    }

    ManualScheduler scheduler;
    CollectivesHost host;
    pmix::JobStore jobs{scheduler, [](const pmix::Proc&, const std::vector<pmix::Info>&,
                                      const pmix::Answer<std::vector<pmix::ProcValues>>&) {}};
    pmix::Collectives collectives;
    std::deque<Got<void>> results;
    std::deque<Got<std::vector<pmix::JobInfo>>> connected;
    std::deque<Got<pmix::GroupReply>> groups;
};

inline pmix::Info flag(std::string_view key)
{
    return pmix::Info(key, pmix::Value::boolean(true));
}

inline pmix::Info timeout(int seconds)
{
    return pmix::Info(pmix::keys::kTimeout, pmix::Value::of<pmix::DataType::Int>(seconds));
}

} // namespace dbgr::test
