// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/capi/runtime/invitation.h"

#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "util/scheduler.h"

#include <chrono>
#include <memory>
#include <set>
#include <utility>

namespace dbgr::pmix::capi {

namespace {

Info membership(const std::vector<Proc>& members)
{
    return {keys::kGroupMembership, Value::of<DataType::DataArray>(DataArray::of<DataType::Proc>(members))};
}

/// A notice about a group, for some processes and nobody else.
EventNotice noticeFor(Status code, const std::string& group, const std::vector<Proc>& targets)
{
    EventNotice notice;
    notice.code = code;
    notice.infos = {
        Info(keys::kEventCustomRange, Value::of<DataType::DataArray>(DataArray::of<DataType::Proc>(targets))),
        Info(keys::kGroupId, Value::string(group))};
    if (code != Status::GroupInvited) // the rest is for us, not for the program
        notice.infos.emplace_back(keys::kEventNonDefault, Value::boolean(true));
    return notice;
}

bool isAbout(const Event& event, const std::string& group)
{
    const Value* id = event.find(keys::kGroupId);
    return id != nullptr && id->asString() == group;
}

bool isSet(const std::vector<Info>& infos, std::string_view key)
{
    const Value* value = find(infos, key);
    return value != nullptr && value->asBool().value_or(false);
}

/// Waits for events about a group, until it has the one answer to give.
class GroupWait : public std::enable_shared_from_this<GroupWait>
{
public:
    GroupWait(Runtime& runtime, std::string group, Client::Done<InfoReply> done)
        : m_runtime(runtime), m_group(std::move(group)), m_done(std::move(done))
    {}
    virtual ~GroupWait() = default;
    GroupWait(const GroupWait&) = delete;
    GroupWait& operator=(const GroupWait&) = delete;

protected:
    /// Listens; then sends the notice.
    void begin(std::vector<Status> codes, const std::vector<Info>& directives, EventNotice notice)
    {
        EventHandler handler;
        handler.codes = std::move(codes);
        handler.run = [self = shared_from_this()](EventHandler::Id, const Event& event, const std::vector<Info>&,
                                                  const EventHandler::Finish& finish) {
            // Others may listen, too; what is about another group may be for one that is joined later.
            const bool ours = !self->isOver() && isAbout(event, self->group());
            finish(ours ? Status::Success : Status::EventNoActionTaken, {});
            self->heard(event);
        };
        if (const Value* limit = find(directives, keys::kTimeout); limit && limit->asSigned().value_or(0) > 0)
            m_limit = m_runtime.loop().after(std::chrono::seconds(*limit->asSigned()), [weak = weak_from_this()] {
                if (const auto self = weak.lock())
                    self->failed(Status::ErrTimeout, "not everybody answered in time");
            });
        m_runtime.client().registerEvents(
            std::move(handler), [self = shared_from_this(), notice](const util::Result<EventHandler::Id>& id) {
                if (!id)
                    return self->end(util::fail(id.error()));
                self->m_handler = *id;
                if (self->isOver()) // in time for nothing
                    return self->end(InfoReply());
                self->tell(notice, [self](const util::Result<void>& told) {
                    if (!told)
                        self->end(util::fail(told.error()));
                });
            });
    }
    void tell(EventNotice notice, Client::Done<void> done)
    {
        m_runtime.client().notify(std::move(notice), std::move(done));
    }
    void end(util::Result<InfoReply> result)
    {
        m_limit = {};
        if (const auto done = std::exchange(m_done, nullptr))
            done(std::move(result));
        // Not within the handler's own turn, and the handler is what keeps this alive.
        if (const auto handler = std::exchange(m_handler, std::nullopt))
            m_runtime.loop().post(
                [self = shared_from_this(), handler] { (void)self->m_runtime.client().deregisterEvents(*handler); });
    }
    [[nodiscard]] bool isOver() const { return !m_done; }
    [[nodiscard]] const std::string& group() const { return m_group; }
    [[nodiscard]] Runtime& runtime() { return m_runtime; }

    virtual void heard(const Event& event) = 0;
    virtual void failed(Status status, const std::string& why)
    {
        end(util::fail(status, "group " + m_group + ": " + why));
    }

private:
    Runtime& m_runtime;
    std::string m_group;
    Client::Done<InfoReply> m_done;
    std::optional<EventHandler::Id> m_handler;
    util::Subscription m_limit;
};

class Leader final : public GroupWait
{
public:
    Leader(Runtime& runtime, const GroupRequest& request, Client::Done<InfoReply> done)
        : GroupWait(runtime, request.id, std::move(done)), m_request(request), m_members{runtime.client().self()}
    {}

    void begin()
    {
        for (const Proc& each : m_request.members) {
            if (each != m_members.front())
                m_open.insert(each);
        }
        EventNotice notice = noticeFor(Status::GroupInvited, group(), {m_open.begin(), m_open.end()});
        notice.infos.insert(notice.infos.end(), m_request.infos.begin(), m_request.infos.end());
        GroupWait::begin({Status::GroupInviteAccepted, Status::GroupInviteDeclined, Status::GroupInviteFailed},
                         m_request.infos, std::move(notice));
    }

private:
    void heard(const Event& event) override
    {
        const Proc who =
            event.code == Status::GroupInviteFailed ? event.affected().value_or(event.source) : event.source;
        if (isOver() || !isAbout(event, group()) || m_open.erase(who) == 0)
            return;
        if (event.code == Status::GroupInviteAccepted)
            m_members.push_back(who);
        else if (!isSet(m_request.infos, keys::kGroupOptional))
            return failed(Status::GroupConstructAbort, toString(who) + " does not join");
        if (m_open.empty())
            complete();
    }
    void complete()
    {
        EventNotice notice =
            noticeFor(Status::GroupConstructComplete, group(), {m_members.begin() + 1, m_members.end()});
        notice.infos.push_back(membership(m_members));
        if (m_members.size() > 1)
            tell(std::move(notice), [](const util::Result<void>&) {});
        end(InfoReply{Status::Success, {Info(keys::kGroupId, Value::string(group())), membership(m_members)}});
    }
    void failed(Status status, const std::string& why) override
    {
        std::vector<Proc> told(m_members.begin() + 1, m_members.end());
        told.insert(told.end(), m_open.begin(), m_open.end());
        if (!told.empty())
            tell(noticeFor(Status::GroupConstructAbort, group(), told), [](const util::Result<void>&) {});
        GroupWait::failed(status, why);
    }

    GroupRequest m_request;
    std::set<Proc> m_open; ///< who has not answered yet
    std::vector<Proc> m_members;
};

class Invited final : public GroupWait
{
public:
    using GroupWait::GroupWait;

    void begin(const Proc& leader, const std::vector<Info>& infos)
    {
        GroupWait::begin({Status::GroupConstructComplete, Status::GroupConstructAbort}, infos,
                         noticeFor(Status::GroupInviteAccepted, group(), {leader}));
    }

private:
    void heard(const Event& event) override
    {
        if (isOver() || !isAbout(event, group()))
            return;
        if (event.code == Status::GroupConstructAbort)
            return failed(Status::GroupConstructAbort, "its leader gave it up");
        InfoReply reply;
        for (const auto& key : {keys::kGroupId, keys::kGroupMembership, keys::kGroupContextId}) {
            if (const Value* value = event.find(key))
                reply.infos.emplace_back(key, *value);
        }
        end(std::move(reply));
    }
};

} // namespace

void inviteToGroup(Runtime& runtime, const GroupRequest& request, Client::Done<InfoReply> done)
{
    bool invitesOthers = false;
    for (const Proc& each : request.members) {
        if (each.rank == kRankWildcard || each.rank == kRankLocalNode || each.rank == kRankUndef)
            return done(util::fail(Status::ErrBadParam, "inviting to group " + request.id + ": name each process"));
        invitesOthers = invitesOthers || each != runtime.client().self();
    }
    if (!invitesOthers)
        return done(util::fail(Status::ErrBadParam, "inviting to group " + request.id + ": nobody is named"));
    std::make_shared<Leader>(runtime, request, std::move(done))->begin();
}

void answerInvitation(Runtime& runtime, const std::string& group, const Proc& leader, bool accept,
                      const std::vector<Info>& infos, Client::Done<InfoReply> done)
{
    if (accept)
        return std::make_shared<Invited>(runtime, group, std::move(done))->begin(leader, infos);
    runtime.client().notify(noticeFor(Status::GroupInviteDeclined, group, {leader}),
                            [done = std::move(done)](const util::Result<void>& told) {
                                done(told ? util::Result<InfoReply>(InfoReply()) : util::fail(told.error()));
                            });
}

} // namespace dbgr::pmix::capi
