// SPDX-License-Identifier: GPL-3.0-or-later
// One rank of a FakeEngine: stands or runs, has breakpoints, answers requests about itself. Thread: the test's.
#pragma once

#include "debug/engine_reply.h"
#include "debug/engine_request.h"
#include "debug/stop.h"
#include "debug/trace.h"
#include "tests/support/engine/fake_engine.h"
#include "util/result.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::test {

class FakeRank
{
public:
    FakeRank(util::Rank rank, const FakeProgram& program) : m_rank(rank), m_program(program), m_line(program.firstLine)
    {}

    [[nodiscard]] bool running() const { return m_running; }
    [[nodiscard]] util::Result<debug::ReplyBody> run(const debug::EngineRequest& request);
    /// Stands from now on. \return the event that tells of it
    [[nodiscard]] debug::StopEvent stop(debug::StopCause cause);
    /// What a running rank comes upon: an interrupt, the end of a step or a breakpoint.
    [[nodiscard]] std::optional<debug::StopCause> nextStop(bool automatic);

    /// What tracepoints log while a running rank comes by all of its lines once.
    [[nodiscard]] std::vector<debug::TraceRecord> log() const;

private:
    using Body = util::Result<debug::ReplyBody>;
    struct Visitor;

    [[nodiscard]] util::Result<void> requireStopped() const;
    [[nodiscard]] util::Result<debug::ReplyBody> threads() const;
    /// \errors NoSuchThread if it has none with that number
    [[nodiscard]] util::Result<debug::ReplyBody> threadsWith(const debug::ThreadKey& key) const;
    [[nodiscard]] debug::Frame frame(std::uint32_t index) const;
    [[nodiscard]] std::vector<debug::Frame> stack(std::uint32_t maxFrames) const;
    [[nodiscard]] util::ThreadId thread() const { return util::ThreadId(1000 + m_rank.value()); }
    [[nodiscard]] std::optional<std::uint32_t> lineOf(const debug::Trigger& trigger) const;
    [[nodiscard]] std::vector<util::BreakpointId> breakpointsHere() const;
    [[nodiscard]] Body set(const debug::BreakpointSpec& spec);
    [[nodiscard]] debug::VariablesReply variables();
    [[nodiscard]] debug::StopCause endOfSteps(const debug::Step& step);
    [[nodiscard]] debug::StopCause endOfRun(std::uint32_t line);
    void goToNextLine();
    void resume();

    util::Rank m_rank;
    const FakeProgram& m_program;
    std::map<util::BreakpointId, debug::BreakpointSpec> m_breakpoints;
    util::StopId m_stopId;
    std::uint32_t m_line;
    util::VariableHandle m_firstHandle{1}; ///< of this stop
    util::VariableHandle m_lastHandle{0};
    std::map<std::string, std::string> m_values; ///< what was assigned
    std::map<std::uint64_t, std::pair<std::string, std::string>> m_undo;
    bool m_frozen = false; ///< its only thread
    bool m_running = true;
    std::optional<debug::Step> m_stepping;
    std::optional<std::uint32_t> m_runsTo; ///< a line
    bool m_interrupted = false;
    bool m_moved = false; ///< and nothing runs
    std::string m_left;   ///< the function that was left so
};

} // namespace dbgr::test
