// SPDX-License-Identifier: BSD-3-Clause
// What one process has put and committed: a value for each key and scope, within a limit. Thread: any; plain values.
#pragma once

#include "pmix/ops/commit.h"
#include "pmix/types/info.h"
#include "util/result.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

/// How near the one who looks is to the one who put.
enum class Viewer
{
    Self,
    SameNode,
    OtherNode,
};

class PutValues
{
public:
    /// Bytes of keys and values that one process may put.
    static constexpr std::size_t kMaxBytes = std::size_t{64} << 20;

    /// Later values replace earlier ones of their scope. \errors ErrOutOfResource: nothing of it is kept
    [[nodiscard]] util::Result<void> store(std::vector<CommitBlock> blocks, std::size_t maxBytes = kMaxBytes);

    /// The value, or null. \param key without a value put for this viewer
    [[nodiscard]] const Value* find(std::string_view key, Viewer viewer) const;
    [[nodiscard]] std::vector<KeyValue> visibleTo(Viewer viewer) const;
    [[nodiscard]] std::size_t bytes() const { return m_bytes; }

private:
    using Values = std::map<std::string, Value, std::less<>>;

    [[nodiscard]] const Values& nearValues(Viewer viewer) const;
    void keep(Values& values, KeyValue pair);

    Values m_local;    ///< for this node
    Values m_remote;   ///< for all others
    Values m_internal; ///< for the process itself
    std::size_t m_bytes = 0;
};

} // namespace dbgr::pmix
