// SPDX-License-Identifier: BSD-3-Clause
// Lists of nodes and of processes by node, in the compressed forms that hosts pass to PMIx_server_register_nspace().
// Thread: any.
#pragma once

#include "util/result.h"

#include <string>
#include <string_view>

namespace dbgr::pmix::capi {

/// "raw:n1,n2" -> "n1,n2"; "pmix[n[2:1-3],login]" -> "n01,n02,n03,login"; "pmix[0-1;2]" -> "0,1;2". A text without such
/// a head is a plain list already. \errors ErrBadParam, ErrOutOfResource (more than kMaxListBytes)
[[nodiscard]] util::Result<std::string> expandList(std::string_view text);

inline constexpr std::size_t kMaxListBytes = std::size_t{16} << 20;

} // namespace dbgr::pmix::capi
