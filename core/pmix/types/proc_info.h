// SPDX-License-Identifier: BSD-3-Clause
// pmix_proc_info_t: a line of the process table. Thread: any; a plain value.
#pragma once

#include "pmix/types/data_type.h"

#include <string>

namespace dbgr::pmix {

/// The Standard's struct has an exit code too; OpenPMIx does not send it.
struct ProcInfo
{
    Proc proc;
    std::string hostname;
    /// As given to the launcher, put behind its working directory: "/home/user/./ring".
    std::string executable;
    util::Pid pid;
    ProcState state = ProcState::Undef;

    friend bool operator==(const ProcInfo&, const ProcInfo&) = default;
};

/// PMIX_NODE_PID (6.1): a process id with its node.
struct NodePid
{
    std::string hostname;
    std::uint32_t nodeId = 0;
    util::Pid pid;

    friend bool operator==(const NodePid&, const NodePid&) = default;
};

/// pmix_proc_stats_t: what a process uses of the node; 4.1 to 5.0 only.
struct ProcStats
{
    std::string node;
    Proc proc;
    util::Pid pid;
    std::string command;
    char state = 0; ///< one of ps's letters
    Timeval cpuTime;
    std::int32_t priority = 0;
    std::int16_t threads = 0;
    float proportionalSetSize = 0; ///< MiB, as are the next two
    float virtualSize = 0;
    float residentSize = 0;
    std::int16_t processor = 0;
    Timeval sampleTime;

    friend bool operator==(const ProcStats&, const ProcStats&) = default;
};

} // namespace dbgr::pmix
