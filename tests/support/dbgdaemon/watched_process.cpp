// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/dbgdaemon/watched_process.h"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace dbgr::test {

WatchedProcess::WatchedProcess(const std::string& name, std::vector<std::string> arguments)
{
    const std::string path = std::filesystem::path(DBGR_TEST_BIN_DIR "/debuggees") / name;
    arguments.insert(arguments.begin(), path);
    std::vector<char*> argv;
    for (std::string& argument : arguments)
        argv.push_back(argument.data());
    argv.push_back(nullptr);
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return;
    m_output.reset(ends[0]);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (::posix_spawn(&m_pid, path.c_str(), &actions, nullptr, argv.data(), environ) != 0)
        m_pid = -1;
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
}

WatchedProcess::~WatchedProcess()
{
    if (m_pid <= 0)
        return;
    ::kill(m_pid, SIGKILL);
    ::waitpid(m_pid, nullptr, 0);
}

char WatchedProcess::readByte()
{
    constexpr int kPatienceMilliseconds = 30000; // of a busy machine; what is waited for comes much sooner
    pollfd ready{m_output.get(), POLLIN, 0};
    char byte = 0;
    return ::poll(&ready, 1, kPatienceMilliseconds) == 1 && ::read(m_output.get(), &byte, 1) == 1 ? byte : '\0';
}

std::string WatchedProcess::readLine()
{
    std::string line;
    for (;;) {
        const char byte = readByte();
        if (byte == '\0')
            return {};
        if (byte == '\n')
            return line;
        line += byte;
    }
}

std::string WatchedProcess::written()
{
    std::string all;
    char bytes[4096];
    pollfd ready{m_output.get(), POLLIN, 0};
    for (ssize_t count = 0; ::poll(&ready, 1, 0) == 1; all.append(bytes, static_cast<std::size_t>(count))) {
        count = ::read(m_output.get(), bytes, sizeof bytes);
        if (count <= 0)
            break;
    }
    return all;
}

bool WatchedProcess::beats(std::chrono::milliseconds within)
{
    static_cast<void>(written());
    pollfd ready{m_output.get(), POLLIN, 0};
    return ::poll(&ready, 1, static_cast<int>(within.count())) == 1 && (ready.revents & POLLIN) != 0;
}

bool WatchedProcess::running()
{
    siginfo_t info{};
    return m_pid > 0 && ::waitid(P_PID, static_cast<id_t>(m_pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == 0;
}

int byteOf(util::Pid pid, std::uint64_t address)
{
    const std::string path = "/proc/" + std::to_string(pid.value()) + "/mem";
    const util::UniqueFd memory(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    unsigned char byte = 0;
    return ::pread(memory.get(), &byte, 1, static_cast<off_t>(address)) == 1 ? byte : -1;
}

long statusNumber(util::Pid pid, const std::string& name)
{
    std::ifstream status("/proc/" + std::to_string(pid.value()) + "/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(name + ":"))
            return std::stol(line.substr(name.size() + 1));
    return -1;
}

std::string whoTraces(util::Pid pid, int milliseconds)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    long tracer = 0;
    while ((tracer = statusNumber(pid, "TracerPid")) != 0 && std::chrono::steady_clock::now() < end)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (tracer == 0)
        return {};
    return std::to_string(tracer) + ", " + nameOf(util::Pid(static_cast<util::Pid::Rep>(tracer))) + ", of " +
           processState(pid);
}

char processState(util::Pid pid)
{
    std::ifstream status("/proc/" + std::to_string(pid.value()) + "/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("State:\t"))
            return line[7];
    return 0;
}

std::string nameOf(util::Pid pid)
{
    std::string name;
    std::getline(std::ifstream("/proc/" + std::to_string(pid.value()) + "/comm"), name);
    return name;
}

std::vector<util::Pid> childrenOf(util::Pid pid)
{
    std::vector<util::Pid> children;
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
        const std::string name = entry.path().filename();
        if (name.find_first_not_of("0123456789") != std::string::npos)
            continue;
        const util::Pid child(static_cast<std::int32_t>(std::stol(name)));
        if (statusNumber(child, "PPid") == pid.value())
            children.push_back(child);
    }
    return children;
}

} // namespace dbgr::test
