// SPDX-License-Identifier: BSD-3-Clause
// Who takes part in a collective. Requests list processes and whole jobs in any order and form; here is one form of
// them all, which stays short for whole jobs of any size. Thread: any; plain values.
#pragma once

#include "pmix/server/job_store.h"
#include "pmix/server/requester.h"
#include "util/result.h"

#include <compare>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace dbgr::pmix {

class Participants
{
public:
    /// Processes of jobs that are not registered, which may or may not be tools.
    static constexpr std::size_t kMaxUnknown = 64;

    Participants() = default;

    /// A process whose job is not registered is taken for a tool, which is here.
    /// \errors ErrBadParam: the asker is not among them, a job that it may not see, or no such rank;
    /// ErrOutOfResource
    [[nodiscard]] static util::Result<Participants> of(const JobStore& jobs, const Requester& who,
                                                       std::span<const Proc> list);

    /// As short a list as possible, in order: a whole job is its wildcard rank.
    [[nodiscard]] const std::vector<Proc>& entries() const { return m_entries; }
    [[nodiscard]] bool contains(const Proc& proc) const;
    /// In order, each once; of a whole job, as long as it is registered.
    [[nodiscard]] std::vector<Proc> all(const JobStore& jobs) const;
    /// Those that this server waits for; the host answers for the others.
    [[nodiscard]] std::vector<Proc> here(const JobStore& jobs) const;
    [[nodiscard]] std::vector<std::string> nspaces() const;

    friend auto operator<=>(const Participants&, const Participants&) = default;

private:
    std::vector<Proc> m_entries;
};

} // namespace dbgr::pmix
