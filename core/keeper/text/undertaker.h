// SPDX-License-Identifier: BSD-3-Clause
// A process that does nothing but wait for the keeper's end, and then puts the ranks' text back as the ledger says: a
// rank that runs meets no trap any more that nobody would handle. Thread: the keeper's, before there are others.
#pragma once

#include "keeper/text/text_ledger.h"
#include "util/result.h"
#include "util/unique_fd.h"

#include <cstddef>
#include <span>

namespace dbgr::keeper {

/// \return what keeps it waiting: it acts when the last copy is closed, however that comes about
/// \errors those of pipe(), fork()
[[nodiscard]] util::Result<util::UniqueFd> startUndertaker(const TextLedger& ledger, std::span<const std::byte> trap);

} // namespace dbgr::keeper
