// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/doctor/run_program.h"

#include "util/unique_fd.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dbgr::doctor {

namespace {

using Clock = std::chrono::steady_clock;
constexpr int kNotExecutable = 126;
constexpr int kNotFound = 127;
constexpr int kSignalled = 128;

struct Pipe
{
    util::UniqueFd read;
    util::UniqueFd write;

    Pipe()
    {
        int ends[2] = {-1, -1};
        if (::pipe2(ends, O_CLOEXEC) == 0) {
            read = util::UniqueFd(ends[0]);
            write = util::UniqueFd(ends[1]);
        }
    }
};

/// \return errno
int spawn(const std::vector<std::string>& arguments, const Pipe& output, const Pipe& errors, pid_t& pid)
{
    std::vector<char*> pointers;
    for (const std::string& argument : arguments)
        pointers.push_back(const_cast<char*>(argument.c_str()));
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, output.write.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, errors.write.get(), STDERR_FILENO);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    const int failed = ::posix_spawnp(&pid, pointers.front(), &actions, &attributes, pointers.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    return failed;
}

int millisecondsUntil(Clock::time_point end)
{
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    return left > 0 ? static_cast<int>(left) : 0;
}

/// \return whether there may be more
bool take(util::UniqueFd& fd, std::string& text)
{
    char bytes[4096];
    const ssize_t size = ::read(fd.get(), bytes, sizeof bytes);
    if (size < 0 && (errno == EINTR || errno == EAGAIN))
        return true;
    if (size <= 0) {
        fd.reset();
        return false;
    }
    const std::size_t room = ProgramRun::kMostOutput - text.size();
    text.append(bytes, std::min(static_cast<std::size_t>(size), room));
    return true;
}

/// Until both are closed, or the time is over.
void readAll(Pipe& output, Pipe& errors, ProgramRun& run, Clock::time_point end)
{
    while (output.read || errors.read) {
        std::array<pollfd, 2> wanted{
            {{output.read ? output.read.get() : -1, POLLIN, 0}, {errors.read ? errors.read.get() : -1, POLLIN, 0}}};
        const int ready = ::poll(wanted.data(), wanted.size(), millisecondsUntil(end));
        if (ready == 0 || (ready < 0 && errno != EINTR))
            return;
        if (wanted[0].revents != 0)
            take(output.read, run.output);
        if (wanted[1].revents != 0)
            take(errors.read, run.errors);
    }
}

/// Whether it has ended by then. Its number stays taken.
bool endsBy(pid_t pid, Clock::time_point end)
{
    for (;;) {
        siginfo_t ended{};
        if (::waitid(P_PID, static_cast<id_t>(pid), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == pid)
            return true;
        if (millisecondsUntil(end) == 0)
            return false;
        ::poll(nullptr, 0, 5);
    }
}

} // namespace

ProgramRun runProgram(const std::vector<std::string>& arguments, std::chrono::milliseconds limit)
{
    ProgramRun run;
    Pipe output, errors;
    pid_t pid = -1;
    const auto end = Clock::now() + limit;
    if (const int failed = output.read && errors.read ? spawn(arguments, output, errors, pid) : errno; failed != 0) {
        run.status = failed == ENOENT || failed == ENOTDIR ? kNotFound : kNotExecutable;
        run.errors = arguments.front() + ": " + std::strerror(failed);
        return run;
    }
    output.write.reset();
    errors.write.reset();
    readAll(output, errors, run, end);
    run.tooLate = !endsBy(pid, end);
    ::kill(-pid, SIGKILL); // also what it left behind
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    run.status = WIFEXITED(status) ? WEXITSTATUS(status) : kSignalled + WTERMSIG(status);
    return run;
}

} // namespace dbgr::doctor
