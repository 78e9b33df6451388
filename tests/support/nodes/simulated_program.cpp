// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/nodes/simulated_program.h"

#include "util/overloaded.h"

#include <string>
#include <utility>
#include <vector>

namespace dbgr::test {

namespace {

debug::Frame frameAt(std::uint32_t index, std::string function, const char* file, std::uint32_t line)
{
    debug::Frame frame;
    frame.index = index;
    frame.function = std::move(function);
    frame.where = {file, line, 0};
    frame.module = "solver";
    frame.pc = 0x401000 + line;
    return frame;
}

/// Innermost first: one of 15 places below main() that neighbours do not share.
std::vector<debug::Frame> stackOf(util::Rank rank)
{
    const std::uint32_t place = (rank.value() * 2654435761U) >> 8;
    const std::uint32_t phase = place % 3;
    const std::uint32_t kernel = place / 3 % 5;
    return {frameAt(0, "kernel" + std::to_string(kernel) + "(double*, int)", "/src/kernels.cpp", 100 + kernel),
            frameAt(1, "phase" + std::to_string(phase) + "(State&)", "/src/phases.cpp", 10 + phase),
            frameAt(2, "step(State&)", "/src/solver.cpp", 70),
            frameAt(3, "solve(State&)", "/src/solver.cpp", 41),
            frameAt(4, "main", "/src/main.cpp", 12),
            frameAt(5, "__libc_start_main", "", 0),
            frameAt(6, "_start", "", 0)};
}

std::vector<debug::ValueGroup> valuesOf(const util::RankSet& ranks, const std::string& expression)
{
    std::vector<debug::ValueGroup> values;
    if (expression == "rank") {
        ranks.forEach([&](util::Rank rank) {
            values.push_back({util::RankSet(rank), std::to_string(rank.value()), "int", ""});
        });
    } else if (expression == "parity") {
        util::RankSet odd;
        ranks.forEach([&](util::Rank rank) {
            if (rank.value() % 2 == 1)
                odd.insert(rank);
        });
        values = {{ranks - odd, "0", "int", ""}, {odd, "1", "int", ""}};
        std::erase_if(values, [](const debug::ValueGroup& group) { return group.ranks.empty(); });
    } else {
        values.push_back({ranks, "42", "int", ""});
    }
    return values;
}

debug::VariablesReply variablesOf(const util::RankSet& ranks, util::StopId stop)
{
    debug::VariablesReply reply;
    ranks.forEach([&](util::Rank rank) {
        debug::RankVariables of{rank, stop, {}};
        for (const char* const name : {"count", "residual", "state", "buffer", "rank"}) {
            debug::Variable& variable = of.variables.emplace_back();
            variable.name = name;
            variable.type = "int";
            variable.value = variable.name == "rank" ? std::to_string(rank.value()) : "42";
        }
        reply.ranks.push_back(std::move(of));
    });
    return reply;
}

} // namespace

debug::EngineReply simulatedReply(const util::RankSet& ranks, const debug::EngineRequest& request, util::StopId stop)
{
    return std::visit(
        util::Overloaded{
            [&](const debug::SetBreakpoint& set) {
                debug::BreakpointStatus status;
                status.id = set.spec.id;
                status.resolved = ranks;
                status.actual = {"/src/solver.cpp", 70, 0};
                return debug::EngineReply{debug::BreakpointReply{std::move(status)}, {}};
            },
            [&](const debug::GetStacks&) {
                debug::StackTree tree;
                ranks.forEach([&](util::Rank rank) { tree.add(rank, stackOf(rank), true); });
                return debug::EngineReply{debug::StacksReply{std::move(tree)}, {}};
            },
            [&](const debug::Evaluate& asked) {
                return debug::EngineReply{debug::ValuesReply{valuesOf(ranks, asked.expression)}, {}};
            },
            [&](const debug::GetFrames&) {
                debug::FramesReply reply;
                ranks.forEach([&](util::Rank rank) {
                    const std::vector<debug::Frame> frames = stackOf(rank);
                    reply.ranks.push_back({rank, stop, util::ThreadId(1000), frames, false, debug::placesOf(frames)});
                });
                return debug::EngineReply{std::move(reply), {}};
            },
            [&](const debug::GetVariables&) {
                return debug::EngineReply{variablesOf(ranks, stop), {}};
            },
            [](const auto&) { return debug::EngineReply{}; }},
        request);
}

debug::StopGroup simulatedStop(const util::RankSet& ranks, debug::StopReason reason, util::StopId stop,
                               util::BreakpointId breakpoint)
{
    debug::StopGroup group;
    group.ranks = ranks;
    group.stopIds = {{ranks, stop}};
    group.cause.reason = reason;
    if (reason == debug::StopReason::Breakpoint)
        group.cause.breakpoints = {breakpoint};
    group.cause.top = frameAt(0, "step(State&)", "/src/solver.cpp", 70);
    return group;
}

} // namespace dbgr::test
