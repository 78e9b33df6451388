// SPDX-License-Identifier: BSD-3-Clause
// What the convert*.cpp files share: one toWire() and one fromWire() a type, and the check that keeps the first thing
// found wrong. Thread: any.
#pragma once

#include "dbgwire/convert.h"

#include <dbgwire.pb.h>

#include <optional>
#include <utility>
#include <vector>

namespace dbgr::dbgwire {

/// Goes along with a decoding. Like a ByteReader: after the first failure everything decodes to nothing.
class DecodeCheck
{
public:
    [[nodiscard]] bool ok() const { return m_problem.empty(); }
    [[nodiscard]] const std::string& problem() const { return m_problem; }
    void fail(std::string problem)
    {
        if (ok())
            m_problem = std::move(problem);
    }
    /// Notes `problem` unless `condition` holds.
    bool require(bool condition, const char* problem)
    {
        if (!condition)
            fail(problem);
        return ok();
    }

    [[nodiscard]] std::string text(const std::string& bytes)
    {
        return require(bytes.size() <= kMaxTextBytes, "a text that is too long") ? bytes : std::string();
    }
    [[nodiscard]] util::Rank rank(std::uint32_t number)
    {
        return util::Rank(require(number <= kMaxRank, "a rank that no job has") ? number : 0);
    }
    /// \param last the enumerator with the highest number; the lowest is 0
    template <class E>
    [[nodiscard]] E enumerator(std::uint32_t number, E last)
    {
        return require(number <= static_cast<std::uint32_t>(last), "an unknown enumerator") ? static_cast<E>(number)
                                                                                            : E{};
    }

private:
    std::string m_problem;
};

/// The text as it may be sent.
[[nodiscard]] inline std::string wireText(std::string_view text)
{
    return std::string(text.substr(0, kMaxTextBytes));
}

/// Entry of debug::StopGroup::stopIds.
using StopIds = std::pair<util::RankSet, util::StopId>;

void toWire(const util::RankSet& ranks, proto::RankSet& wire);
void toWire(const util::Error& error, proto::Error& wire);
void toWire(const debug::SourceLocation& location, proto::SourceLocation& wire);
void toWire(const debug::Frame& frame, proto::Frame& wire);
void toWire(const debug::FramePlace& place, proto::FramePlace& wire);
void toWire(const debug::PlaceName& name, proto::PlaceName& wire);
void toWire(const debug::BreakpointPlace& place, proto::BreakpointPlace& wire);
void toWire(const debug::BreakpointStatus& status, proto::BreakpointStatus& wire);
void toWire(const debug::StackTree& tree, proto::StackTree& wire);
void toWire(const debug::EngineRequest& request, proto::Request& wire);
void toWire(const debug::ReplyBody& body, proto::Reply& wire);
void toWire(const debug::RankFailure& failure, proto::RankFailure& wire);
void toWire(const debug::ThreadInfo& value, proto::ThreadInfo& wire);
void toWire(const debug::RankThreads& value, proto::RankThreads& wire);
void toWire(const debug::RankFrames& value, proto::RankFrames& wire);
void toWire(const debug::Variable& value, proto::Variable& wire);
void toWire(const debug::RankVariables& value, proto::RankVariables& wire);
void toWire(const debug::ValueGroup& value, proto::ValueGroup& wire);
void toWire(const debug::Content& content, proto::Content& wire);
void treeToWire(const debug::ValueTree& tree, google::protobuf::RepeatedPtrField<proto::ValueNode>& wire);
void toWire(const debug::ChangeGroup& change, proto::ChangeGroup& wire);
void toWire(const debug::WatchedChange& watched, proto::WatchedChange& wire);
void toWire(const debug::DescribedName& name, proto::DescribedName& wire);
void toWire(const debug::Description& description, proto::Description& wire);
void toWire(const debug::StatisticsGroup& group, proto::StatisticsGroup& wire);
void toWire(const debug::AttachedRank& value, proto::AttachedRank& wire);
void toWire(const StopIds& value, proto::StopIds& wire);
void toWire(const debug::DaemonEvent& event, proto::Event& wire);
void toWire(const debug::DaemonDying& dying, proto::DaemonDying& wire);
void toWire(const debug::TraceRecord& record, proto::TraceRecord& wire);
void toWire(const debug::LocalProcess& process, proto::LocalProcess& wire);
void toWire(const debug::LocalCore& core, proto::LocalCore& wire);
void toWire(const debug::AttachOrder& order, proto::AttachOrder& wire);

[[nodiscard]] util::RankSet fromWire(const proto::RankSet& wire, DecodeCheck& check);
[[nodiscard]] util::Error fromWire(const proto::Error& wire, DecodeCheck& check);
[[nodiscard]] debug::SourceLocation fromWire(const proto::SourceLocation& wire, DecodeCheck& check);
[[nodiscard]] debug::Frame fromWire(const proto::Frame& wire, DecodeCheck& check);
[[nodiscard]] debug::FramePlace fromWire(const proto::FramePlace& wire, DecodeCheck& check);
[[nodiscard]] debug::PlaceName fromWire(const proto::PlaceName& wire, DecodeCheck& check);
[[nodiscard]] debug::BreakpointPlace fromWire(const proto::BreakpointPlace& wire, DecodeCheck& check);
[[nodiscard]] debug::BreakpointStatus fromWire(const proto::BreakpointStatus& wire, DecodeCheck& check);
[[nodiscard]] debug::StackTree fromWire(const proto::StackTree& wire, DecodeCheck& check);
[[nodiscard]] debug::EngineRequest requestFromWire(const proto::Request& wire, DecodeCheck& check);
[[nodiscard]] debug::ReplyBody replyFromWire(const proto::Reply& wire, DecodeCheck& check);
[[nodiscard]] debug::RankFailure fromWire(const proto::RankFailure& wire, DecodeCheck& check);
[[nodiscard]] debug::ThreadInfo fromWire(const proto::ThreadInfo& wire, DecodeCheck& check);
[[nodiscard]] debug::RankThreads fromWire(const proto::RankThreads& wire, DecodeCheck& check);
[[nodiscard]] debug::RankFrames fromWire(const proto::RankFrames& wire, DecodeCheck& check);
[[nodiscard]] debug::Variable fromWire(const proto::Variable& wire, DecodeCheck& check);
[[nodiscard]] debug::RankVariables fromWire(const proto::RankVariables& wire, DecodeCheck& check);
[[nodiscard]] debug::Content fromWire(const proto::Content& wire);
/// Nothing if there are no nodes.
[[nodiscard]] std::optional<debug::ValueTree>
treeFromWire(const google::protobuf::RepeatedPtrField<proto::ValueNode>& wire, DecodeCheck& check);
[[nodiscard]] debug::ChangeGroup fromWire(const proto::ChangeGroup& wire, DecodeCheck& check);
[[nodiscard]] debug::WatchedChange fromWire(const proto::WatchedChange& wire, DecodeCheck& check);
[[nodiscard]] debug::DescribedName fromWire(const proto::DescribedName& wire, DecodeCheck& check);
[[nodiscard]] debug::Description fromWire(const proto::Description& wire, DecodeCheck& check);
[[nodiscard]] debug::StatisticsGroup fromWire(const proto::StatisticsGroup& wire, DecodeCheck& check);
[[nodiscard]] debug::ValueGroup fromWire(const proto::ValueGroup& wire, DecodeCheck& check);
[[nodiscard]] debug::AttachedRank fromWire(const proto::AttachedRank& wire, DecodeCheck& check);
[[nodiscard]] StopIds fromWire(const proto::StopIds& wire, DecodeCheck& check);
[[nodiscard]] debug::DaemonEvent fromWire(const proto::Event& wire, DecodeCheck& check);
[[nodiscard]] debug::DaemonDying fromWire(const proto::DaemonDying& wire, DecodeCheck& check);
[[nodiscard]] debug::TraceRecord fromWire(const proto::TraceRecord& wire, DecodeCheck& check);
[[nodiscard]] debug::LocalProcess fromWire(const proto::LocalProcess& wire, DecodeCheck& check);
[[nodiscard]] debug::LocalCore fromWire(const proto::LocalCore& wire, DecodeCheck& check);
[[nodiscard]] debug::AttachOrder fromWire(const proto::AttachOrder& wire, DecodeCheck& check);

template <class T, class Wire>
void listToWire(const std::vector<T>& list, Wire& wire)
{
    wire.Reserve(static_cast<int>(list.size()));
    for (const T& entry : list)
        toWire(entry, *wire.Add());
}

/// Checks the number of entries before it makes any.
template <class Wire>
[[nodiscard]] auto listFromWire(const Wire& wire, DecodeCheck& check, std::size_t limit = kMaxListEntries)
{
    std::vector<decltype(fromWire(wire.Get(0), check))> list;
    if (!check.require(static_cast<std::size_t>(wire.size()) <= limit, "a list that is too long"))
        return list;
    list.reserve(static_cast<std::size_t>(wire.size()));
    for (const auto& entry : wire) {
        list.push_back(fromWire(entry, check));
        if (!check.ok())
            return decltype(list)();
    }
    return list;
}

} // namespace dbgr::dbgwire
