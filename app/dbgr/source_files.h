// SPDX-License-Identifier: GPL-3.0-or-later
// Source text of the program, as this machine has it. Thread: that of its owner; reads files.
#pragma once

#include "session/source_folders.h"
#include "util/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dbgr::app {

class SourceFiles
{
public:
    /// A larger file is not shown.
    static constexpr std::size_t kMaxFileBytes = std::size_t(16) << 20;
    /// A longer line is shown in part.
    static constexpr std::size_t kMaxLineBytes = 400;

    /// Where the program's folders are here.
    [[nodiscard]] session::SourceFolders& folders() { return m_folders; }
    /// Who else wants to know of them, when a command has changed them.
    void onFolders(std::function<void(const session::SourceFolders&)> changed) { m_changed = std::move(changed); }
    void tellFolders() const
    {
        if (m_changed)
            m_changed(m_folders);
    }
    /// Where a file of the program may be, the likeliest place first: by the folders, as it is, and of that name in the
    /// working directory.
    [[nodiscard]] std::vector<std::string> candidates(const std::string& path) const;
    /// The lines of a file as it is now, in the first of its places. They are UTF-8, and what is none is Latin-1. They
    /// live until the next call.
    /// \errors Errc::NoSource
    [[nodiscard]] util::Result<const std::vector<std::string>*> lines(const std::string& path);
    /// One line, from 1; nothing if it cannot be had.
    [[nodiscard]] std::optional<std::string> line(const std::string& path, std::uint32_t number);

private:
    struct File
    {
        std::filesystem::file_time_type changed;
        std::uintmax_t size = 0;
        std::vector<std::string> lines;
    };

    session::SourceFolders m_folders;
    std::function<void(const session::SourceFolders&)> m_changed;
    std::map<std::string, File> m_files; ///< by where they are
};

} // namespace dbgr::app
