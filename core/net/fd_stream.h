// SPDX-License-Identifier: BSD-3-Clause
// A ByteStream over one or two file descriptors: a socket, a pipe's end, a terminal. Thread: the loop's.
#pragma once

#include "net/byte_stream.h"
#include "net/end_notice.h"
#include "net/event_loop.h"
#include "net/write_queue.h"
#include "util/lifetime.h"
#include "util/unique_fd.h"

#include <optional>

namespace dbgr::net {

class FdStream final : public ByteStream
{
public:
    /// Takes over `fd`, and makes it non-blocking and close-on-exec. A pipe's end works in its one direction.
    /// \param peer what peerAddress() is to say
    [[nodiscard]] static util::Result<std::unique_ptr<ByteStream>> create(EventLoop& loop, util::UniqueFd fd,
                                                                          std::string peer);
    ~FdStream() override = default;

    void setReader(OnBytes reader) override;
    void setClosed(OnClosed closed) override;
    void write(std::string_view bytes) override;
    void close() override;
    [[nodiscard]] bool isOpen() const override { return static_cast<bool>(m_fd); }
    void pauseReading() override;
    void resumeReading() override;
    [[nodiscard]] std::size_t outputBytes() const override { return m_output.size(); }
    void setPressure(std::size_t lowMark, std::size_t highMark, OnPressure pressure) override;
    [[nodiscard]] std::string peerAddress() const override { return m_peer; }

private:
    FdStream(EventLoop& loop, util::UniqueFd fd, std::string peer, bool isSocket);

    void updateReadWatch();
    void readSome();
    void flush();
    void onWriteFailed(int errnoValue);
    void updatePressure();
    void tellPressure();
    /// Gives the descriptor up and has the closed callback called.
    void end(util::Result<void> why);

    EventLoop& m_loop;
    util::UniqueFd m_fd;
    const std::string m_peer;
    const bool m_isSocket;
    bool m_paused = false;
    EndNotice m_end;
    WriteQueue m_output{kMaxOutputBytes};
    std::optional<util::Error> m_writeError; // the other side takes nothing more; its last words are still read
    std::shared_ptr<OnBytes> m_reader;
    OnPressure m_pressure;
    bool m_pressureTold = false;
    util::Subscription m_readWatch;
    util::Subscription m_writeWatch;
    util::Lifetime m_lifetime;
};

} // namespace dbgr::net
