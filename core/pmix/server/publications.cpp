// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/publications.h"

#include "pmix/server/directives.h"
#include "pmix/server/value_size.h"
#include "pmix/types/all_types.h"
#include "pmix/types/keys.h"
#include "pmix/types/status.h"

#include <algorithm>
#include <set>
#include <utility>

namespace dbgr::pmix {

namespace {

/// An item's own fields, and a process of a custom range.
constexpr std::size_t kItemOverhead = 128;
constexpr std::size_t kProcOverhead = 128;

/// A range that says to whom something is open; nothing for one that makes no sense here.
std::optional<DataRange> rangeOf(std::span<const Info> infos)
{
    const Value* value = find(infos, keys::kRange);
    const auto number = value == nullptr ? std::optional<std::uint64_t>(0) : value->asUnsigned();
    if (!number || *number > static_cast<std::uint64_t>(DataRange::ProcLocal))
        return std::nullopt;
    const auto range = static_cast<DataRange>(*number);
    return range == DataRange::Undef ? DataRange::Session : range;
}

std::optional<Persistence> persistenceOf(std::span<const Info> infos)
{
    const Value* value = find(infos, keys::kPersistence);
    if (value == nullptr)
        return Persistence::App;
    const auto number = value->asUnsigned();
    if (!number || *number > static_cast<std::uint64_t>(Persistence::Session))
        return std::nullopt;
    return static_cast<Persistence>(*number);
}

ProcSet customRangeOf(std::span<const Info> infos)
{
    const Value* value = find(infos, keys::kEventCustomRange);
    return value == nullptr ? ProcSet() : ProcSet::of(*value).value_or(ProcSet());
}

/// Whether `proc` is in the range of `owner`.
bool isIn(DataRange range, const Proc& owner, const Proc& proc, const ProcSet* custom)
{
    switch (range) {
    case DataRange::ProcLocal:
        return owner == proc;
    case DataRange::Namespace:
        return owner.nspace == proc.nspace;
    case DataRange::Custom:
        return owner == proc || (custom != nullptr && custom->contains(proc));
    default:
        return true;
    }
}

/// How many a range takes in, as an order.
int widthOf(DataRange range)
{
    switch (range) {
    case DataRange::ProcLocal:
        return 0;
    case DataRange::Custom:
        return 1;
    case DataRange::Namespace:
        return 2;
    case DataRange::Local:
        return 3;
    default:
        return 4;
    }
}

/// How many keys must be there before the lookup is answered.
std::size_t neededBy(const LookupRequest& request)
{
    const Value* wait = find(request.infos, keys::kWait);
    const auto count = wait == nullptr ? std::nullopt : wait->asUnsigned();
    const std::size_t all = std::set<std::string>(request.keys.begin(), request.keys.end()).size();
    return count.value_or(0) == 0 ? all : std::min<std::size_t>(*count, all);
}

} // namespace

// ---- Publish

/// Whether both cannot have the same key.
bool Publications::Item::sharesRangeWith(const Item& other) const
{
    if (uid != other.uid || range != other.range)
        return false;
    switch (range) {
    case DataRange::ProcLocal:
    case DataRange::Custom:
        return owner == other.owner;
    case DataRange::Namespace:
        return owner.nspace == other.owner.nspace;
    default:
        return true;
    }
}

std::size_t Publications::costOf(const std::string& key, const Value& value, const Item& item)
{
    const std::size_t named = item.custom == nullptr ? 0 : item.custom->size();
    return kItemOverhead + sizeOf(key, value) + named * kProcOverhead;
}

util::Result<void> Publications::check(const Item& item, std::span<const Info> data) const
{
    std::set<std::string_view> keys;
    std::size_t bytes = 0;
    for (const Info& each : data) {
        if (each.key.empty() || each.key.size() > kMaxKeyBytes)
            return util::fail(Status::ErrBadParam,
                              "a key must have 1 to " + std::to_string(kMaxKeyBytes) + " bytes to be published");
        bytes += costOf(each.key, each.value, item);
        bool isTaken = !keys.insert(each.key).second;
        for (auto [other, end] = m_items.equal_range(each.key); other != end; ++other)
            isTaken = isTaken || other->second.sharesRangeWith(item);
        if (isTaken)
            return util::fail(Status::ErrDuplicateKey, "\"" + each.key + "\" is published already");
    }
    const auto held = m_held.find(item.uid);
    const Held before = held == m_held.end() ? Held() : held->second;
    if (before.items + data.size() > kMaxItems || before.bytes + bytes > kMaxBytes)
        return util::fail(Status::ErrOutOfResource, "too much is published already");
    return util::ok();
}

util::Result<void> Publications::publish(const Requester& who, const PublishRequest& request)
{
    const auto range = rangeOf(request.infos);
    const auto persistence = persistenceOf(request.infos);
    if (!range || *range == DataRange::ResourceManager || !persistence)
        return util::fail(Status::ErrBadParam, "the range or the persistence of what is published makes no sense");
    Item item{who.proc(), who.ids.uid, *range, *persistence, {}, {}};
    if (*range == DataRange::Custom)
        item.custom = std::make_shared<const ProcSet>(customRangeOf(request.infos));

    std::vector<Info> data;
    std::ranges::copy_if(request.infos, std::back_inserter(data),
                         [](const Info& each) { return !isReservedKey(each.key); });
    if (data.empty())
        return util::fail(Status::ErrBadParam, "there is nothing to publish");
    DBGR_TRY(check(item, data));

    Held& held = m_held[item.uid];
    for (Info& each : data) {
        ++held.items;
        held.bytes += costOf(each.key, each.value, item);
        item.value = std::move(each.value);
        m_items.emplace(std::move(each.key), item);
    }
    wake();
    return util::ok();
}

// ---- Lookup

/// The item that the asker may see, of the narrowest range.
Publications::Items::iterator Publications::find(const Requester& who, const std::string& key, DataRange within)
{
    auto best = m_items.end();
    for (auto [each, end] = m_items.equal_range(key); each != end; ++each) {
        const Item& item = each->second;
        const bool isOpen = item.uid == who.ids.uid && isIn(item.range, item.owner, who.proc(), item.custom.get());
        const bool isNear = within == DataRange::Custom || isIn(within, item.owner, who.proc(), nullptr);
        if (isOpen && isNear && (best == m_items.end() || widthOf(item.range) < widthOf(best->second.range)))
            best = each;
    }
    return best;
}

/// What there is of the keys, if it is enough; what may be read only once is gone then.
std::optional<LookupFound> Publications::take(const Requester& who, const LookupRequest& request, std::size_t needed)
{
    const DataRange within = rangeOf(request.infos).value_or(DataRange::Session);
    std::vector<Items::iterator> items;
    const std::set<std::string> keys(request.keys.begin(), request.keys.end());
    for (const std::string& key : keys)
        if (const auto item = find(who, key, within); item != m_items.end())
            items.push_back(item);
    if (items.size() < needed || items.empty())
        return std::nullopt;

    LookupFound found;
    found.status = items.size() == keys.size() ? Status::Success : Status::ErrPartialSuccess;
    for (const auto item : items) {
        found.data.push_back(PublishedData{item->second.owner, item->first, item->second.value});
        if (item->second.persistence == Persistence::FirstRead)
            erase(item);
    }
    return found;
}

void Publications::lookup(const Requester& who, const LookupRequest& request, Answer<LookupFound> answer)
{
    if (request.keys.empty())
        return answer(util::fail(Status::ErrBadParam, "a lookup without a key"));
    const bool waits = pmix::find(request.infos, keys::kWait) != nullptr;
    if (auto found = take(who, request, waits ? neededBy(request) : 1))
        return answer(*std::move(found));
    if (!waits)
        return answer(util::fail(Status::ErrNotFound, "nobody has published \"" + request.keys.front() + "\""));
    wait(who, request, std::move(answer));
}

void Publications::wait(const Requester& who, const LookupRequest& request, Answer<LookupFound> answer)
{
    const auto own = std::ranges::count_if(m_waiting, [&](const auto& each) { return each.second.who.id == who.id; });
    if (static_cast<std::size_t>(own) >= kMaxWaiting)
        return answer(util::fail(Status::ErrOutOfResource, toString(who.proc()) + " waits for too many lookups"));
    std::size_t bytes = sizeOf(request.infos);
    for (const std::string& key : request.keys)
        bytes += sizeof key + key.size();
    if (bytes > kMaxWaitingBytes)
        return answer(util::fail(Status::ErrOutOfResource, "a lookup of too many keys to wait for"));
    const std::uint64_t id = m_nextWaiting++;
    Waiting& waiting = m_waiting.emplace(id, Waiting{who, request, std::move(answer), {}}).first->second;
    if (const auto limit = timeoutOf(request.infos)) {
        waiting.timer = m_scheduler.after(*limit, [this, id] {
            const auto late = m_waiting.extract(id);
            late.mapped().answer(util::fail(Status::ErrTimeout, "nobody published it in time"));
        });
    }
}

/// Answers lookups in the order in which they came.
void Publications::wake()
{
    std::vector<std::pair<Answer<LookupFound>, LookupFound>> ready;
    for (auto each = m_waiting.begin(); each != m_waiting.end();) {
        auto found = take(each->second.who, each->second.request, neededBy(each->second.request));
        if (!found) {
            ++each;
            continue;
        }
        ready.emplace_back(std::move(each->second.answer), *std::move(found));
        each = m_waiting.erase(each);
    }
    for (auto& [answer, found] : ready)
        answer(std::move(found));
}

// ---- Unpublish

Publications::Items::iterator Publications::erase(Items::iterator item)
{
    const auto held = m_held.find(item->second.uid);
    held->second.bytes -= costOf(item->first, item->second.value, item->second);
    if (--held->second.items == 0)
        m_held.erase(held);
    return m_items.erase(item);
}

template <class Which>
std::size_t Publications::eraseIf(Which which)
{
    const std::size_t before = m_items.size();
    for (auto each = m_items.begin(); each != m_items.end();)
        each = which(each->first, each->second) ? erase(each) : std::next(each);
    return before - m_items.size();
}

util::Result<void> Publications::unpublish(const Requester& who, const LookupRequest& request)
{
    const std::set<std::string> keys(request.keys.begin(), request.keys.end());
    const bool anyRange = pmix::find(request.infos, keys::kRange) == nullptr;
    const auto range = rangeOf(request.infos);
    const std::size_t erased = eraseIf([&](const std::string& key, const Item& item) {
        return item.owner == who.proc() && item.uid == who.ids.uid && (keys.empty() || keys.contains(key)) &&
               (anyRange || range == item.range);
    });
    if (erased == 0 && !keys.empty())
        return util::fail(Status::ErrNotFound, toString(who.proc()) + " has not published \"" + *keys.begin() + "\"");
    return util::ok();
}

// ---- Who goes

void Publications::dropPeer(PeerId peer)
{
    std::erase_if(m_waiting, [&](const auto& each) { return each.second.who.id == peer; });
}

void Publications::processEnded(const Proc& proc)
{
    eraseIf([&](const std::string& /*key*/, const Item& item) {
        return item.owner == proc && item.persistence == Persistence::Process;
    });
}

void Publications::jobEnded(const std::string& nspace)
{
    eraseIf([&](const std::string& /*key*/, const Item& item) {
        return item.owner.nspace == nspace &&
               (item.persistence == Persistence::App || item.persistence == Persistence::Process);
    });
}

} // namespace dbgr::pmix
