// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/rank_line.h"

#include "rsp/packet.h"

#include <cerrno>
#include <utility>

namespace dbgr::keeper {

RankLine::RankLine(util::Scheduler& scheduler, util::Pid pid, Tracer& tracer, const Arch& arch, TextLedger& ledger,
                   LineShares shares, Listener listener)
    : m_scheduler(scheduler), m_listener(std::move(listener)), m_shares(std::move(shares)),
      m_mpiErrors(pid, m_shares.mpiLibraries, MpiErrorWatch::Facts::of(pid)),
      m_process(pid, tracer, arch, ledger, std::make_unique<util::ProcMemory>(pid), processListener())
{
    m_process.setFloatWish(m_shares.floatWish);
    m_process.setCaughtCalls(caughtCalls());
    m_process.setSignalNote([counts = m_shares.signalCounts](int signal) { counts.add(signal); });
    m_process.setWatchWish([this] { return watchedAreas(); });
    m_process.setOwnTrapWish([this] { return ownTraps(); });
    m_process.setPassing({[this](const MetTrap& trap) { return m_conversation && m_conversation->isToPass(trap); },
                          [this](Tid thread) {
                              if (m_conversation)
                                  m_conversation->onUndone(thread);
                          },
                          [pid](RemoteAddress address) { return roomNear(MemoryMap::of(pid), address); }});
}

util::Result<void> RankLine::startRunning(const std::set<int>& stopping)
{
    m_process.setPassedSignals(Conversation::allBut(stopping));
    m_isHeld = true;
    return m_process.seize(Process::AtFirst::RunsOn);
}

/// Nobody could be while there is no debugger, and what the rank does for one is not told.
bool RankLine::canBeTold() const
{
    return m_conversation && !m_conversation->isUnattended() && !m_process.isInCall();
}

CaughtCalls RankLine::caughtCalls() const
{
    return {[this] { return canBeTold() && m_shares.calls.areAny(); },
            [this](std::uint32_t number) { return canBeTold() && m_shares.calls.has(number); }};
}

std::optional<std::vector<util::MemoryArea>> RankLine::watchedAreas() const
{
    return canBeTold() ? m_shares.watches.areas() : std::vector<util::MemoryArea>();
}

/// Other ranks, and who asks for something, come in between.
void RankLine::giveTurns()
{
    m_scheduler.post(m_lifetime.guard([this] { m_process.takeTurns(); }));
}

void RankLine::serve(std::unique_ptr<net::ByteStream> connection)
{
    leave();
    const util::Pid pid = m_process.pid();
    m_stream = std::move(connection);
    m_splitter = {};
    m_bytes.clear();
    Conversation::Watches watches{
        LoaderWatch(m_shares.loaderWish, LinkMapReader(std::make_unique<util::ProcMemory>(pid), ProcessFiles::of(pid)),
                    m_shares.barren),
        StandWatch(m_scheduler, m_shares.standWish), ConditionWatch(m_shares.conditions), m_shares.turn};
    m_listings = 0;
    m_conversation = std::make_unique<Conversation>(m_process, std::move(watches),
                                                    [this](const std::string& payload) { send(payload); });
    m_stream->setReader([this](std::string_view bytes) { onBytes(bytes); });
    // Not now: this may come out of the conversation.
    m_stream->setClosed([this, which = m_stream.get()](const util::Result<void>&) {
        m_scheduler.post(m_lifetime.guard([this, which] {
            if (m_stream.get() == which)
                leave();
        }));
    });
    if (m_process.hasEnded())
        m_conversation->onEnded();
    else if (std::exchange(m_hadDebugger, true))
        m_process.forgetDebugger();
}

void RankLine::leave()
{
    m_process.forgetCaller();
    m_conversation.reset();
    m_stream.reset();
}

void RankLine::obeyWish()
{
    if (m_conversation)
        m_conversation->obeyWish();
}

void RankLine::runUnattended(const std::set<int>& stopping)
{
    m_isToStand = false;
    if (m_conversation)
        m_conversation->runUnattended(stopping);
}

void RankLine::standUnattended()
{
    m_isToStand = true;
    if (m_conversation)
        m_conversation->standUnattended();
}

void RankLine::catchMpiErrors(bool isWanted)
{
    m_mpiErrors.want(isWanted);
    m_process.followOwnTraps();
}

Process::OwnTraps RankLine::ownTraps()
{
    if (m_conversation && std::exchange(m_listings, m_conversation->listings()) != m_conversation->listings())
        m_mpiErrors.librariesRead();
    Process::OwnTraps traps = m_mpiErrors.traps();
    if (!m_conversation || !m_conversation->isUnattended())
        traps.entry.reset(); // the loader stops for a debugger, which reads then what there is
    return traps;
}

/// An unattended rank that stands where its program begins, and nobody has asked it to.
bool RankLine::goesOnFromEntry()
{
    const bool isUnattended = m_isHeld && m_conversation && m_conversation->isUnattended();
    const auto traps = isUnattended ? m_process.metTraps() : std::vector<MetTrap>();
    if (traps.size() != 1 || !m_mpiErrors.isEntry(traps.front().pc))
        return false;
    m_mpiErrors.begin();
    if (m_isToStand) {
        m_process.forgetStops();
        return false;
    }
    m_process.resumeAsItIs();
    return true;
}

void RankLine::sample(Process::Sampled done)
{
    m_process.sample([this, done = std::move(done)](util::Result<util::RankSnapshot> copied) {
        m_sampleLimit.cancel();
        if (!copied)
            return done(std::move(copied)); // this may be about to go
        const auto shared = std::make_shared<util::RankSnapshot>(*std::move(copied));
        m_scheduler.post(m_lifetime.guard([done, shared] {
            for (util::ThreadSnapshot& thread : shared->threads)
                thread.name = nameOf(shared->pid, thread.id);
            done(std::move(*shared));
        }));
    });
    if (m_process.isSampling() && !m_sampleLimit.active())
        m_sampleLimit = m_scheduler.after(kSampleMayTake, [this] { m_process.endSampling(); });
}

CopiedMemory RankLine::copyMemory(RemoteAddress address, std::span<std::byte> out)
{
    if (m_process.hasEnded())
        return {0, ESRCH};
    const CopiedMemory copied = keeper::copyMemory(m_process.pid(), m_process.memory(), address, out);
    m_process.sites().hide(address, out.first(copied.size));
    return copied;
}

Process::Listener RankLine::processListener()
{
    Process::Listener listener;
    listener.onStopped = [this] { onStopped(); };
    listener.onEnded = [this](RankEnd end) {
        m_listener.onEnded(end); // so that dbgd knows why when the debugger says that it ended
        if (m_conversation)
            m_conversation->onEnded();
    };
    listener.onReleased = [this] {
        if (m_conversation)
            m_conversation->onReleased();
        m_listener.onReleased();
    };
    listener.onOffspring = m_listener.onOffspring;
    listener.onThread = m_listener.onThread;
    listener.onThreadGone = [this](Tid thread) {
        if (m_conversation)
            m_conversation->onThreadGone(thread);
        m_listener.onThreadGone(thread);
    };
    listener.onTurns = [this] { giveTurns(); };
    listener.onStands = [this](const util::Task& tell) { onStands(tell); };
    return listener;
}

bool RankLine::isAboutToStand() const
{
    return m_isHeld && !m_process.stands() && !m_process.hasEnded() && m_conversation && m_conversation->isToStand() &&
           isToBeTold(m_shares.standWish());
}

/// What the debugger is told costs many times as much as that the rank stands.
void RankLine::onStands(const util::Task& tell)
{
    if (m_isHeld && m_conversation && m_conversation->isToStand() && tellStand())
        m_listener.onToTell(m_lifetime.guard(tell));
    else
        tell();
}

void RankLine::onStopped()
{
    const bool isAnother = m_process.stopOf(m_process.mainThread()).reason == rsp::StopReason::Exec;
    if (isAnother)
        m_mpiErrors.forget();
    if (goesOnFromEntry())
        return;
    if (m_conversation)
        m_conversation->onStopped();
    if (!std::exchange(m_isHeld, true))
        m_listener.onHeld();
    else if (m_conversation && m_conversation->isUnattended())
        m_listener.onStopped(isAnother);
    else if (m_process.stands())
        static_cast<void>(tellStand());
}

/// \return whether it had to be told
bool RankLine::tellStand()
{
    const StandWish wish = m_shares.standWish();
    if (!isToBeTold(wish) || std::exchange(m_toldStand, wish) == wish)
        return false;
    m_listener.onStands();
    return true;
}

void RankLine::onBytes(std::string_view bytes)
{
    m_bytes += bytes;
    std::string_view rest = m_bytes;
    while (const auto unit = m_splitter.next(rest)) {
        rest.remove_prefix(unit->raw.size());
        onUnit(*unit);
    }
    m_bytes.erase(0, m_bytes.size() - rest.size());
}

void RankLine::onUnit(const rsp::Unit& unit)
{
    if (unit.kind == rsp::Unit::Kind::Interrupt)
        return m_conversation->onInterrupt();
    const bool isTooLong = unit.kind == rsp::Unit::Kind::LongPacket;
    if (unit.kind != rsp::Unit::Kind::Packet && !(isTooLong && unit.last))
        return;
    if (m_conversation->acknowledges())
        m_stream->write("+");
    if (isTooLong)
        return send(rsp::errorReply(1));
    m_conversation->onRequest(unit.payload);
}

void RankLine::send(const std::string& payload)
{
    m_stream->write(rsp::packet(payload));
}

} // namespace dbgr::keeper
