// SPDX-License-Identifier: GPL-3.0-or-later
// Real processes for tests of the engine: a program of tests/debuggees that runs, and a keeper that holds it, as dbgd
// would start it. Thread: the test's.
#pragma once

#include "dbgdaemon/engine/engine.h"
#include "util/ids.h"

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::test {

/// A child process; destroying it kills and reaps it.
class Debuggee
{
public:
    enum class Begin
    {
        Running,
        StoppedBySignal, ///< it has got SIGSTOP, and stands
        StoppedOnExec    ///< as launchers that hold on exec leave it: before its first instruction, by SIGSTOP
    };
    /// \param program absolute, or the name of one of tests/debuggees
    explicit Debuggee(const std::string& program, const std::vector<std::string>& arguments = {},
                      Begin begin = Begin::Running);
    ~Debuggee();
    Debuggee(Debuggee&& other) noexcept;
    Debuggee& operator=(Debuggee&&) = delete;

    [[nodiscard]] util::Pid pid() const { return util::Pid(m_pid); }
    /// Starts a keeper on it.
    [[nodiscard]] daemon::AttachTarget target(util::Rank rank);
    void killKeeper();
    /// What the keeper says of its end, within a few seconds: 256 + signal, or its exit status; nothing: not a word.
    [[nodiscard]] std::optional<int> toldEnd();
    /// As the kernel names it: 'R', 'S', 'T', 't', 'Z'; 0 when there is no such process.
    [[nodiscard]] char state() const;
    /// The process that traces it; 0 none.
    [[nodiscard]] int tracer() const;
    /// How it ended (a wait status), or nothing within the time.
    [[nodiscard]] std::optional<int> waitForEnd(std::chrono::milliseconds limit);

private:
    ::pid_t m_pid = -1;
    ::pid_t m_keeper = -1;
    util::UniqueFd m_control; // of the keeper
    std::optional<int> m_end;
};

/// The number of the first line of a source of tests/debuggees that has this text; 0 when there is none.
[[nodiscard]] std::uint32_t lineOf(const std::string& file, const std::string& text);
/// The absolute path of that source.
[[nodiscard]] std::string sourcePath(const std::string& file);

} // namespace dbgr::test
