// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/keeper.h"

#include "net/datagram.h"
#include "net/fd_stream.h"
#include "util/log.h"
#include "util/memory_file.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <set>
#include <span>
#include <string>
#include <utility>

namespace dbgr::keeper {

namespace {

/// While it lives, the kernel's word that there are news waits: one for many, in the place of an interruption by each.
class NewsGathered
{
public:
    NewsGathered()
    {
        ::sigemptyset(&m_signals);
        ::sigaddset(&m_signals, SIGCHLD);
        ::pthread_sigmask(SIG_BLOCK, &m_signals, nullptr);
    }
    ~NewsGathered() { ::pthread_sigmask(SIG_UNBLOCK, &m_signals, nullptr); }
    NewsGathered(const NewsGathered&) = delete;
    NewsGathered& operator=(const NewsGathered&) = delete;

private:
    sigset_t m_signals;
};

Tid leaderOf(util::Pid pid)
{
    return Tid(static_cast<Tid::Rep>(pid.value()));
}

std::set<int> signalsIn(std::uint32_t bits)
{
    constexpr int kBits = 32;
    std::set<int> signals;
    for (int signal = 1; signal < kBits; ++signal) {
        if ((bits >> static_cast<unsigned>(signal) & 1U) != 0)
            signals.insert(signal);
    }
    return signals;
}

Notice noticeOfEnd(Slot slot, RankEnd end)
{
    if (end.status)
        return {Notice::Kind::Exited, slot, static_cast<std::uint32_t>(*end.status), {}};
    return {Notice::Kind::Died, slot, static_cast<std::uint32_t>(end.signal), {}};
}

Notice noticeOfSample(Slot slot, std::uint32_t number, const util::Result<util::RankSnapshot>& sampled)
{
    Notice notice{Notice::Kind::Sampled, slot, number};
    auto file = sampled ? util::makeMemoryFile("dbgd-sample", util::encode(*sampled)) : util::fail(sampled.error());
    if (file)
        notice.snapshot = *std::move(file);
    else
        notice.text = file.error().message();
    return notice;
}

Notice noticeOfMemory(std::uint32_t number, const MemoryPart& part)
{
    Notice notice{Notice::Kind::MemoryRead, 0, number};
    auto file = util::makeMemoryFile("dbgd-memory", encode(part));
    if (file)
        notice.snapshot = *std::move(file);
    else
        notice.text = file.error().message();
    return notice;
}

} // namespace

Keeper::Keeper(net::EventLoop& loop, util::UniqueFd control, Wishes wishes, Tracer& tracer, const Arch& arch,
               TextLedger& ledger, Undertaker& undertaker)
    : m_loop(loop), m_control(loop, std::move(control)), m_memoryOrders(memoryOrdersOf(m_control)),
      m_wishes(std::move(wishes)), m_turn(std::make_shared<LoaderTurn>(loop)), m_tracer(tracer), m_arch(arch),
      m_ledger(ledger), m_undertaker(undertaker)
{}

MemoryOrders Keeper::memoryOrdersOf(NoticeLine& line)
{
    return {m_loop, [this](const MemoryWish& wish) { return read(wish); },
            [&line](std::uint32_t number, const MemoryPart& part) { line.tell(noticeOfMemory(number, part)); },
            [&line] { return line.isBusy(); }};
}

void Keeper::start()
{
    m_orders = m_loop.watch(m_control.socket(), net::Interest::Read, [this] { readOrders(); });
    m_bell = m_loop.watch(m_wishes.bell(), net::Interest::Read, [this] { obeyWishes(); });
    m_children = m_loop.onSignal(SIGCHLD, [this] { readNews(); });
}

// --- dbgd ------------------------------------------------------------------------------------------------------------

void Keeper::readOrders()
{
    while (!m_isLeaving) {
        auto order = receiveOrder(m_control.socket());
        if (!order && order.error().code == std::errc::bad_message)
            continue;
        if (!order)
            return letGo(); // dbgd is gone
        if (!*order)
            return;
        onOrder(**std::move(order));
    }
}

Keeper::EngineLine::EngineLine(Keeper& keeper, util::UniqueFd socket)
    : line(keeper.m_loop, std::move(socket)), orders(keeper.memoryOrdersOf(line)),
      readable(keeper.m_loop.watch(line.socket(), net::Interest::Read, [&keeper] { keeper.readMemoryOrders(); }))
{}

void Keeper::serveMemory(util::UniqueFd socket)
{
    m_engine = std::make_unique<EngineLine>(*this, std::move(socket));
}

void Keeper::readMemoryOrders()
{
    while (true) {
        auto order = receiveOrder(m_engine->line.socket());
        if (!order && order.error().code == std::errc::bad_message)
            continue;
        if (!order)
            return m_engine->readable.cancel(); // it has ended; another one comes by an order
        if (!*order)
            return;
        if ((*order)->kind == Order::Kind::ReadMemory)
            m_engine->orders.add((*order)->number, std::move((*order)->memory));
    }
}

void Keeper::onOrder(Order order)
{
    switch (order.kind) {
    case Order::Kind::Hold:
        return hold(std::move(order));
    case Order::Kind::SayYouAreThere:
        return tell({Notice::Kind::There, 0, order.number, {}});
    case Order::Kind::Release:
        return release(order.slot);
    case Order::Kind::Go:
        return runUnattended(order);
    case Order::Kind::Stand:
        if (const auto found = m_lines.find(order.slot); found != m_lines.end())
            found->second->standUnattended();
        return;
    case Order::Kind::Sample:
        return sample(order.slot, order.number);
    case Order::Kind::CatchMpiErrors:
        if (const auto found = m_lines.find(order.slot); found != m_lines.end())
            found->second->catchMpiErrors(order.number != 0);
        return;
    case Order::Kind::ReadMemory:
        return m_memoryOrders.add(order.number, std::move(order.memory));
    case Order::Kind::ServeMemory:
        return serveMemory(std::move(order.connection));
    case Order::Kind::LetGo:
        return letGo();
    }
}

void Keeper::hold(Order order)
{
    const Slot slot = order.slot;
    const auto refuse = [&](const util::Error& error) {
        tell({Notice::Kind::NotHeld, slot, static_cast<std::uint32_t>(error.code.value()), error.message()});
    };
    auto stream = net::FdStream::create(m_loop, std::move(order.connection), "the debugger");
    if (!stream)
        return refuse(stream.error());
    if (const auto known = m_lines.find(slot); known != m_lines.end()) {
        if (known->second->process().pid() != order.pid)
            return refuse({std::make_error_code(std::errc::invalid_argument), "that number is in use", {}});
        return known->second->serve(*std::move(stream));
    }
    LineShares shares{[this, slot] { return m_wishes.loader(slot); },
                      [this, slot] { return m_wishes.stand(slot); },
                      [this, slot] { return m_wishes.floatTraps(slot); },
                      m_wishes.conditions(slot),
                      m_wishes.calls(slot),
                      m_wishes.watches(slot),
                      m_wishes.signalCounts(slot),
                      m_barren,
                      m_turn,
                      m_mpiLibraries};
    auto made =
        std::make_unique<RankLine>(m_loop, order.pid, m_tracer, m_arch, m_ledger, std::move(shares), listenerFor(slot));
    RankLine& line = *m_lines.emplace(slot, std::move(made)).first->second;
    const auto done = order.number == 0 ? line.start() : line.startRunning(signalsIn(order.number));
    if (done) {
        line.serve(*std::move(stream));
        if (order.number != 0)
            tell({Notice::Kind::Held, slot, 0, {}});
        return;
    }
    m_lines.erase(slot);
    refuse(done.error());
}

void Keeper::runUnattended(const Order& order)
{
    if (const auto found = m_lines.find(order.slot); found != m_lines.end())
        found->second->runUnattended(signalsIn(order.number));
}

void Keeper::release(Slot slot)
{
    if (const auto found = m_lines.find(slot); found != m_lines.end())
        found->second->process().release();
}

void Keeper::sample(Slot slot, std::uint32_t number)
{
    const auto found = m_lines.find(slot);
    if (found == m_lines.end())
        return tell({Notice::Kind::Sampled, slot, number, "the process is not held any more"});
    found->second->sample([this, slot, number](const util::Result<util::RankSnapshot>& sampled) {
        tell(noticeOfSample(slot, number, sampled));
    });
}

MemoryPiece Keeper::read(const MemoryWish& wish)
{
    const auto found = m_lines.find(wish.slot);
    if (found == m_lines.end())
        return {ESRCH, {}};
    std::string bytes(wish.size, '\0');
    const CopiedMemory copied = found->second->copyMemory(wish.address, std::as_writable_bytes(std::span(bytes)));
    bytes.resize(copied.size);
    return {copied.error, std::move(bytes)};
}

/// One ring may be for many ranks.
void Keeper::obeyWishes()
{
    const NewsGathered gathered;
    m_wishes.quietBell();
    for (const auto& [slot, line] : m_lines) {
        line->obeyWish();
        if (line->isAboutToStand())
            m_asked.insert(slot);
    }
    if (!m_asked.empty())
        m_tellAnyway = m_loop.after(kOthersMayTake, [this] { tellDebuggers(); });
}

void Keeper::tellDebuggers()
{
    m_asked.clear();
    m_tellAnyway.cancel();
    for (util::Task& tell : std::exchange(m_toTell, {}))
        m_loop.post(std::move(tell));
}

void Keeper::noteStandsOrGone(Slot slot)
{
    m_asked.erase(slot);
    if (m_asked.empty())
        tellDebuggers();
}

void Keeper::letGo()
{
    m_isLeaving = true;
    m_orders.cancel();
    std::vector<Slot> slots;
    for (const auto& [slot, line] : m_lines)
        slots.push_back(slot);
    for (const Slot slot : slots)
        release(slot);
    stopIfIdle();
}

// --- ranks -----------------------------------------------------------------------------------------------------------

RankLine::Listener Keeper::listenerFor(Slot slot)
{
    RankLine::Listener listener;
    listener.onHeld = [this, slot] { tell({Notice::Kind::Held, slot, 0, {}}); };
    listener.onStopped = [this, slot](bool isAnother) { tell({Notice::Kind::Stopped, slot, isAnother ? 1U : 0U, {}}); };
    listener.onStands = [this, slot] { tell({Notice::Kind::Stands, slot, 0, {}}); };
    listener.onToTell = [this, slot](util::Task tell) {
        m_toTell.push_back(std::move(tell));
        noteStandsOrGone(slot);
    };
    listener.onEnded = [this, slot](RankEnd end) { finish(slot, noticeOfEnd(slot, end)); };
    listener.onReleased = [this, slot] { finish(slot, {Notice::Kind::Released, slot, 0, {}}); };
    listener.onOffspring = [this](const Offspring& child) { onOffspring(child); };
    listener.onThread = [this, slot](Tid thread) {
        m_slotOf[thread] = slot;
        if (const auto early = m_unknown.find(thread); early != m_unknown.end()) { // its news came before
            m_loop.post(m_lifetime.guard([this, news = early->second] { onNews(news); }));
            m_unknown.erase(early);
        }
    };
    listener.onThreadGone = [this](Tid thread) { m_slotOf.erase(thread); };
    return listener;
}

/// Its connection stays open until the debugger has read why.
void Keeper::finish(Slot slot, Notice notice)
{
    const bool isOver = m_isLeaving || notice.kind == Notice::Kind::Released;
    tell(std::move(notice));
    noteStandsOrGone(slot);
    if (!isOver)
        return;
    m_loop.post(m_lifetime.guard([this, slot] { // not while something of it is being called
        m_lines.erase(slot);
        stopIfIdle();
    }));
}

void Keeper::stopIfIdle()
{
    const auto isOver = [](const auto& line) { return line.second->process().hasEnded(); };
    if (m_isLeaving && std::all_of(m_lines.begin(), m_lines.end(), isOver) && m_awaited.empty())
        m_loop.stop();
}

// --- the kernel ------------------------------------------------------------------------------------------------------

/// A rank that has news all the time may not keep the others, and dbgd, from being heard.
void Keeper::readNews()
{
    const NewsGathered gathered;
    for (unsigned i = 0; i < kNewsAtOnce; ++i) {
        const auto news = m_tracer.next();
        if (!news)
            return;
        onNews(*news);
    }
    if (!std::exchange(m_isNewsPosted, true))
        m_loop.post(m_lifetime.guard([this] {
            m_isNewsPosted = false;
            readNews();
        }));
}

void Keeper::onNews(const TraceNews& news)
{
    if (const auto known = m_slotOf.find(news.thread); known != m_slotOf.end()) {
        if (const auto line = m_lines.find(known->second); line != m_lines.end())
            line->second->process().onNews(news);
        return;
    }
    const bool hasEnded = news.kind == TraceNews::Kind::Exited || news.kind == TraceNews::Kind::Died;
    const util::Pid pid(static_cast<util::Pid::Rep>(news.thread.value()));
    if (const auto child = m_awaited.find(pid); child != m_awaited.end()) {
        if (!hasEnded)
            setFree(child->second);
        m_awaited.erase(child);
        return stopIfIdle();
    }
    if (hasEnded && pid == m_undertaker.pid()) {
        if (const auto again = m_undertaker.start(); !again)
            util::log::error("keeper", again.error().message());
    }
    if (hasEnded)
        return;
    // A new thread, or a child, that was faster than the word of whoever made it.
    const auto owner = m_slotOf.find(leaderOf(m_tracer.processOf(news.thread)));
    const auto line = owner == m_slotOf.end() ? m_lines.end() : m_lines.find(owner->second);
    if (line != m_lines.end())
        line->second->process().onNews(news);
    else
        m_unknown[news.thread] = news;
}

void Keeper::onOffspring(const Offspring& child)
{
    const Tid thread = leaderOf(child.pid);
    if (m_unknown.erase(thread) != 0)
        setFree(child);
    else
        m_awaited[child.pid] = child;
}

/// It goes on without us, and without what was copied into it.
void Keeper::setFree(const Offspring& child)
{
    util::ProcMemory memory(child.pid);
    for (const PlantedTrap& trap : child.traps)
        static_cast<void>(memory.write(trap.address, trap.bytes()));
    if (!child.openFloats.isEmpty())
        m_tracer.setFloatTraps(leaderOf(child.pid), child.openFloats, false);
    m_tracer.release(leaderOf(child.pid), 0);
}

} // namespace dbgr::keeper
