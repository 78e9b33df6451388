// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/launcher_gate.h"

#include "pmix/server/process_tree.h"
#include "pmix/types/keys.h"
#include "pmix/types/status.h"

#include <utility>

#include <unistd.h>

namespace dbgr::pmix {

namespace {

/// prterun comes as a tool with a name, prun as a launcher with one.
bool mayBeLauncher(PeerRole role)
{
    return role == PeerRole::ToolNamed || role == PeerRole::LauncherNamed;
}

} // namespace

bool comesFrom(const ConnectMessage& hello, util::Pid ancestor)
{
    const Value* value = find(hello.infos, keys::kProcPid);
    const auto pid = value == nullptr ? std::nullopt : value->asUnsigned();
    return pid && *pid > 0 && *pid <= INT32_MAX && descendsFrom(util::Pid(static_cast<std::int32_t>(*pid)), ancestor);
}

util::Result<std::unique_ptr<LauncherGate>> LauncherGate::open(net::EventLoop& loop, Proc self,
                                                               util::Duration handshakeLimit)
{
    std::unique_ptr<LauncherGate> gate(new LauncherGate);
    Door::Keeper keeper;
    keeper.knowsUser = [](std::uint32_t uid) { return uid == ::geteuid(); };
    keeper.userFor = [](const ConnectMessage&) { return ::geteuid(); };
    keeper.admit = [raw = gate.get()](const Requester&, const ConnectMessage& hello, const Answer<Proc>& answer) {
        answer(raw->judge(hello));
    };
    keeper.enter = [raw = gate.get()](Entrant entrant) { raw->letIn(std::move(entrant)); };
    DBGR_TRY(gate->m_door,
             Door::open(loop, std::move(self), Door::Limits{handshakeLimit, kMaxHandshakes}, std::move(keeper)));
    return gate;
}

void LauncherGate::expect(Expectation expectation, OnLauncher onLauncher)
{
    m_expectation = std::move(expectation);
    m_onLauncher = std::move(onLauncher);
}

void LauncherGate::expectNobody()
{
    m_expectation = nullptr;
    m_onLauncher = nullptr;
}

util::Result<Proc> LauncherGate::judge(const ConnectMessage& hello) const
{
    if (!m_expectation || !mayBeLauncher(hello.role) || hello.proc.nspace.empty() || !m_expectation(hello))
        return util::fail(Status::ErrNoPermissions, "\"" + toString(hello.proc) + "\" is not the launcher we wait for");
    return hello.proc;
}

void LauncherGate::letIn(Entrant entrant)
{
    const auto onLauncher = std::exchange(m_onLauncher, nullptr);
    m_expectation = nullptr;
    if (onLauncher)
        onLauncher(std::move(entrant.connection));
}

} // namespace dbgr::pmix
