// SPDX-License-Identifier: BSD-3-Clause
// PMIx_Query_info, as far as it is about jobs and the node. Thread: the loop's.
#pragma once

#include "pmix/server/requester.h"
#include "pmix/types/info.h"
#include "util/result.h"

#include <span>
#include <string>

namespace dbgr::launcher {

class Launcher;

/// \errors Status::ErrNotFound; ErrNotSupported for a key that is none of ours
[[nodiscard]] util::Result<pmix::Value> answerQuery(Launcher& launcher, const pmix::Requester& who,
                                                    const std::string& key, std::span<const pmix::Info> qualifiers);

} // namespace dbgr::launcher
