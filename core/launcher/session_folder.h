// SPDX-License-Identifier: BSD-3-Clause
// The private folder of one launcher: rendezvous files, and a folder for each job. Thread: any; blocks for as long as
// local files take.
#pragma once

#include "util/result.h"

#include <string>
#include <vector>

namespace dbgr::launcher {

/// TMPDIR/dbgrun.UID.PID, 0700. Destruction removes it with all that is in it.
class SessionFolder
{
public:
    /// \param parent an existing folder: TMPDIR, or /tmp
    /// \errors those of mkdir(); std::errc::file_exists: somebody was there before us
    [[nodiscard]] static util::Result<SessionFolder> create(const std::string& parent);
    SessionFolder(SessionFolder&& other) noexcept;
    SessionFolder& operator=(SessionFolder&&) = delete;
    ~SessionFolder();

    [[nodiscard]] const std::string& path() const { return m_path; }
    /// A folder in it, 0700. \errors those of mkdir()
    [[nodiscard]] util::Result<std::string> makeFolder(const std::string& name) const;

private:
    explicit SessionFolder(std::string path) : m_path(std::move(path)) {}
    std::string m_path;
};

/// Removes a file, or a folder with all that is in it; never follows a link. What is not there is as good.
void removeTree(const std::string& path);

} // namespace dbgr::launcher
