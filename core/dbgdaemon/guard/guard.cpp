// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/guard/guard.h"

#include "net/fd_stream.h"
#include "util/log.h"

#include <csignal>
#include <sys/socket.h>

namespace dbgr::daemon {

Guard::Guard(net::EventLoop& loop, util::UniqueFd control, BreakpointLedger ledger, std::string stubProgram)
    : m_loop(loop), m_control(std::move(control)), m_ledger(std::move(ledger)), m_stubProgram(std::move(stubProgram))
{}

void Guard::start()
{
    m_orders = m_loop.watch(m_control.get(), net::Interest::Read, [this] { readOrders(); });
}

void Guard::readOrders()
{
    // One a round: starting a stub takes its time, and ranks that are up already want to be served.
    auto order = receiveOrder(m_control.get());
    if (!order) {
        util::log::info("guard", "dbgd is gone", {{"why", order.error().message()}, {"ranks", m_wards.size()}});
        onDaemonGone();
        return;
    }
    if (*order)
        onOrder(std::move(**order));
}

void Guard::onOrder(GuardOrder order)
{
    const Slot slot = order.slot;
    Ward& ward = m_wards[slot];
    ward.rank = order.pid;
    util::Result<void> started = util::ok();
    if (order.kind == GuardOrder::Kind::Start) {
        started = startStub(ward, order.descriptors[2]);
        if (started)
            started = startRelay(slot, ward, std::move(order.descriptors[0]), std::move(order.descriptors[1]));
    } else {
        started = startRelay(slot, ward, {}, std::move(order.descriptors[0]));
    }
    if (started)
        return;
    util::log::error("guard", "no stub", {{"pid", order.pid.value()}, {"why", started.error().message()}});
    const auto told = sendNotice(m_control.get(), {GuardNotice::Kind::SpawnFailed, slot, started.error().message()});
    if (!told)
        util::log::error("guard", told.error().message());
    m_wards.erase(slot);
}

util::Result<void> Guard::startStub(Ward& ward, const util::UniqueFd& stubsEnd)
{
    constexpr int kStubFd = 3;
    net::ChildSpec spec;
    spec.program = m_stubProgram;
    spec.arguments = {m_stubProgram,   "gdbserver", "--fd=" + std::to_string(kStubFd),
                      "--native-regs", "--attach",  std::to_string(ward.rank.value())};
    spec.environment = net::currentEnvironment();
    // It writes greetings and complaints to where its user would read them; ours reads neither.
    spec.standardInput = spec.standardOutput = spec.standardError = net::Stdio::null();
    spec.extraFds = {{stubsEnd.get(), kStubFd}};
    spec.ownProcessGroup = true;
    DBGR_TRY(ward.stub, net::ChildProcess::start(m_loop, spec));
    return util::ok();
}

util::Result<void> Guard::startRelay(Slot slot, Ward& ward, util::UniqueFd client, util::UniqueFd stub)
{
    RankRelay::Parts parts;
    parts.rank = ward.rank;
    parts.hostInfo = m_hostInfo;
    parts.loader.emplace(
        [this, slot] { return m_ledger.loaderWish(slot); },
        keeper::LinkMapReader(std::make_unique<util::ProcMemory>(ward.rank), keeper::ProcessFiles::of(ward.rank)),
        m_barren);
    parts.turn = m_turn;
    const int stubFd = stub.get();
    if (client) {
        DBGR_TRY(parts.client, net::FdStream::create(m_loop, std::move(client), "liblldb"));
    }
    DBGR_TRY(parts.stub, net::FdStream::create(m_loop, std::move(stub), "lldb-server"));
    // Closing is not enough: dbgd keeps a copy of this end, so that the stub does not notice if the guard dies.
    parts.hangUp = [stubFd] { ::shutdown(stubFd, SHUT_WR); };
    parts.onEnd = [this, slot](RankRelay::End end) { onRelayEnd(slot, end); };
    const bool adopted = !parts.client;
    PlantedBreakpoints planted(m_ledger, slot, std::make_unique<util::ProcMemory>(ward.rank));
    if (adopted)
        planted.adoptLedger();
    const bool running = adopted && m_ledger.running(slot);
    ward.relay = std::make_unique<RankRelay>(m_loop, std::move(parts), std::move(planted), running);
    ward.relay->start();
    return util::ok();
}

void Guard::onRelayEnd(Slot slot, RankRelay::End end)
{
    Ward& ward = m_wards.at(slot);
    ward.end = end;
    if (end == RankRelay::End::Stuck || !ward.stub) {
        // Not now: this call comes out of the relay. A stuck stub dies with its ChildProcess.
        m_loop.post(m_lifetime.guard([this, slot] { finish(slot); }));
        return;
    }
    // How it ended is worth waiting for; a stub that closed its connection and lives is not.
    ward.patience = m_loop.after(kExitLimit, [this, slot] { finish(slot); });
    ward.stub->setExited([this, slot](net::ExitStatus) { finish(slot); });
}

void Guard::finish(Slot slot)
{
    const auto at = m_wards.find(slot);
    if (at == m_wards.end())
        return;
    Ward& ward = at->second;
    GuardNotice notice{GuardNotice::Kind::Released, slot, {}};
    if (ward.end == RankRelay::End::StubLost) {
        notice.kind = ward.relay->stubSpoke() ? GuardNotice::Kind::StubLost : GuardNotice::Kind::AttachFailed;
        if (ward.stub && ward.stub->status())
            notice.detail = ward.stub->status()->toString();
    }
    util::log::info("guard", "a rank is released",
                    {{"pid", ward.rank.value()}, {"notice", static_cast<int>(notice.kind)}, {"stub", notice.detail}});
    // Before the client's connection ends, so that dbgd knows why when liblldb tells it that it ended.
    if (!m_daemonGone && !sendNotice(m_control.get(), notice))
        util::log::warning("guard", "dbgd does not read its notices");
    m_wards.erase(at);
    stopIfIdle();
}

void Guard::onDaemonGone()
{
    m_orders.cancel();
    m_daemonGone = true;
    for (auto& [slot, ward] : m_wards)
        ward.relay->farewell();
    stopIfIdle();
}

void Guard::stopIfIdle()
{
    if (m_daemonGone && m_wards.empty())
        m_loop.stop();
}

} // namespace dbgr::daemon
