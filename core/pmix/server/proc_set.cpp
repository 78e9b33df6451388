// SPDX-License-Identifier: BSD-3-Clause
#include "pmix/server/proc_set.h"

#include "pmix/types/all_types.h"

#include <algorithm>

namespace dbgr::pmix {

ProcSet::ProcSet(std::span<const Proc> procs)
{
    for (const Proc& proc : procs)
        add(proc);
}

std::optional<ProcSet> ProcSet::of(const Value& value)
{
    if (const auto proc = value.asProc())
        return ProcSet(std::span(&*proc, 1));
    const DataArray* array = value.asArray();
    const auto procs = array == nullptr ? std::nullopt : array->elementsAs<DataType::Proc>();
    return procs ? std::optional(ProcSet(*procs)) : std::nullopt;
}

void ProcSet::add(const Proc& proc)
{
    if (proc.rank == kRankWildcard || proc.rank == kRankLocalNode)
        m_whole.insert(proc.nspace);
    else
        m_single.insert(proc);
}

void ProcSet::add(const ProcSet& other)
{
    m_single.insert(other.m_single.begin(), other.m_single.end());
    m_whole.insert(other.m_whole.begin(), other.m_whole.end());
}

bool ProcSet::contains(const Proc& proc) const
{
    return m_whole.contains(proc.nspace) || m_single.contains(proc);
}

bool ProcSet::meets(const ProcSet& other) const
{
    const auto inOther = [&other](const Proc& proc) { return other.contains(proc); };
    const auto inThis = [this](const Proc& proc) { return contains(proc); };
    const auto wholeInOther = [&other](const std::string& nspace) { return other.m_whole.contains(nspace); };
    return std::any_of(m_single.begin(), m_single.end(), inOther) ||
           std::any_of(other.m_single.begin(), other.m_single.end(), inThis) ||
           std::any_of(m_whole.begin(), m_whole.end(), wholeInOther);
}

void ProcSet::removeJob(const std::string& nspace)
{
    m_whole.erase(nspace);
    const auto first = m_single.lower_bound(Proc{nspace, ProcRank(0)});
    const auto last = std::find_if(first, m_single.end(), [&](const Proc& proc) { return proc.nspace != nspace; });
    m_single.erase(first, last);
}

} // namespace dbgr::pmix
