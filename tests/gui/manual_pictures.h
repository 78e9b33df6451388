// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of docs/manual: of the whole window, and of each dock alone. Thread: GUI.
#pragma once

namespace dbgr::test {

struct Look;

void takeManual(const Look& look);

} // namespace dbgr::test
