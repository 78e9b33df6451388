// SPDX-License-Identifier: BSD-3-Clause
#include "agent/rank_search.h"

#include "agent/exec_call.h"
#include "agent/process_status.h"
#include "programs/loaded_mpi.h"
#include "programs/pmix_users.h"
#include "programs/starters.h"
#include "util/unique_fd.h"

#include <cerrno>
#include <csignal>
#include <fstream>
#include <vector>

#include <poll.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dbgr::agent {

namespace {

constexpr long kFollowed =
    PTRACE_O_TRACEEXEC | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | PTRACE_O_TRACESYSGOOD;
constexpr int kSystemCall = SIGTRAP | 0x80; // PTRACE_O_TRACESYSGOOD

std::optional<util::PlaceInJob> placeOf(pid_t pid)
{
    std::ifstream file("/proc/" + std::to_string(pid) + "/environ", std::ios::binary);
    std::vector<std::string> environment;
    for (std::string entry; std::getline(file, entry, '\0');)
        environment.push_back(entry);
    return util::placeInJob(environment);
}

/// It is the same for as long as a script runs.
bool isOfSystem(const std::string& program)
{
    return program.starts_with("/usr/bin/") || program.starts_with("/bin/");
}

/// Readable when one of those that we trace has stopped or ended.
util::UniqueFd watchChildren()
{
    ::signal(SIGCHLD, SIG_DFL); // an ignored one would not be told of
    sigset_t children;
    ::sigemptyset(&children);
    ::sigaddset(&children, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &children, nullptr);
    return util::UniqueFd(::signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK));
}

void drain(int fd)
{
    char bytes[4 * sizeof(signalfd_siginfo)];
    while (::read(fd, bytes, sizeof bytes) > 0)
        ;
}

} // namespace

bool startsOthers(pid_t pid)
{
    const std::string program = programOf(pid);
    return programs::isShell(program) || programs::isRunner(program);
}

RankSearch::RankSearch(pid_t rank, int connection) : m_rank(rank), m_connection(connection), m_place(placeOf(rank))
{}

std::optional<pid_t> RankSearch::run()
{
    const util::UniqueFd children = watchChildren();
    if (!children || ::ptrace(PTRACE_SETOPTIONS, m_rank, nullptr, kFollowed) != 0)
        return std::nullopt;
    m_seen.insert(m_rank);
    m_looks[m_rank] = kMostLooks;
    goOn(m_rank);
    for (takeStops(); !m_over && !m_found; takeStops()) {
        pollfd awaited[2] = {{m_connection, POLLIN, 0}, {children.get(), POLLIN, 0}};
        const int ready = ::poll(awaited, 2, m_mayLoad.empty() ? -1 : static_cast<int>(kLookEvery.count()));
        if (ready > 0 && awaited[0].revents != 0)
            return std::nullopt; // dbgd has nothing to say before we have: it is gone
        drain(children.get());
        lookAtLoaded();
    }
    return m_found;
}

void RankSearch::takeStops()
{
    while (!m_over && !m_found) {
        int status = 0;
        const pid_t pid = ::waitpid(-1, &status, __WALL | WNOHANG);
        if (pid > 0) {
            onStop(pid, status);
            continue;
        }
        m_over = pid < 0 && errno != EINTR; // nobody is left
        if (pid == 0)
            return;
    }
}

void RankSearch::onStop(pid_t pid, int status)
{
    if (!WIFSTOPPED(status)) {
        m_over = pid == m_rank; // the launcher takes that for the rank's end
        m_seen.erase(pid);
        m_looks.erase(pid);
        m_mayLoad.erase(pid);
        return;
    }
    if (m_seen.insert(pid).second && statusOf(pid).group == pid) { // a thread becomes no program by itself
        m_looks[pid] = kMostLooks;
        if (!m_mayLoad.empty())
            m_mayLoad.insert(pid); // perhaps a copy of such a program
    }
    const int event = status >> 16;
    const int number = WSTOPSIG(status);
    if (event == PTRACE_EVENT_EXEC)
        onExec(pid);
    else if (event == PTRACE_EVENT_STOP && isStopSignal(number))
        ::ptrace(PTRACE_LISTEN, pid, nullptr, nullptr);
    else if (event != 0)
        goOn(pid);
    else if (number == kSystemCall)
        onSystemCall(pid);
    else
        goOn(pid, number);
}

/// The rank itself is held when it has become any other program, as it would be without a script.
void RankSearch::onExec(pid_t pid)
{
    m_mayLoad.erase(pid);
    m_looks.erase(pid);
    if (programs::isTracer(programOf(pid)))
        return leave(pid);
    if (startsOthers(pid)) {
        m_looks[pid] = kMostLooks;
        return goOn(pid);
    }
    const auto calls = callsOf(pid);
    if (pid == m_rank || (calls == programs::InitCalls::Likely && isOfRank(pid))) {
        m_found = pid;
        return;
    }
    if (calls == programs::InitCalls::Perhaps)
        m_mayLoad.insert(pid);
    goOn(pid);
}

programs::InitCalls RankSearch::callsOf(pid_t pid)
{
    const std::string program = programOf(pid);
    if (m_never.contains(program))
        return programs::InitCalls::Never;
    const auto calls = programs::pmixInitCallsOf(util::Pid(pid));
    if (calls == programs::InitCalls::Never && isOfSystem(program))
        m_never.insert(program);
    return calls;
}

void RankSearch::onSystemCall(pid_t pid)
{
    if (gainsRightsByExec(pid))
        return leave(pid);
    if (const auto looks = m_looks.find(pid); looks != m_looks.end() && --looks->second <= 0)
        m_looks.erase(looks);
    goOn(pid);
}

void RankSearch::goOn(pid_t pid, int signal)
{
    ::ptrace(m_looks.contains(pid) ? PTRACE_SYSCALL : PTRACE_CONT, pid, nullptr, signal);
}

/// It and all that it starts are not followed any more.
void RankSearch::leave(pid_t pid)
{
    m_seen.erase(pid);
    m_looks.erase(pid);
    ::ptrace(PTRACE_DETACH, pid, nullptr, nullptr);
    m_over = m_over || pid == m_rank;
}

void RankSearch::lookAtLoaded()
{
    const auto now = std::chrono::steady_clock::now();
    if (m_mayLoad.empty() || now - m_looked < kLookEvery)
        return;
    m_looked = now;
    for (const pid_t pid : m_mayLoad)
        if (programs::hasLoadedMpi(util::Pid(pid)) && isOfRank(pid)) {
            m_found = pid;
            return;
        }
}

/// And not one of a launcher that the script has started itself.
bool RankSearch::isOfRank(pid_t pid) const
{
    return placeOf(pid) == m_place;
}

} // namespace dbgr::agent
