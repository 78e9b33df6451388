// SPDX-License-Identifier: GPL-3.0-or-later
// A pair of ByteStreams without a socket: what one side writes the other side reads, in pieces of the size that the
// test wants, when the test's scheduler runs. Thread: the test's.
#pragma once

#include "net/byte_stream.h"
#include "net/end_notice.h"
#include "util/scheduler.h"

#include <optional>

namespace dbgr::test {

class MemoryStream final : public net::ByteStream
{
public:
    struct Pair
    {
        std::unique_ptr<MemoryStream> first;
        std::unique_ptr<MemoryStream> second;
    };
    /// \param chunkBytes the most that one reader call gets; 0: no limit
    [[nodiscard]] static Pair makePair(util::Scheduler& scheduler, std::size_t chunkBytes = 0);
    ~MemoryStream() override;

    /// The stream breaks, with an error, at the (count + 1)th write from now on.
    void failAfterWrites(std::size_t count) { m_writesLeft = count; }
    /// The stream breaks, with an error, instead of the delivery of the (count + 1)th piece from now on.
    void failAfterReads(std::size_t count) { m_readsLeft = count; }
    /// Written bytes stay here, as if nobody read them, until it is called with false.
    void holdOutput(bool hold);
    /// All bytes ever written to this side.
    [[nodiscard]] const std::string& written() const { return m_written; }

    void setReader(OnBytes reader) override;
    void setClosed(OnClosed closed) override { m_end.setClosed(std::move(closed)); }
    void write(std::string_view bytes) override;
    /// What was written before still reaches the other side, then its end.
    void close() override;
    [[nodiscard]] bool isOpen() const override { return !m_end.ended(); }
    void pauseReading() override { m_paused = true; }
    void resumeReading() override;
    [[nodiscard]] std::size_t outputBytes() const override { return m_heldOutput.size(); }
    void setPressure(std::size_t lowMark, std::size_t highMark, OnPressure pressure) override;
    [[nodiscard]] std::string peerAddress() const override { return "memory"; }

private:
    MemoryStream(util::Scheduler& scheduler, std::size_t chunkBytes);
    void receive(std::string_view bytes);
    void receiveEnd();
    void deliverLater();
    void deliver();
    void breakDown(const std::string& doing);
    void updatePressure();

    util::Scheduler& m_scheduler;
    const std::size_t m_chunkBytes;
    MemoryStream* m_peer = nullptr; // null once it is destroyed
    std::string m_written;
    std::string m_heldOutput;
    bool m_holding = false;
    std::string m_inbox;
    bool m_inboxEnded = false;
    bool m_deliveryPosted = false;
    bool m_paused = false;
    std::optional<std::size_t> m_writesLeft;
    std::optional<std::size_t> m_readsLeft;
    std::shared_ptr<OnBytes> m_reader;
    OnPressure m_pressure;
    std::size_t m_lowMark = kDefaultLowMark;
    std::size_t m_highMark = kDefaultHighMark;
    bool m_underPressure = false;
    net::EndNotice m_end;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::test
