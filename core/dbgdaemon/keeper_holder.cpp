// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/keeper_holder.h"

#include "dbgdaemon/bootstrap/process_state.h"
#include "debug/debug_error.h"
#include "net/datagram.h"
#include "net/unix_stream.h"
#include "util/log.h"

#include <utility>

namespace dbgr::daemon {

namespace {

constexpr const char* kReattachAdvice =
    "The processes run on; 'reattach' (in the window: Attach Again) attaches to them again.";

std::string nameOf(util::Pid pid)
{
    return "process " + std::to_string(pid.value());
}

} // namespace

util::Result<std::unique_ptr<KeeperHolder>> KeeperHolder::create(net::EventLoop& loop, const HelperProgram& program,
                                                                 Observer observer)
{
    DBGR_TRY(auto wishes, keeper::EngineWishes::create());
    DBGR_TRY(auto ends, net::controlSocketPair());
    std::unique_ptr<KeeperHolder> holder(new KeeperHolder(loop, std::move(observer), std::move(wishes)));
    KeeperHolder& self = *holder;
    self.m_control = std::move(ends.first);
    net::ChildSpec spec;
    spec.program = program.path;
    spec.arguments = {program.path};
    if (!program.log.empty())
        spec.arguments.push_back(program.log);
    spec.environment = environmentForChildren();
    spec.standardInput = spec.standardOutput = spec.standardError = net::Stdio::null();
    spec.extraFds = {{ends.second.get(), keeper::kControlFd}, {self.m_wishes.file(), keeper::kWishesFd}};
    DBGR_TRY(self.m_keeper, net::ChildProcess::start(loop, spec));
    self.m_keeper->setExited([&self](net::ExitStatus) { self.onKeeperEnded(); });
    self.m_readable = loop.watch(self.m_control.get(), net::Interest::Read, [&self] { self.readNotices(); });
    return holder;
}

KeeperHolder::KeeperHolder(net::EventLoop& loop, Observer observer, keeper::EngineWishes wishes)
    : m_loop(loop), m_observer(std::move(observer)), m_wishes(std::move(wishes))
{}

KeeperHolder::~KeeperHolder()
{
    if (m_keeper)
        m_keeper->release(); // it ends by itself, after the ranks are let go
}

util::Result<util::UniqueFd> KeeperHolder::open(util::Rank rank, util::Pid pid)
{
    if (m_isDead || m_done)
        return util::fail(debug::Errc::KeeperFailed, "the keeper of this node is gone", kReattachAdvice);
    m_wards.push_back({rank, pid, true, {}, {}});
    auto connection = order(slotOf(m_wards.back()));
    if (!connection)
        m_wards.pop_back();
    return connection;
}

util::Result<util::UniqueFd> KeeperHolder::openAgain(util::Rank rank)
{
    const Ward* const ward = wardOf(rank);
    if (m_isDead || m_done || !ward || !ward->isHeld)
        return util::fail(debug::Errc::KeeperFailed, "the keeper does not hold rank " + std::to_string(rank.value()));
    return order(slotOf(*ward));
}

util::Result<util::UniqueFd> KeeperHolder::order(keeper::Slot slot)
{
    DBGR_TRY(auto ends, net::socketPair());
    keeper::Order order{keeper::Order::Kind::Hold, slot, m_wards[slot].pid};
    order.connection = std::move(ends.second);
    m_orders.push_back(std::move(order));
    flushOrders();
    return std::move(ends.first);
}

void KeeperHolder::release(util::Rank rank)
{
    const Ward* const ward = wardOf(rank);
    if (m_isDead || m_done || !ward || !ward->isHeld)
        return;
    m_orders.push_back({keeper::Order::Kind::Release, slotOf(*ward), util::Pid(0), 0, {}});
    flushOrders();
}

std::uint32_t KeeperHolder::slotOf(util::Rank rank) const
{
    const Ward* const ward = wardOf(rank);
    return ward ? slotOf(*ward) : keeper::EngineWishes::kMaxSlots; // of which nothing is wished
}

/// The latest of that number.
const KeeperHolder::Ward* KeeperHolder::wardOf(util::Rank rank) const
{
    for (auto ward = m_wards.rbegin(); ward != m_wards.rend(); ++ward) {
        if (ward->rank == rank)
            return &*ward;
    }
    return nullptr;
}

void KeeperHolder::flushOrders()
{
    m_flushAgain.cancel();
    while (!m_orders.empty()) {
        const auto sent = keeper::send(m_control.get(), m_orders.front());
        if (!sent && net::isForLater(sent.error())) {
            m_flushAgain = m_loop.after(kOrderInterval, [this] { flushOrders(); });
            return;
        }
        m_orders.pop_front(); // another error means that the keeper is dead, which its end tells us
    }
}

void KeeperHolder::readNotices()
{
    while (m_control) {
        const auto notice = keeper::receiveNotice(m_control.get());
        if (!notice && notice.error().code == std::errc::bad_message)
            continue;
        if (!notice) {
            m_readable.cancel(); // the keeper's end comes as the end of its process
            return;
        }
        if (!*notice)
            return;
        onNotice(**notice);
    }
}

void KeeperHolder::onNotice(const keeper::Notice& notice)
{
    if (notice.slot >= m_wards.size())
        return;
    Ward& ward = m_wards[notice.slot];
    switch (notice.kind) {
    case keeper::Notice::Kind::NotHeld:
        ward.reason =
            util::Error{debug::Errc::KeeperFailed, "attaching to " + nameOf(ward.pid) + " failed: " + notice.text, {}};
        break;
    case keeper::Notice::Kind::Exited:
        ward.ending = RankEnding{static_cast<int>(notice.number), 0};
        break;
    case keeper::Notice::Kind::Died:
        ward.ending = RankEnding{std::nullopt, static_cast<int>(notice.number)};
        break;
    case keeper::Notice::Kind::Released:
        break;
    case keeper::Notice::Kind::Held:
    case keeper::Notice::Kind::AllStopped:
        return;
    }
    ward.isHeld = false;
}

std::optional<util::Error> KeeperHolder::whyEnded(util::Rank rank)
{
    readNotices();
    const Ward* const ward = wardOf(rank);
    if (!ward)
        return std::nullopt;
    if (ward->reason)
        return ward->reason;
    if (hasEnded(ward->pid)) // the engine was faster than the keeper's notice, or the keeper is dead
        return util::Error{debug::Errc::Ended, nameOf(ward->pid) + " has ended, and nobody saw how", {}};
    return std::nullopt;
}

std::optional<RankEnding> KeeperHolder::endingOf(util::Rank rank)
{
    readNotices();
    const Ward* const ward = wardOf(rank);
    return ward ? ward->ending : std::nullopt;
}

void KeeperHolder::onKeeperEnded()
{
    m_endLimit.cancel();
    m_flushAgain.cancel();
    m_orders.clear();
    m_isDead = true;
    readNotices(); // what it still said
    m_readable.cancel();
    m_control.reset();
    if (const auto done = std::exchange(m_done, nullptr))
        return done();
    const std::string how = m_keeper->status() ? m_keeper->status()->toString() : "";
    const util::Error error{debug::Errc::KeeperFailed, "the keeper process of this node ended (" + how + ")",
                            kReattachAdvice};
    util::log::error("keeper", error.message());
    util::RankSet lost;
    for (Ward& ward : m_wards) {
        if (!std::exchange(ward.isHeld, false))
            continue;
        lost.insert(ward.rank);
        ward.reason = error;
    }
    if (m_observer.onLost && !lost.empty())
        m_observer.onLost(lost, error);
}

void KeeperHolder::shutdown(std::function<void()> done)
{
    if (m_isDead) {
        m_loop.post(m_lifetime.guard([done = std::move(done)] { done(); }));
        return;
    }
    m_done = std::move(done);
    m_flushAgain.cancel();
    m_orders.clear();
    m_readable.cancel();
    m_control.reset(); // which tells it to let all go
    m_endLimit = m_loop.after(kEndLimit, [this] {
        if (const auto finished = std::exchange(m_done, nullptr))
            finished();
    });
}

} // namespace dbgr::daemon
