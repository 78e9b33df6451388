// SPDX-License-Identifier: BSD-3-Clause
#include "dbgdaemon/bootstrap/standard_input.h"

#include "util/unique_fd.h"

#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dbgr::daemon {

namespace {

std::string standardInputOf(util::Pid pid)
{
    return "/proc/" + std::to_string(pid.value()) + "/fd/0";
}

/// Whether nobody holds the end of the pipe where it is written.
bool hasNoWriter(const std::string& pipe)
{
    const util::UniqueFd reader(::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    if (!reader)
        return false;
    ::pollfd state{reader.get(), POLLIN, 0};
    return ::poll(&state, 1, 0) == 1 && (state.revents & POLLHUP) != 0;
}

} // namespace

std::optional<std::string> whyNoInput(util::Pid pid)
{
    const std::string input = standardInputOf(pid);
    std::error_code error;
    const std::string name = std::filesystem::read_symlink(input, error).native();
    if (error) {
        const bool isThere = ::access(("/proc/" + std::to_string(pid.value())).c_str(), F_OK) == 0;
        const bool closed = error == std::errc::no_such_file_or_directory && isThere;
        return closed ? std::optional<std::string>("the standard input is closed") : std::nullopt;
    }
    struct ::stat what = {};
    if (::stat(input.c_str(), &what) != 0)
        return std::nullopt;
    if (name == "/dev/null" || S_ISREG(what.st_mode))
        return "the standard input is " + name;
    if (S_ISFIFO(what.st_mode) && hasNoWriter(input))
        return "the standard input has ended";
    return std::nullopt;
}

std::vector<debug::RankFailure> ranksWithoutInput(const util::RankSet& ranks,
                                                  const std::vector<debug::LocalProcess>& processes)
{
    std::map<std::string, util::RankSet> reasons;
    for (const debug::LocalProcess& process : processes) {
        if (!ranks.contains(process.rank))
            continue;
        if (auto why = whyNoInput(process.pid))
            reasons[*std::move(why)].insert(process.rank);
    }
    std::vector<debug::RankFailure> failures;
    for (auto& [why, whose] : reasons)
        failures.push_back({std::move(whose),
                            {std::make_error_code(std::errc::operation_not_supported), why,
                             "Launchers give input to those ranks that their --stdin names, else to rank 0; a job that "
                             "dbgr starts without that option has input for all."}});
    return failures;
}

} // namespace dbgr::daemon
