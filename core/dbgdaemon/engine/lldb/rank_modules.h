// SPDX-License-Identifier: BSD-3-Clause
// Which files a rank has in its memory, as LLDB knows them. Thread: engine.
#pragma once

#include "values/file/loaded_files.h"
#include "values/target/module_map.h"
#include "values/unwind/code_map.h"

#include <lldb/API/SBModule.h>
#include <lldb/API/SBTarget.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dbgr::daemon {

class RankModules final : public values::ModuleMap
{
public:
    /// As they are now.
    explicit RankModules(lldb::SBTarget target);
    std::span<const values::Module> modules() override { return m_modules; }
    /// Where there is code, as far as LLDB's names of it are ours, too.
    [[nodiscard]] const values::CodeMap& code();
    /// Their debug information, by debugFiles(). Lives no longer than this.
    [[nodiscard]] const std::shared_ptr<const values::LoadedFiles>& files();
    /// How many the target had.
    [[nodiscard]] std::size_t count() const { return m_seen.size(); }
    /// Whether the target still has the same ones at the same places.
    [[nodiscard]] bool isCurrent(lldb::SBTarget target) const;

private:
    struct Seen
    {
        lldb::SBModule module;
        lldb::addr_t place = LLDB_INVALID_ADDRESS; ///< of its first section
    };
    [[nodiscard]] static lldb::addr_t placeOf(lldb::SBModule module, lldb::SBTarget target);

    std::vector<values::Module> m_modules;
    std::vector<std::string> m_names; // of each, as stacks have it
    std::vector<Seen> m_seen;
    std::shared_ptr<const values::LoadedFiles> m_files; // when somebody asks
    std::optional<values::CodeMap> m_code;              // the same
};

/// Nothing where it is not in the memory of the process.
[[nodiscard]] std::optional<values::Module> toModule(lldb::SBModule module, lldb::SBTarget target);

/// The debug information of all programs and libraries that ranks of this node have: each is read once. It is kept for
/// as long as the process lives. Thread: engine, the only one that reads any.
[[nodiscard]] values::DebugFileStore& debugFiles();

} // namespace dbgr::daemon
