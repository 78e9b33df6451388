// SPDX-License-Identifier: BSD-3-Clause
#include "launcher/session_folder.h"

#include <cerrno>
#include <filesystem>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::launcher {

namespace {

util::Result<void> makePrivate(const std::string& path)
{
    if (::mkdir(path.c_str(), 0700) != 0)
        return util::fail(util::systemError(errno, "making the folder " + path));
    return util::ok();
}

} // namespace

util::Result<SessionFolder> SessionFolder::create(const std::string& parent)
{
    const std::string path = parent + "/dbgrun." + std::to_string(::geteuid()) + "." + std::to_string(::getpid());
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
