// SPDX-License-Identifier: BSD-3-Clause
// Values that were shown and can be opened, by handle, for as long as the rank stands still. Thread: engine.
#pragma once

#include "dbgdaemon/engine/lldb/rank_values.h"
#include "util/ids.h"

#include <cstddef>
#include <map>
#include <optional>
#include <utility>

namespace dbgr::daemon {

class HandleTable
{
public:
    /// \param last the highest that was ever given for the rank
    explicit HandleTable(util::VariableHandle last) : m_last(last) {}

    /// Handles are never used twice, so that one of an older stop is not mistaken for a new one.
    [[nodiscard]] util::VariableHandle add(ListedValue entry)
    {
        if (m_values.size() == kMaxHandles)
            m_values.erase(m_values.begin());
        m_last = m_last.next();
        m_values.emplace(m_last, std::move(entry));
        return m_last;
    }
    /// Nothing: unknown, or of an older stop.
    [[nodiscard]] std::optional<ListedValue> find(util::VariableHandle handle) const
    {
        const auto found = m_values.find(handle);
        return found == m_values.end() ? std::nullopt : std::optional(found->second);
    }
    void clear() { m_values.clear(); }

private:
    static constexpr std::size_t kMaxHandles = 50'000; ///< a rank; the oldest go first

    util::VariableHandle m_last;
    std::map<util::VariableHandle, ListedValue> m_values;
};

} // namespace dbgr::daemon
