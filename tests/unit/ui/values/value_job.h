// SPDX-License-Identifier: GPL-3.0-or-later
// A job whose variables a test can set: every rank has the stack work() < main(), and the same variables but for what
// the test says. Thread: the test's.
#pragma once

#include "tests/support/session/session_fixture.h"
#include "ui/bridge/current_place.h"
#include "ui/bridge/session_bridge.h"
#include "ui/values/value_columns.h"

#include <QModelIndex>
#include <QString>

#include <algorithm>
#include <functional>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace dbgr::test {

[[nodiscard]] inline debug::Variable variable(std::string name, std::string value, std::string type = "int")
{
    debug::Variable result;
    result.path = name;
    result.name = std::move(name);
    result.value = std::move(value);
    result.type = std::move(type);
    return result;
}

/// One that can be opened. \param handle of a key in ValueJob::children
[[nodiscard]] inline debug::Variable compound(std::string name, std::string value, std::uint64_t handle,
                                              std::uint32_t count)
{
    debug::Variable result = variable(std::move(name), std::move(value), "State");
    result.handle = util::VariableHandle(handle);
    result.childCount = count;
    return result;
}

struct ValueJob : SessionFixture
{
    /// \param size ranks, all running
    explicit ValueJob(std::uint32_t size = 4)
    {
        fake->answersQuery = [this](const debug::EngineCommand& command) { return answer(command); };
        bringUpRunning(size);
        settle();
    }
    void settle()
    {
        for (int round = 0; round < 8; ++round) {
            run();
            bridge.flush();
        }
    }
    void stop(std::string_view who = "0-3")
    {
        fake->stop(ranks(who), breakpointHit(1));
        settle();
    }
    void go()
    {
        (void)session->continueRanks(session->focus());
        settle();
    }

    std::vector<debug::Variable> locals;
    std::map<std::uint64_t, std::vector<debug::Variable>> children;     ///< by handle
    std::vector<std::pair<std::uint32_t, std::uint32_t>> askedChildren; ///< from which on and how many, in order
    /// By expression; others are 7 in all ranks that are asked.
    std::map<std::string, std::vector<debug::ValueGroup>> values;
    std::string function = "work";
    std::vector<debug::FramePlace> places; ///< of its stack; none: not known
    std::vector<std::string> evaluated;    ///< what was asked, in order
    /// What any expression is in the threads of a rank, from number 1 on; "!..." a problem.
    std::function<std::vector<std::string>(util::Rank)> threadValues;
    std::vector<debug::StatisticsGroup> statistics;                      ///< of any expression
    std::vector<std::string> summedUp;                                   ///< whose numbers were asked for, in order
    std::vector<std::string> changed;                                    ///< the same of changes
    std::string refusal;                                                 ///< why nothing can be changed; "" it can
    std::map<std::uint64_t, std::pair<std::string, std::string>> before; ///< by the number of a change

    ui::SessionBridge bridge{*session};
    ui::CurrentPlace place{bridge};

private:
    [[nodiscard]] std::optional<debug::EngineReply> answer(const debug::EngineCommand& command)
    {
        if (std::holds_alternative<debug::GetFrames>(command.request)) {
            debug::FramesReply reply;
            command.ranks.forEach([&](util::Rank rank) {
                reply.ranks.push_back({rank,
                                       {},
                                       util::ThreadId(1),
                                       {frame(function, "/src/ring.cpp", 107), frame("main", "/src/ring.cpp", 185)},
                                       false,
                                       places});
            });
            return debug::EngineReply{std::move(reply), {}};
        }
        if (std::holds_alternative<debug::GetVariables>(command.request))
            return debug::EngineReply{ofRank(command, locals), {}};
        if (const auto* opened = std::get_if<debug::GetChildren>(&command.request)) {
            const std::span<const debug::Variable> all = children[opened->handle.value()];
            askedChildren.emplace_back(opened->first, opened->maxVariables);
            const auto some = all.subspan(std::min<std::size_t>(opened->first, all.size()));
            const auto end = some.begin() + std::min<std::ptrdiff_t>(opened->maxVariables, std::ssize(some));
            return debug::EngineReply{ofRank(command, {some.begin(), end}), {}};
        }
        if (const auto* evaluate = std::get_if<debug::Evaluate>(&command.request)) {
            evaluated.push_back(evaluate->expression);
            const auto known = values.find(evaluate->expression);
            if (known != values.end())
                return debug::EngineReply{debug::ValuesReply{known->second}, {}};
            return debug::EngineReply{debug::ValuesReply{{{command.ranks, "7", "int", {}, {}, false}}}, {}};
        }
        if (const auto* inThreads = std::get_if<debug::EvaluateInThreads>(&command.request)) {
            evaluated.push_back("in threads: " + inThreads->expression);
            return debug::EngineReply{debug::ThreadValuesReply{ofThreads(command)}, {}};
        }
        if (std::holds_alternative<debug::GetThreads>(command.request) ||
            std::holds_alternative<debug::SelectThread>(command.request))
            return debug::EngineReply{threadsOf(command), {}};
        if (const auto* sum = std::get_if<debug::GetStatistics>(&command.request)) {
            summedUp.push_back(command.ranks.toString() + ": " + sum->expression);
            return debug::EngineReply{debug::StatisticsReply{statistics}, {}};
        }
        if (const auto* assign = std::get_if<debug::Assign>(&command.request))
            return change(command, assign->number, assign->target, assign->value);
        if (const auto* back = std::get_if<debug::TakeBack>(&command.request)) {
            const auto [target, value] = before[back->number];
            return change(command, 0, target, value);
        }
        return std::nullopt;
    }
    [[nodiscard]] std::vector<debug::RankThreadValues> ofThreads(const debug::EngineCommand& command) const
    {
        std::vector<debug::RankThreadValues> reply;
        command.ranks.forEach([&](util::Rank rank) {
            debug::RankThreadValues one{rank, session->processes().at(rank).stopId, {}};
            std::uint32_t number = 0;
            for (const std::string& value : threadValues ? threadValues(rank) : std::vector<std::string>()) {
                const bool isProblem = value.starts_with('!');
                one.add({++number},
                        {util::RankSet(rank), isProblem ? "" : value, "int", isProblem ? value.substr(1) : ""});
            }
            reply.push_back(std::move(one));
        });
        return reply;
    }
    /// As many as threadValues tells of, the first one leading.
    [[nodiscard]] debug::ThreadsReply threadsOf(const debug::EngineCommand& command) const
    {
        debug::ThreadsReply reply;
        command.ranks.forEach([&](util::Rank rank) {
            debug::RankThreads threads{rank, session->processes().at(rank).stopId, {}};
            const std::size_t count = threadValues ? threadValues(rank).size() : 1;
            for (std::uint32_t number = 1; number <= count; ++number)
                threads.threads.push_back({util::ThreadId(100 + number), number, "t", {}, number == 1});
            reply.ranks.push_back(std::move(threads));
        });
        return reply;
    }
    /// Only whole numbers fit, and nothing does while `refusal` says why.
    [[nodiscard]] debug::EngineReply change(const debug::EngineCommand& command, std::uint64_t number,
                                            const std::string& target, const std::string& value)
    {
        changed.push_back(command.ranks.toString() + ": " + target + " = " + value);
        debug::ChangeGroup group{command.ranks, "", value, "int", refusal};
        for (debug::Variable& variable : locals) {
            if (variable.path != target || !refusal.empty())
                continue;
            group.before = std::exchange(variable.value, value);
            before[number] = {target, group.before};
        }
        return {debug::ChangesReply{{group}}, {}};
    }
    [[nodiscard]] debug::VariablesReply ofRank(const debug::EngineCommand& command,
                                               std::vector<debug::Variable> variables) const
    {
        const util::Rank rank = *command.ranks.lowest();
        return {{{rank, session->processes().at(rank).stopId, std::move(variables), false}}};
    }
};

/// "*" changed, "~" of an earlier stop, "!" words in place of a value.
[[nodiscard]] inline QString valueMarks(const QModelIndex& cell)
{
    const int look = cell.data(ui::value_role::kLook).toInt();
    QString marks;
    if (look & ui::value_look::kChanged)
        marks += QLatin1Char('*');
    if (look & ui::value_look::kStale && !cell.data().toString().isEmpty())
        marks += QLatin1Char('~');
    if (look & ui::value_look::kProblem)
        marks += QLatin1Char('!');
    return marks;
}

} // namespace dbgr::test
