// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/stub_pool.h"

#include "dbgdaemon/bootstrap/process_state.h"
#include "dbgdaemon/guard/planted_breakpoints.h"
#include "debug/debug_error.h"
#include "net/datagram.h"
#include "net/unix_stream.h"
#include "util/log.h"

#include <cerrno>
#include <fcntl.h>

namespace dbgr::daemon {

namespace {

constexpr const char* kReattachAdvice =
    "The processes run on; 'reattach' (in the window: Attach Again) attaches to them again.";

util::Result<util::UniqueFd> copyOf(const util::UniqueFd& fd)
{
    util::UniqueFd copy(::fcntl(fd.get(), F_DUPFD_CLOEXEC, 0));
    if (!copy)
        return util::fail(util::systemError(errno, "copying a descriptor"));
    return copy;
}

std::string nameOf(util::Pid pid)
{
    return "process " + std::to_string(pid.value());
}

util::Error endedUnseen(util::Pid pid)
{
    return {debug::Errc::Ended, nameOf(pid) + " has ended, and nobody saw how", {}};
}

util::Error errorOf(const GuardNotice& notice, util::Pid pid)
{
    const std::string process = nameOf(pid);
    const std::string why = notice.detail.empty() ? "" : ": " + notice.detail;
    switch (notice.kind) {
    case GuardNotice::Kind::AttachFailed:
        return {debug::Errc::StubFailed, "lldb-server could not attach to " + process + why, {}};
    case GuardNotice::Kind::SpawnFailed:
        return {debug::Errc::StubFailed, "lldb-server could not be started for " + process + why, {}};
    default:
        if (hasEnded(pid))
            return endedUnseen(pid);
        return {debug::Errc::StubFailed, "lldb-server, which held " + process + ", ended" + why, kReattachAdvice};
    }
}

} // namespace

util::Result<std::unique_ptr<StubPool>> StubPool::create(net::EventLoop& loop, StubPrograms programs, Observer observer)
{
    DBGR_TRY(auto ledger, BreakpointLedger::create());
    std::unique_ptr<StubPool> pool(new StubPool(loop, std::move(programs), std::move(observer), std::move(ledger)));
    DBGR_TRY(pool->m_guard, pool->startGuard(pool->m_control));
    StubPool& self = *pool;
    self.m_guard->setExited([&self](net::ExitStatus) { self.onGuardEnded(); });
    self.m_readable = loop.watch(self.m_control.get(), net::Interest::Read, [&self] { self.readNotices(); });
    return pool;
}

StubPool::StubPool(net::EventLoop& loop, StubPrograms programs, Observer observer, BreakpointLedger ledger)
    : m_loop(loop), m_programs(std::move(programs)), m_observer(std::move(observer)), m_ledger(std::move(ledger))
{}

StubPool::~StubPool()
{
    // They end by themselves, after the ranks are let go.
    if (m_guard)
        m_guard->release();
    if (m_successor)
        m_successor->release();
}

util::Result<std::unique_ptr<net::ChildProcess>> StubPool::startGuard(util::UniqueFd& control)
{
    DBGR_TRY(auto ends, net::controlSocketPair());
    control = std::move(ends.first);
    net::ChildSpec spec;
    spec.program = m_programs.guard;
    spec.arguments = {m_programs.guard, m_programs.stub};
    if (!m_programs.guardLog.empty())
        spec.arguments.push_back(m_programs.guardLog);
    spec.environment = environmentForChildren();
    spec.standardInput = spec.standardOutput = spec.standardError = net::Stdio::null();
    spec.extraFds = {{ends.second.get(), kGuardControlFd}, {m_ledger.file(), kGuardLedgerFd}};
    return net::ChildProcess::start(m_loop, spec);
}

util::Result<util::UniqueFd> StubPool::open(util::Rank rank, util::Pid pid)
{
    if (m_guardDead || m_done)
        return util::fail(debug::Errc::StubFailed, "the guard of this node is gone", kReattachAdvice);
    if (m_wards.size() >= BreakpointLedger::kMaxSlots)
        return util::fail(debug::Errc::StubFailed, "one dbgd cannot hold more ranks");
    DBGR_TRY(auto client, net::socketPair());
    DBGR_TRY(auto stub, net::socketPair());
    DBGR_TRY(auto copy, copyOf(stub.first));
    GuardOrder order{GuardOrder::Kind::Start, static_cast<Slot>(m_wards.size()), pid, {}};
    order.descriptors.push_back(std::move(client.second));
    order.descriptors.push_back(std::move(stub.first));
    order.descriptors.push_back(std::move(stub.second));
    m_wards.push_back({rank, pid, std::move(copy), {}});
    m_orders.push_back(std::move(order));
    flushOrders();
    return std::move(client.first);
}

std::function<void(std::optional<std::uint32_t>)> StubPool::loadWatch(util::Rank rank) const
{
    for (Slot slot = static_cast<Slot>(m_wards.size()); slot-- > 0;) {
        if (m_wards[slot].rank != rank)
            continue;
        return [wish = m_ledger.wishFor(slot)](std::optional<std::uint32_t> about) {
            wish({about ? LoaderStops::OfNews : LoaderStops::None, about.value_or(0)});
        };
    }
    return {};
}

void StubPool::flushOrders()
{
    m_flushAgain.cancel();
    while (!m_orders.empty()) {
        const auto sent = sendOrder(m_control.get(), m_orders.front());
        // The guard is busy starting stubs: its socket is full, or more descriptors are under way than one process may.
        if (!sent && (sent.error().code == std::errc::resource_unavailable_try_again ||
                      sent.error().code == std::error_code(ETOOMANYREFS, std::generic_category()))) {
            m_flushAgain = m_loop.after(kOrderInterval, [this] { flushOrders(); });
            return;
        }
        // Another error means that the guard is dead, which its end tells us.
        m_orders.pop_front();
    }
}

void StubPool::readNotices()
{
    while (m_control) {
        const auto notice = receiveNotice(m_control.get());
        if (!notice) {
            m_readable.cancel(); // the guard's end comes as the end of its process
            return;
        }
        if (!*notice)
            return;
        onNotice(**notice);
    }
}

void StubPool::onNotice(const GuardNotice& notice)
{
    if (notice.slot >= m_wards.size())
        return;
    Ward& ward = m_wards[notice.slot];
    ward.stub.reset();
    if (notice.kind != GuardNotice::Kind::Released)
        ward.failure = errorOf(notice, ward.pid);
    if (notice.kind == GuardNotice::Kind::StubLost && m_observer.onLost)
        m_loop.post(m_lifetime.guard([this, slot = notice.slot] {
            m_observer.onLost(util::RankSet(m_wards[slot].rank), *m_wards[slot].failure);
        }));
}

std::optional<util::Error> StubPool::whyEnded(util::Rank rank)
{
    readNotices();
    for (const Ward& ward : m_wards) {
        if (ward.rank == rank && ward.failure)
            return ward.failure;
        if (ward.rank == rank && hasEnded(ward.pid)) // the engine was faster than the guard's notice
            return endedUnseen(ward.pid);
    }
    return std::nullopt;
}

void StubPool::onGuardEnded()
{
    m_endLimit.cancel();
    m_readable.cancel();
    m_flushAgain.cancel();
    m_orders.clear();
    if (const auto done = std::exchange(m_done, nullptr)) {
        m_control.reset();
        m_guardDead = true;
        done();
        return;
    }
    readNotices();
    m_control.reset();
    m_guardDead = true;
    const std::string how = m_guard->status() ? m_guard->status()->toString() : "";
    const util::Error error{debug::Errc::StubFailed, "the guard process of this node ended (" + how + ")",
                            kReattachAdvice};
    util::log::error("guard", error.message());
    util::RankSet lost;
    for (Ward& ward : m_wards) {
        if (!ward.stub)
            continue;
        lost.insert(ward.rank);
        ward.failure = error;
    }
    replaceGuard();
    if (m_observer.onLost && !lost.empty())
        m_observer.onLost(lost, error);
}

void StubPool::replaceGuard()
{
    // First and without anybody's help: no rank that runs may meet a trap once its stub is gone.
    for (Slot slot = 0; slot < m_wards.size(); ++slot) {
        if (!m_wards[slot].stub)
            continue;
        PlantedBreakpoints planted(m_ledger, slot, std::make_unique<util::ProcMemory>(m_wards[slot].pid));
        planted.adoptLedger();
        planted.cleanText();
    }
    util::UniqueFd control;
    auto successor = startGuard(control);
    if (!successor)
        util::log::error("guard", successor.error().message(), {{"doing", "replacing the guard"}});
    else
        m_successor = std::move(*successor);
    for (Slot slot = 0; slot < m_wards.size(); ++slot) {
        util::UniqueFd stub = std::move(m_wards[slot].stub);
        if (!stub || !m_successor)
            continue; // closed here: the stub ends, which lets a rank run on unless it stands at a breakpoint
        GuardOrder order{GuardOrder::Kind::Adopt, slot, m_wards[slot].pid, {}};
        order.descriptors.push_back(std::move(stub));
        if (const auto sent = sendOrder(control.get(), order); !sent)
            util::log::error("guard", sent.error().message(), {{"doing", "handing over a rank"}});
    }
}

void StubPool::shutdown(std::function<void()> done)
{
    if (m_guardDead) {
        m_loop.post(m_lifetime.guard([done = std::move(done)] { done(); }));
        return;
    }
    m_done = std::move(done);
    m_flushAgain.cancel();
    m_readable.cancel();
    m_orders.clear();
    m_control.reset();
    m_endLimit = m_loop.after(kEndLimit, [this] {
        if (const auto finished = std::exchange(m_done, nullptr))
            finished();
    });
}

} // namespace dbgr::daemon
