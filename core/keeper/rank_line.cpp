// SPDX-License-Identifier: BSD-3-Clause
#include "keeper/rank_line.h"

#include "rsp/packet.h"

#include <utility>

namespace dbgr::keeper {

RankLine::RankLine(util::Pid pid, std::unique_ptr<net::ByteStream> connection, Tracer& tracer, const Arch& arch,
                   TextLedger& ledger, LoaderShares loader, Listener listener)
    : m_stream(std::move(connection)), m_listener(std::move(listener)),
      m_process(pid, tracer, arch, ledger, std::make_unique<util::ProcMemory>(pid), processListener()),
      m_conversation(m_process,
                     LoaderWatch(std::move(loader.wish),
                                 LinkMapReader(std::make_unique<util::ProcMemory>(pid), ProcessFiles::of(pid)),
                                 std::move(loader.barren)),
                     std::move(loader.turn), [this](const std::string& payload) { send(payload); })
{}

util::Result<void> RankLine::start()
{
    m_stream->setReader([this](std::string_view bytes) { onBytes(bytes); });
    m_stream->setClosed([this](const util::Result<void>&) { m_process.release(); });
    return m_process.seize();
}

Process::Listener RankLine::processListener()
{
    Process::Listener listener;
    listener.onStopped = [this] { onStopped(); };
    listener.onEnded = [this](RankEnd end) {
        m_listener.onEnded(end); // so that dbgd knows why when the debugger says that it ended
        m_conversation.onEnded();
    };
    listener.onReleased = [this] { m_listener.onReleased(); };
    listener.onOffspring = m_listener.onOffspring;
    listener.onThread = m_listener.onThread;
    listener.onThreadGone = m_listener.onThreadGone;
    return listener;
}

void RankLine::onStopped()
{
    const bool isFirst = !std::exchange(m_isHeld, true);
    if (!m_conversation.onStopped())
        return;
    if (isFirst)
        m_listener.onHeld();
    else
        m_listener.onStopped();
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
        return m_conversation.onInterrupt();
    const bool isTooLong = unit.kind == rsp::Unit::Kind::LongPacket;
    if (unit.kind != rsp::Unit::Kind::Packet && !(isTooLong && unit.last))
        return;
    if (m_conversation.acknowledges())
        m_stream->write("+");
    if (isTooLong)
        return send(rsp::errorReply(1));
    m_conversation.onRequest(unit.payload);
}

void RankLine::send(const std::string& payload)
{
    m_stream->write(rsp::packet(payload));
}

} // namespace dbgr::keeper
