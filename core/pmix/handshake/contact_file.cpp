// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/handshake/contact_file.h"

#include "pmix/types/status.h"
#include "util/string_util.h"
#include "util/unique_fd.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::pmix {

namespace {

util::Result<std::string> readSmallFile(int fd, const std::string& path)
{
    std::string content(kMaxContactFileBytes + 1, '\0');
    std::size_t used = 0;
    while (used < content.size()) {
        const ssize_t got = ::read(fd, content.data() + used, content.size() - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return util::fail(util::systemError(errno, "reading " + path));
        if (got == 0)
            break;
        used += static_cast<std::size_t>(got);
    }
    if (used > kMaxContactFileBytes)
        return util::fail(Status::ErrBadParam, path + " is too long for a PMIx contact file");
    content.resize(used);
    return content;
}

util::Result<void> checkTrusted(int fd, const std::string& path)
{
    struct stat info = {};
    if (::fstat(fd, &info) != 0)
        return util::fail(util::systemError(errno, "looking at " + path));
    if (!S_ISREG(info.st_mode))
        return util::fail(Status::ErrNoPermissions, path + " is not a regular file");
    if (info.st_uid != ::geteuid() && info.st_uid != 0)
        return util::fail(Status::ErrNoPermissions,
                          path + " belongs to another user (uid " + std::to_string(info.st_uid) + ")",
                          "Only servers of your own, or of the system, can be used.");
    return util::ok();
}

} // namespace

util::Result<ServerContact> parseContactFile(std::string_view content, const std::string& path)
{
    const std::size_t firstEnd = content.find('\n');
    if (firstEnd == std::string_view::npos)
        return util::fail(Status::ErrWouldBlock, path + " has no whole line yet");

    ServerContact contact;
    contact.source = path;
    auto uri = parseServerUri(content.substr(0, firstEnd));
    if (!uri)
        return util::fail(Status::ErrBadParam, path + ": " + uri.error().message());
    contact.uri = *std::move(uri);

    const auto lines = util::split(content.substr(firstEnd + 1), '\n');
    std::string_view version = util::trimmed(lines[0]);
    if (version.starts_with('v'))
        version.remove_prefix(1);
    contact.version = std::string(version);
    if (lines.size() > 1) {
        const auto pid = util::parseNumber<std::int32_t>(util::trimmed(lines[1]));
        if (pid && *pid > 0)
            contact.pid = util::Pid(*pid);
    }
    return contact;
}

util::Result<ServerContact> readContactFile(const std::string& path)
{
    return readContactFileAt(AT_FDCWD, path, path);
}

util::Result<ServerContact> readContactFileAt(int directoryFd, const std::string& name, const std::string& path)
{
    // O_NONBLOCK: a FIFO that somebody left under the name must not hold us.
    const util::UniqueFd fd(::openat(directoryFd, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!fd) {
        if (errno == ENOENT || errno == ENOTDIR)
            return util::fail(Status::ErrNotFound, path + " does not exist");
        if (errno == ELOOP)
            return util::fail(Status::ErrNoPermissions, path + " is a symbolic link");
        return util::fail(util::systemError(errno, "opening " + path));
    }
    DBGR_TRY(checkTrusted(fd.get(), path));
    DBGR_TRY(const std::string content, readSmallFile(fd.get(), path));
    return parseContactFile(content, path);
}

} // namespace dbgr::pmix
