// SPDX-License-Identifier: GPL-3.0-or-later
// `dbgr --version --verbose`: every part of this installation, what it was compiled by, and the libraries that it runs
// with. Thread: any; blocks while the parts are asked.
#pragma once

#include <string>

namespace dbgr::doctor {

/// \code
/// dbgr 0.1.0
///   program: /opt/dbgr/bin/dbgr
///   compiler: 12.2.0
///   library: /usr/lib/x86_64-linux-gnu/libQt6Core.so.6.4.2
///   system: Debian GNU/Linux 12 (bookworm), Linux 6.1.0-18-amd64 x86_64
/// dbgd 0.1.0
///   LLDB: 22.1.8
/// \endcode
[[nodiscard]] std::string versionReport();

/// "Debian GNU/Linux 12 (bookworm), Linux 6.1.0-18-amd64 x86_64". \param root what stands before /etc
[[nodiscard]] std::string systemName(const std::string& root = {});

} // namespace dbgr::doctor
