// SPDX-License-Identifier: BSD-3-Clause
// What recognising a launcher asks of the file system, so that tests need no launchers. Thread: any.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::launchers {

class LauncherFiles
{
public:
    virtual ~LauncherFiles() = default;

    /// The absolute path of a program as a shell would find it: a name with a slash is relative to `workingDirectory`,
    /// any other is looked for in `searchPath` ("/a:/b"). Nothing: no such program, or it cannot be run.
    [[nodiscard]] virtual std::optional<std::string> findProgram(std::string_view name, std::string_view searchPath,
                                                                 std::string_view workingDirectory) const = 0;
    /// The absolute path of a program that comes with dbgr; nothing if it is not there.
    [[nodiscard]] virtual std::optional<std::string> ownProgram(std::string_view name) const = 0;
    /// The same of the dbgr that the nodes of the job use. \param environment of the launch: see util::selfOnNodes
    [[nodiscard]] virtual std::optional<std::string> nodeProgram(std::string_view name,
                                                                 const std::vector<std::string>& environment) const
    {
        static_cast<void>(environment);
        return ownProgram(name);
    }
    /// The file that `path` is in the end, all links followed; `path` itself if that cannot be seen.
    [[nodiscard]] virtual std::string resolved(const std::string& path) const = 0;
    /// The first bytes of a file, at most `maxBytes`; "" if it cannot be read.
    [[nodiscard]] virtual std::string contents(const std::string& path, std::size_t maxBytes) const = 0;

    /// Whether the file, all links followed, is a text for an interpreter that it names.
    [[nodiscard]] bool isScript(const std::string& path) const { return contents(resolved(path), 2) == "#!"; }
};

/// This machine's.
class RealLauncherFiles final : public LauncherFiles
{
public:
    [[nodiscard]] std::optional<std::string> findProgram(std::string_view name, std::string_view searchPath,
                                                         std::string_view workingDirectory) const override;
    [[nodiscard]] std::optional<std::string> ownProgram(std::string_view name) const override;
    [[nodiscard]] std::optional<std::string> nodeProgram(std::string_view name,
                                                         const std::vector<std::string>& environment) const override;
    [[nodiscard]] std::string resolved(const std::string& path) const override;
    [[nodiscard]] std::string contents(const std::string& path, std::size_t maxBytes) const override;
};

} // namespace dbgr::launchers
