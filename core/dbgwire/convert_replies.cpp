// SPDX-License-Identifier: BSD-3-Clause
// debug::ReplyBody, one pair of functions a kind.
#include "dbgwire/convert_p.h"
#include "util/overloaded.h"

namespace dbgr::dbgwire {

namespace {

/// \param wire of a variable or of a group of values
template <class Wire>
void contentToWire(const debug::Content& content, Wire& wire)
{
    if (content != debug::Content{})
        dbgwire::toWire(content, *wire.mutable_content());
}

} // namespace

void toWire(const debug::Content& content, proto::Content& wire)
{
    wire.set_hash_high(content.hash.high);
    wire.set_hash_low(content.hash.low);
    wire.set_partial(content.partial);
    wire.set_compared(content.compared);
    wire.set_is_address(content.isAddress);
}

debug::Content fromWire(const proto::Content& wire)
{
    return {{wire.hash_high(), wire.hash_low()}, wire.partial(), wire.compared(), wire.is_address()};
}

void toWire(const debug::ThreadInfo& thread, proto::ThreadInfo& wire)
{
    wire.set_id(thread.id.value());
    wire.set_index(thread.index);
    wire.set_name(wireText(thread.name));
    toWire(thread.top, *wire.mutable_top());
    wire.set_leading(thread.leading);
    wire.set_frozen(thread.frozen);
    wire.set_role(static_cast<std::uint32_t>(thread.role));
}

debug::ThreadInfo fromWire(const proto::ThreadInfo& wire, DecodeCheck& check)
{
    return {util::ThreadId(wire.id()),
            wire.index(),
            check.text(wire.name()),
            fromWire(wire.top(), check),
            wire.leading(),
            wire.frozen(),
            check.enumerator(wire.role(), debug::ThreadRole::MpiProgress)};
}

void toWire(const debug::RankThreads& rank, proto::RankThreads& wire)
{
    wire.set_rank(rank.rank.value());
    wire.set_stop_id(rank.stopId.value());
    listToWire(rank.threads, *wire.mutable_threads());
}

debug::RankThreads fromWire(const proto::RankThreads& wire, DecodeCheck& check)
{
    return {check.rank(wire.rank()), util::StopId(wire.stop_id()), listFromWire(wire.threads(), check)};
}

void toWire(const debug::RankFrames& rank, proto::RankFrames& wire)
{
    wire.set_rank(rank.rank.value());
    wire.set_stop_id(rank.stopId.value());
    wire.set_thread(rank.thread.value());
    listToWire(rank.frames, *wire.mutable_frames());
    wire.set_truncated(rank.truncated);
    listToWire(rank.places, *wire.mutable_places());
}

debug::RankFrames fromWire(const proto::RankFrames& wire, DecodeCheck& check)
{
    return {check.rank(wire.rank()),
            util::StopId(wire.stop_id()),
            util::ThreadId(wire.thread()),
            listFromWire(wire.frames(), check),
            wire.truncated(),
            listFromWire(wire.places(), check)};
}

void toWire(const debug::Variable& variable, proto::Variable& wire)
{
    wire.set_name(wireText(variable.name));
    wire.set_type(wireText(variable.type));
    wire.set_value(wireText(variable.value));
    wire.set_kind(static_cast<std::uint32_t>(variable.kind));
    wire.set_path(wireText(variable.path));
    wire.set_child_count(variable.childCount);
    wire.set_handle(variable.handle.value());
    wire.set_problem(wireText(variable.problem));
    contentToWire(variable.content, wire);
    wire.set_early(variable.early);
}

debug::Variable fromWire(const proto::Variable& wire, DecodeCheck& check)
{
    debug::Variable variable;
    variable.name = check.text(wire.name());
    variable.type = check.text(wire.type());
    variable.value = check.text(wire.value());
    variable.kind = check.enumerator(wire.kind(), debug::VariableKind::Member);
    variable.path = check.text(wire.path());
    variable.childCount = wire.child_count();
    variable.handle = util::VariableHandle(wire.handle());
    variable.problem = check.text(wire.problem());
    variable.content = fromWire(wire.content());
    variable.early = wire.early();
    return variable;
}

void toWire(const debug::RankVariables& rank, proto::RankVariables& wire)
{
    wire.set_rank(rank.rank.value());
    wire.set_stop_id(rank.stopId.value());
    listToWire(rank.variables, *wire.mutable_variables());
    wire.set_truncated(rank.truncated);
}

debug::RankVariables fromWire(const proto::RankVariables& wire, DecodeCheck& check)
{
    return {check.rank(wire.rank()), util::StopId(wire.stop_id()), listFromWire(wire.variables(), check),
            wire.truncated()};
}

void toWire(const debug::ValueGroup& group, proto::ValueGroup& wire)
{
    toWire(group.ranks, *wire.mutable_ranks());
    wire.set_value(wireText(group.value));
    wire.set_type(wireText(group.type));
    wire.set_problem(wireText(group.problem));
    contentToWire(group.content, wire);
    wire.set_early(group.early);
    if (group.tree)
        treeToWire(*group.tree, *wire.mutable_tree());
}

debug::ValueGroup fromWire(const proto::ValueGroup& wire, DecodeCheck& check)
{
    return {fromWire(wire.ranks(), check),   check.text(wire.value()), check.text(wire.type()),
            check.text(wire.problem()),      fromWire(wire.content()), wire.early(),
            treeFromWire(wire.tree(), check)};
}

namespace {

void toWire(const debug::ThreadValues& values, proto::ValueInThreads& wire)
{
    for (const debug::ThreadIndex index : values.threads)
        wire.add_threads(index.value);
    dbgwire::toWire(values.value, *wire.mutable_value());
}

debug::ThreadValues fromWire(const proto::ValueInThreads& wire, DecodeCheck& check)
{
    debug::ThreadValues values{{}, dbgwire::fromWire(wire.value(), check)};
    if (!check.require(static_cast<std::size_t>(wire.threads_size()) <= kMaxListEntries, "a list that is too long"))
        return values;
    check.require(wire.threads_size() > 0, "a value of no thread");
    for (const std::uint32_t index : wire.threads())
        values.threads.push_back({index});
    return values;
}

void toWire(const debug::RankThreadValues& rank, proto::RankThreadValues& wire)
{
    wire.set_rank(rank.rank.value());
    wire.set_stop_id(rank.stopId.value());
    for (const debug::ThreadValues& values : rank.values)
        toWire(values, *wire.add_values());
}

debug::RankThreadValues fromWire(const proto::RankThreadValues& wire, DecodeCheck& check)
{
    debug::RankThreadValues rank{check.rank(wire.rank()), util::StopId(wire.stop_id()), {}};
    if (!check.require(static_cast<std::size_t>(wire.values_size()) <= kMaxListEntries, "a list that is too long"))
        return rank;
    for (const proto::ValueInThreads& values : wire.values())
        rank.values.push_back(fromWire(values, check));
    return rank;
}

void toWire(const debug::ThreadValuesReply& reply, proto::ThreadValues& wire)
{
    for (const debug::RankThreadValues& rank : reply.ranks)
        toWire(rank, *wire.add_ranks());
}

debug::ThreadValuesReply fromWire(const proto::ThreadValues& wire, DecodeCheck& check)
{
    debug::ThreadValuesReply reply;
    if (!check.require(static_cast<std::size_t>(wire.ranks_size()) <= kMaxListEntries, "a list that is too long"))
        return reply;
    for (const proto::RankThreadValues& rank : wire.ranks())
        reply.ranks.push_back(fromWire(rank, check));
    return reply;
}

} // namespace

void toWire(const debug::ReplyBody& body, proto::Reply& wire)
{
    std::visit(
        util::Overloaded{
            [&](const debug::DoneReply&) { wire.mutable_done(); },
            [&](const debug::BreakpointReply& r) { toWire(r.status, *wire.mutable_breakpoint()); },
            [&](const debug::ThreadsReply& r) { listToWire(r.ranks, *wire.mutable_threads()->mutable_ranks()); },
            [&](const debug::StacksReply& r) { toWire(r.tree, *wire.mutable_stacks()); },
            [&](const debug::FramesReply& r) { listToWire(r.ranks, *wire.mutable_frames()->mutable_ranks()); },
            [&](const debug::VariablesReply& r) { listToWire(r.ranks, *wire.mutable_variables()->mutable_ranks()); },
            [&](const debug::ValuesReply& r) { listToWire(r.values, *wire.mutable_values()->mutable_values()); },
            [&](const debug::ChangesReply& r) { listToWire(r.changes, *wire.mutable_changes()->mutable_changes()); },
            [&](const debug::DescriptionsReply& r) {
                listToWire(r.descriptions, *wire.mutable_descriptions()->mutable_descriptions());
            },
            [&](const debug::StatisticsReply& r) {
                listToWire(r.statistics, *wire.mutable_statistics()->mutable_statistics());
            },
            [&](const debug::ThreadValuesReply& r) { toWire(r, *wire.mutable_thread_values()); },
        },
        body);
}

debug::ReplyBody replyFromWire(const proto::Reply& wire, DecodeCheck& check)
{
    switch (wire.body_case()) {
    case proto::Reply::kDone:
        return debug::DoneReply{};
    case proto::Reply::kBreakpoint:
        return debug::BreakpointReply{fromWire(wire.breakpoint(), check)};
    case proto::Reply::kThreads:
        return debug::ThreadsReply{listFromWire(wire.threads().ranks(), check)};
    case proto::Reply::kStacks:
        return debug::StacksReply{fromWire(wire.stacks(), check)};
    case proto::Reply::kFrames:
        return debug::FramesReply{listFromWire(wire.frames().ranks(), check)};
    case proto::Reply::kVariables:
        return debug::VariablesReply{listFromWire(wire.variables().ranks(), check)};
    case proto::Reply::kValues:
        return debug::ValuesReply{listFromWire(wire.values().values(), check)};
    case proto::Reply::kChanges:
        return debug::ChangesReply{listFromWire(wire.changes().changes(), check)};
    case proto::Reply::kDescriptions:
        return debug::DescriptionsReply{listFromWire(wire.descriptions().descriptions(), check)};
    case proto::Reply::kStatistics:
        return debug::StatisticsReply{listFromWire(wire.statistics().statistics(), check)};
    case proto::Reply::kThreadValues:
        return fromWire(wire.thread_values(), check);
    case proto::Reply::BODY_NOT_SET:
        break;
    }
    check.fail("a reply of an unknown kind");
    return debug::DoneReply{};
}

} // namespace dbgr::dbgwire
