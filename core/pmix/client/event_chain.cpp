// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/client/event_chain.h"

#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"

#include <algorithm>
#include <utility>

namespace dbgr::pmix {

namespace {

bool isNonDefault(const Event& event)
{
    const Value* flag = event.find(keys::kEventNonDefault);
    return flag != nullptr && flag->asBool().value_or(false);
}

bool meets(const Proc& a, const Proc& b)
{
    return a.nspace == b.nspace && (a.rank == b.rank || a.rank == kRankWildcard || b.rank == kRankWildcard);
}

/// Whom an event is about; nobody in particular: empty.
std::vector<Proc> affectedBy(const Event& event)
{
    std::vector<Proc> procs;
    if (const Value* one = event.find(keys::kEventAffectedProc))
        if (auto proc = one->asProc())
            procs.push_back(*std::move(proc));
    if (const Value* some = event.find(keys::kEventAffectedProcs))
        if (const DataArray* array = some->asArray())
            if (auto more = array->elementsAs<DataType::Proc>())
                procs.insert(procs.end(), more->begin(), more->end());
    return procs;
}

bool accepts(const EventHandler& handler, const Event& event)
{
    const bool codeFits = handler.codes.empty() ? !isNonDefault(event)
                                                : std::ranges::find(handler.codes, event.code) != handler.codes.end();
    if (!codeFits || handler.affected.empty())
        return codeFits;
    const std::vector<Proc> affected = affectedBy(event);
    return affected.empty() || std::ranges::any_of(affected, [&](const Proc& each) {
               return std::ranges::any_of(handler.affected, [&](const Proc& wanted) { return meets(each, wanted); });
           });
}

} // namespace

EventChain::Group EventChain::groupOf(const EventHandler& handler)
{
    if (handler.place == EventHandler::Place::First)
        return kFirst;
    if (handler.place == EventHandler::Place::Last)
        return kLast;
    if (handler.codes.empty())
        return kDefault;
    return handler.codes.size() == 1 ? kSingle : kMulti;
}

util::Result<EventChain::Id> EventChain::add(EventHandler handler)
{
    using Place = EventHandler::Place;
    const Group group = groupOf(handler);
    std::list<Entry>& entries = m_groups[group];
    if ((group == kFirst || group == kLast) && !entries.empty())
        return util::fail(Status::ErrEventRegistration, group == kFirst ? "there is a first event handler already"
                                                                        : "there is a last event handler already");
    auto position = handler.place == Place::Append ? entries.end() : entries.begin();
    if (handler.place == Place::Before || handler.place == Place::After) {
        position =
            std::ranges::find_if(entries, [&](const Entry& each) { return each.handler.name == handler.neighbour; });
        if (position == entries.end())
            return util::fail(Status::ErrNotFound,
                              "no event handler of this kind is named \"" + handler.neighbour + "\"");
        if (handler.place == Place::After)
            ++position;
    }
    const Id id = m_next++;
    entries.insert(position, Entry{id, std::move(handler)});
    return id;
}

util::Result<std::vector<Status>> EventChain::remove(Id id)
{
    for (auto& entries : m_groups) {
        const auto found = std::ranges::find(entries, id, &Entry::id);
        if (found == entries.end())
            continue;
        std::vector<Status> codes = std::move(found->handler.codes);
        entries.erase(found);
        return codes;
    }
    return util::fail(Status::ErrNotFound, "there is no event handler " + std::to_string(id));
}

const EventHandler* EventChain::find(Id id) const
{
    for (const auto& entries : m_groups) {
        const auto found = std::ranges::find(entries, id, &Entry::id);
        if (found != entries.end())
            return &found->handler;
    }
    return nullptr;
}

std::vector<EventChain::Id> EventChain::chosen(const Event& event) const
{
    std::vector<Id> ids;
    for (const auto& entries : m_groups)
        for (const Entry& each : entries)
            if (accepts(each.handler, event))
                ids.push_back(each.id);
    return ids;
}

bool EventChain::wants(const Event& event) const
{
    return !chosen(event).empty();
}

void EventChain::raise(Event event, Done done)
{
    auto round = std::make_shared<Round>();
    round->left = chosen(event);
    std::ranges::reverse(round->left);
    round->event = std::move(event);
    round->done = std::move(done);
    step(round);
}

void EventChain::raiseFor(Id id, Event event, Done done)
{
    auto round = std::make_shared<Round>();
    const EventHandler* handler = find(id);
    if (handler != nullptr && accepts(*handler, event))
        round->left = {id};
    round->event = std::move(event);
    round->done = std::move(done);
    step(round);
}

void EventChain::step(const std::shared_ptr<Round>& round)
{
    while (!round->left.empty() && find(round->left.back()) == nullptr)
        round->left.pop_back(); // removed meanwhile
    if (round->left.empty()) {
        if (const auto done = std::exchange(round->done, nullptr))
            done(round->handled);
        return;
    }
    const Id id = round->left.back();
    round->left.pop_back();
    const EventHandler handler = *find(id); // it may remove itself
    if (handler.oneshot && remove(id) && m_ended)
        m_ended(handler.codes);
    // Taken at the first call: a handler may call its finish twice.
    auto turn = std::make_shared<std::shared_ptr<Round>>(round);
    const EventHandler::Finish finish =
        m_lifetime.guard([this, turn, name = handler.name](Status status, std::vector<Info> results) {
            const std::shared_ptr<Round> taken = std::exchange(*turn, nullptr);
            if (!taken)
                return;
            results.insert(results.begin(), Info(name, Value::of<DataType::Status>(status)));
            taken->results.insert(taken->results.begin(), results.begin(), results.end());
            taken->handled = taken->handled || status != Status::EventNoActionTaken;
            if (status == Status::EventActionComplete)
                taken->left.clear();
            step(taken);
        });
    const std::vector<Info> results = round->results;
    handler.run(id, round->event, results, finish);
}

} // namespace dbgr::pmix
