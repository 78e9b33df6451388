// SPDX-License-Identifier: BSD-3-Clause
// A set of processes as requests name them: single ranks and whole namespaces. Says whom an event or an output
// registration concerns, at a cost that does not grow with the length of a list that a peer sent. Thread: any; a value.
#pragma once

#include "pmix/types/proc.h"
#include "pmix/types/value.h"

#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <string>

namespace dbgr::pmix {

class ProcSet
{
public:
    ProcSet() = default;
    explicit ProcSet(std::span<const Proc> procs);
    /// Of a PROC or an array of them; nothing for other values.
    [[nodiscard]] static std::optional<ProcSet> of(const Value& value);

    /// A wildcard rank, also that for the local node, takes in the whole namespace.
    void add(const Proc& proc);
    void add(const ProcSet& other);

    [[nodiscard]] bool empty() const { return m_single.empty() && m_whole.empty(); }
    [[nodiscard]] std::size_t size() const { return m_single.size() + m_whole.size(); }
    [[nodiscard]] bool contains(const Proc& proc) const;
    /// Whether any process is in both.
    [[nodiscard]] bool meets(const ProcSet& other) const;
    /// No wildcard: it is known how many they are.
    [[nodiscard]] bool isCountable() const { return m_whole.empty(); }

    void remove(const Proc& proc) { m_single.erase(proc); }
    /// All that belongs to the namespace.
    void removeJob(const std::string& nspace);

private:
    std::set<Proc> m_single;
    std::set<std::string> m_whole;
};

} // namespace dbgr::pmix
