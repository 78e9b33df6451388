// SPDX-License-Identifier: GPL-3.0-or-later
// Source text of the program, as this machine has it. Thread: that of its owner; reads files.
#pragma once

#include "util/result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::app {

class SourceFiles
{
public:
    /// A larger file is not shown.
    static constexpr std::size_t kMaxFileBytes = std::size_t(16) << 20;
    /// A longer line is shown in part.
    static constexpr std::size_t kMaxLineBytes = 400;

    /// The lines of a file: of that path, or else of that name in the working directory.
    /// \errors Errc::NoSource
    [[nodiscard]] util::Result<const std::vector<std::string>*> lines(const std::string& path);
    /// One line, from 1; nothing if it cannot be had.
    [[nodiscard]] std::optional<std::string> line(const std::string& path, std::uint32_t number);

private:
    std::map<std::string, std::vector<std::string>> m_files;
};

} // namespace dbgr::app
