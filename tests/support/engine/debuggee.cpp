// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/engine/debuggee.h"

#include "keeper/control/messages.h"
#include "net/datagram.h"
#include "net/unix_stream.h"
#include "tests/support/keeper/keeper_child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
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
    : m_pid(std::exchange(other.m_pid, -1)), m_keeper(std::exchange(other.m_keeper, -1)),
      m_control(std::move(other.m_control)), m_end(other.m_end)
{}

Debuggee::~Debuggee()
{
    killKeeper();
    if (m_pid > 0 && !m_end) {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
}

daemon::AttachTarget Debuggee::target(util::Rank rank)
{
    killKeeper();
    auto connection = net::socketPair().value();
    auto control = net::controlSocketPair().value();
    const auto wishes = keeper::Wishes::create().value();
    m_keeper = ::fork();
    if (m_keeper == 0) {
        giveKeeper(control.second.get(), wishes);
        execute({DBGR_KEEPER});
    }
    m_control = std::move(control.first);
    keeper::Order order{keeper::Order::Kind::Hold, 0, pid()};
    order.connection = std::move(connection.second);
    static_cast<void>(keeper::send(m_control.get(), order));
    daemon::AttachTarget target{rank, pid(), std::move(connection.first), {}};
    const auto conditions = wishes.conditions(order.slot);
    target.judgeAt = [conditions](std::span<const bytecode::JudgedPlace> places) { conditions.say(places); };
    target.mayJudge = [conditions](bool may) { conditions.putInForce(may); };
    target.hitCounts = conditions.counts();
    target.traceNotes = conditions.notes();
    target.wantStand = wishes.standSayer(order.slot);
    target.signalsGot = [counts = wishes.signalCounts(order.slot)](int signal) { return counts.take(signal); };
    target.catchCalls = [calls = wishes.calls(order.slot)](const auto& numbers) { calls.say(numbers); };
    target.watchSlowly = [watches = wishes.watches(order.slot)](auto areas) { watches.say(areas); };
    return target;
}

void Debuggee::killKeeper()
{
    if (m_keeper <= 0)
        return;
    ::kill(m_keeper, SIGKILL);
    ::waitpid(m_keeper, nullptr, 0);
    m_keeper = -1;
    m_control.reset();
}

std::optional<int> Debuggee::toldEnd()
{
    constexpr int kSignal = 256;
    constexpr int kPatience = 5000; // ms
    pollfd ready{m_control.get(), POLLIN, 0};
    while (::poll(&ready, 1, kPatience) == 1) {
        const auto notice = keeper::receiveNotice(m_control.get());
        if (!notice)
            return std::nullopt;
        if (*notice && (*notice)->kind == keeper::Notice::Kind::Exited)
            return static_cast<int>((*notice)->number);
        if (*notice && (*notice)->kind == keeper::Notice::Kind::Died)
            return kSignal + static_cast<int>((*notice)->number);
    }
    return std::nullopt;
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
