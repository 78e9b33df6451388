// SPDX-License-Identifier: BSD-3-Clause
// What a core file tells of the process that it is of, without a debugger: enough to name it and to find its rank.
// However large the file is, little of it is read. Way: --core -> session's link to core files; dbgd's engine.
// Thread: any; values.
#pragma once

#include "corefile/byte_source.h"
#include "util/ids.h"

#include <cstdint>
#include <string>
#include <vector>

namespace dbgr::corefile {

struct CoreFile
{
    util::Pid pid;                        ///< 0 unknown
    int signal = 0;                       ///< that ended it; 0: none, it was taken of a live process
    std::string command;                  ///< as ps shows it, at most 80 bytes
    std::string executable;               ///< absolute path at that time; "" unknown
    std::string buildId;                  ///< of the executable, hexadecimal; "" unknown
    std::vector<std::string> environment; ///< "NAME=value" each, from the start of the program; may be missing
    std::uint64_t missingBytes = 0;       ///< not 0: memory that should be in the file is not; stacks may be wrong
};

/// \errors std::errc::executable_format_error, with words on what the file is instead, or on where it is cut off
[[nodiscard]] util::Result<CoreFile> readCoreFile(const ByteSource& bytes);

/// The error tells the path, too. \errors those of FileSource::open()
[[nodiscard]] util::Result<CoreFile> readCoreFile(const std::string& path);

} // namespace dbgr::corefile
