// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/group_terms.h"

#include "pmix/server/directives.h"
#include "pmix/server/participants.h"
#include "pmix/server/value_size.h"
#include "pmix/types/data_array.h"
#include "pmix/types/keys.h"
#include "pmix/types/status.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace dbgr::pmix {

namespace {

constexpr std::array kForTheGroup{keys::kGroupInfo, keys::kGroupNotifyTermination, keys::kGroupAddMembers,
                                  keys::kGroupFinalMembershipOrder};
/// How its members come together: nothing that a host has to know, which is told who they are.
constexpr std::array kOfTheMembers{keys::kGroupBootstrap, keys::kGroupAddMembers, keys::kGroupFinalMembershipOrder};

bool isProcess(const Proc& proc)
{
    return !proc.nspace.empty() && proc.rank < kRankInvalid;
}

/// \param what the attribute, for the error
util::Result<std::vector<Proc>> processesIn(const Value& value, std::string_view what)
{
    const DataArray* array = value.asArray();
    auto procs = array != nullptr ? array->elementsAs<DataType::Proc>() : std::nullopt;
    if (!procs)
        return util::fail(Status::ErrBadParam, std::string(what) + " is no array of processes");
    return *std::move(procs);
}

} // namespace

std::vector<Info> forTheGroup(std::span<const Info> infos)
{
    std::vector<Info> found;
    for (const Info& each : infos)
        if (std::ranges::count(kForTheGroup, each.key) != 0)
            found.push_back(each);
    return found;
}

util::Result<std::size_t> leadersIn(std::span<const Info> infos)
{
    const Value* value = find(infos, keys::kGroupBootstrap);
    if (value == nullptr)
        return 0;
    const auto leaders = value->asUnsigned();
    if (!leaders || *leaders == 0)
        return util::fail(Status::ErrBadParam, "PMIX_GROUP_BOOTSTRAP is the number of the group's leaders");
    return static_cast<std::size_t>(*leaders);
}

util::Result<std::vector<Proc>> addedTo(const JobStore& jobs, const Requester& who, std::span<const Proc> members,
                                        const Gathered& makers)
{
    std::vector<Proc> list;
    for (const auto& [proc, brought] : makers.brought) {
        const Value* value = find(brought, keys::kGroupAddMembers);
        if (value == nullptr)
            continue;
        DBGR_TRY(const std::vector<Proc> named, processesIn(*value, "PMIX_GROUP_ADD_MEMBERS"));
        list.insert(list.end(), named.begin(), named.end());
    }
    if (list.empty())
        return list;
    list.push_back(who.proc()); // who asks is always among those who take part
    DBGR_TRY(const Participants participants, Participants::of(jobs, who, list));
    std::vector<Proc> added = participants.all(jobs);
    const std::set<Proc> already(members.begin(), members.end());
    std::erase_if(added, [&](const Proc& each) { return already.contains(each); });
    for (const Proc& each : added)
        if (jobs.find(each.nspace) != nullptr && !jobs.isHere(each))
            return util::fail(Status::ErrNotSupported, toString(each) + " is on another node, and cannot be added");
    return added;
}

util::Result<void> putInOrder(std::vector<Proc>& members, const Gathered& all)
{
    std::optional<std::vector<Proc>> order;
    for (const auto& [proc, brought] : all.brought) {
        const Value* value = find(brought, keys::kGroupFinalMembershipOrder);
        if (value == nullptr)
            continue;
        DBGR_TRY(std::vector<Proc> named, processesIn(*value, "PMIX_GROUP_FINAL_MEMBERSHIP_ORDER"));
        if (order && *order != named)
            return util::fail(Status::ErrBadParam, "the members of the group want different orders of it");
        order = std::move(named);
    }
    if (!order)
        return util::ok();
    std::vector<Proc> rest = members;
    for (const Proc& each : *order)
        if (std::erase(rest, each) == 0)
            return util::fail(Status::ErrBadParam,
                              toString(each) + " is no member, or named twice, in the group's order");
    members = *std::move(order);
    members.insert(members.end(), rest.begin(), rest.end());
    return util::ok();
}

util::Result<std::vector<KeyValue>> valuesFor(std::span<const Info> brought)
{
    std::vector<KeyValue> values;
    for (const Info& each : brought) {
        if (each.key != keys::kGroupInfo)
            continue;
        const std::vector<Info>* infos = each.value.asInfos();
        if (infos == nullptr)
            return util::fail(Status::ErrBadParam, "PMIX_GROUP_INFO is no array of infos");
        for (const Info& info : *infos)
            if (!info.key.empty() && info.key.size() <= kMaxKeyBytes)
                values.push_back({info.key, info.value});
    }
    return values;
}

std::vector<Info> withAllBrought(std::vector<Info> infos, const Gathered& all)
{
    std::erase_if(infos, [](const Info& info) {
        return info.key == keys::kGroupInfo || std::ranges::count(kOfTheMembers, info.key) != 0;
    });
    for (const auto& [proc, brought] : all.brought)
        for (const Info& info : brought)
            if (info.key == keys::kGroupInfo)
                infos.push_back(info);
    if (all.wantsMore && !hasFlag(infos, keys::kGroupAssignContextId))
        infos.emplace_back(std::string(keys::kGroupAssignContextId), Value::boolean(true));
    return infos;
}

std::optional<std::vector<Proc>> membersIn(const InfoReply& host)
{
    const Value* membership = find(host.infos, keys::kGroupMembership);
    if (membership == nullptr)
        return std::nullopt;
    auto members = processesIn(*membership, "PMIX_GROUP_MEMBERSHIP");
    if (!members || members->empty() || !std::ranges::all_of(*members, isProcess))
        return std::nullopt;
    return *std::move(members);
}

std::optional<std::uint64_t> contextIdIn(const InfoReply& host)
{
    const Value* id = find(host.infos, keys::kGroupContextId);
    return id ? id->asUnsigned() : std::nullopt;
}

} // namespace dbgr::pmix
