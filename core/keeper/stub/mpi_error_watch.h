// SPDX-License-Identifier: BSD-3-Clause
// Where a rank is to be stopped for an error of MPI that is about to end it, without anybody having asked and without
// LLDB. A rank that stands before its loader has run has no MPI library yet: it is stopped once more at its program's
// first instruction, of which nobody hears. Asked by RankLine. Thread: the keeper's.
#pragma once

#include "keeper/target/mpi_error_places.h"
#include "keeper/trace/process.h"
#include "util/ids.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace dbgr::keeper {

class MpiErrorWatch
{
public:
    /// What is to be known of a process; all that it has mapped, and where its program begins.
    struct Facts
    {
        std::function<std::vector<mpir::MappedFile>()> files;
        std::function<std::optional<RemoteAddress>()> entry;
        [[nodiscard]] static Facts of(util::Pid pid);
    };

    /// \param known what the keeper's ranks share
    MpiErrorWatch(util::Pid pid, std::shared_ptr<KnownMpiLibraries> known, Facts facts)
        : m_pid(pid), m_known(std::move(known)), m_facts(std::move(facts))
    {}

    /// Whether it is to be; at first not.
    void want(bool isWanted) { m_isWanted = isWanted; }

    /// As long as the answer is wanted: it is looked for once, and again after each of the calls below.
    [[nodiscard]] Process::OwnTraps traps();
    [[nodiscard]] bool isEntry(RemoteAddress address) const { return m_isWanted && m_entry == address; }

    /// The rank stands at its entry: its libraries are there.
    void begin();
    /// The debugger has read which libraries there are.
    void librariesRead() { m_isToLook = m_isToLook || m_errors.empty(); }
    /// The rank has become another program.
    void forget();

private:
    void look();

    util::Pid m_pid;
    std::shared_ptr<KnownMpiLibraries> m_known;
    Facts m_facts;
    bool m_isWanted = false;
    bool m_isToLook = true;
    bool m_hasBegun = false;
    std::vector<RemoteAddress> m_errors;
    std::optional<RemoteAddress> m_entry;
};

} // namespace dbgr::keeper
