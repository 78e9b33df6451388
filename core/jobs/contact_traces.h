// SPDX-License-Identifier: BSD-3-Clause
// What PMIx servers of this node have left for tools to find them, without contacting one. Way: find_jobs asks for all
// of it once, and then for that of each launcher. Thread: any; blocks for a bounded walk.
#pragma once

#include "jobs/process_list.h"
#include "pmix/handshake/contact_file.h"
#include "pmix/handshake/contact_search.h"
#include "pmix/handshake/rendezvous.h"
#include "util/error.h"

#include <chrono>
#include <set>
#include <string>
#include <vector>

namespace dbgr::jobs {

class ContactTraces
{
public:
    /// Looks in these places, but never twice in one.
    void search(const pmix::RendezvousPlaces& places);

    /// The newest contact file that this process wrote; null if there is none. One that is older than the process
    /// belonged to another one of that number.
    [[nodiscard]] const pmix::ServerContact* of(const Process& process) const;
    /// Why a contact file that is this process's by its name cannot be used; null if there is no such file.
    [[nodiscard]] const util::Error* unusableOf(const Process& process) const;
    /// Those of no process in `known`, but of processes that still run.
    [[nodiscard]] std::vector<util::Error> unusableOfOthers(const std::set<util::Pid>& known,
                                                            const ProcessList& processes) const;
    /// Processes that left a file, stale ones included.
    [[nodiscard]] std::set<util::Pid> servers() const;

private:
    struct Trace
    {
        pmix::ServerContact contact;
        std::chrono::system_clock::time_point written;
    };
    void searchUnder(const std::string& root, const std::vector<std::string>& hostNames);

    std::vector<Trace> m_traces;
    std::vector<pmix::UnusableContact> m_unusable;
    std::set<std::string> m_searched;
};

} // namespace dbgr::jobs
