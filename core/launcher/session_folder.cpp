// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/session_folder.h"

#include "util/folder_entries.h"
#include "util/string_util.h"

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::launcher {

namespace {

/// What launchers of ours left behind that were killed.
void removeStale(const std::string& parent, const std::string& prefix)
{
    for (const std::string& path : util::entriesOf(parent)) {
        const std::string name = path.substr(path.rfind('/') + 1);
        struct stat status;
        if (!name.starts_with(prefix) || ::lstat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) ||
            status.st_uid != ::geteuid())
            continue;
        const auto pid = util::parseNumber<int>(std::string_view(name).substr(prefix.size()));
        if (pid && *pid > 0 && ::kill(*pid, 0) != 0 && errno == ESRCH)
            removeTree(path);
    }
}

util::Result<void> makePrivate(const std::string& path)
{
    if (::mkdir(path.c_str(), 0700) != 0)
        return util::fail(util::systemError(errno, "making the folder " + path));
    return util::ok();
}

} // namespace

util::Result<SessionFolder> SessionFolder::create(const std::string& parent)
{
    const std::string prefix = "dbgrun." + std::to_string(::geteuid()) + ".";
    removeStale(parent, prefix);
    const std::string path = parent + "/" + prefix + std::to_string(::getpid());
    auto made = makePrivate(path);
    struct stat status;
    if (!made && made.error().code == std::errc::file_exists && ::lstat(path.c_str(), &status) == 0 &&
        S_ISDIR(status.st_mode) && status.st_uid == ::geteuid()) {
        removeTree(path); // of a launcher that was killed and had our pid
        made = makePrivate(path);
    }
    DBGR_TRY(std::move(made));
    return SessionFolder(path);
}

SessionFolder::SessionFolder(SessionFolder&& other) noexcept : m_path(std::exchange(other.m_path, {}))
{}

SessionFolder::~SessionFolder()
{
    if (!m_path.empty())
        removeTree(m_path);
}

util::Result<std::string> SessionFolder::makeFolder(const std::string& name) const
{
    std::string path = m_path + "/" + name;
    DBGR_TRY(makePrivate(path));
    return path;
}

void removeTree(const std::string& path)
{
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
}

} // namespace dbgr::launcher
