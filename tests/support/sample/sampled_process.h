// SPDX-License-Identifier: GPL-3.0-or-later
// A program of x86-64 that is traced, and what a keeper would copy of it where it stands. It goes with the object.
// Thread: the one that started it.
#pragma once

#include "util/rank_snapshot.h"

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace dbgr::test {

class SampledProcess
{
public:
    /// Stands before its first instruction. Null: it cannot be run.
    [[nodiscard]] static std::unique_ptr<SampledProcess> start(const std::string& program);
    ~SampledProcess();
    SampledProcess(const SampledProcess&) = delete;
    SampledProcess& operator=(const SampledProcess&) = delete;

    /// To the next trap or fatal signal (SIGSEGV). False: it ended.
    [[nodiscard]] bool goOn();
    /// One instruction. Signals are delivered. False: it ended.
    [[nodiscard]] bool step();
    /// The last instruction was a trap of the program's own.
    [[nodiscard]] bool isAtTrap() const;
    [[nodiscard]] std::uint64_t pc() const;
    [[nodiscard]] pid_t pid() const { return m_pid; }

    /// \param mostBytes of each stack
    [[nodiscard]] util::RankSnapshot snapshot(std::size_t mostBytes = std::size_t{256} << 10);

private:
    explicit SampledProcess(pid_t pid) : m_pid(pid) {}
    [[nodiscard]] bool resume(int request);

    pid_t m_pid;
    int m_signal = 0;             ///< that it gets next
    std::vector<pid_t> m_threads; ///< others that stand since snapshot()
};

} // namespace dbgr::test
