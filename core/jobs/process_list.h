// SPDX-License-Identifier: BSD-3-Clause
// The processes of one user at one moment, as a tree. Way: /proc -> here -> find_jobs. Thread: any; a value.
#pragma once

#include "jobs/proc_files.h"
#include "util/ids.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace dbgr::jobs {

struct Process
{
    util::Pid pid;
    util::Pid parent;
    std::chrono::system_clock::time_point started; ///< exact to a second
    std::vector<std::string> argv;                 ///< as it is, a loader in front of the program included
};

class ProcessList
{
public:
    /// Zombies, kernel threads and processes that end while this runs are left out.
    [[nodiscard]] static ProcessList read(const ProcFiles& files, std::uint32_t uid);

    [[nodiscard]] const std::vector<Process>& all() const { return m_processes; }
    /// Null: no such process of this user.
    [[nodiscard]] const Process* find(util::Pid pid) const;
    /// In the order of their pids.
    [[nodiscard]] std::vector<const Process*> childrenOf(util::Pid pid) const;

private:
    std::vector<Process> m_processes; ///< by pid
    std::unordered_map<std::int32_t, std::vector<std::size_t>> m_children;
};

} // namespace dbgr::jobs
