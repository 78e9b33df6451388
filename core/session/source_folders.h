// SPDX-License-Identifier: BSD-3-Clause
// Where sources are that were moved since the program was built: folders of the program, and what they are called on
// this machine. Pure. Thread: any.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::session {

/// Everything below `from` is below `to`. A whole file may stand for itself.
struct SourceFolder
{
    std::string from; ///< as the program's debug information has it
    std::string to;   ///< on this machine

    friend bool operator==(const SourceFolder&, const SourceFolder&) = default;
};

class SourceFolders
{
public:
    /// In the order in which they were added; without slashes at their ends.
    [[nodiscard]] const std::vector<SourceFolder>& all() const { return m_folders; }
    /// In the place of one with the same `from`. \return false if a side is empty
    bool add(const SourceFolder& folder);
    /// \return whether there was one
    bool remove(std::string_view from);

    /// By the one with the longest `from`; nothing if there is none for this path.
    [[nodiscard]] std::optional<std::string> toLocal(std::string_view path) const;
    /// The way back: what the program calls this file.
    [[nodiscard]] std::optional<std::string> toProgram(std::string_view local) const;

private:
    std::vector<SourceFolder> m_folders;
};

} // namespace dbgr::session
