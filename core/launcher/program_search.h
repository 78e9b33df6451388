// SPDX-License-Identifier: BSD-3-Clause
// Which file a program's name means, as other mpiexecs have it. Thread: any; looks at the file system.
#pragma once

#include "util/result.h"

#include <string>
#include <string_view>

namespace dbgr::launcher {

/// The path of the file to execute. A name without a slash is looked for along `searchPath`, then in `folder`, where
/// the process is to work; one with a slash is relative to `folder`. \wire PRRTE 3.0: PATH before the folder
/// \param folder absolute
/// \errors net::Errc::NoSuchProgram, which names all places tried; net::Errc::NotExecutable
[[nodiscard]] util::Result<std::string> findJobProgram(const std::string& program, std::string_view searchPath,
                                                       const std::string& folder);

} // namespace dbgr::launcher
