// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dbgrun/report_file.h"

#include "util/unique_fd.h"

#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <unistd.h>

namespace dbgr::app {

namespace {

util::Result<void> writeLine(int fd, const std::string& line, const std::string& where)
{
    const std::string bytes = line + "\n";
    if (::write(fd, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
        return util::fail(util::systemError(errno, "writing to " + where));
    return util::ok();
}

} // namespace

util::Result<void> writeReport(const std::string& where, const std::string& line)
{
    if (where.empty())
        return util::ok();
    if (where == "-" || where == "+")
        return writeLine(where == "-" ? STDOUT_FILENO : STDERR_FILENO, line, "a standard channel");
    const std::string fresh = where + "." + std::to_string(::getpid());
    const util::UniqueFd file(::open(fresh.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file)
        return util::fail(util::systemError(errno, "making the file " + fresh));
    DBGR_TRY(writeLine(file.get(), line, fresh));
    if (std::rename(fresh.c_str(), where.c_str()) != 0)
        return util::fail(util::systemError(errno, "making the file " + where));
    return util::ok();
}

} // namespace dbgr::app
