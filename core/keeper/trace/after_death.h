// SPDX-License-Identifier: BSD-3-Clause
// What is done for ranks whose tracer has died, by its undertaker: threads that were made to do something else are put
// back to where they were, the text of the ranks is as it was, also that of processes which they have just forked, and
// the processor's traps are taken out. Thread: any; blocks for at most a few seconds.
#pragma once

#include "keeper/arch/arch.h"
#include "keeper/text/text_ledger.h"

namespace dbgr::keeper {

void undertake(const TextLedger& ledger, const Arch& arch);

} // namespace dbgr::keeper
