// SPDX-License-Identifier: BSD-3-Clause
#include "session/remote/links/launcher_input.h"

#include "net/fd_stream.h"

#include <system_error>
#include <utility>

namespace dbgr::session {

LauncherInput::LauncherInput(net::EventLoop& loop, util::UniqueFd fd) : m_loop(loop)
{
    auto stream = net::FdStream::create(loop, std::move(fd), "the launcher's standard input");
    if (!stream)
        return;
    m_stream = std::move(*stream);
    m_stream->setPressure(0, 0, [this](bool) { checkSent(); });
    m_stream->setClosed([this](const util::Result<void>&) {
        finish(util::fail(std::make_error_code(std::errc::broken_pipe),
                          "sending input: the launcher does not take any more"));
    });
}

void LauncherInput::send(std::string_view bytes, bool eof, Done done)
{
    m_done = std::move(done);
    if (!m_stream || !m_stream->isOpen())
        return finish(util::fail(std::make_error_code(std::errc::broken_pipe),
                                 "sending input: the launcher's standard input is closed"));
    m_eof = eof;
    m_stream->write(bytes);
    checkSent();
    m_loop.post(m_lifetime.guard([this] { checkSent(); })); // it may go before it is told that it waits
}

void LauncherInput::checkSent()
{
    if (m_stream->isOpen() && m_stream->outputBytes() == 0)
        finish(util::ok());
}

/// The answer never comes inside a call.
void LauncherInput::finish(util::Result<void> result)
{
    if (!m_done)
        return;
    if (m_eof)
        m_stream->close();
    m_loop.post([done = std::exchange(m_done, nullptr), result = std::move(result)] { done(result); });
}

} // namespace dbgr::session
