// SPDX-License-Identifier: BSD-3-Clause
#include "session/file/whole_file.h"

#include "util/unique_fd.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace dbgr::session {

using util::Result;

namespace {

/// Of a plain file that is there; what a new file gets otherwise.
mode_t modeOf(const std::string& path)
{
    struct stat status = {};
    const bool isFile = ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
    return isFile ? status.st_mode & 0777 : 0600;
}

bool writeAll(int fd, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(fd, text.data(), text.size());
        if (written > 0)
            text.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            return false;
    }
    return true;
}

/// Makes the file under a name of its own. \return its descriptor; none: errno says why
util::UniqueFd makeBeside(const std::string& name)
{
    constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    util::UniqueFd file(::open(name.c_str(), kFlags, 0600));
    if (!file && errno == EEXIST && ::unlink(name.c_str()) == 0) // of a process of this number that died here
        file = util::UniqueFd(::open(name.c_str(), kFlags, 0600));
    return file;
}

} // namespace

Result<std::string> readWholeFile(const std::string& path, std::size_t most)
{
    const std::string doing = "reading " + path;
    // A pipe that nobody writes must not hold us up.
    const util::UniqueFd file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    struct stat status = {};
    if (!file || ::fstat(file.get(), &status) != 0)
        return util::fail(util::systemError(errno, doing));
    if (!S_ISREG(status.st_mode))
        return util::fail(std::make_error_code(std::errc::invalid_argument), doing + ": it is no plain file");
    std::string text;
    char piece[65536];
    for (;;) {
        const ssize_t got = ::read(file.get(), piece, sizeof piece);
        if (got == 0)
            return text;
        if (got < 0 && errno != EINTR)
            return util::fail(util::systemError(errno, doing));
        text.append(piece, got < 0 ? 0 : static_cast<std::size_t>(got));
        if (text.size() > most)
            return util::fail(std::make_error_code(std::errc::file_too_large),
                              doing + ": it is larger than " + std::to_string(most) + " bytes");
    }
}

Result<void> writeWholeFile(const std::string& path, std::string_view text)
{
    const std::string doing = "writing " + path;
    const std::string fresh = path + ".new" + std::to_string(::getpid());
    util::UniqueFd file = makeBeside(fresh);
    if (!file)
        return util::fail(util::systemError(errno, doing));
    const bool whole =
        writeAll(file.get(), text) && ::fchmod(file.get(), modeOf(path)) == 0 && ::fsync(file.get()) == 0;
    if (whole && ::rename(fresh.c_str(), path.c_str()) == 0)
        return util::ok();
    const int why = errno;
    ::unlink(fresh.c_str());
    return util::fail(util::systemError(why, doing));
}

std::string withLinksFollowed(const std::string& path)
{
    std::error_code error;
    const std::filesystem::path target = std::filesystem::weakly_canonical(path, error);
    return error ? path : target.string();
}

} // namespace dbgr::session
