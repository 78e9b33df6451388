// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgr/recording.h"

#include "app/dbgr/app_error.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace dbgr::app {

namespace {

tl::unexpected<util::Error> badRecord(const std::string& path, const char* why)
{
    return util::fail(Errc::BadRecord, "recording to " + path + ": " + why,
                      "Name a file that does not exist yet behind --record.");
}

} // namespace

util::Result<Recording> Recording::open(const std::string& path)
{
    Recording recording;
    recording.m_path = path;
    if (path.empty())
        return recording;
    // A pipe that nobody reads must not hold us up.
    constexpr int kFlags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    recording.m_file = util::UniqueFd(::open(path.c_str(), kFlags, 0600));
    struct stat status = {};
    if (!recording.m_file || ::fstat(recording.m_file.get(), &status) != 0)
        return badRecord(path, errno == ELOOP ? "it is a link" : std::strerror(errno));
    if (!S_ISREG(status.st_mode))
        return badRecord(path, "it is no plain file");
    if (status.st_size > 0)
        return badRecord(path, "there is something in it");
    return recording;
}

void Recording::watch(session::Session& session)
{
    if (m_file)
        m_subscription = session.observe(m_script);
}

util::Result<void> Recording::finish()
{
    if (!m_file)
        return util::ok();
    const std::string text = m_script.text();
    for (std::string_view left = text; !left.empty();) {
        const ssize_t written = ::write(m_file.get(), left.data(), left.size());
        if (written > 0)
            left.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            return badRecord(m_path, std::strerror(errno));
    }
    return util::ok();
}

} // namespace dbgr::app
