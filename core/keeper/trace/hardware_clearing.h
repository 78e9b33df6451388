// SPDX-License-Identifier: BSD-3-Clause
// Takes traps of the processor, and of its floating-point units, out of a process whose tracer has died: they would
// outlive it, and the first one that is met would end the process. Thread: any; blocks for at most a few seconds.
#pragma once

#include "keeper/text/text_ledger.h"

namespace dbgr::keeper {

/// Of all its threads, one after the other, each as soon as its former tracer is gone. Does nothing for what is not
/// allowed.
void clearTrapsOf(const TextLedger::Outliving& left);

} // namespace dbgr::keeper
