// SPDX-License-Identifier: BSD-3-Clause
// Which processors the dbgruns of one user have given to processes, so that two of them do not bind to the same. A file
// with nothing in it: each processor is a byte that is locked, and the locks go with the process that holds them,
// however it ends. Thread: any; one at a time; never blocks.
#pragma once

#include "pmix/topology/topology.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <string>

namespace dbgr::launcher {

class ProcessorRecord
{
public:
    /// FOLDER/dbgrun.UID.processors, 0600; made if it is not there, removed by the last who goes.
    /// \errors those of the system; std::errc::operation_not_permitted: what is there is not a file of ours alone
    [[nodiscard]] static util::Result<ProcessorRecord> open(const std::string& folder);
    ProcessorRecord(ProcessorRecord&&) noexcept = default;
    ProcessorRecord& operator=(ProcessorRecord&&) = delete;
    ~ProcessorRecord();

    /// Those of `units` that another dbgrun has.
    [[nodiscard]] pmix::CpuSet takenByOthers(const pmix::CpuSet& units) const;
    /// All or none. \return false: another one has some of them by now
    [[nodiscard]] bool take(const pmix::CpuSet& units);
    void giveBack(const pmix::CpuSet& units);

private:
    ProcessorRecord(std::string path, util::UniqueFd file) : m_path(std::move(path)), m_file(std::move(file)) {}

    std::string m_path;
    util::UniqueFd m_file;
};

} // namespace dbgr::launcher
