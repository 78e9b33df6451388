// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/keeper_holder.h"

#include "dbgdaemon/bootstrap/process_state.h"
#include "debug/debug_error.h"
#include "debug/signal_rule.h"
#include "net/datagram.h"
#include "net/unix_stream.h"
#include "util/host_name.h"
#include "util/log.h"

#include <csignal>
#include <utility>

namespace dbgr::daemon {

namespace {

constexpr const char* kNotHeldNow = " has ended or was let go while it was to be sampled";

std::string nameOf(util::Pid pid)
{
    return "process " + std::to_string(pid.value());
}

/// Orders have a bit for each of them.
std::uint32_t stoppingSignals()
{
    constexpr int kBits = 32;
    std::uint32_t bits = 0;
    for (int signal = 1; signal < kBits; ++signal)
        bits |= debug::usualRule(signal).stop ? 1U << static_cast<unsigned>(signal) : 0;
    return bits;
}

} // namespace

util::Result<std::unique_ptr<KeeperHolder>> KeeperHolder::create(net::EventLoop& loop, net::ChildSpec program,
                                                                 Observer observer, util::Duration silence)
{
    DBGR_TRY(auto wishes, keeper::Wishes::create());
    DBGR_TRY(auto ends, net::controlSocketPair());
    std::unique_ptr<KeeperHolder> holder(new KeeperHolder(loop, std::move(observer), std::move(wishes), silence));
    KeeperHolder& self = *holder;
    self.m_control = std::move(ends.first);
    program.extraFds = {{ends.second.get(), keeper::kControlFd},
                        {self.m_wishes.file(), keeper::kWishesFd},
                        {self.m_wishes.bell(), keeper::kBellFd}};
    DBGR_TRY(self.m_keeper, net::ChildProcess::start(loop, program));
    self.m_keeper->setExited([&self](net::ExitStatus) { self.onKeeperEnded(); });
    self.m_readable = loop.watch(self.m_control.get(), net::Interest::Read, [&self] { self.readNotices(); });
    self.askWhetherItIsThere();
    return holder;
}

KeeperHolder::KeeperHolder(net::EventLoop& loop, Observer observer, keeper::Wishes wishes, util::Duration silence)
    : m_loop(loop), m_observer(std::move(observer)), m_wishes(std::move(wishes)), m_silence(silence)
{}

KeeperHolder::~KeeperHolder()
{
    if (m_keeper)
        m_keeper->release(); // it ends by itself, after the ranks are let go
}

util::Result<util::UniqueFd> KeeperHolder::open(util::Rank rank, util::Pid pid, AtFirst how)
{
    if (m_isDead || m_done)
        return util::fail(debug::Errc::KeeperFailed, "the keeper of this node is gone", kReattachAdvice);
    const auto slot = static_cast<keeper::Slot>(m_wards.size());
    if (slot == keeper::Wishes::kMaxSlots)
        return util::fail(debug::Errc::KeeperFailed,
                          "the keeper of this node has held " + std::to_string(slot) + " processes, and can no more",
                          "end dbgr and attach anew");
    m_wards.push_back({rank, pid, true, {}, {}});
    auto connection = order(slot, how);
    if (connection)
        m_slotOf.insert_or_assign(rank, slot);
    else
        m_wards.pop_back();
    return connection;
}

util::Result<util::UniqueFd> KeeperHolder::openAgain(util::Rank rank)
{
    const Ward* const ward = wardOf(rank);
    if (m_isDead || m_done || !ward || !ward->isHeld)
        return util::fail(debug::Errc::KeeperFailed, "the keeper does not hold rank " + std::to_string(rank.value()));
    return order(m_slotOf.at(rank), AtFirst::Stands);
}

util::Result<util::UniqueFd> KeeperHolder::order(keeper::Slot slot, AtFirst how)
{
    DBGR_TRY(auto ends, net::socketPair());
    keeper::Order order{keeper::Order::Kind::Hold, slot, m_wards[slot].pid};
    order.number = how == AtFirst::RunsOn ? stoppingSignals() : 0;
    order.connection = std::move(ends.second);
    m_orders.push_back(std::move(order));
    flushOrders();
    return std::move(ends.first);
}

void KeeperHolder::release(util::Rank rank)
{
    sendOrder(rank, keeper::Order::Kind::Release);
}

void KeeperHolder::run(util::Rank rank)
{
    sendOrder(rank, keeper::Order::Kind::Go, stoppingSignals());
}

void KeeperHolder::stand(util::Rank rank)
{
    sendOrder(rank, keeper::Order::Kind::Stand);
}

void KeeperHolder::catchMpiErrors(util::Rank rank, bool isWanted)
{
    sendOrder(rank, keeper::Order::Kind::CatchMpiErrors, isWanted ? 1 : 0);
}

void KeeperHolder::serveMemory(util::UniqueFd socket)
{
    if (m_isDead || m_done)
        return;
    keeper::Order order{keeper::Order::Kind::ServeMemory};
    order.connection = std::move(socket);
    m_orders.push_back(std::move(order));
    flushOrders();
}

void KeeperHolder::sample(util::Rank rank, Sampled done)
{
    const Ward* const ward = wardOf(rank);
    if (m_isDead || m_done || !ward || !ward->isHeld)
        return answerLater(std::move(done), util::fail(debug::Errc::KeeperFailed, "the keeper does not hold rank " +
                                                                                      std::to_string(rank.value())));
    m_samples.emplace(++m_lastSample, Sample{m_slotOf.at(rank), std::move(done)});
    sendOrder(rank, keeper::Order::Kind::Sample, m_lastSample);
}

void KeeperHolder::answerLater(Sampled done, util::Result<util::UniqueFd> answer)
{
    const auto shared = std::make_shared<util::Result<util::UniqueFd>>(std::move(answer));
    m_loop.post(m_lifetime.guard([done = std::move(done), shared] { done(std::move(*shared)); }));
}

void KeeperHolder::onSampled(keeper::Notice notice)
{
    const auto found = m_samples.find(notice.number);
    if (found == m_samples.end() || found->second.slot != notice.slot)
        return; // its rank has ended, as was told before
    Sampled done = std::move(found->second.done);
    m_samples.erase(found);
    if (notice.snapshot)
        return answerLater(std::move(done), std::move(notice.snapshot));
    const std::string why = notice.text.empty() ? "its memory did not get here" : notice.text;
    answerLater(std::move(done), util::fail(debug::Errc::KeeperFailed,
                                            "sampling " + nameOf(m_wards[notice.slot].pid) + " failed: " + why));
}

/// \param slot nothing: those of all ranks
void KeeperHolder::failSamples(std::optional<keeper::Slot> slot, const util::Error& why)
{
    for (auto at = m_samples.begin(); at != m_samples.end();) {
        if (slot && at->second.slot != *slot) {
            ++at;
            continue;
        }
        answerLater(std::move(at->second.done), util::fail(why));
        at = m_samples.erase(at);
    }
}

void KeeperHolder::sendOrder(util::Rank rank, keeper::Order::Kind kind, std::uint32_t number)
{
    const Ward* const ward = wardOf(rank);
    if (m_isDead || m_done || !ward || !ward->isHeld)
        return;
    m_orders.push_back({kind, m_slotOf.at(rank), util::Pid(0), number, {}});
    flushOrders();
}

std::uint32_t KeeperHolder::slotOf(util::Rank rank) const
{
    const auto found = m_slotOf.find(rank);
    return found == m_slotOf.end() ? keeper::Wishes::kMaxSlots : found->second; // of which nothing is wished
}

const KeeperHolder::Ward* KeeperHolder::wardOf(util::Rank rank) const
{
    const auto found = m_slotOf.find(rank);
    return found == m_slotOf.end() ? nullptr : &m_wards[found->second];
}

/// It never waits for anything, so one that does not answer is stuck in the system, or was stopped.
void KeeperHolder::askWhetherItIsThere()
{
    readNotices(); // we may be the one that was stopped
    if (m_asked != m_answered) {
        m_whyKilled = "it did not answer";
        static_cast<void>(m_keeper->signal(SIGKILL)); // its end is told
        return;
    }
    m_orders.push_back({keeper::Order::Kind::SayYouAreThere, 0, util::Pid(0), ++m_asked, {}});
    flushOrders();
    m_askAgain = m_loop.after(m_silence, [this] { askWhetherItIsThere(); });
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
        auto notice = keeper::receiveNotice(m_control.get());
        if (!notice && notice.error().code == std::errc::bad_message)
            continue;
        if (!notice) {
            m_readable.cancel(); // the keeper's end comes as the end of its process
            return;
        }
        if (!*notice)
            return;
        onNotice(**std::move(notice));
    }
}

void KeeperHolder::onNotice(keeper::Notice notice)
{
    if (notice.kind == keeper::Notice::Kind::There)
        m_answered = notice.number;
    if (notice.slot >= m_wards.size())
        return;
    Ward& ward = m_wards[notice.slot];
    const auto tell = [&](HolderNews news) {
        if (m_slotOf.at(ward.rank) == notice.slot)
            tellLater(ward.rank, news);
    };
    const auto tellStands = [&] {
        if (m_observer.onStands && m_slotOf.at(ward.rank) == notice.slot)
            m_observer.onStands(ward.rank);
    };
    switch (notice.kind) {
    case keeper::Notice::Kind::NotHeld:
        tell(HolderNews::NotHeld);
        ward.reason =
            util::Error{debug::Errc::KeeperFailed, "attaching to " + nameOf(ward.pid) + " failed: " + notice.text, {}};
        break;
    case keeper::Notice::Kind::Exited:
        ward.ending = util::RankEnd{static_cast<int>(notice.number), 0};
        tell(HolderNews::Ended);
        break;
    case keeper::Notice::Kind::Died:
        ward.ending = util::RankEnd{std::nullopt, static_cast<int>(notice.number)};
        tell(HolderNews::Ended);
        break;
    case keeper::Notice::Kind::Released:
        tell(HolderNews::Released);
        break;
    case keeper::Notice::Kind::Held:
        return tell(HolderNews::Held);
    case keeper::Notice::Kind::Stopped:
        tellStands();
        return tell(notice.number == 0 ? HolderNews::Stopped : HolderNews::BecameAnother);
    case keeper::Notice::Kind::Stands:
        return tellStands();
    case keeper::Notice::Kind::There:
    case keeper::Notice::Kind::MemoryRead: // we have not asked
        return;
    case keeper::Notice::Kind::Sampled:
        return onSampled(std::move(notice));
    }
    ward.isHeld = false;
    failSamples(notice.slot,
                ward.reason ? *ward.reason : util::Error{debug::Errc::Ended, nameOf(ward.pid) + kNotHeldNow, {}});
}

/// Notices are also read while somebody asks for something else.
void KeeperHolder::tellLater(util::Rank rank, HolderNews news)
{
    m_loop.post(m_lifetime.guard([this, rank, news] {
        if (m_listener)
            m_listener(rank, news);
    }));
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

std::optional<util::RankEnd> KeeperHolder::endingOf(util::Rank rank)
{
    readNotices();
    const Ward* const ward = wardOf(rank);
    return ward ? ward->ending : std::nullopt;
}

void KeeperHolder::onKeeperEnded()
{
    m_endLimit.cancel();
    m_flushAgain.cancel();
    m_askAgain.cancel();
    m_orders.clear();
    m_isDead = true;
    readNotices(); // what it still said
    m_readable.cancel();
    m_control.reset();
    if (const auto done = std::exchange(m_done, nullptr)) // of shutdown(), which has told who waited
        return done();
    const std::string status = m_keeper->status() ? m_keeper->status()->toString() : "";
    const std::string how = m_whyKilled.empty() ? status : m_whyKilled;
    const util::Error error{debug::Errc::KeeperFailed,
                            "the keeper process on " + util::hostName() + " ended (" + how + ")", kReattachAdvice};
    util::log::error("keeper", error.message());
    failSamples({}, error);
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
    failSamples({}, {debug::Errc::KeeperFailed, "the keeper of this node is about to end", {}});
    m_flushAgain.cancel();
    m_askAgain.cancel();
    m_orders.clear();
    m_readable.cancel();
    m_control.reset(); // which tells it to let all go
    m_endLimit = m_loop.after(kEndLimit, [this] {
        if (const auto finished = std::exchange(m_done, nullptr))
            finished();
    });
}

} // namespace dbgr::daemon
