// SPDX-License-Identifier: BSD-3-Clause
// RankValues: what changes the rank.
#include "dbgdaemon/engine/lldb/parsed.h"
#include "dbgdaemon/engine/lldb/rank_values.h"
#include "debug/debug_error.h"

#include <memory>
#include <utility>

namespace dbgr::daemon {

namespace {

debug::ChangeGroup changeOf(debug::ValueGroup before, debug::ValueGroup after)
{
    debug::ChangeGroup change;
    change.before = std::move(before.value);
    change.after = std::move(after.value);
    change.type = std::move(after.type);
    change.problem = std::move(after.problem);
    change.contentBefore = before.content;
    change.contentAfter = after.content;
    return change;
}

} // namespace

std::optional<debug::ChangeGroup> RankValues::assign(const ShownFrame& frame, const debug::Assign& request)
{
    const values::FrameRef ref = refOf(frame);
    const values::Language language = m_reader.language(ref);
    const auto problem = [&](const util::Error& error) -> std::optional<debug::ChangeGroup> {
        if (isForCompiler(error, language))
            return std::nullopt;
        debug::ChangeGroup change;
        change.problem = error.message();
        return change;
    };
    const auto target = parsed(request.target, language);
    if (!target)
        return problem(target.error());
    const auto value = parsed(request.value, language);
    if (!value)
        return problem(value.error());
    const auto look = [this, ref, language, tree = *target] {
        const auto answer = m_reader.evaluate(ref, tree);
        return answer ? groupOf(*answer, language, kAsked) : debug::ValueGroup{{}, "", "", answer.error().message()};
    };
    debug::ValueGroup before = look();
    auto written = m_reader.assign(ref, *target, *value);
    m_isFalse.clear();
    if (!written)
        return problem(written.error());
    noteUndo(request.number, {*std::move(written), look});
    return changeOf(std::move(before), look());
}

util::Result<values::ReturnValue> RankValues::returnValue(const ShownFrame& frame, const std::string& expression)
{
    const values::FrameRef ref = refOf(frame);
    const auto tree = parsed(expression, m_reader.language(ref));
    auto value = tree ? m_reader.returnValue(ref, *tree) : util::Result<values::ReturnValue>(util::fail(tree.error()));
    if (!value)
        return util::fail(debug::Errc::BadExpression, value.error().message());
    return value;
}

void RankValues::noteUndo(std::uint64_t number, Undo undo)
{
    constexpr std::size_t kMostUndos = 200;
    if (m_undos.size() == kMostUndos)
        m_undos.erase(m_undos.begin());
    m_undos.insert_or_assign(number, std::move(undo));
}

std::optional<debug::ChangeGroup> RankValues::takeBack(std::uint64_t number)
{
    const auto found = m_undos.find(number);
    if (found == m_undos.end())
        return std::nullopt;
    const Undo undo = std::move(found->second);
    m_undos.erase(found);
    debug::ValueGroup before = undo.look();
    const auto written = values::write(m_reader.values().memory(), undo.before);
    forgetMemory();
    if (!written) {
        debug::ChangeGroup change;
        change.problem = written.error().message();
        return change;
    }
    return changeOf(std::move(before), undo.look());
}

} // namespace dbgr::daemon
