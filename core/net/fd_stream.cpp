// SPDX-License-Identifier: BSD-3-Clause
#include "net/fd_stream.h"

#include "net/net_error.h"
#include "util/thread_check.h"

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>

namespace dbgr::net {

namespace {

/// Bytes read in one round, so that one busy stream leaves the others their turn.
constexpr std::size_t kReadBytes = 64 << 10;

bool isSocketFd(int fd)
{
    struct stat status;
    return ::fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode);
}

bool wouldBlock(int errnoValue)
{
    return errnoValue == EAGAIN || errnoValue == EWOULDBLOCK || errnoValue == EINTR;
}

} // namespace

util::Result<std::unique_ptr<ByteStream>> FdStream::create(EventLoop& loop, util::UniqueFd fd, std::string peer)
{
    const int flags = ::fcntl(fd.get(), F_GETFL);
    if (flags < 0 || ::fcntl(fd.get(), F_SETFL, flags | O_NONBLOCK) < 0 || ::fcntl(fd.get(), F_SETFD, FD_CLOEXEC) < 0)
        return util::fail(util::systemError(errno, "making a stream of the descriptor of " + peer));
    const bool isSocket = isSocketFd(fd.get());
    return std::unique_ptr<ByteStream>(new FdStream(loop, std::move(fd), std::move(peer), isSocket));
}

FdStream::FdStream(EventLoop& loop, util::UniqueFd fd, std::string peer, bool isSocket)
    : m_loop(loop), m_fd(std::move(fd)), m_peer(std::move(peer)), m_isSocket(isSocket), m_end(loop)
{}

void FdStream::setReader(OnBytes reader)
{
    DBGR_ON_THREAD(m_loop);
    m_reader = reader ? std::make_shared<OnBytes>(std::move(reader)) : nullptr;
    updateReadWatch();
}

void FdStream::setClosed(OnClosed closed)
{
    DBGR_ON_THREAD(m_loop);
    m_end.setClosed(std::move(closed));
}

void FdStream::pauseReading()
{
    m_paused = true;
    updateReadWatch();
}

void FdStream::resumeReading()
{
    m_paused = false;
    updateReadWatch();
}

void FdStream::updateReadWatch()
{
    const bool wanted = isOpen() && m_reader && !m_paused;
    if (!wanted)
        m_readWatch.cancel();
    else if (!m_readWatch.active())
        m_readWatch = m_loop.watch(m_fd.get(), Interest::Read, [this] { readSome(); });
}

void FdStream::readSome()
{
    std::array<char, kReadBytes> buffer;
    const ssize_t count = ::read(m_fd.get(), buffer.data(), buffer.size());
    if (count > 0) {
        const auto reader = m_reader; // outlives the stream, should the call destroy it
        (*reader)(std::string_view(buffer.data(), static_cast<std::size_t>(count)));
    } else if (count == 0) {
        end(m_writeError ? util::Result<void>(util::fail(*m_writeError)) : util::ok());
    } else if (!wouldBlock(errno)) {
        end(util::fail(util::systemError(errno, "reading from " + m_peer)));
    }
}

void FdStream::write(std::string_view bytes)
{
    DBGR_ON_THREAD(m_loop);
    if (!isOpen() || m_writeError)
        return;
    if (!m_output.append(bytes)) {
        end(util::fail(Errc::TooMuchOutput, "sending to " + m_peer + ": it does not read, and " +
                                                std::to_string(m_output.size() >> 20) + " MiB wait for it"));
        return;
    }
    if (!m_writeWatch.active())
        flush();
    updatePressure();
}

void FdStream::flush()
{
    while (!m_output.empty()) {
        const std::string_view bytes = m_output.front();
        const ssize_t count = m_isSocket ? ::send(m_fd.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL)
                                         : ::write(m_fd.get(), bytes.data(), bytes.size());
        if (count >= 0) {
            m_output.consume(static_cast<std::size_t>(count));
        } else if (wouldBlock(errno)) {
            if (!m_writeWatch.active())
                m_writeWatch = m_loop.watch(m_fd.get(), Interest::Write, [this] { flush(); });
            break;
        } else {
            onWriteFailed(errno);
            return;
        }
    }
    if (m_output.empty())
        m_writeWatch.cancel();
    updatePressure();
}

void FdStream::onWriteFailed(int errnoValue)
{
    m_writeWatch.cancel();
    m_output.clear();
    m_writeError = util::systemError(errnoValue, "sending to " + m_peer);
    if (!m_readWatch.active())
        end(util::fail(*m_writeError));
}

void FdStream::setPressure(std::size_t lowMark, std::size_t highMark, OnPressure pressure)
{
    m_output.setMarks(lowMark, highMark);
    m_pressure = std::move(pressure);
    updatePressure();
}

void FdStream::updatePressure()
{
    if (m_output.underPressure() != m_pressureTold)
        m_loop.post(m_lifetime.guard([this] { tellPressure(); }));
}

void FdStream::tellPressure()
{
    if (!m_pressure || m_output.underPressure() == m_pressureTold)
        return;
    m_pressureTold = m_output.underPressure();
    const auto pressure = m_pressure; // outlives the stream, should the call destroy it
    pressure(m_pressureTold);
}

void FdStream::end(util::Result<void> why)
{
    m_readWatch.cancel();
    m_writeWatch.cancel();
    m_output.clear();
    m_pressure = nullptr;
    m_fd.reset();
    m_end.end(std::move(why));
}

void FdStream::close()
{
    DBGR_ON_THREAD(m_loop);
    end(util::ok());
    m_end.silence();
    m_reader.reset();
}

} // namespace dbgr::net
