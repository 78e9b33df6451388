// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/terminal_writer.h"

#include "net/fd_stream.h"
#include "util/unique_fd.h"

#include <cerrno>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::launcher {

TerminalWriter::TerminalWriter(net::EventLoop& loop, int fd, OnPressure pressure)
    : m_fd(fd), m_stream(openStream(loop, fd))
{
    if (m_stream)
        m_stream->setPressure(net::ByteStream::kDefaultLowMark, net::ByteStream::kDefaultHighMark, std::move(pressure));
}

/// A pipe or a terminal is opened once more: not to wait is a property of the opening, and ours is shared with others,
/// among them the shell.
std::unique_ptr<net::ByteStream> TerminalWriter::openStream(net::EventLoop& loop, int fd)
{
    struct stat status;
    if (::fstat(fd, &status) != 0)
        return nullptr;
    util::UniqueFd own;
    if (S_ISSOCK(status.st_mode))
        own.reset(::fcntl(fd, F_DUPFD_CLOEXEC, 0));
    else if (S_ISFIFO(status.st_mode) || ::isatty(fd) == 1)
        own.reset(
            ::open(("/proc/self/fd/" + std::to_string(fd)).c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!own)
        return nullptr;
    return net::FdStream::create(loop, std::move(own), "our standard channel").value_or(nullptr);
}

void TerminalWriter::write(std::string_view bytes)
{
    if (m_stream)
        return m_stream->write(bytes);
    while (!bytes.empty()) {
        const ssize_t count = ::write(m_fd, bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR)
            return;
        bytes.remove_prefix(count < 0 ? 0 : static_cast<std::size_t>(count));
    }
}

std::size_t TerminalWriter::waiting() const
{
    return m_stream ? m_stream->outputBytes() : 0;
}

} // namespace dbgr::launcher
