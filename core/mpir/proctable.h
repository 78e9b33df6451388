// SPDX-License-Identifier: BSD-3-Clause
// MPIR's table of a job's processes: launchers fill it whether anybody debugs or not. Way: target -> here -> links of
// session, the list of running jobs. Thread: one at a time.
#pragma once

#include "mpir/target.h"
#include "util/ids.h"
#include "util/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace dbgr::mpir {

/// A rank: its place in the table is its number.
struct TableEntry
{
    std::string host;       ///< as the launcher names it
    std::string executable; ///< as typed, perhaps relative to the process's working directory
    util::Pid pid;          ///< on its host
    friend bool operator==(const TableEntry&, const TableEntry&) = default;
};

using Proctable = std::vector<TableEntry>;

inline constexpr std::int32_t kMaxTableEntries = 1 << 20;

/// Never a part of it: as long as an entry is missing, the table is not filled.
/// \errors Errc::NotFilled (ask again), Errc::Damaged (of a launcher that is filling it now, ask again), Errc::NoTable
[[nodiscard]] util::Result<Proctable> readProctable(Target& launcher);

} // namespace dbgr::mpir
