// SPDX-License-Identifier: GPL-3.0-or-later
// A process to be debugged by a test, and what /proc says of it. Thread: the test's.
#pragma once

#include "util/ids.h"
#include "util/unique_fd.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <sys/types.h>
#include <vector>

namespace dbgr::test {

/// The byte at an address of a process's memory, now; -1 if it cannot be read.
[[nodiscard]] int byteOf(util::Pid pid, std::uint64_t address);

/// Killed and reaped in the end.
class WatchedProcess
{
public:
    /// Starts bin/debuggees/`name`, or the program of an absolute path; throws nothing, fails by running() being false.
    explicit WatchedProcess(const std::string& name, std::vector<std::string> arguments = {});
    ~WatchedProcess();
    WatchedProcess(const WatchedProcess&) = delete;
    WatchedProcess& operator=(const WatchedProcess&) = delete;

    [[nodiscard]] util::Pid pid() const { return util::Pid(m_pid); }
    /// The next line that it writes; "" after 5 s without one.
    [[nodiscard]] std::string readLine();
    /// Whether it writes anything within the time; what was written before is thrown away first.
    [[nodiscard]] bool beats(std::chrono::milliseconds within = std::chrono::seconds(3));
    [[nodiscard]] bool running();
    /// The next byte that it writes; 0 after 5 s without one.
    [[nodiscard]] char readByte();
    /// All that it has written and nobody has read.
    [[nodiscard]] std::string written();
    /// The byte at an address of its memory, now.
    [[nodiscard]] int byteAt(std::uint64_t address) const { return byteOf(pid(), address); }

private:
    pid_t m_pid = -1;
    util::UniqueFd m_output;
};

/// The number of a line of /proc/PID/status ("TracerPid"); -1 without such a process.
[[nodiscard]] long statusNumber(util::Pid pid, const std::string& name);
/// Waits until nobody does, and says who still does then: "17, dbgd-undertaker, of S"; "" it was let go. Once is
/// enough: an undertaker may come to a rank that its keeper has just left by dying.
[[nodiscard]] std::string whoTraces(util::Pid pid, int milliseconds = 5000);
/// 'R', 'S', 't', 'Z', ...; 0 without such a process.
[[nodiscard]] char processState(util::Pid pid);
/// Processes whose parent is `pid`.
[[nodiscard]] std::vector<util::Pid> childrenOf(util::Pid pid);
/// As its system calls it: "dbgd-engine"; "" there is no such process.
[[nodiscard]] std::string nameOf(util::Pid pid);

} // namespace dbgr::test
