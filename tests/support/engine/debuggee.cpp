// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/engine/debuggee.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>
#include <utility>

namespace dbgr::test {

namespace {

/// In a child: never outlives the test, says nothing.
[[noreturn]] void execute(const std::vector<std::string>& command)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int null = ::open("/dev/null", O_RDWR);
    for (int fd = 0; fd <= 2; ++fd)
        ::dup2(null, fd);
    std::vector<char*> argv;
    for (const std::string& argument : command)
        argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    ::execv(argv[0], argv.data());
    ::_exit(127);
}

::pid_t startOnExec(const std::vector<std::string>& command)
{
    const ::pid_t pid = ::fork();
    if (pid == 0) {
        ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
        execute(command);
    }
    int status = 0;
    ::waitpid(pid, &status, 0); // the stop that exec makes
    ::ptrace(PTRACE_DETACH, pid, nullptr, reinterpret_cast<void*>(static_cast<long>(SIGSTOP)));
    ::waitpid(pid, &status, WUNTRACED);
    return pid;
}

std::string statusField(::pid_t pid, const std::string& field)
{
    std::ifstream in("/proc/" + std::to_string(pid) + "/status");
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with(field + ":"))
            return line.substr(line.find_first_not_of("\t ", field.size() + 1));
    }
    return {};
}

} // namespace

Debuggee::Debuggee(const std::string& program, const std::vector<std::string>& arguments, Begin begin)
{
    std::vector<std::string> command{program.starts_with('/') ? program : DBGR_DEBUGGEE_DIR "/" + program};
    command.insert(command.end(), arguments.begin(), arguments.end());
    if (begin == Begin::StoppedOnExec) {
        m_pid = startOnExec(command);
        return;
    }
    int started[2]; // closed by exec: only then is the process the program
    if (::pipe2(started, O_CLOEXEC) != 0)
        return;
    m_pid = ::fork();
    if (m_pid == 0)
        execute(command);
    ::close(started[1]);
    char byte = 0;
    static_cast<void>(::read(started[0], &byte, 1));
    ::close(started[0]);
    if (begin == Begin::StoppedBySignal) {
        int status = 0;
        ::kill(m_pid, SIGSTOP);
        ::waitpid(m_pid, &status, WUNTRACED);
    }
}

Debuggee::Debuggee(Debuggee&& other) noexcept
    : m_pid(std::exchange(other.m_pid, -1)), m_stub(std::exchange(other.m_stub, -1)), m_end(other.m_end)
{}

Debuggee::~Debuggee()
{
    killStub();
    if (m_pid > 0 && !m_end) {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
}

daemon::AttachTarget Debuggee::target(util::Rank rank)
{
    killStub();
    int ends[2] = {-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return {rank, pid(), {}, {}};
    m_stub = ::fork();
    if (m_stub == 0) {
        if (ends[1] == 3)
            ::fcntl(3, F_SETFD, 0);
        else
            ::dup2(ends[1], 3);
        execute({DBGR_LLDB_SERVER, "gdbserver", "--fd=3", "--native-regs", "--attach", std::to_string(m_pid)});
    }
    ::close(ends[1]);
    return {rank, pid(), util::UniqueFd(ends[0]), {}};
}

void Debuggee::killStub()
{
    if (m_stub <= 0)
        return;
    ::kill(m_stub, SIGKILL);
    ::waitpid(m_stub, nullptr, 0);
    m_stub = -1;
}

char Debuggee::state() const
{
    const std::string state = statusField(m_pid, "State");
    return state.empty() ? '\0' : state[0];
}

int Debuggee::tracer() const
{
    const std::string tracer = statusField(m_pid, "TracerPid");
    return tracer.empty() ? 0 : std::stoi(tracer);
}

std::optional<int> Debuggee::waitForEnd(std::chrono::milliseconds limit)
{
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!m_end && std::chrono::steady_clock::now() < end) {
        int status = 0;
        if (::waitpid(m_pid, &status, WNOHANG) == m_pid)
            m_end = status;
        else
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return m_end;
}

std::string sourcePath(const std::string& file)
{
    return DBGR_DEBUGGEE_SOURCE_DIR "/" + file;
}

std::uint32_t lineOf(const std::string& file, const std::string& text)
{
    std::ifstream in(sourcePath(file));
    std::uint32_t number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.find(text) != std::string::npos)
            return number;
    }
    return 0;
}

} // namespace dbgr::test
