// SPDX-License-Identifier: BSD-3-Clause
// Why a debugger could not attach to processes of this node, as far as /proc shows it from outside, and who debugs
// them already. Way: find_jobs asks for each job before the user does. Thread: any; reads /proc, tries nothing.
#pragma once

#include "jobs/proc_files.h"
#include "util/error.h"
#include "util/ids.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::jobs {

/// Who traces processes.
struct Tracing
{
    std::size_t traced = 0; ///< of the processes asked about
    std::string by;         ///< "dbgr (process 4711)", "gdb (process 12), strace (process 13)"; "" nobody
};

class AttachObstacles
{
public:
    /// \param host this node's name
    AttachObstacles(const ProcFiles& files, std::string host) : m_files(files), m_host(std::move(host)) {}

    /// It has file systems or process numbers of its own. \param whom "attaching to launcher 4711"
    [[nodiscard]] std::optional<util::Error> container(util::Pid pid, const std::string& whom) const;
    /// Yama forbids it for every process that is no descendant of the debugger. \param namesTracers the job's launcher
    ///        lets what it starts trace its ranks, as dbgrun does
    [[nodiscard]] std::optional<util::Error> ptraceScope(const std::string& whom, bool namesTracers) const;
    /// The program is of another word size than dbgr's debugger serves.
    [[nodiscard]] std::optional<util::Error> wordSize(util::Pid pid, const std::string& whom) const;
    /// They are all traced: the system allows one tracer.
    [[nodiscard]] static std::optional<util::Error> held(const Tracing& tracing, std::size_t processes,
                                                         const std::string& whom);

    [[nodiscard]] Tracing tracing(const std::vector<util::Pid>& pids) const;

private:
    [[nodiscard]] std::string describeTracer(util::Pid tracer) const;
    [[nodiscard]] std::string frontEndOf(const std::vector<std::string>& daemonArguments) const;

    const ProcFiles& m_files;
    const std::string m_host;
};

} // namespace dbgr::jobs
