// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/net/memory_stream.h"

#include <utility>

namespace dbgr::test {

MemoryStream::MemoryStream(util::Scheduler& scheduler, std::size_t chunkBytes)
    : m_scheduler(scheduler), m_chunkBytes(chunkBytes), m_end(scheduler)
{}

MemoryStream::Pair MemoryStream::makePair(util::Scheduler& scheduler, std::size_t chunkBytes)
{
    Pair pair{std::unique_ptr<MemoryStream>(new MemoryStream(scheduler, chunkBytes)),
              std::unique_ptr<MemoryStream>(new MemoryStream(scheduler, chunkBytes))};
    pair.first->m_peer = pair.second.get();
    pair.second->m_peer = pair.first.get();
    return pair;
}

MemoryStream::~MemoryStream()
{
    close();
    if (m_peer != nullptr)
        m_peer->m_peer = nullptr;
}

void MemoryStream::setReader(OnBytes reader)
{
    m_reader = reader ? std::make_shared<OnBytes>(std::move(reader)) : nullptr;
    deliverLater();
}

void MemoryStream::resumeReading()
{
    m_paused = false;
    deliverLater();
}

void MemoryStream::write(std::string_view bytes)
{
    if (!isOpen())
        return;
    if (m_writesLeft && *m_writesLeft == 0) {
        breakDown("writing");
        return;
    }
    if (m_writesLeft)
        --*m_writesLeft;
    m_written += bytes;
    if (m_holding) {
        m_heldOutput += bytes;
        updatePressure();
    } else if (m_peer != nullptr) {
        m_peer->receive(bytes);
    }
}

void MemoryStream::holdOutput(bool hold)
{
    m_holding = hold;
    if (hold)
        return;
    if (m_peer != nullptr)
        m_peer->receive(std::exchange(m_heldOutput, {}));
    updatePressure();
}

void MemoryStream::setPressure(std::size_t lowMark, std::size_t highMark, OnPressure pressure)
{
    m_lowMark = lowMark;
    m_highMark = highMark;
    m_pressure = std::move(pressure);
}

void MemoryStream::updatePressure()
{
    const bool now = m_underPressure ? m_heldOutput.size() > m_lowMark : m_heldOutput.size() > m_highMark;
    if (std::exchange(m_underPressure, now) != now)
        m_scheduler.post(m_lifetime.guard([this, now] {
            if (m_pressure)
                m_pressure(now);
        }));
}

void MemoryStream::receive(std::string_view bytes)
{
    m_inbox += bytes;
    deliverLater();
}

void MemoryStream::receiveEnd()
{
    m_inboxEnded = true;
    deliverLater();
}

void MemoryStream::deliverLater()
{
    if (!std::exchange(m_deliveryPosted, true))
        m_scheduler.post(m_lifetime.guard([this] { deliver(); }));
}

void MemoryStream::deliver()
{
    m_deliveryPosted = false;
    if (!isOpen() || !m_reader || m_paused)
        return;
    if (m_inbox.empty()) {
        if (m_inboxEnded)
            m_end.end(util::ok());
        return;
    }
    if (m_readsLeft && *m_readsLeft == 0) {
        breakDown("reading");
        return;
    }
    if (m_readsLeft)
        --*m_readsLeft;
    const std::size_t count = m_chunkBytes == 0 ? m_inbox.size() : std::min(m_chunkBytes, m_inbox.size());
    const std::string piece = m_inbox.substr(0, count);
    m_inbox.erase(0, count);
    deliverLater();
    const auto reader = m_reader; // outlives the stream, should the call destroy it
    (*reader)(piece);
}

void MemoryStream::breakDown(const std::string& doing)
{
    m_end.end(util::fail(std::make_error_code(std::errc::connection_reset), doing + " was made to fail by the test"));
    if (m_peer != nullptr)
        m_peer->receiveEnd();
}

void MemoryStream::close()
{
    if (isOpen() && m_peer != nullptr)
        m_peer->receiveEnd();
    m_end.silence();
    m_reader.reset();
    m_pressure = nullptr;
}

} // namespace dbgr::test
