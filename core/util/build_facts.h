// SPDX-License-Identifier: BSD-3-Clause
// What this program was made of. Thread: any.
#pragma once

#include <string>
#include <string_view>

namespace dbgr::util {

/// 16 hexadecimal digits that stand for all sources of core: programs of one version that were made of the same ones
/// have the same, whatever compiled them, and where.
[[nodiscard]] std::string_view sourceId();

/// What `--version --verbose` tells of a program besides its version, a fact a line: its file, its sources ("sources: "
/// and sourceId()), what it was compiled by, and its libraries.
[[nodiscard]] std::string buildFacts();

} // namespace dbgr::util
