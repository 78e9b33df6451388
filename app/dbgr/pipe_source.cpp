// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/pipe_source.h"

#include "app/dbgr/command_language.h"

#include <array>
#include <cerrno>
#include <unistd.h>

namespace dbgr::app {

void PipeSource::next(const std::string&, Taker taker)
{
    m_taker = std::move(taker);
    if (m_atEnd || m_buffer.find('\n') != std::string::npos)
        m_watch = m_loop.after({}, [this] { give(); });
    else
        m_watch = m_loop.watch(m_fd, net::Interest::Read, [this] { onReadable(); });
}

void PipeSource::onReadable()
{
    std::array<char, 4096> chunk;
    const ssize_t count = ::read(m_fd, chunk.data(), chunk.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count <= 0)
        m_atEnd = true;
    else
        m_buffer.append(chunk.data(), static_cast<std::size_t>(count));
    give();
}

void PipeSource::give()
{
    const std::size_t end = m_buffer.find('\n');
    if (end == std::string::npos && !m_atEnd && m_buffer.size() <= kMaxCommandBytes)
        return;
    m_watch.cancel();
    const Taker taker = std::exchange(m_taker, nullptr);
    if (end == std::string::npos && m_buffer.empty())
        return taker(std::nullopt);
    std::string line = m_buffer.substr(0, end);
    m_buffer.erase(0, end == std::string::npos ? end : end + 1);
    if (line.ends_with('\r'))
        line.pop_back();
    taker(ScriptLine{std::move(line), ""});
}

} // namespace dbgr::app
