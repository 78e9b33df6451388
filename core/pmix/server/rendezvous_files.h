// SPDX-License-Identifier: BSD-3-Clause
// The files in which a server tells tools where it is, for as long as it lives. Read by handshake/contact_file at the
// other end. Thread: any; blocks for as long as a few small local files take.
#pragma once

#include "pmix/server/server_config.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <memory>
#include <string>
#include <vector>

namespace dbgr::pmix {

/// The node's name as it is part of the files' names: PMIX_HOSTNAME, else what the system says, without its domain.
[[nodiscard]] std::string rendezvousHostName();

class RendezvousFiles
{
public:
    /// Writes all files that `spec` asks for, or none. A file of a server that no longer runs is replaced.
    /// \errors Status::ErrExists (another server's, which it names), ErrNoPermissions (a link or another user's file or
    /// folder is in the way); std::errc of the system
    [[nodiscard]] static util::Result<std::unique_ptr<RendezvousFiles>>
    write(const RendezvousSpec& spec, const Proc& self, const std::string& uri, const std::string& host);
    /// Removes those files that are still ours, and folders that it made.
    ~RendezvousFiles();
    RendezvousFiles(const RendezvousFiles&) = delete;
    RendezvousFiles& operator=(const RendezvousFiles&) = delete;

    [[nodiscard]] std::vector<std::string> paths() const;

private:
    struct Written
    {
        std::string path;
        util::UniqueFd fd; ///< open for as long as we live, so that no other file can have its number
    };

    RendezvousFiles() = default;
    [[nodiscard]] util::Result<void> prepareFolder(const std::string& path);
    [[nodiscard]] util::Result<void> writeFile(const std::string& path, const std::string& content);

    std::vector<Written> m_files;
    std::vector<std::string> m_folders;
};

} // namespace dbgr::pmix
