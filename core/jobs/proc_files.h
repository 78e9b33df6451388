// SPDX-License-Identifier: BSD-3-Clause
// Reads single facts about processes from /proc. A process that ends meanwhile, or one that we may not look into, has
// just no such fact. Everything read is bounded. First thing on the way to the list of jobs. Thread: any; blocks as
// long as /proc does.
#pragma once

#include "util/ids.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dbgr::jobs {

/// What follows the last slash.
[[nodiscard]] std::string_view baseName(std::string_view path);

/// The file that a process runs.
struct ExecutableLink
{
    std::string path; ///< "" if that can't be seen
    bool deleted = false;
};

class ProcFiles
{
public:
    /// \param root "/proc", or a stand-in of a test
    explicit ProcFiles(std::string root = "/proc") : m_root(std::move(root)) {}

    [[nodiscard]] const std::string& root() const { return m_root; }
    /// "/proc/4711/exe"
    [[nodiscard]] std::string path(util::Pid pid, std::string_view file) const;

    /// The processes of one user, in no order. Of the others nothing but the owner is looked at.
    [[nodiscard]] std::vector<util::Pid> processesOf(std::uint32_t uid) const;
    /// "" if it can't be read. \param file "123/stat", "self/status", "sys/kernel/..."
    [[nodiscard]] std::string text(const std::string& file) const;
    /// The arguments; empty of zombies and of processes that have ended.
    [[nodiscard]] std::vector<std::string> commandLine(util::Pid pid) const;
    /// "NAME=value" each.
    [[nodiscard]] std::vector<std::string> environment(util::Pid pid) const;
    [[nodiscard]] ExecutableLink executable(util::Pid pid) const;
    /// Where a link leads: "cwd", "ns/mnt"; "" if that can't be seen.
    [[nodiscard]] std::string link(util::Pid pid, std::string_view file) const;
    /// The same of our own process.
    [[nodiscard]] std::string ownLink(std::string_view file) const;
    /// A line of a status file, without its name. \param process "4711", "self"
    [[nodiscard]] std::string statusField(const std::string& process, std::string_view name) const;

private:
    [[nodiscard]] std::vector<std::string> strings(util::Pid pid, std::string_view file) const;
    [[nodiscard]] std::string target(const std::string& file) const;

    std::string m_root;
};

} // namespace dbgr::jobs
