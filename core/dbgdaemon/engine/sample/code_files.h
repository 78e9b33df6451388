// SPDX-License-Identifier: BSD-3-Clause
// Files that ranks of this node have code of, each opened once: by build id, and by what /proc says of it. Way:
// ProcessCode -> here -> CodeFile. Thread: the sampler's.
#pragma once

#include "util/ids.h"
#include "values/unwind/code_file.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace dbgr::daemon {

/// A line of /proc/PID/maps.
struct CodeMapping
{
    std::uint64_t begin = 0, end = 0, offset = 0;
    std::string_view device, inode, path; ///< path "" of no file; "[vdso]"
};

class CodeFiles
{
public:
    /// \param store outlives this
    explicit CodeFiles(values::DebugFileStore& store) : m_store(store) {}

    /// Null: it cannot be read, or has no code that is known.
    [[nodiscard]] values::CodeFile* of(util::Pid pid, const CodeMapping& mapping);

private:
    [[nodiscard]] values::CodeFile* opened(const std::string& path);
    [[nodiscard]] values::CodeFile* vdso(util::Pid pid, const CodeMapping& mapping);

    values::DebugFileStore& m_store;
    std::map<std::string, std::unique_ptr<values::CodeFile>> m_files; // by build id, or by path, time and size
    std::map<std::string, values::CodeFile*> m_byPath;                // with time and size
};

} // namespace dbgr::daemon
