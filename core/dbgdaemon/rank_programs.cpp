// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/rank_programs.h"

#include "debug/debug_error.h"
#include "util/shown_path.h"

#include <climits>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::daemon {

namespace {

std::string linkTarget(const std::string& path)
{
    char target[PATH_MAX];
    const ssize_t size = ::readlink(path.c_str(), target, sizeof target);
    return size > 0 ? std::string(target, static_cast<std::size_t>(size)) : std::string();
}

bool isFor32Bits(const std::string& path)
{
    constexpr std::size_t kClassAt = 4; // EI_CLASS
    constexpr char k32Bits = 1;         // ELFCLASS32
    char start[kClassAt + 1] = {};
    const util::UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    return file && ::read(file.get(), start, sizeof start) == sizeof start &&
           std::string_view(start, kClassAt) == "\177ELF" && start[kClassAt] == k32Bits;
}

} // namespace

/// What the kernel shows of the program that a process runs.
struct RankPrograms::Running
{
    std::string link; ///< "/proc/700/exe", which leads to the file even if it has no name any more
    std::string name; ///< its path, as it was
    bool deleted = false;
    FileId id;
};

std::optional<RankPrograms::FileId> RankPrograms::idOf(const std::string& path)
{
    struct stat facts = {};
    if (path.empty() || ::stat(path.c_str(), &facts) != 0)
        return std::nullopt;
    return FileId{facts.st_dev, facts.st_ino};
}

RankProgram RankPrograms::of(const debug::LocalProcess& process)
{
    const std::string& told = process.executable;
    Running running;
    running.link = m_root + "/proc/" + std::to_string(process.pid.value()) + "/exe";
    running.name = linkTarget(running.link);
    const auto id = idOf(running.link);
    if (running.name.empty() || !id)
        return {told, told, {}, {}};
    running.id = *id;
    const auto [path, isDeleted] = util::shownPath(running.name);
    running.deleted = isDeleted && idOf(running.name) != id;
    if (running.deleted)
        running.name.resize(path.size());

    RankProgram program;
    if (told.starts_with('/') && idOf(told) == id)
        program = {told, told, {}, {}};
    else if (idOf(running.name) == id)
        program = {running.name, running.name, {}, {}};
    else
        program = elsewhere(running);
    if (sizeof(void*) > 4 && isFor32Bits(running.link))
        program.refusal = util::Error{debug::Errc::PtraceRefused,
                                      "attaching to a process of the job: " + running.name + " is a 32-bit program",
                                      "dbgr debugs 64-bit programs; compile it without -m32"};
    return program;
}

/// The file of the program's name is not the one that runs.
RankProgram RankPrograms::elsewhere(const Running& running)
{
    RankProgram program{running.name, kept(running.link, running.id), {}, {}};
    util::Error warning{std::make_error_code(std::errc::no_such_file_or_directory), {}, {}};
    if (!running.deleted) {
        warning.detail =
            "the ranks' program " + running.name + " is not the file of that name outside of their container";
        warning.advice = "dbgr reads the program itself where it runs, but may miss symbols of its libraries.";
    } else if (idOf(running.name)) {
        warning.detail = "the program " + running.name +
                         " has changed since the ranks were started; if its source files have, too, lines are wrong";
        warning.advice = "dbgr reads the program that runs. To debug the new one, start the job again.";
    } else {
        warning.detail = "the program " + running.name + " was deleted since the ranks were started";
        warning.advice = "dbgr reads the program that runs, as long as it runs.";
    }
    program.warning = std::move(warning);
    return program;
}

/// A path by which our processes can read the file as long as we live: even when no rank runs it any more, and the same
/// one for all ranks, so that its symbols are read once.
std::string RankPrograms::kept(const std::string& path, FileId id)
{
    util::UniqueFd& file = m_kept[id];
    if (!file)
        file = util::UniqueFd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    return file ? "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(file.get()) : path;
}

} // namespace dbgr::daemon
