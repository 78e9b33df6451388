// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/guard/rank_relay.h"

#include "rsp/packet.h"

#include <cstdio>
#include <utility>

namespace dbgr::daemon {

namespace {

std::string removal(const RspBreakpoint& breakpoint)
{
    char text[64];
    std::snprintf(text, sizeof text, "z%c,%llx,%x", breakpoint.type,
                  static_cast<unsigned long long>(breakpoint.address), breakpoint.kind);
    return text;
}

} // namespace

RankRelay::RankRelay(util::Scheduler& scheduler, Parts parts, PlantedBreakpoints planted, bool running)
    : m_scheduler(scheduler), m_parts(std::move(parts)), m_planted(std::move(planted)), m_watcher(m_parts.rank, running)
{}

RankRelay::~RankRelay()
{
    leaveTurn();
}

void RankRelay::start()
{
    net::ByteStream& stub = *m_parts.stub;
    stub.setReader([this](std::string_view bytes) {
        m_stubSpoke = true;
        forward(m_fromStub, bytes, m_parts.client.get(), [this](const rsp::Unit& unit) { return onStubUnit(unit); });
        goOn();
    });
    stub.setClosed([this](const util::Result<void>&) { onStubClosed(); });
    if (!m_parts.client) {
        farewell();
        // The guard that died may have taken the stop that we wait for with it. A stub whose rank runs says nothing.
        if (m_phase == Phase::Stopping)
            stub.write(rsp::packet("?"));
        return;
    }
    net::ByteStream& client = *m_parts.client;
    client.setReader([this](std::string_view bytes) {
        forward(m_fromClient, bytes, m_parts.stub.get(), [this](const rsp::Unit& unit) { return onClientUnit(unit); });
    });
    client.setClosed([this](const util::Result<void>&) { farewell(); });
    const auto holdBack = [](net::ByteStream& source) {
        return [&source](bool full) { full ? source.pauseReading() : source.resumeReading(); };
    };
    client.setPressure(net::ByteStream::kDefaultLowMark, net::ByteStream::kDefaultHighMark, holdBack(stub));
    stub.setPressure(net::ByteStream::kDefaultLowMark, net::ByteStream::kDefaultHighMark, holdBack(client));
}

/// Hands each complete unit to onUnit, and then on, `bytes` as they came where possible.
template <class OnUnit>
void RankRelay::forward(Way& way, std::string_view bytes, net::ByteStream* to, OnUnit&& onUnit)
{
    const bool wasHolding = !way.held.empty();
    if (wasHolding)
        way.held += bytes;
    const std::string_view all = wasHolding ? std::string_view(way.held) : bytes;
    std::size_t at = 0;
    while (const auto unit = way.splitter.next(all.substr(at))) {
        if (onUnit(*unit) && to)
            to->write(unit->raw);
        at += unit->raw.size();
    }
    if (wasHolding)
        way.held.erase(0, at);
    else
        way.held = bytes.substr(at);
}

bool RankRelay::onClientUnit(const rsp::Unit& unit)
{
    if (answerHostInfo(unit) || answerLibraries(unit))
        return false;
    if (unit.kind == rsp::Unit::Kind::Interrupt && !m_passing.empty()) {
        m_interruptHeld = true; // it is for the rank that runs, as the client sees it
        return false;
    }
    m_interruptSent = m_interruptSent || unit.kind == rsp::Unit::Kind::Interrupt;
    if (unit.kind == rsp::Unit::Kind::Interrupt && !m_waitingStop.empty())
        tellNow(); // the stop that is asked for has happened already
    const ClientNews news = m_watcher.onClient(unit);
    if (news.kind == ClientNews::Kind::WillInsert) {
        m_planted.willInsert(news.breakpoint);
        if (m_parts.loader)
            m_parts.loader->onInsert(news.breakpoint.address);
    }
    if (news.kind == ClientNews::Kind::WillResume)
        willResume(unit.payload);
    return true;
}

void RankRelay::willResume(std::string_view payload)
{
    m_interruptSent = false;
    m_planted.setRunning(true);
    if (m_parts.loader)
        m_parts.loader->onResume(payload);
    if (!isLoneStep(payload)) // over the loader's breakpoint: LLDB is about to let the rank go on
        leaveTurn();
    m_planted.armText(m_parts.loader ? m_parts.loader->leftOut() : std::nullopt);
}

bool RankRelay::answerLibraries(const rsp::Unit& unit)
{
    // Out of turn as with the host's description; of another process the stub knows.
    if (!m_parts.loader || unit.kind != rsp::Unit::Kind::Packet || m_watcher.waiting() || m_watcher.acknowledges() ||
        m_watcher.elsewhere())
        return false;
    const auto answer = m_parts.loader->answer(unit.payload);
    if (answer)
        m_parts.client->write(rsp::packet(*answer));
    return answer.has_value();
}

bool RankRelay::answerHostInfo(const rsp::Unit& unit)
{
    // While a reply is owed, ours would come out of turn; while packets are confirmed, so would the '+'.
    if (unit.payload != "qHostInfo" || m_watcher.waiting() || m_watcher.acknowledges())
        return false;
    m_wantsHostInfo = m_parts.hostInfo->empty();
    if (m_wantsHostInfo)
        return false;
    m_parts.client->write(*m_parts.hostInfo);
    return true;
}

bool RankRelay::onStubUnit(const rsp::Unit& unit)
{
    if (unit.kind == rsp::Unit::Kind::Packet) {
        // Nobody else confirms what comes after the client has gone.
        if (m_phase != Phase::Serving && m_watcher.acknowledges())
            m_parts.stub->write("+");
        if (std::exchange(m_wantsHostInfo, false))
            *m_parts.hostInfo = unit.raw;
    }
    const StubNews news = m_watcher.onStub(unit);
    actOn(news);
    return news.kind != StubNews::Kind::Stopped || m_phase != Phase::Serving || !m_parts.loader ||
           unit.kind != rsp::Unit::Kind::Packet || onStopReply(unit.payload);
}

bool RankRelay::onStopReply(std::string_view payload)
{
    if (!m_passing.empty() && goOnAfterStep(payload))
        return false;
    LoaderWatch::Verdict verdict = m_parts.loader->onStop(payload);
    if (verdict == LoaderWatch::Verdict::PassOver && m_interruptSent)
        verdict = LoaderWatch::Verdict::TellWithNews; // whether it is still to come, nobody knows
    if (verdict == LoaderWatch::Verdict::PassOver) {
        passOver(*loneTrapOf(payload));
        return false;
    }
    const bool isNews = verdict == LoaderWatch::Verdict::TellWithNews;
    const bool inTurn = m_parts.turn && !m_interruptSent && m_parts.loader->isAtTrap(payload);
    if (inTurn)
        tellInTurn(rsp::packet(isNews ? withLibraryNews(payload) : std::string(payload)));
    else if (isNews)
        m_parts.client->write(rsp::packet(withLibraryNews(payload)));
    return !inTurn && !isNews;
}

void RankRelay::tellInTurn(std::string packet)
{
    leaveTurn(); // it had one that LLDB has not used up: a step over the loader's breakpoint that ended there again
    m_waitingStop = std::move(packet);
    m_parts.turn->take(this, [this] { tellNow(); });
}

void RankRelay::tellNow()
{
    if (const std::string packet = std::exchange(m_waitingStop, {}); !packet.empty() && m_parts.client)
        m_parts.client->write(packet);
}

void RankRelay::leaveTurn()
{
    if (m_parts.turn)
        m_parts.turn->leave(this);
}

/// The text is clean: one instruction, and then as the client wanted it.
void RankRelay::passOver(const LoneTrap& trap)
{
    m_passing = trap.thread;
    m_planted.setRunning(true);
    say("vCont;s:" + trap.thread);
}

/// \return false: something else came between, which is the client's to know
bool RankRelay::goOnAfterStep(std::string_view payload)
{
    const std::string thread = std::exchange(m_passing, {});
    const bool interrupt = std::exchange(m_interruptHeld, false);
    if (!isEndOfStep(payload, thread))
        return false;
    const std::string resume = repeatable(m_parts.loader->lastResume()).value_or("c");
    willResume(resume);
    say(resume);
    if (interrupt) {
        m_interruptSent = true;
        m_parts.stub->write("\x03");
    }
    return true;
}

void RankRelay::actOn(const StubNews& news)
{
    switch (news.kind) {
    case StubNews::Kind::Nothing:
    case StubNews::Kind::Detached:
        return;
    case StubNews::Kind::Inserted:
        m_planted.inserted(news.breakpoint);
        return;
    case StubNews::Kind::NotInserted:
        m_planted.notInserted(news.breakpoint);
        return;
    case StubNews::Kind::Removed:
        m_planted.removed(news.breakpoint);
        return;
    case StubNews::Kind::Stopped:
        onStopped(news);
        return;
    case StubNews::Kind::Exited:
        m_planted.setRunning(false);
        m_planted.forget();
        leaveTurn();
        return;
    }
}

void RankRelay::onStopped(const StubNews& news)
{
    m_planted.setRunning(false);
    if (news.execed) {
        m_planted.forget();
        if (m_parts.loader)
            m_parts.loader->forget();
    }
    m_planted.cleanText();
    if (news.forkedChild) {
        util::ProcMemory child(*news.forkedChild);
        m_planted.cleanCopy(child);
    }
}

void RankRelay::onStubClosed()
{
    // The kernel has let the rank run on. It must not meet a trap that nobody handles any more.
    if (!m_watcher.gone())
        m_planted.cleanText();
    end(m_phase != Phase::Serving || m_watcher.gone() ? End::LetGo : End::StubLost);
}

void RankRelay::farewell()
{
    if (m_phase != Phase::Serving)
        return;
    m_parts.client.reset();
    m_waitingStop.clear();
    leaveTurn();
    m_parts.stub->resumeReading(); // the client held it back, perhaps
    m_planted.cleanText();
    if (m_watcher.gone() || m_fromClient.splitter.insideLongPacket()) {
        hangUp();
    } else if (m_watcher.running()) {
        m_phase = Phase::Stopping;
        m_limit = m_scheduler.after(kStopLimit, [this] { hangUp(); });
        m_parts.stub->write("\x03");
    } else {
        takeLeave();
    }
}

/// What is left to say is said one by one, since the watcher must know which answer is whose.
void RankRelay::takeLeave()
{
    m_phase = Phase::TakingLeave;
    m_limit = m_scheduler.after(kLeaveLimit, [this] { end(End::Stuck); });
    m_toSay.assign(1, "D");
    for (const RspBreakpoint& breakpoint : m_planted.all())
        m_toSay.push_back(removal(breakpoint));
    goOn();
}

void RankRelay::goOn()
{
    if (m_phase == Phase::Stopping && !m_watcher.running())
        takeLeave();
    else if (m_phase == Phase::TakingLeave && !m_watcher.waiting())
        sayNext();
}

void RankRelay::sayNext()
{
    if (m_toSay.empty() || m_watcher.gone()) {
        hangUp();
        return;
    }
    const std::string payload = std::move(m_toSay.back());
    m_toSay.pop_back();
    say(payload);
}

/// In the client's place.
void RankRelay::say(const std::string& payload)
{
    const std::string bytes = rsp::packet(payload);
    m_watcher.onClient({rsp::Unit::Kind::Packet, bytes, payload});
    m_parts.stub->write(bytes);
}

void RankRelay::hangUp()
{
    m_phase = Phase::HungUp;
    m_limit = m_scheduler.after(kLeaveLimit, [this] { end(End::Stuck); });
    m_parts.hangUp();
}

void RankRelay::end(End how)
{
    m_limit.cancel();
    leaveTurn();
    m_parts.stub->close();
    if (const auto onEnd = std::exchange(m_parts.onEnd, nullptr))
        onEnd(how);
}

} // namespace dbgr::daemon
