// SPDX-License-Identifier: GPL-3.0-or-later
// An engine with ranks that all run the same loop, whichever engine it is: what the contract test is written against.
// Thread: the test's.
#pragma once

#include "dbgdaemon/keeper_holder.h"
#include "tests/support/engine/debuggee.h"
#include "tests/support/engine/engine_client.h"
#include "tests/support/engine/fake_engine.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dbgr::test {

class EngineRig
{
public:
    enum class Kind
    {
        Fake,
        Lldb,
        Process ///< LLDB's, in dbgd-engine, with one keeper for all ranks
    };
    explicit EngineRig(Kind kind);
    ~EngineRig();

    [[nodiscard]] daemon::Engine& engine() { return *m_engine; }
    [[nodiscard]] EngineClient& client() { return *m_client; }
    [[nodiscard]] net::EventLoop& loop() { return *m_loop; }

    /// Ranks 0 .. count-1 of the loop, for attach().
    [[nodiscard]] std::vector<daemon::AttachTarget> targets(std::uint32_t count);
    /// Attaches to them and takes their first events.
    util::RankSet attach(std::uint32_t count);
    /// A line in the function "turn", which the loop comes by for ever.
    [[nodiscard]] debug::SourceLine place() const { return m_place; }
    /// The processes of targets(); none with the fake.
    [[nodiscard]] std::vector<Debuggee>& processes() { return m_processes; }

private:
    void startProcess();
    [[nodiscard]] daemon::AttachTarget heldByKeeper(util::Rank rank);

    Kind m_kind;
    debug::SourceLine m_place;
    std::unique_ptr<net::EventLoop> m_loop;
    std::vector<Debuggee> m_processes;
    std::unique_ptr<daemon::KeeperHolder> m_holder; // Process
    std::unique_ptr<daemon::Engine> m_engine;
    std::unique_ptr<EngineClient> m_client;
};

} // namespace dbgr::test
