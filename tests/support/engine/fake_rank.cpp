// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/engine/fake_rank.h"

#include "debug/debug_error.h"
#include "debug/scope_words.h"
#include "util/overloaded.h"

#include <algorithm>
#include <utility>

namespace dbgr::test {

namespace {

bool namesFile(const std::string& path, const std::string& file)
{
    return path == file || path.ends_with("/" + file);
}

} // namespace

struct FakeRank::Visitor
{
    FakeRank& rank;

    Body operator()(const debug::SetBreakpoint& request) const { return rank.set(request.spec); }
    Body operator()(const debug::RemoveBreakpoint& request) const
    {
        if (rank.m_breakpoints.erase(request.id) == 0)
            return util::fail(debug::Errc::NoSuchBreakpoint, "removing a breakpoint that is not set");
        return debug::DoneReply{};
    }
    Body operator()(const debug::Continue&) const
    {
        if (rank.m_frozen)
            return util::fail(debug::Errc::Frozen, "all its threads are frozen");
        if (!rank.m_running)
            rank.resume();
        return debug::DoneReply{};
    }
    Body operator()(const debug::Interrupt&) const
    {
        rank.m_interrupted = rank.m_running;
        return debug::DoneReply{};
    }
    Body operator()(const debug::Step& request) const
    {
        DBGR_TRY(rank.requireStopped());
        if (rank.m_frozen)
            return util::fail(debug::Errc::Frozen, "thread 1, which is to step, is frozen");
        rank.resume();
        rank.m_stepping = request;
        return debug::DoneReply{};
    }
    Body operator()(const debug::RunTo& request) const
    {
        DBGR_TRY(rank.requireStopped());
        if (!rank.lineOf(debug::toTrigger(request.where)))
            return util::fail(debug::Errc::NoSuchPlace, "there is no such place to run to");
        rank.resume();
        rank.m_runsTo = rank.lineOf(debug::toTrigger(request.where));
        return debug::DoneReply{};
    }
    Body operator()(const debug::Jump& request) const
    {
        DBGR_TRY(rank.requireStopped());
        const auto line = rank.lineOf(request.where);
        if (!line)
            return util::fail(debug::Errc::NoSuchPlace, "it is not in the function where it stands");
        rank.resume();
        rank.m_moved = true;
        rank.m_line = *line;
        return debug::DoneReply{};
    }
    Body operator()(const debug::ReturnNow& request) const
    {
        DBGR_TRY(rank.requireStopped());
        if (request.value == "nothing_like_it")
            return util::fail(debug::Errc::BadExpression, "there is no nothing_like_it");
        rank.m_left = rank.frame(0).function;
        rank.resume();
        rank.m_moved = true;
        return debug::DoneReply{};
    }
    Body operator()(const debug::GetThreads&) const { return rank.threads(); }
    Body operator()(const debug::GetStacks& request) const
    {
        DBGR_TRY(rank.requireStopped());
        debug::StacksReply reply;
        reply.tree.add(rank.m_rank, rank.stack(request.maxFrames));
        return reply;
    }
    Body operator()(const debug::Sample& request) const
    {
        debug::StacksReply reply;
        reply.tree.add(rank.m_rank, rank.stack(request.maxFrames));
        return reply;
    }
    Body operator()(const debug::GetFrames& request) const
    {
        DBGR_TRY(rank.requireStopped());
        const bool truncated = rank.m_program.functions.size() > request.maxFrames;
        return debug::FramesReply{
            {{rank.m_rank, rank.m_stopId, rank.thread(), rank.stack(request.maxFrames), truncated}}};
    }
    Body operator()(const debug::GetVariables& request) const
    {
        DBGR_TRY(rank.requireStopped());
        if (request.frame.value_or(0) >= rank.m_program.functions.size())
            return util::fail(debug::Errc::NoSuchFrame, "no frame with that number");
        return rank.variables();
    }
    Body operator()(const debug::GetChildren& request) const
    {
        DBGR_TRY(rank.requireStopped());
        if (request.handle < rank.m_firstHandle || request.handle > rank.m_lastHandle)
            return util::fail(debug::Errc::Stale, "a handle of an older stop");
        return rank.variables();
    }
    Body operator()(const debug::Evaluate& request) const
    {
        DBGR_TRY(rank.requireStopped());
        debug::ValueGroup value{util::RankSet(rank.m_rank), "", "int", ""};
        const auto found = rank.m_program.expressions.find(request.expression);
        if (found == rank.m_program.expressions.end())
            value = {util::RankSet(rank.m_rank), "", "", debug::notInScope(request.expression)};
        else
            value.value = found->second(rank.m_rank);
        return debug::ValuesReply{{value}};
    }
    Body operator()(const debug::Assign& request) const
    {
        DBGR_TRY(rank.requireStopped());
        const std::string before = rank.m_values.contains(request.target) ? rank.m_values[request.target] : "0";
        debug::ChangeGroup change{util::RankSet(rank.m_rank), before, request.value, "int", ""};
        if (request.target == "constant")
            change = {util::RankSet(rank.m_rank), "", "", "",
                      "it cannot be changed: the compiler has made it a constant"};
        else
            rank.m_values[request.target] = request.value;
        rank.m_undo[request.number] = {request.target, before};
        return debug::ChangesReply{{change}};
    }
    Body operator()(const debug::TakeBack& request) const
    {
        DBGR_TRY(rank.requireStopped());
        const auto found = rank.m_undo.find(request.number);
        if (found == rank.m_undo.end())
            return util::fail(debug::Errc::Stale, "it has run since");
        const auto [target, value] = found->second;
        rank.m_undo.erase(found);
        const std::string before = std::exchange(rank.m_values[target], value);
        return debug::ChangesReply{{{util::RankSet(rank.m_rank), before, value, "int", ""}}};
    }
    Body operator()(const debug::Describe& request) const
    {
        DBGR_TRY(rank.requireStopped());
        return debug::DescriptionsReply{{{util::RankSet(rank.m_rank), "type of " + request.text, {}}}};
    }
    Body operator()(const debug::GetStatistics& request) const
    {
        DBGR_TRY(rank.requireStopped());
        debug::StatisticsGroup group;
        group.ranks = util::RankSet(rank.m_rank);
        group.type = request.expression;
        group.count = 1;
        return debug::StatisticsReply{{std::move(group)}};
    }
    Body operator()(const debug::SetSignal&) const { return debug::DoneReply{}; }
    Body operator()(const debug::SetFloatTraps&) const { return debug::DoneReply{}; }
    Body operator()(const debug::CountHits&) const { return debug::DoneReply{}; }
    Body operator()(const debug::GiveInput&) const
    {
        return util::fail(std::make_error_code(std::errc::operation_not_supported), "an engine gives no input");
    }
    Body operator()(const debug::CheckInput&) const { return debug::DoneReply{}; }
    Body operator()(const debug::Detach&) const { return debug::DoneReply{}; }
    Body operator()(const debug::Kill&) const { return debug::DoneReply{}; }
    Body operator()(const debug::SelectThread& request) const { return rank.threadsWith(request.thread); }
    Body operator()(const debug::FreezeThreads& request) const
    {
        DBGR_TRY(rank.requireStopped());
        for (const debug::ThreadKey& key : request.threads)
            DBGR_TRY(rank.threadsWith(key));
        if (!request.freeze || !request.threads.empty()) // there are no others than the leading one
            rank.m_frozen = request.freeze;
        return rank.threads();
    }
    Body operator()(const debug::EvaluateInThreads& request) const
    {
        DBGR_TRY(debug::ReplyBody whole, (*this)(debug::Evaluate{request.expression, {}, {}, {}, request.style}));
        debug::RankThreadValues values{rank.m_rank, rank.m_stopId, {}};
        values.add({1}, std::get<debug::ValuesReply>(whole).values.front());
        return debug::ThreadValuesReply{{std::move(values)}};
    }
};

util::Result<debug::ReplyBody> FakeRank::run(const debug::EngineRequest& request)
{
    return std::visit(Visitor{*this}, request);
}

util::Result<debug::ReplyBody> FakeRank::threads() const
{
    DBGR_TRY(requireStopped());
    return debug::ThreadsReply{{{m_rank, m_stopId, {{thread(), 1, "main", frame(0), true, m_frozen}}}}};
}

util::Result<debug::ReplyBody> FakeRank::threadsWith(const debug::ThreadKey& key) const
{
    if (key != debug::ThreadKey(debug::ThreadIndex{1}) && key != debug::ThreadKey(thread()))
        return util::fail(debug::Errc::NoSuchThread, "it has no such thread");
    return threads();
}

util::Result<void> FakeRank::requireStopped() const
{
    return m_running ? util::Result<void>(util::fail(debug::Errc::NotStopped, "it runs")) : util::ok();
}

void FakeRank::resume()
{
    m_running = true;
    m_undo.clear();
    m_firstHandle = m_lastHandle.next();
}

debug::StopEvent FakeRank::stop(debug::StopCause cause)
{
    m_running = m_interrupted = m_moved = false;
    m_stepping.reset();
    m_runsTo.reset();
    m_stopId = m_stopId.next();
    if (cause.top == debug::Frame{})
        cause.top = frame(0);
    return {m_rank, m_stopId, std::move(cause), {}};
}

std::optional<debug::StopCause> FakeRank::nextStop(bool automatic)
{
    debug::StopCause cause;
    if (m_moved) {
        cause.reason = debug::StopReason::Moved;
        cause.returnedFrom = std::exchange(m_left, {});
        return cause;
    }
    if (m_interrupted) {
        cause.reason = debug::StopReason::Interrupt;
        return cause;
    }
    if (!automatic)
        return std::nullopt;
    if (m_stepping)
        return endOfSteps(*m_stepping);
    if (m_runsTo)
        return endOfRun(*m_runsTo);
    for (const auto& [id, spec] : m_breakpoints) {
        if (const auto line = lineOf(spec.where); line && spec.enabled && !spec.isTrace()) {
            m_line = *line;
            cause.reason = debug::StopReason::Breakpoint;
            cause.breakpoints = {id};
            return cause;
        }
    }
    return std::nullopt;
}

std::vector<debug::TraceRecord> FakeRank::log() const
{
    std::vector<debug::TraceRecord> records;
    for (const auto& [id, spec] : m_breakpoints) {
        if (!spec.enabled || !spec.isTrace() || !lineOf(spec.where))
            continue;
        debug::TraceRecord record{m_rank, id, thread(), {}, {}};
        for (const std::string& expression : spec.traced) {
            const auto found = m_program.expressions.find(expression);
            const bool isKnown = found != m_program.expressions.end();
            record.values.push_back(
                {isKnown ? found->second(m_rank) : "", isKnown ? "" : debug::notInScope(expression)});
        }
        records.push_back(std::move(record));
    }
    return records;
}

void FakeRank::goToNextLine()
{
    m_line = m_line == m_program.lastLine ? m_program.firstLine : m_line + 1;
}

std::vector<util::BreakpointId> FakeRank::breakpointsHere() const
{
    std::vector<util::BreakpointId> ids;
    for (const auto& [id, spec] : m_breakpoints) {
        if (spec.enabled && lineOf(spec.where) == m_line)
            ids.push_back(id);
    }
    return ids;
}

debug::StopCause FakeRank::endOfRun(std::uint32_t line)
{
    debug::StopCause cause;
    do
        goToNextLine();
    while (m_line != line && breakpointsHere().empty());
    cause.breakpoints = breakpointsHere();
    cause.reason = cause.breakpoints.empty() ? debug::StopReason::Arrived : debug::StopReason::Breakpoint;
    return cause;
}

/// Each instruction is a line.
debug::StopCause FakeRank::endOfSteps(const debug::Step& step)
{
    debug::StopCause cause;
    debug::StepCount count{0, step.count};
    for (cause.reason = debug::StopReason::Step; count.cutShort() && cause.breakpoints.empty(); ++count.done) {
        goToNextLine();
        if (step.count > 1)
            cause.breakpoints = breakpointsHere();
    }
    if (!cause.breakpoints.empty())
        cause.reason = debug::StopReason::Breakpoint;
    if (step.count > 1)
        cause.steps = count;
    if (debug::isOfInstructions(step.kind))
        cause.instruction = debug::InstructionPlace{frame(0).pc, m_line - m_program.firstLine};
    return cause;
}

debug::Frame FakeRank::frame(std::uint32_t index) const
{
    const std::uint32_t line = index == 0 ? m_line : m_program.lastLine + index;
    return {index, m_program.functions.at(index), {m_program.file, line, 0}, "loop", 0x1000 + line, false};
}

std::vector<debug::Frame> FakeRank::stack(std::uint32_t maxFrames) const
{
    std::vector<debug::Frame> frames;
    for (std::uint32_t i = 0; i < std::min<std::size_t>(maxFrames, m_program.functions.size()); ++i)
        frames.push_back(frame(i));
    return frames;
}

std::optional<std::uint32_t> FakeRank::lineOf(const debug::Trigger& trigger) const
{
    return std::visit(util::Overloaded{[&](const debug::SourceLine& at) -> std::optional<std::uint32_t> {
                                           if (!namesFile(m_program.file, at.file) || at.line > m_program.lastLine)
                                               return std::nullopt;
                                           return std::max(at.line, m_program.firstLine);
                                       },
                                       [&](const debug::FunctionName& function) -> std::optional<std::uint32_t> {
                                           if (function.name != m_program.functions.front())
                                               return std::nullopt;
                                           return m_program.firstLine;
                                       },
                                       [](const auto&) { return std::optional<std::uint32_t>(); }},
                      trigger);
}

FakeRank::Body FakeRank::set(const debug::BreakpointSpec& spec)
{
    if (std::ranges::find(spec.traced, "nothing_like_it") != spec.traced.end() && lineOf(spec.where))
        return util::fail(debug::Errc::BadExpression, debug::notInScope("nothing_like_it"));
    m_breakpoints.insert_or_assign(spec.id, spec);
    debug::BreakpointStatus status;
    status.id = spec.id;
    if (const auto line = lineOf(spec.where)) {
        status.resolved.insert(m_rank);
        status.actual = {m_program.file, *line, 0};
    } else {
        status.pending.insert(m_rank);
    }
    return debug::BreakpointReply{status};
}

debug::VariablesReply FakeRank::variables()
{
    debug::RankVariables values{m_rank, m_stopId, m_program.variables, false};
    for (debug::Variable& variable : values.variables) {
        if (variable.childCount > 0)
            variable.handle = m_lastHandle = m_lastHandle.next();
    }
    return {{std::move(values)}};
}

} // namespace dbgr::test
