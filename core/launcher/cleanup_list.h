// SPDX-License-Identifier: BSD-3-Clause
// Files and folders that processes of a job asked us to remove when it has ended. Thread: any; removing blocks for as
// long as local files take. \std PMIX_REGISTER_CLEANUP, PMIX_REGISTER_CLEANUP_DIR
#pragma once

#include "pmix/types/info.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace dbgr::launcher {

class CleanupList
{
public:
    /// Requests beyond are forgotten: a process that asks without end must not fill our memory.
    static constexpr std::size_t kMaxPaths = 4096;

    /// Takes what the directives of a job control request register.
    /// \param folder where relative paths begin: the asker's working directory \return whether there was anything
    bool take(std::span<const pmix::Info> directives, const std::string& folder);
    /// Removes them; never follows a link.
    void clean() const;

private:
    struct Place
    {
        std::string path;
        bool folder = false;
        bool recursive = false;
        bool keepTop = false;
    };
    std::vector<Place> m_places;
};

} // namespace dbgr::launcher
