// SPDX-License-Identifier: BSD-3-Clause
// Looks for contact files under the temporary directories of servers. Thread: any; blocks for a bounded walk.
#pragma once

#include "pmix/handshake/contact_file.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::pmix {

/// Limits of one walk. PRRTE's files lie one level down (prterun.<host>.<pid>.<uid>/ or prtrn.<pid>/, prte.<pid>/),
/// Open MPI 4's two.
struct SearchLimits
{
    int depth = 3;
    /// Directory entries looked at before the walk ends; /tmp of a login node can be huge.
    std::size_t entries = 50'000;
    std::size_t files = 64;
};

/// A file whose name was wanted, and which yields no server.
struct UnusableContact
{
    std::string path;
    util::Error why;
};

/// Contact files under `root` whose whole name is accepted by `wanted`, in order of path. Links, directories of other
/// users and other file systems are not entered; files that cannot be read or trusted are left out.
/// \param unusable is told those, unless null
[[nodiscard]] std::vector<ServerContact> searchContactFiles(const std::string& root,
                                                            const std::function<bool(std::string_view name)>& wanted,
                                                            const SearchLimits& limits = {},
                                                            std::vector<UnusableContact>* unusable = nullptr);

} // namespace dbgr::pmix
