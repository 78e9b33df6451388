// SPDX-License-Identifier: BSD-3-Clause
// Which program a rank runs, and where the engine can read it: the file of that name may be gone, or be another one by
// now. Thread: any.
#pragma once

#include "debug/attach_order.h"
#include "util/error.h"
#include "util/unique_fd.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace dbgr::daemon {

struct RankProgram
{
    std::string name;                   ///< absolute path, for people; "" unknown
    std::string file;                   ///< where its bytes are: the same path, or one that only our processes have
    std::optional<util::Error> refusal; ///< it cannot be debugged
    std::optional<util::Error> warning; ///< the same words for all ranks of a program
};

class RankPrograms
{
public:
    /// \param root what stands before "/proc", for tests
    explicit RankPrograms(std::string root) : m_root(std::move(root)) {}

    /// \param process with the path of its program as the launcher knows it, or ""; it may be that of a script
    /// \return with files that can be read as long as this lives. What the system does not show is as the launcher says
    [[nodiscard]] RankProgram of(const debug::LocalProcess& process);

private:
    struct Running;
    using FileId = std::pair<std::uint64_t, std::uint64_t>; // device, inode
    [[nodiscard]] static std::optional<FileId> idOf(const std::string& path);
    [[nodiscard]] std::string kept(const std::string& path, FileId id);
    [[nodiscard]] RankProgram elsewhere(const Running& running);

    const std::string m_root;
    std::map<FileId, util::UniqueFd> m_kept;
};

} // namespace dbgr::daemon
