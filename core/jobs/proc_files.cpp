// SPDX-License-Identifier: BSD-3-Clause
#include "jobs/proc_files.h"

#include "util/shown_path.h"
#include "util/string_util.h"
#include "util/unique_fd.h"

#include <array>
#include <cerrno>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::jobs {

namespace {

/// Of one file; arguments and environments can be longer by the kernel's rules, launchers' and ranks' are not.
constexpr std::size_t kMaxBytes = std::size_t(1) << 20;

struct CloseDirectory
{
    void operator()(DIR* directory) const { ::closedir(directory); }
};

} // namespace

std::string_view baseName(std::string_view path)
{
    return path.substr(path.rfind('/') + 1); // npos + 1 is 0
}

std::string ProcFiles::path(util::Pid pid, std::string_view file) const
{
    return m_root + "/" + std::to_string(pid.value()) + "/" + std::string(file);
}

std::vector<util::Pid> ProcFiles::processesOf(std::uint32_t uid) const
{
    std::vector<util::Pid> pids;
    const std::unique_ptr<DIR, CloseDirectory> directory(::opendir(m_root.c_str()));
    if (!directory)
        return pids;
    while (const dirent* entry = ::readdir(directory.get())) {
        const auto pid = util::parseNumber<std::int32_t>(entry->d_name);
        struct stat info = {};
        if (pid && *pid > 0 && ::fstatat(::dirfd(directory.get()), entry->d_name, &info, 0) == 0 && info.st_uid == uid)
            pids.emplace_back(*pid);
    }
    return pids;
}

std::string ProcFiles::text(const std::string& file) const
{
    // O_NONBLOCK: what a test, or a mount over /proc, has there must not hold us.
    const util::UniqueFd fd(::open((m_root + "/" + file).c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    std::string content;
    std::array<char, 16384> piece;
    while (fd && content.size() < kMaxBytes) {
        const ssize_t got = ::read(fd.get(), piece.data(), piece.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        content.append(piece.data(), static_cast<std::size_t>(got));
    }
    return content;
}

std::vector<std::string> ProcFiles::strings(util::Pid pid, std::string_view file) const
{
    std::string content = text(std::to_string(pid.value()) + "/" + std::string(file));
    while (content.ends_with('\0'))
        content.pop_back();
    std::vector<std::string> parts;
    if (content.empty())
        return parts;
    for (const std::string_view part : util::split(content, '\0'))
        parts.emplace_back(part);
    return parts;
}

std::vector<std::string> ProcFiles::commandLine(util::Pid pid) const
{
    return strings(pid, "cmdline");
}

std::vector<std::string> ProcFiles::environment(util::Pid pid) const
{
    return strings(pid, "environ");
}

std::string ProcFiles::target(const std::string& file) const
{
    std::array<char, 4096> text;
    const ssize_t size = ::readlink((m_root + "/" + file).c_str(), text.data(), text.size());
    return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : std::string();
}

ExecutableLink ProcFiles::executable(util::Pid pid) const
{
    const std::string shown = link(pid, "exe");
    const auto [path, isDeleted] = util::shownPath(shown);
    return {std::string(path), isDeleted};
}

std::string ProcFiles::link(util::Pid pid, std::string_view file) const
{
    return target(std::to_string(pid.value()) + "/" + std::string(file));
}

std::string ProcFiles::ownLink(std::string_view file) const
{
    return target("self/" + std::string(file));
}

std::string ProcFiles::statusField(const std::string& process, std::string_view name) const
{
    const std::string status = text(process + "/status");
    for (const std::string_view line : util::split(status, '\n'))
        if (line.size() > name.size() && line[name.size()] == ':' && line.starts_with(name))
            return std::string(util::trimmed(line.substr(name.size() + 1)));
    return {};
}

} // namespace dbgr::jobs
