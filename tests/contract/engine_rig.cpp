// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/engine_rig.h"

#include "dbgdaemon/engine/lldb/lldb_engine.h"
#include "dbgdaemon/engine/process/process_engine.h"
#include "dbgdaemon/helper_programs.h"

#include <filesystem>

namespace dbgr::test {

namespace {

FakeProgram fakeLoop()
{
    FakeProgram program;
    program.variables = {{"i", "long", "7", debug::VariableKind::Argument, "i", 0, {}, ""},
                         {"pair", "Pair", "{1, 2}", debug::VariableKind::Local, "pair", 2, {}, ""}};
    program.expressions["i"] = [](util::Rank) { return "7"; };
    return program;
}

} // namespace

EngineRig::EngineRig(Kind kind) : m_kind(kind), m_loop(net::EventLoop::create().value())
{
    if (kind == Kind::Fake) {
        m_place = {"loop.cpp", 15};
        m_engine = std::make_unique<FakeEngine>(*m_loop, fakeLoop());
    } else {
        m_place = {"loop.cpp", lineOf("loop.cpp", "++g_turns")};
        if (kind == Kind::Lldb)
            m_engine = std::make_unique<daemon::LldbEngine>(*m_loop);
        else
            startProcess();
    }
    m_client = std::make_unique<EngineClient>(*m_loop, *m_engine);
}

void EngineRig::startProcess()
{
    const auto programs = daemon::findHelpers(DBGR_KEEPER, {}).value(); // they lie beside each other
    m_holder = daemon::KeeperHolder::create(*m_loop, programs.keeper, {}).value();
    m_engine = std::make_unique<daemon::ProcessEngine>(*m_loop, programs.engine, *m_holder);
}

EngineRig::~EngineRig()
{
    bool down = false;
    m_engine->shutdown(daemon::Farewell::Kill, [&] { down = true; });
    static_cast<void>(runUntil(*m_loop, [&] { return down; }));
}

std::vector<daemon::AttachTarget> EngineRig::targets(std::uint32_t count)
{
    std::vector<daemon::AttachTarget> all;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (m_kind == Kind::Fake) {
            all.push_back({util::Rank(i), util::Pid(static_cast<std::int32_t>(100 + i)), {}, {}});
        } else {
            m_processes.emplace_back("loop");
            all.push_back(m_holder ? heldByKeeper(util::Rank(i)) : m_processes.back().target(util::Rank(i)));
        }
    }
    return all;
}

daemon::AttachTarget EngineRig::heldByKeeper(util::Rank rank)
{
    const util::Pid pid = m_processes.back().pid();
    auto connection = m_holder->open(rank, pid);
    const std::string link = "/proc/" + std::to_string(pid.value()) + "/exe";
    daemon::AttachTarget target{rank, pid, std::move(connection).value(), std::filesystem::read_symlink(link)};
    target.slot = m_holder->slotOf(rank);
    return target;
}

util::RankSet EngineRig::attach(std::uint32_t count)
{
    m_client->attach(targets(count));
    util::RankSet attached;
    for (const auto& entry : m_client->nextOfEach<debug::AttachedRank>(count))
        attached.insert(entry.first);
    static_cast<void>(m_client->nextOfEach<debug::StopEvent>(count));
    if (m_kind == Kind::Process) // with their places
        static_cast<void>(m_client->nextOfEach<debug::StopEvent>(count));
    return attached;
}

} // namespace dbgr::test
