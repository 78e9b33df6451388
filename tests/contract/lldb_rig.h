// SPDX-License-Identifier: GPL-3.0-or-later
// LLDB's engine with real programs of tests/debuggees, rank after rank. Thread: the test's.
#pragma once

#include "dbgdaemon/engine/lldb/lldb_engine.h"
#include "tests/support/engine/debuggee.h"
#include "tests/support/engine/engine_client.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace dbgr::test {

class LldbRig
{
public:
    LldbRig() : m_loop(net::EventLoop::create().value()), m_engine(*m_loop), m_client(*m_loop, m_engine) {}
    ~LldbRig()
    {
        bool down = false;
        m_engine.shutdown(daemon::Farewell::Kill, [&] { down = true; });
        static_cast<void>(runUntil(*m_loop, [&] { return down; }));
    }

    [[nodiscard]] daemon::LldbEngine& engine() { return m_engine; }
    [[nodiscard]] EngineClient& client() { return m_client; }
    [[nodiscard]] net::EventLoop& loop() { return *m_loop; }
    [[nodiscard]] Debuggee& process(std::size_t rank) { return m_processes.at(rank); }
    [[nodiscard]] util::RankSet all() const { return util::RankSet::firstN(std::uint32_t(m_processes.size())); }

    /// Starts the next ranks.
    void start(const std::string& program, const std::vector<std::string>& arguments = {}, unsigned count = 1,
               Debuggee::Begin begin = Debuggee::Begin::StoppedOnExec)
    {
        for (unsigned i = 0; i < count; ++i)
            m_processes.emplace_back(program, arguments, begin);
    }
    /// Their keepers judge no conditions. Before attach().
    void doWithoutPrograms() { m_isWithoutPrograms = true; }
    /// Their keepers are not asked to note what tracepoints log. Before attach().
    void doWithoutNotes() { m_isWithoutNotes = true; }
    /// What an engine that is gone has left in the ring of rank 0. Before attach().
    void leaveBehind(std::vector<std::byte> note) { m_left.push_back(std::move(note)); }
    /// Of how many breakpoints at places the engine has asked keepers last to note hits.
    [[nodiscard]] std::size_t notedPlaces() const { return *m_notedPlaces; }
    /// Attaches to all of them and takes their first events. \return whether it worked for all
    bool attach()
    {
        std::vector<daemon::AttachTarget> targets;
        for (std::size_t i = 0; i < m_processes.size(); ++i)
            targets.push_back(m_processes[i].target(util::Rank(std::uint32_t(i))));
        for (const std::vector<std::byte>& note : m_left)
            static_cast<void>(targets.front().traceNotes.put(note));
        for (daemon::AttachTarget& target : targets) {
            if (m_isWithoutPrograms)
                target.judgeAt = nullptr;
            else
                target.judgeAt = lookedAt(target.judgeAt);
        }
        m_client.attach(std::move(targets));
        return m_client.nextOfEach<debug::AttachedRank>(m_processes.size()).size() == m_processes.size() &&
               m_client.nextOfEach<debug::StopEvent>(m_processes.size()).size() == m_processes.size();
    }
    /// Runs them all to a function, or a line, by breakpoint 1 (which stays). \return the stop of rank 0
    [[nodiscard]] debug::StopEvent runTo(debug::Place place, const std::string& condition = {})
    {
        const debug::SetBreakpoint set{{util::BreakpointId(1), debug::toTrigger(std::move(place)), condition, true}};
        static_cast<void>(m_client.ask(all(), set));
        return resume();
    }
    /// Lets them all run until each has stopped. \return the stop of rank 0
    [[nodiscard]] debug::StopEvent resume(debug::EngineRequest how = debug::Continue{})
    {
        static_cast<void>(m_client.ask(all(), std::move(how)));
        auto stops = m_client.nextOfEach<debug::StopEvent>(m_processes.size());
        return stops.empty() ? debug::StopEvent{} : stops.begin()->second;
    }
    /// What an expression is in all ranks.
    [[nodiscard]] std::vector<debug::ValueGroup> print(const std::string& expression, std::uint32_t frame = 0)
    {
        return m_client.get<debug::ValuesReply>(all(), debug::Evaluate{expression, {}, frame}).values;
    }
    /// One that is the same in all ranks, or what is wrong with it.
    [[nodiscard]] std::string value(const std::string& expression, std::uint32_t frame = 0)
    {
        const auto values = print(expression, frame);
        if (values.size() != 1)
            return "(" + std::to_string(values.size()) + " values)";
        return values.front().problem.empty() ? values.front().value : "problem: " + values.front().problem;
    }

private:
    using JudgeAt = std::function<void(std::span<const bytecode::JudgedPlace>)>;
    [[nodiscard]] JudgeAt lookedAt(JudgeAt judgeAt) const
    {
        return [noted = m_notedPlaces, isNoted = !m_isWithoutNotes,
                judgeAt = std::move(judgeAt)](std::span<const bytecode::JudgedPlace> said) {
            std::vector<bytecode::JudgedPlace> places(said.begin(), said.end());
            std::size_t count = 0;
            for (bytecode::JudgedPlace& place : places) {
                for (bytecode::JudgedBreakpoint& one : place.breakpoints) {
                    count += one.tracing ? 1 : 0;
                    if (!isNoted)
                        one.tracing.reset();
                }
            }
            *noted = count;
            judgeAt(places);
        };
    }

    std::shared_ptr<std::atomic<std::size_t>> m_notedPlaces = std::make_shared<std::atomic<std::size_t>>(0);
    std::unique_ptr<net::EventLoop> m_loop;
    std::deque<Debuggee> m_processes;
    daemon::LldbEngine m_engine;
    EngineClient m_client;
    bool m_isWithoutPrograms = false;
    bool m_isWithoutNotes = false;
    std::vector<std::vector<std::byte>> m_left;
};

} // namespace dbgr::test
