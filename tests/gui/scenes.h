// SPDX-License-Identifier: GPL-3.0-or-later
// What pictures of documents and pictures to be looked at have in common. Thread: GUI.
#pragma once

#include "tests/gui/photographer.h"

#include <cstdint>

namespace dbgr::test {

/// Four ranks that are held go on to their breakpoint, the token's name given on the way. \return its line
std::uint32_t stopAtToken(Photographer& job);
/// One more watch, typed in.
void addWatch(Photographer& job, const QString& expression);

/// The picture "crash": one rank of eight has crashed.
void takeCrash(const Look& look);
/// Pictures "dock-NAME": each dock with 16 ranks at a breakpoint, two of them elsewhere.
void takeDocks(const Look& look);
/// The picture "sampled": 16 ranks that run.
void takeSampled(const Look& look);
/// The picture "64-ranks": all of them at a breakpoint.
void takeManyRanks(const Look& look);

} // namespace dbgr::test
