// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/launcher_output.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace dbgr::session {

LauncherOutput::LauncherOutput(net::EventLoop& loop, util::UniqueFd standardOutput, util::UniqueFd standardError,
                               std::function<void(OutputBytes)> onBytes)
    : m_onBytes(std::move(onBytes)), m_stdout{std::move(standardOutput), OutputChannel::Stdout, {}},
      m_stderr{std::move(standardError), OutputChannel::Stderr, {}}
{
    watch(loop, m_stdout);
    watch(loop, m_stderr);
}

void LauncherOutput::watch(net::EventLoop& loop, Pipe& pipe)
{
    if (!pipe.fd)
        return;
    ::fcntl(pipe.fd.get(), F_SETFL, ::fcntl(pipe.fd.get(), F_GETFL) | O_NONBLOCK);
    pipe.watch = loop.watch(pipe.fd.get(), net::Interest::Read, [this, &pipe] { static_cast<void>(read(pipe)); });
}

bool LauncherOutput::read(Pipe& pipe)
{
    char buffer[4096];
    const ssize_t got = ::read(pipe.fd.get(), buffer, sizeof buffer);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    if (got <= 0) {
        pipe.watch.cancel();
        pipe.fd.reset();
        return false;
    }
    std::string data(buffer, static_cast<std::size_t>(got));
    m_text += data;
    if (m_text.size() > kKeptBytes)
        m_text.erase(0, m_text.size() - kKeptBytes);
    m_onBytes({std::nullopt, pipe.channel, std::move(data)});
    return true;
}

std::vector<int> LauncherOutput::pipes() const
{
    std::vector<int> open;
    for (const Pipe* pipe : {&m_stdout, &m_stderr})
        if (pipe->fd)
            open.push_back(pipe->fd.get());
    return open;
}

void LauncherOutput::drain()
{
    for (Pipe* pipe : {&m_stdout, &m_stderr}) {
        while (pipe->fd && read(*pipe)) {
        }
    }
}

} // namespace dbgr::session
