// SPDX-License-Identifier: BSD-3-Clause
#include "corefile/byte_source.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <utility>

namespace dbgr::corefile {

util::Result<FileSource> FileSource::open(const std::string& path)
{
    // Without O_NONBLOCK a FIFO would keep us waiting for a writer.
    util::UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    struct stat info = {};
    if (!fd || ::fstat(fd.get(), &info) != 0)
        return util::fail(util::systemError(errno, "opening " + path));
    if (!S_ISREG(info.st_mode))
        return util::fail(std::make_error_code(std::errc::invalid_argument),
                          "opening " + path + ": it is " + (S_ISDIR(info.st_mode) ? "a folder" : "no regular file"));
    return FileSource(std::move(fd), static_cast<std::uint64_t>(info.st_size));
}

std::string FileSource::read(std::uint64_t offset, std::size_t count) const
{
    if (offset >= m_size)
        return {};
    std::string bytes(static_cast<std::size_t>(std::min<std::uint64_t>(count, m_size - offset)), '\0');
    std::size_t got = 0;
    while (got < bytes.size()) {
        const ssize_t now =
            ::pread(m_fd.get(), bytes.data() + got, bytes.size() - got, static_cast<off_t>(offset + got));
        if (now < 0 && errno == EINTR)
            continue;
        if (now <= 0)
            break;
        got += static_cast<std::size_t>(now);
    }
    bytes.resize(got);
    return bytes;
}

} // namespace dbgr::corefile
